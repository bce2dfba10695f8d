import type { IExecuteFunctions } from 'n8n-workflow';
import { asInteger } from './coerce';
import type { Item } from './item';
import { concurrentRequests, retries, timeout, type NumberField } from './properties';

/** How the requests of an item are sent. */
export interface RequestOptions {
	retries: number;
	/** How long the server may send no data before the request fails, in milliseconds. */
	timeoutMs: number;
}

/**
 * The value of a number field within its limits, or its default.
 * @throws InputError that names the field
 */
export function readNumber(
	value: unknown,
	{ displayName, default: defaultValue, typeOptions: { minValue, maxValue } }: NumberField,
): number {
	return asInteger(value ?? defaultValue, displayName, { min: minValue, max: maxValue });
}

/** The value of Options > Concurrent Requests of the first item. */
export function readConcurrency(context: IExecuteFunctions): number {
	return readNumber(
		context.getNodeParameter(`options.${concurrentRequests.name}`, 0, concurrentRequests.default),
		concurrentRequests,
	);
}

/** The value of Options > Timeout, in milliseconds. */
export function readTimeout({ options }: Item): number {
	return readNumber(options[timeout.name], timeout) * 1000;
}

export function readRequestOptions(item: Item): RequestOptions {
	return { retries: readNumber(item.options[retries.name], retries), timeoutMs: readTimeout(item) };
}
