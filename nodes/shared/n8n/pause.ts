import { sleep } from 'n8n-workflow';

/** One listener for each signal, however many wait on it: Node.js warns of many. */
const ends = new WeakMap<AbortSignal, Promise<void>>();

/** Waits, and no longer than until `stopped`. */
export async function pauseUnlessStopped(ms: number, stopped: AbortSignal | undefined): Promise<void> {
	await (stopped ? Promise.race([sleep(ms), endOf(stopped)]) : sleep(ms));
}

async function endOf(signal: AbortSignal): Promise<void> {
	const known = ends.get(signal);
	if (known) return await known;
	const end = new Promise<void>((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener('abort', () => resolve(), { once: true });
	});
	ends.set(signal, end);
	return await end;
}
