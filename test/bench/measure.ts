/** The cost of a piece of work in this process. */
export interface Cost {
	seconds: number;
	/** Processor time of all threads, in seconds. */
	cpuSeconds: number;
	/** The highest resident memory during the work, in bytes. */
	peakBytes: number;
}

const SAMPLE_EVERY_MS = 25;

/** Starts to measure this process. The returned function stops measuring, and returns the cost. */
export function startClock(): () => Cost {
	let peakBytes = process.memoryUsage.rss();
	const sampleMemory = () => {
		peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
	};
	const timer = setInterval(sampleMemory, SAMPLE_EVERY_MS);
	const cpu = process.cpuUsage();
	const started = performance.now();
	return () => {
		const seconds = (performance.now() - started) / 1000;
		const { user, system } = process.cpuUsage(cpu);
		clearInterval(timer);
		sampleMemory();
		return { seconds, cpuSeconds: (user + system) / 1e6, peakBytes };
	};
}

/** The middle value, or the mean of the two middle ones. */
export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const halfLength = sorted.length / 2;
	// One value if there is an odd number of values, otherwise two.
	const middle = sorted.slice(Math.ceil(halfLength) - 1, Math.floor(halfLength) + 1);
	return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** Runs the garbage collector if node was started with --expose-gc. */
export function collectGarbage(): void {
	globalThis.gc?.();
}

export const MEGABYTE = 1024 ** 2;
