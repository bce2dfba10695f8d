/** What became of a request that failed, and whether it may be sent again. */
import { InputError, TransportError } from '../failure';
import { isDocumented, refusedBeforeRows } from './codes';
import { API_METHODS, type ApiMethod } from './methods';
import { RefusalError, TokenError, UnreadableResponseError, type DeliveryMethod } from './errors';
import { FIRST_DELAY_MS, MAX_DELAY_MS, MAX_RETRIES } from './limits';

/**
 * `notSent`: no connection was made, or it did not come to that; `refused`: the platform, or a proxy before it, said no;
 * `unknown`: it may have been carried out.
 */
export type RequestOutcome = 'notSent' | 'refused' | 'unknown';

/** What is known after an error. An error that is none of ours leaves all open. */
export function requestOutcome(error: unknown): RequestOutcome {
	if (error instanceof InputError || error instanceof TokenError) return 'notSent';
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
const TOO_MANY_REQUESTS = 429;

/**
 * A redirection (none is followed) and a status of the 4xx kind say that the request was not carried out;
 * only a time-out leaves it open.
 */
function isRefusingStatus(status: number | undefined): boolean {
	return status !== undefined && status >= 300 && status < 500 && status !== REQUEST_TIMEOUT;
}

/**
 * Whether an operation may be sent once more after an error, and after which pause. Busy (10004), a bare HTTP 429
 * and a connection that was never made: always. Where it may have been carried out: only what does no
 * harm twice. A stopped execution, and an answer that no repetition changes: never.
 *
 * @param retries how often it was already repeated
 * @returns the pause in milliseconds, or undefined where it must not be repeated
 */
export function retryDelay(method: ApiMethod, error: unknown, retries: number, random: () => number = Math.random): number | undefined {
	if (retries >= MAX_RETRIES || !mayRetry(method, error)) return undefined;
	const full = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** retries);
	return Math.round(full * (0.5 + random() / 2));
}

function mayRetry(method: ApiMethod, error: unknown): boolean {
	if (error instanceof RefusalError && isDocumented(error.code)) return error.temporary;
	return isTransient(error) && (API_METHODS[method].idempotent || requestOutcome(error) !== 'unknown');
}

/** What a repetition may change. */
function isTransient(error: unknown): boolean {
	if (error instanceof TransportError) return error.kind !== 'canceled';
	const status = statusWithoutCode(error);
	return status !== undefined && (status >= 500 || status === REQUEST_TIMEOUT || status === TOO_MANY_REQUESTS);
}

/**
 * What became of the rows, or of the task, in a request that failed. A direct call that was refused with a code of the
 * document has accepted none. Of refused task data that is known only where the refusal concerns the request as a whole: what
 * happens to the good rows beside a bad one the document does not say.
 */
export function rowsOutcome(method: DeliveryMethod, error: unknown): 'notAccepted' | 'unknown' {
	const outcome = requestOutcome(error);
	if (outcome === 'unknown') return 'unknown';
	if (method === 'addRows' && error instanceof RefusalError && !refusedBeforeRows(error.code)) return 'unknown';
	return 'notAccepted';
}
