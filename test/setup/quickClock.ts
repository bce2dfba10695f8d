import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import type { Clock } from '../../nodes/shared/n8n/retry/clock';

/** How much faster time passes for pauses and rates in tests. */
export const QUICK = 50;

/** Noon in China: within the hours in which the nodes call by default. */
export const NOON_IN_CHINA = Date.UTC(2026, 10, 23, 4, 0, 0);

/** Lets the pauses between requests last so many times less. */
export const clockOf = (speed: number): Clock => ({
	now: () => performance.now() * speed,
	date: () => NOON_IN_CHINA,
	sleep: async (ms) => await new Promise((resolve) => setTimeout(resolve, ms / speed)),
});

export const quickClock = clockOf(QUICK);

/** For tests that wait until the patience of a run is over. */
export const hastyClock = clockOf(QUICK * 20);

/** How much sooner requests time out where a test asks for it: those that the platform does not answer in time anyway. */
export const HURRY = 10;

/** A run whose requests to this path time out sooner. The time-outs are n8n's own; what the node says of them stays. */
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
