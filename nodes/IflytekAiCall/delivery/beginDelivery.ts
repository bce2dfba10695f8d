import type { IExecuteFunctions } from 'n8n-workflow';
import type { Failure } from '../../shared/failure';
import type { AiCallClient } from '../../shared/n8n/aiCall/aiCallClient';
import type { ItemHandler } from '../../shared/n8n/run/items';
import { enumerated, type JsonRecord } from '../../shared/values';
import type { Outcomes } from './audit';
import { beginCheck, type Checks } from './check';
import { refuseRetryOnFail, retryWarning } from './claim';
import { deliver } from './deliver';
import { isEntry, type DeliveryNames, type Entry, type InvalidEntry, type Outcome } from './entry';
import {
	entriesToSend,
	failedLookup,
	invalidEntryError,
	isInvalid,
	readItems,
	type PreparedItem,
} from './prepare';
import { showOutcomes } from './outcomeHint';
import { failedDelivery, isFailed, withFacts } from './report';
import { entryResult, failedItem, invalidItemError } from './results';
import type { RowKeys } from './rowKeys';
import { beginTest } from './testRow';

/** How an operation sends its entries, and how it names them. */
export interface Delivery {
	names: DeliveryNames;
	/** The entries of an item. Throws if the whole item is invalid. */
	prepare(itemIndex: number): Promise<(Entry | InvalidEntry)[]>;
	/**
	 * Called once for each entry, in their order. It may mark an entry as a repeat of an earlier
	 * entry, or say why it is invalid.
	 */
	review?(entry: Entry): Entry | InvalidEntry;
	/**
	 * The ids that the platform gave to the entries of a request, in order. Throws if they cannot be
	 * determined.
	 * @param count how many entries were sent
	 */
	ids(result: JsonRecord, count: number): string[];
	/** The result with Simplify off. `response` is the platform's response, with its IDs as text. */
	raw(id: string, response: JsonRecord): object;
	/**
	 * What the run does. `{ number }` is a test: one entry is sent, with this number in its first
	 * column.
	 */
	mode: 'check' | 'real' | { number: string };
	checks: Checks;
	/**
	 * Returns the current time in milliseconds. If this function is given, results say when and why
	 * rows were sent or not.
	 */
	date?(): number;
	/** Only for rows with keys: the keys of the rows that were sent before. */
	keys?: RowKeys;
	/** Maximum number of entries per request; by default the platform's limit for rows. */
	batchSize?: number;
	/**
	 * Whether to split a rejected batch until the invalid entry is found, so that the other entries
	 * are sent.
	 */
	isolate?: boolean;
}

/**
 * Sends the entries of all items and returns a handler that gives each item the outcomes of its
 * entries. If On Error is not set to continue, all items are read and checked before the first
 * request, and one invalid entry prevents all sending. Otherwise entries are read while others are
 * being sent. A test reads all entries and sends only one.
 * @throws InputError if n8n would run the node again after a failure
 * @throws LookupError if a query failed that a check, a test, or reading all entries needs
 */
export async function beginDelivery(
	context: IExecuteFunctions,
	client: AiCallClient,
	delivery: Delivery,
): Promise<ItemHandler> {
	const { names, keys, mode } = delivery;
	const isCheck = mode === 'check';
	// `void`: a step of a check returns findings or undefined.
	const refuseRetries = () => void refuseRetryOnFail(context, names.action);
	if (!isCheck) refuseRetries();
	const items: PreparedItem[] = [];
	const readEntries = async function* () {
		for await (const item of readItems(context, delivery)) {
			items.push(item);
			yield* entriesToSend(item);
		}
	};
	if (mode === 'real' && context.continueOnFail())
		return deliveryHandler(
			context,
			items,
			await deliver(context, client, readEntries(), delivery),
			delivery,
		);
	const entries: Entry[] = [];
	for await (const entry of readEntries()) entries.push(entry);
	const lookupError = items.map(failedLookup).find((error) => error !== undefined);
	if (lookupError) throw lookupError;
	if (isCheck) {
		const checkKeys = () => void keys?.check(entries.length);
		const warnOfRetries = () => (keys ? [] : retryWarning(context, names));
		return await beginCheck(context, items, delivery, [refuseRetries, checkKeys, warnOfRetries]);
	}
	if (mode !== 'real') {
		const [firstEntry] = entries;
		if (!firstEntry) return invalidHandler(context, items);
		return await beginTest(context, client, items, firstEntry, mode.number, delivery);
	}
	if (items.some(isInvalid)) return invalidHandler(context, items);
	keys?.check(entries.length);
	return deliveryHandler(
		context,
		items,
		await deliver(context, client, entries, delivery),
		delivery,
	);
}

/** The handler of a delivery. It gives each item the outcomes of its own entries. */
function deliveryHandler(
	context: IExecuteFunctions,
	items: readonly PreparedItem[],
	outcomes: Outcomes,
	delivery: Delivery,
): ItemHandler {
	const failure = context.continueOnFail() ? undefined : failedDelivery(delivery.names, outcomes);
	if (failure) return failingHandler(outcomes, failure);
	showOutcomes(context, delivery.names, items, outcomes);
	return async (index) => {
		const item = items[index];
		// The execution was stopped before the item was read.
		if (!item) return [];
		if ('reason' in item)
			throw invalidItemError(context, item.reason, index, {
				audit: outcomes.auditOfInvalid(item.reason),
			});
		return item.entries.map((entry) =>
			isEntry(entry)
				? entryResult(context, delivery, entry, outcomes, item.simplified)
				: failedItem(
						context,
						withFacts(invalidEntryError(entry), outcomes.auditOfInvalid()),
						entry.rowIndex,
						index,
					),
		);
	};
}

/**
 * The handler of a delivery that a failure stopped. It throws for each item with a failed entry.
 */
function failingHandler(outcomes: ReadonlyMap<Entry, Outcome>, failure: Failure): ItemHandler {
	const failedItems = new Set(
		[...outcomes].filter(([, outcome]) => isFailed(outcome)).map(([entry]) => entry.item),
	);
	return async (index) => {
		if (failedItems.has(index)) throw failure;
		return [];
	};
}

/**
 * The handler of a run that sent nothing. It throws for each invalid item. The error of the first
 * one names the others.
 */
function invalidHandler(context: IExecuteFunctions, items: readonly PreparedItem[]): ItemHandler {
	const [first, ...others] = items.flatMap((item, index) => (isInvalid(item) ? [index] : []));
	const noun = others.length === 1 ? 'item is' : 'items are';
	const otherItems = `${others.length} other ${noun} also invalid: ${enumerated(others)} (zero-based).`;
	const noteOf = (index: number) =>
		index === first && others.length > 0 ? `Nothing was sent. ${otherItems}` : 'Nothing was sent.';
	return async (index) => {
		const item = items[index];
		if (!item) return [];
		const note = noteOf(index);
		if ('reason' in item)
			throw invalidItemError(context, item.reason, index, {
				note: items.length > 1 ? note : undefined,
			});
		const invalid = item.entries.find((entry): entry is InvalidEntry => !isEntry(entry));
		if (invalid) throw invalidEntryError(invalid, note);
		return [];
	};
}
