import type { Clock } from '../../nodes/shared/n8n/retry/clock';

/** How much faster time passes for pauses and rates in tests. Time-outs of requests are n8n's, and stay. */
export const QUICK = 50;

/** Noon in China: within the hours in which the nodes call unless told otherwise. */
export const NOON_IN_CHINA = Date.UTC(2026, 10, 23, 4, 0, 0);

/** Lets the pauses between requests last a fiftieth. */
export const quickClock: Clock = {
	now: () => performance.now() * QUICK,
	date: () => NOON_IN_CHINA,
	sleep: async (ms) => await new Promise((resolve) => setTimeout(resolve, ms / QUICK)),
};

/** Lets no pause ever end. */
export const stillClock: Clock = { ...quickClock, sleep: async () => await new Promise(() => undefined) };
