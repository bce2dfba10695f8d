import { sleep } from 'n8n-workflow';

/** The time for retries and rates; a test passes a clock that runs faster. */
export interface Clock {
	/** Milliseconds since any fixed moment; never goes back. */
	now(): number;
	/** The time of day: milliseconds since 1970. */
	date(): number;
	sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = { now: () => performance.now(), date: () => Date.now(), sleep };
