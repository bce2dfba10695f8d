import type { IExecuteFunctions } from 'n8n-workflow';
import type { Finding } from '../../shared/aiCall/finding';
import { LookupError } from '../../shared/aiCall/protocol/aiCallErrors';
import { withNote } from '../../shared/failure';
import { readConcurrency } from '../../shared/n8n/parameters/item';
import type { ItemHandler } from '../../shared/n8n/run/items';
import { decideRows } from '../decide/decideRows';
import { findingsOfItems } from '../decide/itemFindings';
import type { Delivery, PreparedItem } from '../entry/delivery';
import { stopsOthers } from '../entry/decision';
import { isEntry, unshared, type Entry } from '../entry/entry';
import { RUN } from '../entry/sentences';
import { readSimplify } from '../parameters/options';
import { reportCheck } from '../report/checkReport';
import { showWarnings } from '../report/hints';
import { reportRun, reportTest } from '../report/runReport';
import { readItems } from '../rows/readItems';

/**
 * The way of all entries of a run: they are read, decided, sent, and reported. A check ends before
 * anything is sent, and shows the same decisions.
 * @returns a handler that gives each item the results of its own entries
 * @throws Failure if the run as a whole fails, also if the platform could not be asked for a check
 */
export async function deliverEntries(
	context: IExecuteFunctions,
	delivery: Delivery,
): Promise<ItemHandler> {
	const { mode, checks, sendOthers, clock, names, skip } = delivery;
	const concurrency = readConcurrency(context);
	const items = await readItems(context.getInputData(), delivery, {
		concurrency,
		isSimplified: readSimplify(context),
		stopped: context.getExecutionCancelSignal(),
	});
	const rows = items.flatMap((item) => item.rows);
	const valid = rows.filter(isEntry);
	const ofItems = await findingsOfItems(items, checks, concurrency);
	if (mode !== 'real') refuseLookups(items, ofItems);

	const toSend = unshared(valid).filter(({ neverCall }) => !neverCall);
	const ofRun = (await checks.ofRun?.(toSend)) ?? [];
	const open = await delivery.open(toSend);
	const facts = {
		names,
		clock,
		skip,
		problemsOfItem: ofItems.map(problemsIn),
		problemOfRun: problemsIn(ofRun)[0],
		hasFilledRows: rows.some(({ isBlank }) => !isBlank),
	};
	let decisions = await decideRows(rows, facts, mode === 'check', open);
	const sendsAny = sendOthers || !rows.some((row) => stopsOthers(decisions.of(row)));
	// What a run does not send is not looked up on the way.
	if (mode === 'real' && !sendsAny) decisions = await decideRows(rows, facts, true, open);
	const findings = { ofRun, ofItems };
	if (mode === 'check') {
		decisions.markCalledAgain(valid, open);
		return await reportCheck(context, delivery, items, findings, decisions);
	}

	showWarnings(context, findings);
	if (mode !== 'real') {
		const [first] = decisions.in(valid, 'ready', 'outsideHours');
		if (!first) return reportRun(context, delivery, items, decisions);
		const entry = testEntry(first, mode.number);
		await open.send([entry], decisions);
		return reportTest(context, delivery, items, entry, decisions);
	}
	const ready = unshared(decisions.in(valid, 'ready'));
	if (sendsAny) await open.send(ready, decisions);
	decisions.markCalledAgain(ready, open);
	return reportRun(context, delivery, items, decisions);
}

const problemsIn = (findings: readonly Finding[]) => findings.flatMap(({ error }) => error ?? []);

/**
 * A check or a test of what could not be looked up would tell nothing.
 * @throws Failure
 */
function refuseLookups(
	items: readonly PreparedItem[],
	findings: readonly (readonly Finding[])[],
): void {
	const ownProblems = items.flatMap(({ rows }) =>
		rows.flatMap((row) => (isEntry(row) ? [] : row.problems)),
	);
	const error = [...ownProblems, ...findings.flatMap(problemsIn)].find(
		(one) => one instanceof LookupError,
	);
	if (error) throw withNote(error, RUN.notLookedUp);
}

/**
 * A row as a test sends it, to the number of the test. Calling Times do not apply, and its own number
 * and key are not recorded, so that a real run sends it.
 */
function testEntry(first: Entry, number: string): Entry {
	const [, ...values] = first.values;
	const destination = { ...first.destination, hours: undefined };
	return { ...first, label: number, destination, values: [number, ...values], key: undefined };
}
