import type { RateLimit } from './retry/rateControl';

/** What kinds of failures there are, for workflows that branch on them; the READMEs say a line about each. */
export const FAILURE_KINDS = [
	/** The input cannot be sent. Found before any request. */
	'invalidInput',
	/** The platform refused the request: a key, a permission, a parameter, the balance. */
	'refused',
	/** Too many requests per second, or at once. */
	'rateLimited',
	/** The service failed or is busy for the moment. */
	'unavailable',
	/** The answer did not come in time. */
	'timedOut',
	/** No connection could be made: nothing was sent. */
	'notConnected',
	/** The connection broke off, or the answer is cut off or empty. */
	'interrupted',
	/** The answer is not what the platform's documents say. */
	'unreadable',
	/** The execution was stopped. */
	'stopped',
	/** None of these: an error that nobody foresaw. */
	'unexpected',
] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

/** What is known about a failure in addition to its message. Every field may be shown to the user. */
export interface FailureDetails {
	/** The platform's result code, as text. */
	code?: string;
	/** The platform's own description. */
	desc?: string;
	/** The platform's session id, to be quoted to its support. */
	sid?: string;
	/** Where several requests made the failure together: their session ids. */
	sids?: string[];
	/** When to try again, where the server says it (ISO 8601). */
	retryAt?: string;
	/** What the user can do about it. */
	advice?: string;
	/** Further facts for programs, such as the rows that it concerns. */
	facts?: Record<string, unknown>;
}

/** What a failure tells those that may send the request again. */
export interface RetryHints {
	/** Which limit was exceeded, of a failure of the kind `rateLimited`. */
	limit?: RateLimit;
	/** For how long the server asks not to be asked (Retry-After). */
	retryAfterMs?: number;
	/** Whether one more try may be answered better, though the kind of failure is not sent again. */
	retryOnce?: boolean;
}

/** A failure that says what happened (`message`), of what kind it is, and what to do about it (`details.advice`). */
export class Failure extends Error {
	constructor(
		message: string,
		readonly kind: FailureKind,
		readonly details: FailureDetails = {},
		readonly hints: RetryHints = {},
	) {
		super(message);
		this.name = new.target.name;
	}
}

/** Message and advice in one text, for places with room for one text only. */
export function errorText(error: unknown): string {
	if (!(error instanceof Failure)) return error instanceof Error ? error.message : String(error);
	return [error.message, error.details.advice].filter(Boolean).join('. ');
}

/** Session ids as a failure carries them: `sid` for one, `sids` for several. */
export function sessionIds(ids: (string | undefined)[]): Pick<FailureDetails, 'sid' | 'sids'> {
	const [sid, ...others] = new Set(ids.filter((id) => id !== undefined));
	return sid === undefined || others.length === 0 ? { sid } : { sids: [sid, ...others] };
}

/** Nothing was sent. */
export class NotSentError extends Failure {}

/** Invalid input, found before any request was sent. */
export class InputError extends NotSentError {
	constructor(message: string, advice?: string) {
		super(message, 'invalidInput', { advice });
	}
}

/** The platform responded, and the response is a failure or cannot be read. */
export class PlatformError extends Failure {}

/** How a request failed on the way: `notConnected`: nothing was sent; `interrupted`, `timedOut`: it may have been carried out. */
export type TransportFailure = Extract<FailureKind, 'notConnected' | 'interrupted' | 'timedOut' | 'stopped'>;

/** No complete response arrived. */
export class TransportError extends Failure {
	constructor(message: string, advice: string, kind: TransportFailure) {
		super(message, kind, { advice });
	}
}

export function stoppedError(): TransportError {
	return new TransportError('The execution was stopped', 'Nothing is wrong with the request.', 'stopped');
}
