import type { PlatformRequest, Result } from './request';

/** The four base addresses of document 1, part 1. */
export type BaseName = 'nlp' | 'ocr' | 'vision' | 'api';

/** Everything about an endpoint: its address, the form of its envelope (document 1, parts 2.1 and 4), and its work. */
export interface Endpoint {
	name: string;
	base: BaseName;
	path: string;
	/** The service whose key it takes, as in the accounts. */
	service: string;
	/** `data` of a failure (2.1). */
	emptyData: '' | readonly [] | Readonly<Record<string, never>>;
	/** First letters of the session id, and those after the `@`. */
	sid: readonly [string, string];
	/** Content type of a failure. */
	failureType: 'application/json' | 'text/plain';
	/** A request without X-Param is accepted. */
	withoutParam: boolean;
	/** Whether the answer is invented instead of computed; `X-Simulated` then says so. */
	canned: boolean;
	/** @throws PlatformFailure for a request that the document does not allow */
	handle(request: PlatformRequest): Promise<Result> | Result;
}
