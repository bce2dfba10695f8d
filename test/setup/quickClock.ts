import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import type { Clock } from '../../nodes/shared/n8n/requests/clock';

/** In tests with pauses and rates, time passes this many times as fast as real time. */
export const QUICK = 50;

/** Noon in China, which is within the nodes' default calling hours. */
export const NOON_IN_CHINA = Date.UTC(2026, 10, 23, 4, 0, 0);

/** A clock whose time passes `speed` times as fast as real time, so that pauses are shorter. Its date never changes. */
export const clockOf = (speed: number): Clock => ({
	now: () => performance.now() * speed,
	date: () => NOON_IN_CHINA,
	sleep: async (ms) => await new Promise((resolve) => setTimeout(resolve, ms / speed)),
});

export const quickClock = clockOf(QUICK);

/** How long the pauses of `hastyClock` were together, in its milliseconds. */
let paused = 0;

/**
 * For tests that wait until a run gives up because no request is accepted. Time passes in pauses alone, so a machine that stands
 * still for a moment changes nothing.
 */
export const hastyClock: Clock = {
	now: () => paused,
	date: () => NOON_IN_CHINA,
	async sleep(ms) {
		const end = paused + ms;
		await new Promise((resolve) => setTimeout(resolve, ms / (QUICK * 20)));
		paused = Math.max(paused, end);
	},
};

/** `hurried` divides time-outs by this number. */
export const HURRY = 10;

/**
 * The context of a run whose requests to this path time out sooner. It is for tests in which the
 * platform does not answer in time anyway. As usual, n8n ends these requests, and the node's errors name the full time-out.
 */
export function hurried(context: IExecuteFunctions, path: string): IExecuteFunctions {
	const { httpRequestWithAuthentication } = context.helpers;
	const inherited = Object.create(context) as IExecuteFunctions;
	inherited.helpers = {
		...context.helpers,
		async httpRequestWithAuthentication(
			this: IExecuteFunctions,
			type: string,
			options: IHttpRequestOptions,
			...more
		) {
			const timeout =
				options.timeout !== undefined && options.url.includes(path)
					? options.timeout / HURRY
					: options.timeout;
			return (await httpRequestWithAuthentication.call(
				this,
				type,
				{ ...options, timeout },
				...more,
			)) as unknown;
		},
	};
	return inherited;
}
