import type { Operation } from '../aiCall/endpoints';
import { inDoubtError } from '../aiCall/errors';
import { MAX_REPEATS } from '../aiCall/limits';
import { fateOf, pauseBeforeRepeat } from '../aiCall/repeats';
import { pauseUnlessStopped } from './pause';

/**
 * Sends a request of document 2, and sends it again for as long as `pauseBeforeRepeat` allows and the execution is not
 * stopped, `repeats` times at most. The only place where requests are repeated, but for the one resend with a renewed token.
 *
 * @throws what the last try has thrown; of a change that an earlier try may have made, with a word on that
 */
export async function withRepeats<T>(operation: Operation, send: () => Promise<T>, { repeats = MAX_REPEATS, stopped }: { repeats?: number; stopped?: AbortSignal } = {}): Promise<T> {
	let inDoubt = false;
	for (let repeated = 0; ; repeated++) {
		const [outcome] = await Promise.allSettled([send()]);
		if (outcome.status === 'fulfilled') return outcome.value;
		const reason: unknown = inDoubt ? inDoubtError(operation, outcome.reason) : outcome.reason;
		const pause = stopped?.aborted || repeated >= repeats ? undefined : pauseBeforeRepeat(operation, outcome.reason, repeated);
		if (pause === undefined) throw reason;
		inDoubt ||= fateOf(outcome.reason) === 'unknown';
		await pauseUnlessStopped(pause, stopped);
		if (stopped?.aborted) throw reason;
	}
}
