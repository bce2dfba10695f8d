import type { Clock } from '../../nodes/shared/n8n/retry/clock';

/** How much faster time passes for pauses and rates in tests. Time-outs of requests are n8n's, and stay. */
export const QUICK = 50;

/** Lets the pauses between requests last a fiftieth. */
export const quickClock: Clock = {
	now: () => performance.now() * QUICK,
	sleep: async (ms) => await new Promise((resolve) => setTimeout(resolve, ms / QUICK)),
};

/** Lets no pause ever end. */
export const stillClock: Clock = { now: quickClock.now, sleep: async () => await new Promise(() => undefined) };
