import type { PlatformRequest, Result } from './request';

/** The four base addresses of document 1, part 1. */
export type BaseName = 'nlp' | 'ocr' | 'vision' | 'api';

/** An endpoint (document 1, part 4): its address, the form of its envelope (2.1), and the function that handles its requests. */
export interface Endpoint {
	name: string;
	base: BaseName;
	path: string;
	/** The service whose key the endpoint accepts, by its name in the accounts. */
	service: string;
	/** The empty `data` of a refusal (2.1). */
	emptyData: '' | readonly [] | Readonly<Record<string, never>>;
	/** The letters at the start of a session ID, and the letters after its `@`. */
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
