import type { PlatformRequest, Result } from './request';

/** The four base addresses of document 1, part 1. */
export type BaseName = 'nlp' | 'ocr' | 'vision' | 'api';

/** An endpoint: its address, the form of its envelope (document 1, parts 2.1 and 4), and the function that handles a request. */
export interface Endpoint {
	name: string;
	base: BaseName;
	path: string;
	/** The service whose key the endpoint accepts, by its name in the accounts. */
	service: string;
	/** `data` of a refusal (2.1). */
	emptyData: '' | readonly [] | Readonly<Record<string, never>>;
	/** The first letters of a session ID, and its letters after the `@`. */
	sid: readonly [string, string];
	/** Content type of a refusal. */
	failureType: 'application/json' | 'text/plain';
	/** Whether the endpoint accepts a request without X-Param. */
	withoutParam: boolean;
	/** Whether the answer is invented instead of computed. Such an answer has the header `X-Simulated`. */
	canned: boolean;
	/** @throws PlatformFailure for a request that the document does not allow */
	handle(request: PlatformRequest): Promise<Result> | Result;
}
