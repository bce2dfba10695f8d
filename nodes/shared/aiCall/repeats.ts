/** What became of a request that failed, and whether it may be sent again. */
import { InputError, TransportError } from '../failure';
import { isDocumented, refusedBeforeRows } from './codes';
import { ENDPOINTS, type Operation } from './endpoints';
import { RefusalError, TokenError, UnreadableAnswerError, type DeliveringOperation } from './errors';
import { FIRST_PAUSE_MS, MAX_PAUSE_MS, MAX_REPEATS } from './limits';

/**
 * `notSent`: no connection was made, or it did not come to that; `refused`: the platform, or a proxy before it, said no;
 * `unknown`: it may have been carried out.
 */
export type Fate = 'notSent' | 'refused' | 'unknown';

/** What is known after an error. An error that is none of ours leaves all open. */
export function fateOf(error: unknown): Fate {
	if (error instanceof InputError || error instanceof TokenError) return 'notSent';
	if (error instanceof TransportError) return error.kind === 'notConnected' ? 'notSent' : 'unknown';
	if (error instanceof RefusalError && isDocumented(error.code)) return 'refused';
	return isRefusingStatus(bareStatus(error)) ? 'refused' : 'unknown';
}

/**
 * The HTTP status of an answer that says no more than that: one without an envelope, or with a code that is not the
 * document's and may be of a gateway. Undefined for any other error.
 */
export function bareStatus(error: unknown): number | undefined {
	const isBare = error instanceof UnreadableAnswerError || (error instanceof RefusalError && !isDocumented(error.code));
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
 * @param repeats how often it was already repeated
 * @returns the pause in milliseconds, or undefined where it must not be repeated
 */
export function pauseBeforeRepeat(operation: Operation, error: unknown, repeats: number, random: () => number = Math.random): number | undefined {
	if (repeats >= MAX_REPEATS || !mayRepeat(operation, error)) return undefined;
	const full = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** repeats);
	return Math.round(full * (0.5 + random() / 2));
}

function mayRepeat(operation: Operation, error: unknown): boolean {
	if (error instanceof RefusalError && isDocumented(error.code)) return error.temporary;
	return mayPass(error) && (ENDPOINTS[operation].repeatable || fateOf(error) !== 'unknown');
}

/** What a repetition may change. */
function mayPass(error: unknown): boolean {
	if (error instanceof TransportError) return error.kind !== 'canceled';
	const status = bareStatus(error);
	return status !== undefined && (status >= 500 || status === REQUEST_TIMEOUT || status === TOO_MANY_REQUESTS);
}

/**
 * What became of the rows, or of the task, in a request that failed. A direct call that was refused with a code of the
 * document has accepted none. Of refused task data that is known only where the refusal concerns the request as a whole: what
 * happens to the good rows beside a bad one the document does not say.
 */
export function fateOfRows(operation: DeliveringOperation, error: unknown): 'notAccepted' | 'unknown' {
	const fate = fateOf(error);
	if (fate === 'unknown') return 'unknown';
	if (operation === 'addRows' && error instanceof RefusalError && !refusedBeforeRows(error.code)) return 'unknown';
	return 'notAccepted';
}
