import type { ApiMethod } from '../../aiCall/methods';
import { inDoubtError } from '../../aiCall/errors';
import { MAX_RETRIES } from '../../aiCall/limits';
import { requestOutcome, retryDelay } from '../../aiCall/retryPolicy';
import { sleepUnlessStopped } from '../http/sleep';

/**
 * Sends a request of document 2, and sends it again for as long as `pauseBeforeRepeat` allows and the execution is not
 * stopped, `repeats` times at most. The only place where requests are repeated, but for the one resend with a renewed token.
 *
 * @throws what the last try has thrown; of a change that an earlier try may have made, with a word on that
 */
export async function withRetries<T>(method: ApiMethod, send: () => Promise<T>, { retries: retries = MAX_RETRIES, stopped }: { retries?: number; stopped?: AbortSignal } = {}): Promise<T> {
	let inDoubt = false;
	for (let retried = 0; ; retried++) {
		const [outcome] = await Promise.allSettled([send()]);
		if (outcome.status === 'fulfilled') return outcome.value;
		const reason: unknown = inDoubt ? inDoubtError(method, outcome.reason) : outcome.reason;
		const pause = stopped?.aborted || retried >= retries ? undefined : retryDelay(method, outcome.reason, retried);
		if (pause === undefined) throw reason;
		inDoubt ||= requestOutcome(outcome.reason) === 'unknown';
		await sleepUnlessStopped(pause, stopped);
		if (stopped?.aborted) throw reason;
	}
}
