import type { IExecuteFunctions } from 'n8n-workflow';
import { asInteger, type Item } from '../shared/n8n/item';
import type { Patience } from '../shared/n8n/openPlatform';

/** How many requests may be under way at once (Options, Concurrent Requests; the first item's counts). */
export function concurrencyOf(context: IExecuteFunctions): number {
	const value: unknown = context.getNodeParameter('options.concurrentRequests', 0, 5);
	return asInteger(value, 'Concurrent Requests', { min: 1, max: 100 });
}

/** Retries and time-out of an item (Options). */
export function patienceOf({ options }: Item): Patience {
	return {
		retries: asInteger(options.retries ?? 2, 'Retries', { min: 0, max: 10 }),
		timeoutMs: asInteger(options.timeout ?? 60, 'Timeout', { min: 1, max: 600 }) * 1000,
	};
}
