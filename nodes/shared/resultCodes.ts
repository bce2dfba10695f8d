import type { FailureKind, RateLimit } from './failure';

/** What is known of the result codes of both platforms. */

/** Only shown if no request got through, although the node slows down by itself. */
export const TOO_MANY_REQUESTS_ADVICE =
	'Check whether something else uses up the requests of this application. Otherwise run fewer workflows at the same time, or ask iFLYTEK for more requests.';

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

const LIMITS = new Map(Object.entries(RATE_CODES).map(([code, { limit }]) => [code, limit]));

/** The limit of the account that a request has exceeded, if the result code says so. */
export function limitOfCode(code: string): RateLimit | undefined {
	return LIMITS.get(code);
}
