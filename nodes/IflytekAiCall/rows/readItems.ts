import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Delivery, PreparedItem } from '../entry/delivery';
import {
	isEntry,
	Repeats,
	type DeliveryNames,
	type Entry,
	type InvalidEntry,
} from '../entry/entry';
import { InputError } from '../../shared/failure';
import { LOOP_MS, mapConcurrently, turns } from '../../shared/n8n/run/items';
import { isRecord } from '../../shared/values';

/** How items are read. */
interface Reading {
	/** How many are read at the same time. */
	concurrency: number;
	isSimplified(index: number): boolean;
	/** Aborted when the user stops the execution. */
	stopped: AbortSignal | undefined;
}

/**
 * Reads the items, several at the same time, because some need a query to the platform. After the
 * execution was stopped, no further item is read.
 */
export async function readItems(
	data: readonly INodeExecutionData[],
	{ names, prepare }: Pick<Delivery, 'names' | 'prepare'>,
	{ concurrency, isSimplified, stopped }: Reading,
): Promise<PreparedItem[]> {
	const nextTurn = turns(LOOP_MS);
	const read = async (json: IDataObject, index: number): Promise<PreparedItem | undefined> => {
		await nextTurn();
		if (stopped?.aborted) return undefined;
		try {
			refuseUnknownOutcome(json, names);
			return { simplified: isSimplified(index), entries: await prepare(index) };
		} catch (error) {
			return { simplified: true, entries: [{ label: `item ${index}`, problems: [error] }] };
		}
	};
	const items = await mapConcurrently(
		data,
		concurrency,
		async ({ json }, index) => await read(json, index),
	);
	const firsts = new Repeats();
	const withRepeat = (entry: Entry | InvalidEntry) => {
		const first = isEntry(entry) ? firsts.firstOf(entry, entry.distinct) : undefined;
		if (!first) return entry;
		return { ...entry, [names.method === 'createTask' ? 'sharedWith' : 'duplicateOf']: first };
	};
	const prepared: PreparedItem[] = [];
	for (const item of items) {
		await nextTurn();
		if (item) prepared.push({ ...item, entries: item.entries.map(withRepeat) });
	}
	return prepared;
}

/**
 * Refuses an item from the error output of an earlier run if that run did not know the item's
 * outcome: the item must not be sent again.
 * @throws InputError
 */
function refuseUnknownOutcome(json: IDataObject, { nouns }: DeliveryNames): void {
	const { error, details, message } = json;
	// In older versions of n8n the details are in `message` (see `detailsField`). If On Error is set
	// to stop, they are fields of the item.
	const unknown = [details, message, json]
		.filter(isRecord)
		.find(({ state }) => state === 'unknown');
	if (error === undefined || !unknown) return;
	const failure = new InputError(
		`An earlier run could not confirm whether this ${nouns[0]} was accepted, so it was not sent again`,
		'Check first, as described in the earlier error. If it was not accepted, remove the field "error" from the item, for example with Edit Fields, and run it again.',
	);
	failure.details.facts = { ...unknown, state: 'unknown', advice: failure.details.advice };
	throw failure;
}
