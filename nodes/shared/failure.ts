/** What is known of a failure beside its message; every field may be shown to the user. */
export interface FailureDetails {
	/** The platform's result code, as text. */
	code?: string;
	/** The platform's own description. */
	desc?: string;
	/** The platform's session id, to be quoted to its support. */
	sid?: string;
	/** Where several requests made the failure together: their session ids. */
	sids?: string[];
	/** What the user can do about it. */
	advice?: string;
	/** Further facts for programs, such as the rows that it concerns. */
	facts?: Record<string, unknown>;
}

/** A failure that says what happened (`message`) and what to do about it (`details.advice`). */
export class Failure extends Error {
	constructor(
		message: string,
		readonly details: FailureDetails = {},
	) {
		super(message);
		this.name = new.target.name;
	}
}

/** What happened and what to do about it, in one text, where there is only room for that. */
export function errorText(error: unknown): string {
	if (!(error instanceof Failure)) return error instanceof Error ? error.message : String(error);
	return [error.message, error.details.advice].filter(Boolean).join('. ');
}

/** Session ids in the form in which a failure carries them: `sid` of one, `sids` of several. */
export function sessionIds(ids: (string | undefined)[]): Pick<FailureDetails, 'sid' | 'sids'> {
	const [sid, ...others] = new Set(ids.filter((id) => id !== undefined));
	return sid === undefined || others.length === 0 ? { sid } : { sids: [sid, ...others] };
}

/** The input cannot be sent; found before any request. */
export class InputError extends Failure {
	constructor(message: string, advice?: string) {
		super(message, { advice });
	}
}

/** The platform answered, and the answer is a failure or cannot be understood. */
export class PlatformError extends Failure {
	constructor(
		message: string,
		details: FailureDetails,
		/** True where the same request may well succeed a little later. */
		readonly temporary = false,
	) {
		super(message, details);
	}
}

/**
 * How a request failed on the way:
 * `notConnected`: nothing was sent; `broken`, `timedOut`: it may have been carried out;
 * `canceled`: the execution was stopped.
 */
export type TransportFailure = 'notConnected' | 'broken' | 'timedOut' | 'canceled';

/** No complete answer came. */
export class TransportError extends Failure {
	constructor(
		message: string,
		advice: string,
		readonly kind: TransportFailure,
	) {
		super(message, { advice });
	}
}
