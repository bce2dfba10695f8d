import { TOKEN_INVALID } from '../protocol/aiCallCodes';
import { RefusalError } from '../protocol/aiCallErrors';
import { asFailure, type Failure } from '../../failure';
import { statusWithoutCode } from '../protocol/retryPolicy';
import { TokenNeededError } from './storedToken';
import type { Clock } from '../../n8n/requests/clock';

/** How many times a refused request is sent again. Each time n8n reads the credential again. */
const RETRIES = 5;
const FIRST_PAUSE_MS = 40;
const PAUSE_GROWTH = 3;

/**
 * The query of a request. It keeps the token that the request carried, so that the credential does
 * not add the same one again.
 */
export type Query = Record<string, string>;

/**
 * Sends a request. If the platform refuses it because of its token, the request is sent again,
 * because nothing was carried out. For each try n8n reads the credential again, and fetches a new
 * token only if the stored token is the refused one. If each new token makes the one before it
 * invalid, processes that fetch at the same time invalidate each other's tokens. The pauses between
 * the tries are random and grow, so that in the end one process is the last to fetch.
 * @param send sends the request with the credential's token in the query
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
			// The platform has issued the refused token again. `refusal` says more than this error.
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
