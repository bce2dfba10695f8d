import type { IExecuteFunctions } from 'n8n-workflow';
import type { Failure } from '../../shared/failure';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import type { ItemHandler } from '../../shared/n8n/run/items';
import { enumerated } from '../../shared/values';
import { Outcomes } from '../check/audit';
import { beginCheck } from '../check/check';
import { deliver } from './deliver';
import type { Delivery, PreparedItem } from './delivery';
import { isEntry, isFailed, type Entry, type InvalidEntry, type Outcome } from './entry';
import { entriesToSend, failedLookup, invalidEntryError, isInvalid, readItems } from './prepare';
import { showOutcomes } from './outcomeHint';
import { failedDelivery, withFacts } from './report';
import { entryResult, failedItem, invalidItemError, shownInvalid, stateItem } from './results';
import { callerWarning } from '../sentBefore/retryGroup';
import { tooManyKeys } from '../sentBefore/sentRows';

/**
 * Sends the entries of all items and returns a handler that gives each item the outcomes of its
 * entries. With `sendOthers`, entries are read while others are being sent. Otherwise all items are
 * read and checked before the first request, and one invalid entry prevents all sending. A test
 * reads all entries and sends only one.
 * @throws InputError if a run has more rows with keys than are remembered, or if another start of the
 * execution sends the same
 * @throws LookupError if a query failed that a check, a test, or reading all entries needs
 */
export async function beginDelivery(
	context: IExecuteFunctions,
	client: AiCallClient,
	delivery: Delivery,
): Promise<ItemHandler> {
	const { names, sent = {}, mode, send = deliver } = delivery;
	const items: PreparedItem[] = [];
	const readEntries = async function* () {
		for await (const item of readItems(context, delivery)) {
			items.push(item);
			yield* entriesToSend(item);
		}
	};
	if (mode === 'real' && delivery.sendOthers)
		return deliveryHandler(
			context,
			items,
			await send(context, client, readEntries(), delivery),
			delivery,
		);
	const entries: Entry[] = [];
	for await (const entry of readEntries()) entries.push(entry);
	const lookupError = items.map(failedLookup).find((error) => error !== undefined);
	if (lookupError && !(mode === 'real' && context.continueOnFail())) throw lookupError;
	const checkKeys = () => {
		const error = tooManyKeys(entries.length, sent);
		if (error) throw error;
	};
	if (mode === 'check') {
		const warnOfCaller = () =>
			sent.rememberedKeys === undefined ? callerWarning(context, names) : [];
		// `void`: a step of a check returns findings or undefined.
		return await beginCheck(context, items, delivery, [() => void checkKeys(), warnOfCaller]);
	}
	if (mode !== 'real') {
		const [firstEntry] = entries;
		if (!firstEntry) return invalidHandler(context, items);
		return await beginTest(context, client, items, firstEntry, mode.number, delivery);
	}
	if (items.some(isInvalid))
		return context.continueOnFail()
			? deliveryHandler(context, items, new Outcomes(delivery.date), delivery)
			: invalidHandler(context, items);
	checkKeys();
	return deliveryHandler(context, items, await send(context, client, entries, delivery), delivery);
}

/** The handler of a delivery. It gives each item the outcomes of its own entries. */
function deliveryHandler(
	context: IExecuteFunctions,
	items: readonly PreparedItem[],
	outcomes: Outcomes,
	delivery: Delivery,
): ItemHandler {
	const stops = !context.continueOnFail() && !(delivery.sendOthers && isAnySent(outcomes));
	if (stops && delivery.sendOthers && items.some(isInvalid)) return invalidHandler(context, items);
	const failure = stops ? failedDelivery(delivery.names, outcomes) : undefined;
	if (failure) return failingHandler(outcomes, failure);
	showOutcomes(context, delivery.names, items, outcomes);
	return async (index) => {
		const item = items[index];
		// The execution was stopped before the item was read.
		if (!item) return [];
		if ('reason' in item) {
			const audit = outcomes.auditOfInvalid(item.reason);
			const error = invalidItemError(context, item.reason, index, { audit });
			if (context.continueOnFail()) throw error;
			return [stateItem(error)];
		}
		return item.entries.map((entry) =>
			isEntry(entry)
				? entryResult(context, delivery, entry, outcomes, item.simplified)
				: failedItem(
						context,
						withFacts(invalidEntryError(entry), outcomes.auditOfInvalid()),
						entry.rowIndex,
						index,
						shownInvalid(entry),
					),
		);
	};
}

/**
 * Whether an entry was accepted, now or before. If so, a run that sends the others does not fail:
 * what was sent must reach the nodes after this one.
 */
function isAnySent(outcomes: Outcomes): boolean {
	return [...outcomes.values()].some(({ state }) => state === 'accepted' || state === 'sentBefore');
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

/**
 * Sends one entry, with the number of the test instead of the entry's own number. Only its item has
 * a result: the nodes after this one get what was called, and nothing that was not. The key of the
 * entry is not recorded, so that a real run sends the row. Calling Times do not apply, because the
 * user has entered the number for this test.
 * @param first the entry whose values are sent
 */
async function beginTest(
	context: IExecuteFunctions,
	client: AiCallClient,
	items: readonly PreparedItem[],
	first: Entry,
	number: string,
	delivery: Delivery,
): Promise<ItemHandler> {
	const [, ...values] = first.values;
	const testEntry: Entry = {
		...first,
		label: number,
		destination: { ...first.destination, whyNotNow: undefined },
		values: [number, ...values],
		key: undefined,
	};
	const { send = deliver } = delivery;
	const outcomes = await send(context, client, [testEntry], delivery);
	const failure = context.continueOnFail() ? undefined : failedDelivery(delivery.names, outcomes);
	const rowCounts = items.map((item) => ('reason' in item ? 1 : item.entries.length));
	const rowCount = rowCounts.reduce((sum, count) => sum + count, 0);
	if (outcomes.get(testEntry)?.state === 'accepted')
		context.addExecutionHints({
			message: `Test: 1 accepted, with the number ${number} · ${rowCount - 1} not sent`,
			location: 'outputPane',
		});
	return async (index) => {
		const item = items[index];
		if (index !== first.item || !item || 'reason' in item) return [];
		if (failure) throw failure;
		const { json, ...result } = entryResult(
			context,
			delivery,
			testEntry,
			outcomes,
			item.simplified,
		);
		const { state, ...fields } = json;
		return [{ ...result, json: state === undefined ? json : { state, test: true, ...fields } }];
	};
}
