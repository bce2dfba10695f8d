import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ItemHandler } from './items';
import { errorItem, toNodeError } from './nodeErrors';

/**
 * Handles items that need the same request only once: the first of them is handled, and its result
 * or error is paired with all of them. If an item cannot be read and On Error is not set to
 * continue, nothing is sent.
 * @param read returns the parameters of an item, and the key that items with the same request
 * share; throws if the parameters are invalid
 */
export async function oncePerRequest<T extends { key: string }>(
	context: IExecuteFunctions,
	read: (itemIndex: number) => T,
	handle: (item: T) => Promise<INodeExecutionData[]>,
): Promise<ItemHandler> {
	// `async` turns what `read` throws into a rejection.
	const items = await Promise.allSettled(
		context.getInputData().map(async (_item, index) => read(index)),
	);
	const groups = new Map<string, number[]>();
	for (const [index, item] of items.entries()) {
		if (item.status === 'rejected') continue;
		const group = groups.get(item.value.key);
		if (group) group.push(index);
		else groups.set(item.value.key, [index]);
	}
	const sendsNothing =
		!context.continueOnFail() && items.some(({ status }) => status === 'rejected');

	return async (index) => {
		const item = items[index];
		if (item?.status !== 'fulfilled') throw item?.reason;
		const group = groups.get(item.value.key) ?? [];
		if (sendsNothing || group[0] !== index) return [];
		const pairedItem =
			group.length === 1 ? { item: index } : group.map((member) => ({ item: member }));
		const handled = handle(item.value);
		const results = await (context.continueOnFail()
			? handled.catch((error: unknown) => [failedItem(error, index)])
			: handled);
		return results.map((result) => ({ ...result, pairedItem }));
	};

	function failedItem(error: unknown, index: number): INodeExecutionData {
		const node = context.getNode();
		return errorItem(node, toNodeError(node, error, index), index);
	}
}
