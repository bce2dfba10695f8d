import type { IExecuteFunctions } from 'n8n-workflow';
import { asInteger, type Item } from './item';

/** Seconds that a server may give no sign unless the user says otherwise. */
export const DEFAULT_TIMEOUT_SECONDS = 60;

/** How many requests may be under way at once (Options, Concurrent Requests; the first item's counts). */
export function concurrencyOf(context: IExecuteFunctions): number {
	const value: unknown = context.getNodeParameter('options.concurrentRequests', 0, 5);
	return asInteger(value, 'Concurrent Requests', { min: 1, max: 100 });
}

/** Milliseconds that the server may give no sign to a request of an item (Options, Timeout). */
export function timeoutOf({ options }: Item): number {
	return asInteger(options.timeout ?? DEFAULT_TIMEOUT_SECONDS, 'Timeout', { min: 1, max: 600 }) * 1000;
}
