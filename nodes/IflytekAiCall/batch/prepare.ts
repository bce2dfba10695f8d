import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { LookupError } from '../../shared/aiCall/protocol/aiCallErrors';
import { InputError } from '../../shared/failure';
import { readConcurrency } from '../../shared/n8n/parameters';
import { LOOP_MS, turns } from '../../shared/n8n/run/items';
import { isRecord } from '../../shared/values';
import { readSimplify } from '../actions/fields';
import type { Delivery } from './delivery';
import { isEntry, type DeliveryNames, type Entry, type InvalidEntry } from './entry';
import { leftOut } from './outcomes';

/** An item that was read: its entries, or why it cannot be sent as a whole. */
export interface PreparedItem {
	simplified: boolean;
	entries: (Entry | InvalidEntry)[];
}

/**
 * Reads the items and returns them in their order. Several are read at the same time, because some
 * need a query to the platform. Each parameter of an item is read here, once. Ends early if the
 * execution is stopped.
 */
export async function* readItems(
	context: IExecuteFunctions,
	{ names, prepare, review = (entry) => entry }: Delivery,
): AsyncGenerator<PreparedItem> {
	const isSimplified = readSimplify(context);
	const items = context.getInputData();
	const concurrency = readConcurrency(context);
	const nextTurn = turns(LOOP_MS);
	const read = async (index: number): Promise<PreparedItem> => {
		try {
			await nextTurn();
			refuseUnknown(items[index]?.json ?? {}, names);
			return { simplified: isSimplified(index), entries: await prepare(index) };
		} catch (error) {
			return { simplified: true, entries: [{ label: `item ${index}`, problems: [error] }] };
		}
	};
	const reading: Promise<PreparedItem>[] = [];
	let next = 0;
	for (;;) {
		if (context.getExecutionCancelSignal()?.aborted) return;
		while (next < items.length && reading.length < concurrency) reading.push(read(next++));
		const item = await reading.shift();
		if (!item) return;
		const entries = item.entries.map((entry) => (isEntry(entry) ? review(entry) : entry));
		yield { ...item, entries };
	}
}

/**
 * The entries of an item that are to be sent: the valid entries, without those that are left out or
 * share the outcome of an earlier entry.
 */
export function entriesToSend({ entries }: PreparedItem): Entry[] {
	return entries.filter(isEntry).filter((entry) => !entry.sharedWith && !leftOut(entry));
}

/** Whether an item, or one of its entries, cannot be sent. */
export const isInvalid = ({ entries }: PreparedItem) => !entries.every(isEntry);

/** The failed query because of which an item was not checked; undefined for any other item. */
export function failedLookup({ entries: [first] }: PreparedItem): LookupError | undefined {
	const [error] = first && !isEntry(first) ? first.problems : [];
	return error instanceof LookupError ? error : undefined;
}

/**
 * Refuses an item from the error output of an earlier run if that run did not know the item's
 * outcome: the item must not be sent again.
 * @throws InputError
 */
function refuseUnknown(json: IDataObject, { nouns }: DeliveryNames): void {
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
