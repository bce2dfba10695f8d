import { sleep } from 'n8n-workflow';
import type { Operation } from '../aiCall/endpoints';
import { MAX_REPEATS } from '../aiCall/limits';
import { pauseBeforeRepeat } from '../aiCall/repeats';

/**
 * Sends a request of document 2, and sends it again for as long as `pauseBeforeRepeat` allows and the execution is not
 * stopped, `repeats` times at most. The only place where requests are repeated, but for the one resend with a renewed token.
 *
 * @throws what the last try has thrown
 */
export async function withRepeats<T>(operation: Operation, send: () => Promise<T>, { repeats = MAX_REPEATS, stopped }: { repeats?: number; stopped?: AbortSignal } = {}): Promise<T> {
	for (let repeated = 0; ; repeated++) {
		const [outcome] = await Promise.allSettled([send()]);
		if (outcome.status === 'fulfilled') return outcome.value;
		const pause = stopped?.aborted || repeated >= repeats ? undefined : pauseBeforeRepeat(operation, outcome.reason, repeated);
		if (pause === undefined) throw outcome.reason;
		await pauseUnlessStopped(pause, stopped);
		if (stopped?.aborted) throw outcome.reason;
	}
}

async function pauseUnlessStopped(ms: number, stopped: AbortSignal | undefined): Promise<void> {
	if (!stopped) return await sleep(ms);
	let wake: () => void = () => undefined;
	const stop = new Promise<void>((resolve) => {
		wake = resolve;
	});
	stopped.addEventListener('abort', wake, { once: true });
	await Promise.race([sleep(ms), stop]);
	stopped.removeEventListener('abort', wake);
}
