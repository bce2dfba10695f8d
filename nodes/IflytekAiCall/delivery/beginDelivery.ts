import type { IExecuteFunctions } from 'n8n-workflow';
import type { Failure } from '../../shared/failure';
import type { AiCallClient } from '../../shared/n8n/aiCall/aiCallClient';
import type { ItemHandler } from '../../shared/n8n/run/items';
import type { JsonRecord } from '../../shared/values';
import type { Outcomes } from './audit';
import { beginCheck, type Checks } from './check';
import { refuseRetryOnFail, retryWarning } from './claim';
import { deliver } from './deliver';
import { isEntry, type DeliveryNames, type Entry, type InvalidEntry, type Outcome } from './entry';
import {
	entriesToSend,
	invalidEntryError,
	isInvalid,
	readItems,
	type PreparedItem,
} from './prepare';
import { showOutcomes } from './outcomeHint';
import { failedDelivery, isFailed, withFacts } from './report';
import { entryResult, failedItem, notSent } from './results';
import type { RowKeys } from './rowKeys';
import { beginTest } from './testRow';

/** How an operation sends its entries, and how it names them. */
export interface Delivery {
	names: DeliveryNames;
	/** The entries of an item; throws if the whole item is invalid. */
	prepare(itemIndex: number): Promise<(Entry | InvalidEntry)[]>;
	/**
	 * Called once for each entry, in their order. It may mark an entry as a repeat of an earlier
	 * entry, or say why it is invalid.
	 */
	review?(entry: Entry): Entry | InvalidEntry;
	/** The ids of the accepted entries, in order; throws if they cannot be determined. */
	ids(result: JsonRecord, sent: number): string[];
	/** The result with Simplify off, made from the response as it was sent. */
	raw(id: string, sent: JsonRecord): object;
	/**
	 * What the run does. `{ number }` is a test: one entry is sent, with this number in its first
	 * column.
	 */
	mode: 'check' | 'real' | { number: string };
	checks: Checks;
	/** Returns the time in milliseconds. With it, results say when and why rows were sent or not. */
	date?(): number;
	/** Only for rows with keys: the keys of the rows that were sent before. */
	keys?: RowKeys;
	/** Maximum number of entries per request; by default the platform's limit for rows. */
	batchSize?: number;
	/**
	 * Whether to split a rejected batch until the invalid entry is found, so that the others are
	 * sent.
	 */
	isolate?: boolean;
}

/**
 * Sends the entries of all items and returns a handler that gives each item the outcomes of its
 * entries. If On Error is not set to continue, all items are read and checked before the first
 * request, and one invalid entry prevents all sending. Otherwise entries are read while others are
 * being sent. A test reads all entries and sends only one.
 * @throws InputError if n8n would run the node again after a failure
 */
export async function beginDelivery(
	context: IExecuteFunctions,
	client: AiCallClient,
	delivery: Delivery,
): Promise<ItemHandler> {
	const { names, keys, mode } = delivery;
	const isCheck = mode === 'check';
	const refuseRetries = () => void refuseRetryOnFail(context, names.action);
	if (!isCheck) refuseRetries();
	const items: PreparedItem[] = [];
	const read = async function* () {
		for await (const item of readItems(context, delivery)) {
			items.push(item);
			yield* entriesToSend(item);
		}
	};
	if (mode === 'real' && context.continueOnFail())
		return handlerOf(context, items, await deliver(context, client, read(), delivery), delivery);
	const entries: Entry[] = [];
	for await (const entry of read()) entries.push(entry);
	if (isCheck) {
		const checkKeys = () => void keys?.check(entries.length);
		const warnOfRetries = () => (keys ? [] : retryWarning(context, names));
		return await beginCheck(context, items, delivery, [refuseRetries, checkKeys, warnOfRetries]);
	}
	if (mode !== 'real') {
		const [first] = entries;
		if (!first) return invalidHandler(context, items);
		return await beginTest(context, client, items, first, mode.number, delivery);
	}
	if (items.some(isInvalid)) return invalidHandler(context, items);
	keys?.check(entries.length);
	return handlerOf(context, items, await deliver(context, client, entries, delivery), delivery);
}

/** The handler of a delivery: gives each item the outcomes of its own entries. */
function handlerOf(
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
		if ('reason' in item) throw notSent(context, item.reason, index, outcomes.auditOfInvalid());
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
	const failed = new Set(
		[...outcomes].filter(([, outcome]) => isFailed(outcome)).map(([{ item }]) => item),
	);
	return async (index) => {
		if (failed.has(index)) throw failure;
		return [];
	};
}

/** The handler of a run that sent nothing: the first invalid item throws and names the others. */
function invalidHandler(context: IExecuteFunctions, items: readonly PreparedItem[]): ItemHandler {
	const otherItems = items.flatMap((item, index) => (isInvalid(item) ? [index] : [])).slice(1);
	const note =
		otherItems.length === 0
			? 'Nothing was sent.'
			: `Nothing was sent. ${otherItems.length} other ${otherItems.length === 1 ? 'item is' : 'items are'} also invalid: ${otherItems.join(', ')} (zero-based).`;
	return async (index) => {
		const item = items[index];
		if (!item) return [];
		if ('reason' in item) throw notSent(context, item.reason, index);
		const invalid = item.entries.find((entry) => !isEntry(entry));
		if (invalid && !isEntry(invalid)) throw invalidEntryError(invalid, note);
		return [];
	};
}
