import { sleep } from 'n8n-workflow';

/** Time as retries and rates see it; a test gives one that runs faster. */
export interface Clock {
	/** Milliseconds since some moment; never set back. */
	now(): number;
	/** The time of day: milliseconds since 1970. */
	date(): number;
	sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = { now: () => performance.now(), date: () => Date.now(), sleep };

/** One listener for each signal, however many wait on it: Node.js warns of many. */
const ends = new WeakMap<AbortSignal, Promise<void>>();

/** Sleeps, and no longer than until one of the signals is aborted. */
export async function sleepUnlessAborted(clock: Clock, ms: number, signals: readonly AbortSignal[]): Promise<void> {
	await Promise.race([clock.sleep(ms), ...signals.map(endOf)]);
}

/** Resolves when the signal is aborted. */
function endOf(signal: AbortSignal): Promise<void> {
	const known = ends.get(signal);
	if (known) return known;
	const end = new Promise<void>((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener('abort', () => resolve(), { once: true });
	});
	ends.set(signal, end);
	return end;
}
