import type { FailureKind, RateLimit } from './failure';

/** What both platforms of iFLYTEK share: responses, result codes, and the console. */

/** An HTTP response, whatever its status. Header names are in lower case. */
export interface HttpResponse {
	status: number;
	headers: Record<string, unknown>;
	body: Buffer;
}

/** HTTP statuses in words, for responses that say no more than their status. */
const MEANINGS: Readonly<Record<number, string>> = {
	401: 'not authorized',
	403: 'forbidden',
	404: 'not found',
	413: 'the request is too large',
	414: 'the URL is too long',
	429: 'too many requests',
	431: 'the headers are too long',
};

/** What a status of 300 or more means, in a few words. */
export function statusMeaning(status: number): string {
	return (
		MEANINGS[status] ??
		(status >= 500 ? 'the service failed' : status < 400 ? 'moved' : 'unexpected response')
	);
}

/** Only shown if no request got through, although the node slows down by itself. */
export const TOO_MANY_REQUESTS_ADVICE =
	'Check whether something else uses up the requests of this application. Otherwise run fewer workflows at the same time, or ask iFLYTEK for more requests.';

/** What is known of the result codes of both platforms. */

export interface ResultCode {
	/** In a few words. */
	meaning: string;
	/** What the user can do. */
	advice: string;
	/** The first line of the error, if the meaning does not name what the user has to correct. */
	headline?: string;
	/** `refused` if it is missing. */
	kind?: FailureKind;
}

/** The platform's own description, for the end of a message; empty if it sent none. */
export function platformSays(desc: string): string {
	return desc.trim() === '' ? '' : `, the platform says: ${desc.trim()}`;
}

/** Codes that are in neither document: more requests than the account may send. */
export const RATE_CODES: Readonly<Record<string, ResultCode & { limit: RateLimit }>> = {
	'11202': {
		meaning: 'too many requests per second',
		advice: TOO_MANY_REQUESTS_ADVICE,
		kind: 'rateLimited',
		limit: 'perSecond',
	},
	'11203': {
		meaning: 'too many requests at once',
		advice: TOO_MANY_REQUESTS_ADVICE,
		kind: 'rateLimited',
		limit: 'atOnce',
	},
};

/** The limit of the account that a request has exceeded, if the result code says so. */
export function limitOfCode(code: string): RateLimit | undefined {
	return Object.hasOwn(RATE_CODES, code) ? RATE_CODES[code]?.limit : undefined;
}

/** The guide that names each service, page and key of iFLYTEK's Chinese console in English. */
export const CONSOLE_GUIDE =
	'https://github.com/n8n-nodes-xfyun/n8n-nodes-xfyun/blob/main/docs/console.md';

/** The name of the console in errors, with the address where the reader finds it. */
export const CONSOLE = `the iFLYTEK console (guide: ${CONSOLE_GUIDE})`;
