import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isProblem, problemOf, withoutRepeats, type Finding } from '../../shared/aiCall/finding';
import { LOOP_MS, turns, type ItemHandler } from '../../shared/n8n/run/items';
import { at, definedFields } from '../../shared/values';
import { isFailed, isLeftOut, reasonOf, stopsOthers, type Decisions } from '../entry/decision';
import type { Delivery, PreparedItem } from '../entry/delivery';
import { isEntry, shownOf, unshared, type DeliveryNames, type Row } from '../entry/entry';
import { counted, RUN, SAY } from '../entry/sentences';
import { countTexts } from './counts';
import { showCalledAgain, showHeld, showHint, showLeftOut, type Findings } from './hints';
import { shownInvalid, timeOf } from './results';

/** The word for what a run does with an entry, by API method. */
const DONE = { placeCalls: 'called', addRows: 'added', createTask: 'created' } as const;

const doneBy = (names: DeliveryNames) => names.done ?? DONE[names.method];

/**
 * Shows what a run would do: the decisions on its rows, and the findings on the whole run.
 * @returns a handler that gives each item a result for each of its entries
 */
export async function reportCheck(
	context: IExecuteFunctions,
	delivery: Delivery,
	items: readonly PreparedItem[],
	findings: Findings,
	decisions: Decisions,
): Promise<ItemHandler> {
	const nextTurn = turns(LOOP_MS);
	const rows = items.flatMap((item) => item.rows);
	const ofRun = withoutRepeats([...findings.ofRun, ...commonTo(findings.ofItems)]);
	showCheck(context, delivery, rows, ofRun, decisions);
	const runTexts = new Set(ofRun.map(({ text }) => text));
	const results: IDataObject[][] = [];
	for (const [index, item] of items.entries()) {
		await nextTurn();
		// A row has all its problems, but a warning that all rows share is told once.
		const ofItem = at(findings.ofItems, index).filter(
			(finding) => isProblem(finding) || !runTexts.has(finding.text),
		);
		results.push(item.rows.map((row) => checkedRow(delivery, row, ofItem, decisions)));
	}
	const [first] = results.flat();
	const runWarnings = ofRun.filter((finding) => !isProblem(finding)).map(({ text }) => text);
	// Programs see no hints. The first row has what concerns all of them under a name of its own.
	if (first && runWarnings.length > 0) first.runWarnings = runWarnings;
	return async (index) => (results[index] ?? []).map((json) => ({ json }));
}

/** The findings that every item has, from each of them. */
function commonTo(lists: readonly (readonly Finding[])[]): Finding[] {
	const counts = new Map<string, number>();
	for (const list of lists)
		for (const { text } of list) counts.set(text, (counts.get(text) ?? 0) + 1);
	return lists.flat().filter(({ text }) => counts.get(text) === lists.length);
}

function showCheck(
	context: IExecuteFunctions,
	{ names, checks, sendOthers, skip }: Delivery,
	all: readonly Row[],
	ofRun: readonly Finding[],
	decisions: Decisions,
): void {
	const isTask = names.method === 'createTask';
	const rows = unshared(all);
	const ready = decisions.in(rows.filter(isEntry), 'ready');
	const forItems =
		rows.length < all.length ? ` for ${decisions.in(all, 'ready').length} items` : '';
	const count = isTask ? counted(ready.length, names.nouns) : String(ready.length);
	const parts = [
		`${count} ready to be ${doneBy(names)}${forItems}`,
		...countTexts(rows, decisions),
	];
	const [afterwards, ...others] = new Set(ready.map((row) => checks.afterwards?.(row)));
	const end = afterwards !== undefined && others.length === 0 ? `. ${afterwards}.` : '';
	showHint(context, RUN.check(parts) + end);
	for (const { text } of ofRun) showHint(context, text, 'warning');
	showLeftOut(context, rows, decisions);
	showCalledAgain(context, ready, decisions);
	if (skip?.sendInterrupted) showHint(context, RUN.interruptedIsOn, 'warning');
	const stopping = rows.filter((row) => stopsOthers(decisions.of(row)));
	if (!sendOthers && stopping.length > 0 && ready.length > 0) {
		const isHours = decisions.in(stopping, 'outsideHours').length === stopping.length;
		const text = isTask ? RUN.stopsForTasks : isHours ? RUN.stopsForHours : RUN.stopsForProblems;
		showHint(context, text, 'warning');
	}
	showHeld(context, rows, decisions);
}

/** The result of a row: its state, its number and why, before everything else. */
function checkedRow(
	{ names, checks }: Delivery,
	row: Row,
	ofItem: readonly Finding[],
	decisions: Decisions,
): IDataObject {
	const { at: decidedAt, ...decision } = decisions.of(row);
	const { state } = decision;
	const shown = isEntry(row) ? { ...shownOf(row), rowKey: row.key } : shownInvalid(row);
	const { phoneNumber, taskName, ...others }: Record<string, unknown> = { ...shown };
	const result = {
		state,
		phoneNumber,
		taskName,
		reason: reasonOf(decision),
		rowIndex: row.rowIndex,
	};
	const end = { ...others, at: timeOf(names, decidedAt) };
	if (isEntry(row) && state === 'ready') {
		const reason = row.sharedWith ? SAY.sharesTask : SAY.wouldBe(doneBy(names));
		const warnings = textsOf([...(checks.ofEntry?.(row) ?? []), ...ofItem], false);
		const { isCalledAgain: calledToday } = decision;
		const afterwards = checks.afterwards?.(row);
		const more = { afterwards, calledToday, ...checks.alsoShown?.(row) };
		return defined({ ...result, reason, warnings, ...end, ...more });
	}
	if (!isFailed(decision)) {
		const { duplicateOf, task } = isLeftOut(decision) ? decision : {};
		return defined({ ...result, duplicateOf, task_id: task, ...end });
	}
	const { advice, retryAt } = decision.failure.details;
	const own = isEntry(row) ? [] : row.problems.map(problemOf);
	const problems = state === 'problem' ? textsOf([...own, ...ofItem], true) : undefined;
	const several = problems && problems.length > 1 ? problems : undefined;
	const warnings = textsOf(ofItem, false);
	return defined({ ...result, advice, retryAt, problems: several, warnings, ...end });
}

/** The texts of problems, or of warnings; undefined if there are none. */
function textsOf(found: readonly Finding[], areProblems: boolean): string[] | undefined {
	const wanted = withoutRepeats(found).filter((finding) => isProblem(finding) === areProblems);
	return wanted.length > 0 ? wanted.map(({ text }) => text) : undefined;
}

const defined = (fields: object): IDataObject => definedFields({ ...fields });
