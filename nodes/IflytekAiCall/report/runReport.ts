import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError, type Failure } from '../../shared/failure';
import type { ItemHandler } from '../../shared/n8n/run/items';
import { following, type Decisions } from '../entry/decision';
import type { Delivery, PreparedItem } from '../entry/delivery';
import { unshared, type Entry, type Row } from '../entry/entry';
import { counted, RUN, SAY } from '../entry/sentences';
import { showHint, showRun } from './hints';
import { resultOf } from './results';
import { runError } from './runError';

/**
 * The handler of a run. It gives each item what became of its own entries.
 * @throws Failure the one error that tells of all items
 */
export function reportRun(
	context: IExecuteFunctions,
	delivery: Delivery,
	items: readonly PreparedItem[],
	decisions: Decisions,
	show: typeof showRun = showRun,
): ItemHandler {
	const rows = items.flatMap((item) => item.rows);
	decideRest(context, rows, decisions);
	const own = unshared(rows);
	if (!context.continueOnFail()) {
		// What was sent, now or before, must reach the nodes after this one.
		const goesOn = delivery.sendOthers && decisions.in(own, 'accepted', 'sentBefore').length > 0;
		const stop = goesOn ? undefined : runError(delivery, own, decisions);
		const error = stop ?? allSentBefore(context, delivery, own, decisions);
		if (error) throw error;
	}
	show(context, delivery, rows, decisions);
	return async (index) => {
		// If the execution was stopped, later items were not read.
		const item = items[index];
		if (!item) return [];
		const { rows: ofItem, simplified } = item;
		return ofItem.map((row) => resultOf(context, delivery, row, index, decisions, simplified));
	};
}

/** Nothing spoke against the rows that are still ready, but they were not sent. */
function decideRest(context: IExecuteFunctions, rows: readonly Row[], decisions: Decisions): void {
	const isStopped = context.getExecutionCancelSignal()?.aborted === true;
	const ruling = following(isStopped ? SAY.stopped : SAY.following);
	for (const row of decisions.in(rows, 'ready')) decisions.set(row, ruling);
}

/**
 * The handler of a test. Only the item whose row was sent has a result: the nodes after this one get
 * what was called, and nothing else.
 */
export function reportTest(
	context: IExecuteFunctions,
	delivery: Delivery,
	items: readonly PreparedItem[],
	entry: Entry,
	decisions: Decisions,
): ItemHandler {
	const tested = items.map((item, index) => ({
		...item,
		rows: index === entry.item ? [entry] : [],
	}));
	const others = items.flatMap(({ rows }) => rows).length - 1;
	const isAccepted = decisions.of(entry).state === 'accepted';
	const showTest = () => showHint(context, RUN.test(entry.label, others));
	return reportRun(context, delivery, tested, decisions, isAccepted ? showTest : undefined);
}

/**
 * The error of a run that leaves out all its rows, because the same ones were sent today: who means
 * a repetition must learn of it. A retry goes on, and so does what calls this node several times.
 */
function allSentBefore(
	context: IExecuteFunctions,
	{ skip, names }: Delivery,
	rows: readonly Row[],
	decisions: Decisions,
): Failure | undefined {
	const isAll = rows.length > 0 && decisions.in(rows, 'sentBefore').length === rows.length;
	const isAboutToday = skip && ['calledToday', 'sameValues'].includes(skip.skip);
	if (!isAboutToday || !isAll || goesOnAlone(context)) return undefined;
	const isOne = rows.length === 1;
	const subject = isOne ? 'The row' : `All ${counted(rows.length, names.nouns)}`;
	// An earlier execution may have ended between Add Rows and Start.
	const isStartedLater = names.method === 'addRows' && names.done === undefined;
	const advice = isStartedLater ? RUN.repeatInTask : RUN.repeatOnce;
	const error = new InputError(RUN.allSentBefore(subject, isOne), advice);
	error.details.facts = { state: 'sentBefore' };
	return error;
}

/** Whether an error would stop others: in a retry, a sub-workflow, a loop, or a tool of an agent. */
function goesOnAlone(context: IExecuteFunctions): boolean {
	const { name, type } = context.getNode();
	if (['retry', 'integrated'].includes(context.getMode()) || type.endsWith('Tool')) return true;
	// n8n does not list a node among its own parents.
	const parents = new Set(context.getParentNodes(name).map((parent) => parent.name));
	return context.getChildNodes(name).some((child) => parents.has(child.name));
}
