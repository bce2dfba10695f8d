/** What became of a request that failed, and whether it may be sent again. */
import { NotSentError, TransportError } from '../failure';
import type { RetryPolicy } from '../retry/policy';
import { OutsideHoursError } from './callingHours';
import { isDocumented, REFUSED_BEFORE_ROWS, ROW_FAULTS } from './codes';
import { API_METHODS, type ApiMethod } from './methods';
import { RefusalError, TokenError, UnreadableResponseError, type DeliveryMethod } from './errors';

/**
 * `notSent`: no connection was made, or it did not come to that; `refused`: the platform, or a proxy before it, said no;
 * `unknown`: it may have been carried out.
 */
export type RequestOutcome = 'notSent' | 'refused' | 'unknown';

/** What is known after an error. An error that is none of ours leaves all open. */
export function requestOutcome(error: unknown): RequestOutcome {
	if (error instanceof NotSentError) return 'notSent';
	if (error instanceof TransportError) return error.kind === 'notConnected' ? 'notSent' : 'unknown';
	if (error instanceof RefusalError && isDocumented(error.code)) return 'refused';
	return isRefusingStatus(statusWithoutCode(error)) ? 'refused' : 'unknown';
}

/**
 * The HTTP status of an answer that says no more than that: one without an envelope, or with a code that is not the
 * document's and may be of a gateway. Undefined for any other error.
 */
export function statusWithoutCode(error: unknown): number | undefined {
	const isBare = error instanceof UnreadableResponseError || (error instanceof RefusalError && !isDocumented(error.code));
	return isBare ? error.httpStatus : undefined;
}

const REQUEST_TIMEOUT = 408;

/**
 * A redirection (none is followed) and a status of the 4xx kind say that the request was not carried out;
 * only a time-out leaves it open.
 */
function isRefusingStatus(status: number | undefined): boolean {
	return status !== undefined && status >= 300 && status < 500 && status !== REQUEST_TIMEOUT;
}

/**
 * How a request of a method is sent again. One that may have been carried out: only where a second time does no harm. A token
 * that could not be had was asked for often enough.
 */
export function retryPolicyOf(method: ApiMethod, { retries, timeoutMs }: { retries: number; timeoutMs: number }): RetryPolicy {
	return {
		retries,
		timeoutMs,
		isSafe: (failure) => !(failure instanceof TokenError) && (API_METHODS[method].idempotent || requestOutcome(failure) !== 'unknown'),
	};
}

/**
 * What became of the rows, or of the task, in a request that failed. A direct call that was refused with a code of the
 * document has accepted none. For refused task data this is known only if the refusal concerns the whole request: the document
 * does not say what happens to valid rows in the same request as an invalid one.
 */
export function rowsOutcome(method: DeliveryMethod, error: unknown): 'notAccepted' | 'unknown' | 'outsideHours' {
	if (error instanceof OutsideHoursError) return 'outsideHours';
	const outcome = requestOutcome(error);
	if (outcome === 'unknown') return 'unknown';
	if (method === 'addRows' && error instanceof RefusalError && !REFUSED_BEFORE_ROWS.has(error.code)) return 'unknown';
	return 'notAccepted';
}

/** Whether a request was refused because of one of its rows. */
export function isFaultOfOneRow(error: unknown): error is RefusalError {
	return error instanceof RefusalError && ROW_FAULTS.has(error.code);
}
