import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { LookupError } from '../../shared/aiCall/protocol/aiCallErrors';
import { asFailure, InputError } from '../../shared/failure';
import { LOOP_MS, turns } from '../../shared/n8n/run/items';
import { readConcurrency } from '../../shared/n8n/parameters';
import { isRecord } from '../../shared/values';
import { readSimplify } from '../actions/fields';
import type { Delivery, PreparedItem } from './delivery';
import { droppedState } from './results';
import { isEntry, type DeliveryNames, type Entry, type InvalidEntry } from './entry';

/**
 * Reads the items and returns them in their order. Several are read at the same time, because some
 * need a query to the platform. Each parameter of an item is read here, once. Ends early if the
 * execution is stopped.
 */
export async function* readItems(
	context: IExecuteFunctions,
	{ names, prepare, review }: Delivery,
): AsyncGenerator<PreparedItem> {
	const isSimplified = readSimplify(context);
	const items = context.getInputData();
	const concurrency = readConcurrency(context);
	const nextTurn = turns(LOOP_MS);
	const read = async (index: number): Promise<PreparedItem> => {
		await nextTurn();
		refuseUnknown(items[index]?.json ?? {}, names);
		return { simplified: isSimplified(index), entries: await prepare(index) };
	};
	const reading: Promise<PreparedItem>[] = [];
	let next = 0;
	for (;;) {
		if (context.getExecutionCancelSignal()?.aborted) return;
		while (next < items.length && reading.length < concurrency)
			reading.push(read(next++).catch((reason: unknown) => ({ reason })));
		const item = await reading.shift();
		if (!item) return;
		yield 'reason' in item || !review
			? item
			: {
					...item,
					entries: item.entries.map((entry) => (isEntry(entry) ? review(entry) : entry)),
				};
	}
}

/**
 * The entries of an item that are to be sent: the valid entries, without those that are dropped or
 * share the outcome of an earlier entry.
 */
export function entriesToSend(item: PreparedItem): Entry[] {
	if ('reason' in item) return [];
	return item.entries
		.filter(isEntry)
		.filter((entry) => !entry.sharedWith && droppedState(entry) === undefined);
}

/** The failed query because of which an item was not checked; undefined for any other item. */
export function failedLookup(item: PreparedItem): LookupError | undefined {
	return 'reason' in item && item.reason instanceof LookupError ? item.reason : undefined;
}

/** Whether an item, or one of its entries, cannot be sent. */
export function isInvalid(item: PreparedItem): boolean {
	return 'reason' in item || !item.entries.every(isEntry);
}

/** What cannot be sent: an item as a whole, or rows of the item. `reason` says why, in short. */
export function invalidRows(item: PreparedItem, index: number): InvalidRow[] {
	if ('reason' in item)
		return failedLookup(item)
			? []
			: [{ label: `item ${index}`, reason: asFailure(item.reason).message }];
	return item.entries
		.filter((entry): entry is InvalidEntry => !isEntry(entry))
		.map(({ label, problems: [{ reason }] }) => ({ label, reason }));
}

type InvalidRow = Pick<InvalidEntry, 'label'> & { reason: string };

/** The error of an invalid entry: its first problem. */
export function invalidEntryError(
	{ problems: [{ reason, advice }], rowIndex, original }: InvalidEntry,
	note = '',
): InputError {
	const failure = new InputError(
		rowIndex === undefined ? reason : `Row ${rowIndex} (zero-based): ${reason}`,
		`${note} ${advice}`.trim(),
	);
	failure.details.facts = { state: 'problem', ...(rowIndex !== undefined && { rows: [original] }) };
	return failure;
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
