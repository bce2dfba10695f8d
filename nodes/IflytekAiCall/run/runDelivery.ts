import type { IExecuteFunctions } from 'n8n-workflow';
import { isProblem } from '../../shared/aiCall/finding';
import { withNote } from '../../shared/failure';
import { readConcurrency } from '../../shared/n8n/parameters/item';
import type { ItemHandler } from '../../shared/n8n/run/items';
import { checkItems, refuseItems, type Findings } from '../check/checkItems';
import { outcomesOf } from '../entry/audit';
import {
	entriesToSend,
	failedLookup,
	isInvalid,
	type Delivery,
	type PreparedItem,
} from '../entry/delivery';
import type { Entry } from '../entry/entry';
import { readSimplify } from '../fields/options';
import { reportCheck } from '../report/checkReport';
import { showHint } from '../report/hints';
import { reportRun, reportTest } from '../report/runReport';
import { readItems } from '../rows/readItems';

/**
 * The way of all entries of a run: they are read, checked, sent and recorded, and reported. A check
 * ends before anything is sent. A run refuses what a check calls a problem.
 * @returns a handler that gives each item the outcomes of its own entries
 * @throws Failure if the run as a whole has a problem
 * @throws LookupError if the platform could not be asked what a run needs to know
 */
export async function runDelivery(
	context: IExecuteFunctions,
	delivery: Delivery,
): Promise<ItemHandler> {
	const { mode, sendOthers } = delivery;
	const concurrency = readConcurrency(context);
	const read = await readItems(context.getInputData(), delivery, {
		concurrency,
		isSimplified: readSimplify(context),
		stopped: context.getExecutionCancelSignal(),
	});
	const sendsOthers = sendOthers && !read.every(failedLookup);
	// A check or a test of what could not be looked up would tell nothing.
	if (mode !== 'real' || !(sendsOthers || context.continueOnFail())) refuseLookups(read);

	const valid = read.flatMap(entriesToSend);
	const found = await checkItems(read, valid, delivery.checks, concurrency);
	if (mode === 'check') {
		const sentBefore = await delivery.findSent?.(valid);
		return await reportCheck(context, read, found, sentBefore ?? new Map(), delivery);
	}
	refuseRun(found);
	const items = refuseItems(read, found);
	for (const warning of warningsOf(found)) showHint(context, warning, 'warning');

	const entries = items.flatMap(entriesToSend);
	if (mode !== 'real') {
		const [first] = entries.map((entry) => testEntry(entry, mode.number));
		if (!first) return reportRun(context, items, outcomesOf(delivery), delivery);
		return reportTest(context, items, first, await delivery.send([first]), delivery);
	}
	const sendsNothing = !sendOthers && items.some(isInvalid);
	const outcomes = sendsNothing ? outcomesOf(delivery) : await delivery.send(entries);

	return reportRun(context, items, outcomes, delivery);
}

/** An item that could not be looked up keeps the others from being sent. */
function refuseLookups(items: readonly PreparedItem[]): void {
	const error = items.map(failedLookup).find((one) => one !== undefined);
	if (error) throw error;
}

/** A problem of the whole run is told once, and not as a problem of each item. */
function refuseRun({ ofRun }: Findings): void {
	const error = ofRun.find(isProblem)?.error;
	if (error) throw withNote(error, 'Nothing was sent.');
}

/** Of many warnings only the first are shown. */
const SHOWN_WARNINGS = 5;

/** What a check warns of. */
function warningsOf({ ofRun, ofItems }: Findings): string[] {
	const texts = [...ofRun, ...ofItems.flat()]
		.filter(({ isWarning }) => isWarning)
		.map(({ text }) => text);
	return [...new Set(texts)].slice(0, SHOWN_WARNINGS);
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
