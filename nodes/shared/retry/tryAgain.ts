import { chance } from '../chance';

/**
 * The only loop that tries again what has failed: requests (`withRetries`), requests whose token was
 * refused (`sendWithToken`), calls to n8n's database (`ProcessedData`).
 * @param beforeNext called after each failure: waits until the next try, or throws if there is none
 */
export async function tryAgain<Result>(
	attempt: () => Promise<Result>,
	beforeNext: (error: unknown, tried: number) => Promise<void>,
): Promise<Result> {
	for (let tried = 1; ; tried++) {
		try {
			return await attempt();
		} catch (error) {
			await beforeNext(error, tried);
		}
	}
}

/** How often something is tried again, and after which pauses. */
interface Repetition {
	retries: number;
	/** @param tried how many tries have failed */
	pauseMs(tried: number): number;
}

/*
 * What is repeated, how often, how long and why. Requests have a policy for each kind of failure:
 * `failurePolicy.ts`.
 */

/**
 * A request that was refused for its token: nothing was carried out, and each try has another token.
 * If each new token makes the one before it invalid, processes that fetch at the same time invalidate
 * each other's. Their pauses are random and triple, so that in the end one is the last to fetch: five
 * times, 4.8 seconds at most.
 */
export const REFUSED_TOKEN: Repetition = {
	retries: 5,
	pauseMs: (tried) => 40 * 3 ** (tried - 1) * (0.5 + chance.random() / 2),
};

/**
 * The request for a token, of which other requests wait: less often and not as long as what users
 * allow for those.
 */
export const TOKEN_REQUEST = {
	timeoutMs: 10_000,
	retries: 2,
	/** For how many seconds the platform may refuse it for the rate. */
	patienceSeconds: 10,
};

/**
 * A call to n8n's database, which another process may keep busy for a moment: twice, 0.9 seconds at
 * most. If it fails then, nothing is sent.
 */
export const N8N_DATABASE: Repetition = {
	retries: 2,
	pauseMs: (tried) => 150 * tried * (1 + chance.random()),
};
