import { TOKEN_INVALID } from '../../../aiCall/protocol/aiCallCodes';
import { RefusalError } from '../../../aiCall/protocol/aiCallErrors';
import { asFailure, type Failure } from '../../../failure';
import { statusWithoutCode } from '../../../aiCall/protocol/retryPolicy';
import { TokenNeededError } from './storedToken';
import type { Clock } from '../../retry/clock';

/** How often the credential is read again after a refusal. */
const RETRIES = 5;
const FIRST_PAUSE_MS = 40;
const PAUSE_GROWTH = 3;

/**
 * The query of a request. It keeps the token that the request carried, and the credential does not
 * put the same one in again.
 */
export type Query = Record<string, string>;

/**
 * Sends a request, and again where it was refused for its token: a refused token means that nothing
 * was carried out. For each try n8n reads the credential anew, and fetches a token only where the
 * stored one is the refused one. Where a new token ends the former, processes that fetch at the
 * same time end each other's; the pauses between the tries are random and grow, so that one of them
 * is the last.
 * @param send sends with the token of the credential, put into the query
 */
export async function sendWithToken<T>(
	send: (query: Query) => Promise<T>,
	clock: Clock,
	stopped?: AbortSignal,
): Promise<T> {
	const query: Query = {};
	let refusal: Failure | undefined;
	for (let retry = 0; ; retry++) {
		try {
			return await send(query);
		} catch (error) {
			const failure = asFailure(error);
			// The platform gave the refused token again: its refusal says more.
			if (failure instanceof TokenNeededError && refusal) throw refusal;
			if (!isTokenRefusal(failure) || retry >= RETRIES || stopped?.aborted) throw failure;
			refusal = failure;
		}
		await clock.sleep(FIRST_PAUSE_MS * PAUSE_GROWTH ** retry * (0.5 + Math.random() / 2));
	}
}

const UNAUTHORIZED = 401;

function isTokenRefusal(error: unknown): boolean {
	return (
		(error instanceof RefusalError && error.code === TOKEN_INVALID) ||
		statusWithoutCode(error) === UNAUTHORIZED
	);
}
