import type { INodeProperties } from 'n8n-workflow';
import type { Item } from '../shared/n8n/parameters/item';
import { concurrentRequests, optionsCollection, timeout, type NumberField } from '../shared/n8n/parameters/properties';
import { readNumber, timeoutOf } from '../shared/n8n/parameters/settings';
import type { RequestOptions } from './client';

/** Parameters that several operations share. */

const retries: NumberField = {
	displayName: 'Retries',
	name: 'retries',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 10 },
	default: 2,
	description:
		'How often a request is tried again, with growing pauses, when the service fails for the moment (codes 10114, 10700, HTTP 429 and 5xx), the connection breaks or the answer is cut off',
};

/** The Options collection of the open platform: what every operation has, and what this one has beside it. */
export function openPlatformOptions(...own: INodeProperties[]): INodeProperties {
	return optionsCollection(concurrentRequests, retries, timeout, ...own);
}

/** Retries and time-out of an item (Options). */
export function requestOptionsOf(item: Item): RequestOptions {
	return { retries: readNumber(item.options[retries.name], retries), timeoutMs: timeoutOf(item) };
}
