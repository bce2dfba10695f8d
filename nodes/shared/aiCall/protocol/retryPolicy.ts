/** What became of a request that failed, and whether it may be sent again. */
import { NotSentError, TransportError } from '../../failure';
import { REQUEST_TIMEOUT } from '../../retry/httpRetry';
import type { RetryPolicy } from '../../retry/policy';
import { OutsideHoursError } from '../time/callingHours';
import { isDocumented, REFUSED_BEFORE_ROWS, ROW_FAULTS } from './aiCallCodes';
import { inDoubtError, RefusalError, TokenError, UnreadableResponseError } from './aiCallErrors';
import { API_METHODS, type ApiMethod, type DeliveryMethod } from './methods';

/**
 * `notSent`: no connection was made, or it did not come to that; `refused`: the platform, or a
 * proxy before it, said no; `unknown`: it may have been carried out.
 */
export type RequestOutcome = 'notSent' | 'refused' | 'unknown';

/** What is known after an error. Any error that is not a failure of a request leaves it open. */
export function requestOutcome(error: unknown): RequestOutcome {
	if (error instanceof NotSentError) return 'notSent';
	if (error instanceof TransportError) return error.kind === 'notConnected' ? 'notSent' : 'unknown';
	if (error instanceof RefusalError && isDocumented(error.code)) return 'refused';
	return isRefusingStatus(statusWithoutCode(error)) ? 'refused' : 'unknown';
}

/**
 * The HTTP status of a response that says no more: one without an envelope, or with a code that may
 * be of a gateway.
 */
export function statusWithoutCode(error: unknown): number | undefined {
	const isBare =
		error instanceof UnreadableResponseError ||
		(error instanceof RefusalError && !isDocumented(error.code));
	return isBare ? error.httpStatus : undefined;
}

/**
 * A redirect (none is followed) or a status of the 4xx kind: the request was not carried out,
 * unless it timed out.
 */
function isRefusingStatus(status = 0): boolean {
	return status >= 300 && status < 500 && status !== REQUEST_TIMEOUT;
}

/**
 * How a request of a method is sent again. One that may have been carried out: only where a second
 * time does no harm. A token is requested again elsewhere.
 */
export function retryPolicyOf(
	method: ApiMethod,
	{ retries, timeoutMs }: { retries: number; timeoutMs: number },
): RetryPolicy {
	return {
		retries,
		timeoutMs,
		isSafe: (failure) =>
			!(failure instanceof TokenError) &&
			(API_METHODS[method].idempotent || requestOutcome(failure) !== 'unknown'),
	};
}

/** The error of a request after its last attempt, knowing those before it. */
export function finalError(method: ApiMethod, last: unknown, earlier: readonly unknown[]): unknown {
	return earlier.some((error) => requestOutcome(error) === 'unknown')
		? inDoubtError(method, last)
		: last;
}

/**
 * What became of the rows, or of the task, in a request that failed. Rows of a task that were
 * refused are not accepted only if the whole request was refused: the document does not say what
 * happens to valid rows next to an invalid one.
 */
export function rowsOutcome(
	method: DeliveryMethod,
	error: unknown,
): 'notAccepted' | 'unknown' | 'outsideHours' {
	if (error instanceof OutsideHoursError) return 'outsideHours';
	if (requestOutcome(error) === 'unknown') return 'unknown';
	if (method === 'addRows' && error instanceof RefusalError && !REFUSED_BEFORE_ROWS.has(error.code))
		return 'unknown';
	return 'notAccepted';
}

/** Whether a request was refused because of one of its rows. */
export function isFaultOfOneRow(error: unknown): error is RefusalError {
	return error instanceof RefusalError && ROW_FAULTS.has(error.code);
}
