import { NotSentError, TransportError } from '../../failure';
import { REQUEST_TIMEOUT } from '../../retry/responseStatus';
import type { RetryPolicy } from '../../retry/failurePolicy';
import { OutsideHoursError } from '../time/callingHours';
import { isDocumented, REFUSED_BEFORE_ROWS, ROW_FAULTS } from './aiCallCodes';
import { inDoubtError, RefusalError, TokenError, UnreadableResponseError } from './aiCallErrors';
import { API_METHODS, type ApiMethod, type DeliveryMethod } from './apiMethods';

/** Whether a failed request was carried out, and whether it may be sent again. */

/**
 * `notSent`: no connection was made, or the request failed earlier. `refused`: the platform, or a
 * proxy in front of it, refused the request. `unknown`: the request may have been carried out.
 */
type RequestOutcome = 'notSent' | 'refused' | 'unknown';

/**
 * What an error says about a request. An error that is not a failure of a request proves nothing,
 * so the outcome is `unknown`.
 */
export function requestOutcome(error: unknown): RequestOutcome {
	if (error instanceof NotSentError) return 'notSent';
	if (error instanceof TransportError) return error.kind === 'notConnected' ? 'notSent' : 'unknown';
	if (error instanceof RefusalError && isDocumented(error.code)) return 'refused';
	return isRefusingStatus(statusWithoutCode(error)) ? 'refused' : 'unknown';
}

/**
 * The HTTP status of a response that says no more than its status: a response without an envelope,
 * or with a code that may come from a gateway.
 */
export function statusWithoutCode(error: unknown): number | undefined {
	const isBare =
		error instanceof UnreadableResponseError ||
		(error instanceof RefusalError && !isDocumented(error.code));
	return isBare ? error.httpStatus : undefined;
}

/** Statuses that say that the request belongs elsewhere. Redirects are never followed. */
const MOVED: readonly number[] = [301, 307, 308];

/**
 * Whether this status says that the request was not carried out: a moved address, or any 4xx status
 * except a time-out. After 302 and 303, a server may have carried out a POST, and only show its
 * result elsewhere (RFC 9110, 15.4).
 */
function isRefusingStatus(status = 0): boolean {
	return MOVED.includes(status) || (status >= 400 && status < 500 && status !== REQUEST_TIMEOUT);
}

/**
 * How requests of a method are repeated. A request that may have been carried out is only repeated
 * if that does no harm. A request without a token is not repeated here, because tokens are renewed
 * elsewhere.
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

/** The error that a request ends with, from the errors of its last and its earlier attempts. */
export function finalError(
	method: ApiMethod,
	lastError: unknown,
	earlierErrors: readonly unknown[],
): unknown {
	return earlierErrors.some((error) => requestOutcome(error) === 'unknown')
		? inDoubtError(method, lastError)
		: lastError;
}

/**
 * What a failed request means for its rows, or for the task that it should create. Rows for a task
 * count as not accepted only if the whole request was refused: the document does not say what
 * happens to valid rows next to an invalid one. `notSent`: the platform was not asked.
 */
export function rowsOutcome(
	method: DeliveryMethod,
	error: unknown,
): 'notAccepted' | 'unknown' | 'outsideHours' | 'notSent' {
	if (error instanceof OutsideHoursError) return 'outsideHours';
	const outcome = requestOutcome(error);
	if (outcome !== 'refused') return outcome;
	if (method === 'addRows' && error instanceof RefusalError && !REFUSED_BEFORE_ROWS.has(error.code))
		return 'unknown';
	return 'notAccepted';
}

/** Whether a request was refused because of one of its rows. */
export function isFaultOfOneRow(error: unknown): error is RefusalError {
	return error instanceof RefusalError && ROW_FAULTS.has(error.code);
}
