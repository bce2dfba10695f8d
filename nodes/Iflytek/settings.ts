import { asInteger, type Item } from '../shared/n8n/item';
import type { Patience } from '../shared/n8n/openPlatform';
import { timeoutOf } from '../shared/n8n/settings';

/** Retries and time-out of an item (Options). */
export function patienceOf(item: Item): Patience {
	return {
		retries: asInteger(item.options.retries ?? 2, 'Retries', { min: 0, max: 10 }),
		timeoutMs: timeoutOf(item),
	};
}
