import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { asFlag, given } from '../../shared/n8n/parameters/coerce';
import { Item } from '../../shared/n8n/parameters/item';
import {
	concurrentRequests,
	optionsCollection,
	simplify,
	timeout,
} from '../../shared/n8n/parameters/properties';

/**
 * The Options of an operation whose rows or tasks must be sent exactly once, in requests that serve
 * several items.
 */
export function deliveryOptions(...own: INodeProperties[]): INodeProperties {
	return optionsCollection(...own, simplify, concurrentRequests, {
		...timeout,
		description: `${timeout.description}. The same for all items.`,
	});
}

/** Whether the result of an item is simplified: yes, unless Options says otherwise. */
export function readSimplify(context: IExecuteFunctions): (index: number) => boolean {
	return (index) => given(new Item(context, index).option(simplify), asFlag) ?? true;
}
