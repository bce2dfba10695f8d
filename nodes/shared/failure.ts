import { redactor } from './redact';
import { ERROR_ENTRIES, shortened } from './errorTexts';

/**
 * The kinds of failures, for workflows that branch on them. The READMEs describe each in one line.
 */
export const FAILURE_KINDS = [
	'invalidInput', // cannot be sent; found before any request
	'refused', // a key, a permission, a parameter, the balance; or by something on the way
	'rateLimited', // too many requests per second, or at the same time
	'unavailable', // the service failed, or is busy for the moment
	'timedOut', // the response did not come in time
	'notConnected', // nothing was sent
	'interrupted', // the connection broke, or the response is cut off or empty
	'unreadable', // the response is not what the documents say
	'stopped', // the execution was stopped
	'unexpected', // an error that nobody foresaw
] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

/**
 * What is known about a failure in addition to its message. Every field may be shown to the user.
 */
export interface FailureDetails {
	/** The platform's result code, as text. */
	code?: string;
	/** The platform's own description. */
	desc?: string;
	/** The session ID of the request, to quote to the support of the platform. */
	sid?: string;
	/** The session IDs of several requests; if there are many, only the first ones. */
	sids?: string[];
	/** How many session IDs were left out. */
	sidsLeftOut?: number;
	/** When to try again (ISO 8601), if the server says it. */
	retryAt?: string;
	/** What the user can do about it. */
	advice?: string;
	/** Further facts for programs, such as the rows of the request. */
	facts?: Record<string, unknown>;
}

/**
 * Which limit of the account a request has exceeded: requests per second, or requests at the same
 * time.
 */
export type RateLimit = 'perSecond' | 'atOnce';

/** Facts that decide whether and when the request is repeated. */
export interface RetryHints {
	/** Which limit was exceeded, if the kind is `rateLimited`. */
	limit?: RateLimit;
	/** How long the server asks to wait (Retry-After). */
	retryAfterMs?: number;
	/** Whether one more attempt may succeed, although failures of this kind are not repeated. */
	retryOnce?: boolean;
}

/**
 * A failure that says what happened (`message`), of what kind it is, and what to do about it
 * (`details.advice`).
 */
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

	/** Changes all texts of the failure that may be shown or written to a log. */
	changeTexts(change: (text: string) => string): this {
		this.message = change(this.message);
		if (this.stack !== undefined) this.stack = change(this.stack);
		const { code, desc, sid, advice, sids } = this.details;
		for (const [name, text] of Object.entries({ code, desc, sid, advice }))
			if (text !== undefined) Object.assign(this.details, { [name]: change(text) });
		if (sids !== undefined) this.details.sids = sids.map(change);
		return this;
	}
}

/**
 * A failure of a request in a form that may be shown: without secrets, and with texts of bounded
 * length. Errors quote the platform's texts unchanged, so every client passes its errors through
 * this function.
 * @param secrets everything secret that was sent
 */
export function shownFailure(error: unknown, secrets: readonly string[]): unknown {
	if (!(error instanceof Failure)) return error;
	const redacted = redactor(secrets);
	return error.changeTexts((text) => shortened(redacted(text)));
}

/** An error as a failure; an error of another class becomes one with the same message. */
export function asFailure(error: unknown): Failure {
	return error instanceof Failure
		? error
		: new Failure(error instanceof Error ? error.message : String(error), 'unexpected');
}

/** Message and advice in one text, for places with room for one text only. */
export function errorText(error: unknown): string {
	const { message, details } = asFailure(error);
	return [message, details.advice].filter(Boolean).join('. ');
}

/** Puts a sentence before the advice of a failure. Returns the same failure. */
export function withNote(failure: Failure, note: string): Failure {
	const { details } = failure;
	if (!details.advice?.startsWith(note)) details.advice = `${note} ${details.advice ?? ''}`.trim();
	return failure;
}

/**
 * Session IDs in the form that `FailureDetails` has: `sid` for one, `sids` for several (at most
 * `ERROR_ENTRIES`).
 */
export function sessionIds(
	ids: (string | undefined)[],
): Pick<FailureDetails, 'sid' | 'sids' | 'sidsLeftOut'> {
	const all = [...new Set(ids.filter((id) => id !== undefined))];
	if (all.length < 2) return { sid: all[0] };
	const sids = all.slice(0, ERROR_ENTRIES);
	const leftOut = all.length - sids.length;
	return leftOut > 0 ? { sids, sidsLeftOut: leftOut } : { sids };
}

/** A failure before anything was sent. */
export class NotSentError extends Failure {}

/** Invalid input, found before any request was sent. */
export class InputError extends NotSentError {
	constructor(message: string, advice?: string) {
		super(message, 'invalidInput', { advice });
	}
}

/** The platform responded, and the response is a failure or cannot be read. */
export class PlatformError extends Failure {}

/**
 * No complete response arrived. Unless it is `notConnected`, the request may have been carried out.
 */
export class TransportError extends Failure {
	constructor(
		message: string,
		advice: string,
		kind: 'notConnected' | 'interrupted' | 'timedOut' | 'stopped',
	) {
		super(message, kind, { advice });
	}
}

export function stoppedError(): TransportError {
	return new TransportError(
		'The execution was stopped',
		'Nothing is wrong with the request.',
		'stopped',
	);
}
