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
