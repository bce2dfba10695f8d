import type { IExecuteFunctions } from 'n8n-workflow';
import { problemsOf } from '../../shared/aiCall/finding';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import type { ItemHandler } from '../../shared/n8n/run/items';
import { enumerated } from '../../shared/values';
import { callerWarning } from '../sentBefore/retryGroup';
import { beginCheck } from './check';
import { deliver } from './deliver';
import {
	entriesToSend,
	failedLookup,
	isInvalid,
	readItems,
	tooManyKeys,
	type Delivery,
	type PreparedItem,
} from './delivery';
import { isEntry, type DeliveryNames, type Entry, type InvalidEntry } from './entry';
import { showHint, showOutcomes } from './hints';
import { isFailed, outcomesOf, type Outcomes } from './outcomes';
import { failedDelivery, invalidError, resultOf } from './results';

/**
 * Reads and sends the entries of all items, and returns a handler that gives each item the outcomes
 * of its entries. Without `sendOthers`, one invalid entry prevents all sending. A test sends one
 * entry.
 * @throws InputError if a run has more rows with keys than are remembered, or if another start of the
 * execution sends the same
 * @throws LookupError if a query failed that a check, a test, or a run that sends all or nothing needs
 */
export async function beginDelivery(
	context: IExecuteFunctions,
	client: AiCallClient,
	delivery: Delivery,
): Promise<ItemHandler> {
	const { names, sent = {}, mode, sendOthers, send = deliver } = delivery;
	const items = await readItems(context, delivery);
	const entries = items.flatMap(entriesToSend);
	const isReal = mode === 'real';
	const lookupError = items.map(failedLookup).find((error) => error !== undefined);
	if (lookupError && !(isReal && (sendOthers || context.continueOnFail()))) throw lookupError;
	const tooMany = tooManyKeys(entries.length, sent, false);
	if (mode === 'check') {
		const warnings = sent.rememberedKeys === undefined ? callerWarning(context, names) : [];
		const findings = [...problemsOf(tooMany), ...warnings];
		return await beginCheck(context, items, entries, delivery, findings);
	}
	const [first] = entries;
	if (!isReal && first) {
		const entry = testEntry(first, mode.number);
		const outcomes = await send(context, client, [entry], delivery);
		// Only its item has a result: the nodes after this one get what was called, and nothing else.
		const tested = items.map((item, index) => ({
			...item,
			entries: index === first.item ? [entry] : [],
		}));
		const { length } = items.flatMap((item) => item.entries);
		const hint = `Test: 1 accepted, with the number ${mode.number} · ${length - 1} not sent`;
		return deliveryHandler(context, tested, outcomes, delivery, hint);
	}
	// A test without a row that can be sent ends here, too.
	if (!isReal || (!sendOthers && items.some(isInvalid)))
		return deliveryHandler(context, items, outcomesOf(delivery), delivery);
	if (tooMany && !sendOthers) throw tooMany;
	const outcomes = await send(context, client, entries, delivery);
	return deliveryHandler(context, items, outcomes, delivery);
}

/**
 * An entry for a test: with the number of the test instead of its own. Its key is not recorded, so
 * that a real run sends the row. Calling Times do not apply, because the user has entered the number.
 */
function testEntry(first: Entry, number: string): Entry {
	const [, ...values] = first.values;
	const destination = { ...first.destination, hours: undefined };
	return { ...first, label: number, destination, values: [number, ...values], key: undefined };
}

/**
 * The handler of a delivery. It gives each item the outcomes of its own entries.
 * @param hintOfTest what is shown of a test in place of the counts, if it was accepted
 */
function deliveryHandler(
	context: IExecuteFunctions,
	items: readonly PreparedItem[],
	outcomes: Outcomes,
	delivery: Delivery,
	hintOfTest?: string,
): ItemHandler {
	// What was sent, now or before, must reach the nodes after this one.
	const isAnySent = [...outcomes.values()].some(
		({ state }) => state === 'accepted' || state === 'sentBefore',
	);
	if (!context.continueOnFail() && !(delivery.sendOthers && isAnySent)) {
		const stop = firstInvalid(context, items) ?? firstFailed(delivery.names, outcomes);
		if (stop)
			return async (index) => {
				if (index === stop.index) throw stop.error;
				// n8n shows one error, and this one tells of all items.
				return [];
			};
	}
	if (hintOfTest !== undefined && isAnySent) showHint(context, hintOfTest);
	else showOutcomes(context, delivery.names, items, outcomes);
	return async (index) => {
		// If the execution was stopped, later items were not read.
		const { entries = [], simplified = true } = items[index] ?? {};
		return entries.map((entry) => resultOf(context, delivery, entry, index, outcomes, simplified));
	};
}

/** The first item because of which nothing was sent, and its error, which names the others. */
function firstInvalid(context: IExecuteFunctions, items: readonly PreparedItem[]) {
	const [first, ...others] = items.flatMap(({ entries }, index) => {
		const entry = entries.find((one): one is InvalidEntry => !isEntry(one));
		return entry ? [{ index, entry }] : [];
	});
	if (!first) return undefined;
	const noun = others.length === 1 ? 'item is' : 'items are';
	const listed = enumerated(others.map(({ index }) => index));
	const otherItems =
		others.length === 0
			? ''
			: ` ${others.length} other ${noun} also invalid: ${listed} (zero-based).`;
	// Of a single item that could not be read, that goes without saying.
	const isWholeInput = items.length === 1 && first.entry.original === undefined;
	const note = isWholeInput ? '' : `Nothing was sent.${otherItems}`;
	return { index: first.index, error: invalidError(context, first.entry, first.index, note) };
}

/** The first item of a run that a failure stopped, and the error of the run. */
function firstFailed(names: DeliveryNames, outcomes: Outcomes) {
	const error = failedDelivery(names, outcomes);
	const failed = [...outcomes].flatMap(([{ item }, one]) => (isFailed(one) ? [item] : []));
	return error && { index: failed.reduce((a, b) => Math.min(a, b)), error };
}
