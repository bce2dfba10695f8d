import { sleep } from 'n8n-workflow';

/** Waits, and no longer than until `stopped`. */
export async function pauseUnlessStopped(ms: number, stopped: AbortSignal | undefined): Promise<void> {
	if (!stopped) return await sleep(ms);
	let wake: () => void = () => undefined;
	const stop = new Promise<void>((resolve) => {
		wake = resolve;
	});
	stopped.addEventListener('abort', wake, { once: true });
	if (!stopped.aborted) await Promise.race([sleep(ms), stop]);
	stopped.removeEventListener('abort', wake);
}
