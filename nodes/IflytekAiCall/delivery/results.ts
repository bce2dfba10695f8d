import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import type { Failure } from '../../shared/failure';
import { errorItem, toNodeError } from '../../shared/n8n/run/nodeErrors';
import type { ItemHandler } from '../../shared/n8n/run/items';
import type { JsonRecord } from '../../shared/values';
import { isEntry, type DeliveryEntry, type DeliveryNames, type DeliveryOutcomes } from './entry';
import { invalidEntryError, isInvalid, type PreparedItem } from './prepare';
import { entryFailure, failedDelivery, isFailed } from './report';

export interface Results<Target> {
	names: DeliveryNames;
	/** The simplified result of an accepted entry; without an id, of one that was sent before. */
	result(entry: DeliveryEntry<Target>, id?: string): object;
	/** The result with Simplify off, of the response as it was sent. */
	raw(id: string, sent: JsonRecord): object;
}

/** The handler of a delivery: gives each item the outcome of its own entries. */
export function handlerOf<Target>(
	context: IExecuteFunctions,
	items: readonly PreparedItem<Target>[],
	outcomes: DeliveryOutcomes<Target>,
	{ names, result, raw }: Results<Target>,
): ItemHandler {
	const failure = context.continueOnFail() ? undefined : failedDelivery(names, outcomes);
	if (failure) return failingHandler(outcomes, failure);
	return async (index) => {
		const item = items[index];
		if (item?.status !== 'fulfilled') throw notSent(context, item?.reason, index);
		const { simplified, entries } = item.value;
		return entries.map((entry) =>
			isEntry(entry)
				? resultOf(entry, index, simplified)
				: failedItem(context, invalidEntryError(entry), entry.rowIndex, index),
		);
	};

	function resultOf(
		entry: DeliveryEntry<Target>,
		index: number,
		simplified: boolean,
	): INodeExecutionData {
		const { key, rowIndex } = entry;
		const outcome = outcomes.get(entry) ?? { state: 'notSent' };
		const keyed = key === undefined ? {} : { rowKey: key, state: outcome.state };
		if (outcome.state === 'sentBefore') return { json: { ...result(entry), ...keyed } };
		if (outcome.state !== 'accepted')
			return failedItem(context, entryFailure(names, entry, outcome), rowIndex, index);
		return {
			json: {
				...(simplified ? result(entry, outcome.id) : raw(outcome.id, outcome.envelope.sent)),
				...keyed,
			},
		};
	}
}

/** The handler of a delivery that was stopped by a failure: the items that were not accepted throw. */
function failingHandler<Target>(outcomes: DeliveryOutcomes<Target>, failure: Failure): ItemHandler {
	const failed = new Set(
		[...outcomes].filter(([, outcome]) => isFailed(outcome)).map(([{ item }]) => item),
	);
	return async (index) => {
		if (failed.has(index)) throw failure;
		return [];
	};
}

/** The handler of a run that sent nothing: the first invalid item throws and names the others. */
export function invalidHandler<Target>(
	context: IExecuteFunctions,
	items: readonly PreparedItem<Target>[],
): ItemHandler {
	const others = items.flatMap((item, index) => (isInvalid(item) ? [index] : [])).slice(1);
	const note =
		others.length === 0
			? 'Nothing was sent.'
			: `Nothing was sent. ${others.length} other ${others.length === 1 ? 'item is' : 'items are'} also invalid: ${others.join(', ')} (zero-based).`;
	return async (index) => {
		const item = items[index];
		if (item?.status === 'rejected') throw notSent(context, item.reason, index);
		for (const entry of item?.value.entries ?? [])
			if (!isEntry(entry)) throw invalidEntryError(entry, note);
		return [];
	};
}

/**
 * The error item of an entry. If the input item contains an array, n8n must not add the input fields (as it does for items
 * paired by object): running that item again would send the whole array again.
 */
function failedItem(
	context: IExecuteFunctions,
	failure: Failure,
	rowIndex: number | undefined,
	index: number,
): INodeExecutionData {
	const node = context.getNode();
	const item = errorItem(node, toNodeError(node, failure, index), index);
	return rowIndex === undefined ? item : { ...item, pairedItem: index };
}

function notSent(
	context: IExecuteFunctions,
	reason: unknown,
	index: number,
): NodeApiError | NodeOperationError {
	const error = toNodeError(context.getNode(), reason, index);
	error.context.data = { state: 'notSent', ...(error.context.data as IDataObject) };
	return error;
}
