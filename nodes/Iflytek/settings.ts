import type { Item } from '../shared/n8n/item';
import type { Patience } from '../shared/n8n/openPlatform';
import { retries } from '../shared/n8n/properties';
import { readNumber, timeoutOf } from '../shared/n8n/settings';

/** Retries and time-out of an item (Options). */
export function patienceOf(item: Item): Patience {
	return { retries: readNumber(item.options[retries.name], retries), timeoutMs: timeoutOf(item) };
}
