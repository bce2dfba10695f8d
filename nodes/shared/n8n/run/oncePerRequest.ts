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
export function oncePerRequest<T extends { key: string }>(
	context: IExecuteFunctions,
	read: (itemIndex: number) => T,
	handle: (item: T) => Promise<INodeExecutionData[]>,
): ItemHandler {
	const groups = new Map<string, { item: T; members: number[] }>();
	const groupOf = new Map<number, { item: T; members: number[] }>();
	const errors = new Map<number, unknown>();
	for (const index of context.getInputData().keys()) {
		try {
			const item = read(index);
			const group = groups.get(item.key) ?? { item, members: [] };
			group.members.push(index);
			groups.set(item.key, group);
			groupOf.set(index, group);
		} catch (error) {
			errors.set(index, error);
		}
	}
	const sendsNothing = !context.continueOnFail() && errors.size > 0;

	return async (index) => {
		const group = groupOf.get(index);
		if (!group) throw errors.get(index);
		const { item, members } = group;
		if (sendsNothing || members[0] !== index) return [];
		const pairedItem =
			members.length === 1 ? { item: index } : members.map((member) => ({ item: member }));
		const handled = handle(item);
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
