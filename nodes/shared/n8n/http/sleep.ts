import { sleep } from 'n8n-workflow';

/** One listener for each signal, however many wait on it: Node.js warns of many. */
const ends = new WeakMap<AbortSignal, Promise<void>>();

/** Waits, and no longer than until `stopped`. */
export async function sleepUnlessStopped(ms: number, stopped: AbortSignal | undefined): Promise<void> {
	if (!stopped) return await sleep(ms);
	const end = ends.get(stopped) ?? endOf(stopped);
	ends.set(stopped, end);
	await Promise.race([sleep(ms), end]);
}

async function endOf(signal: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener('abort', () => resolve(), { once: true });
	});
}
