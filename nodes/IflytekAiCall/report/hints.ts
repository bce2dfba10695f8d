import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import type { Finding } from '../../shared/aiCall/finding';
import { OutsideHoursError } from '../../shared/aiCall/time/callingHours';
import { momentText } from '../../shared/aiCall/time/momentTexts';
import { isFailed, type Decisions } from '../entry/decision';
import type { Delivery } from '../entry/delivery';
import { isEntry, takenWord, unshared, type Row } from '../entry/entry';
import { counted, RUN } from '../entry/sentences';
import { countTexts } from './counts';

/** Hints: what the output panel shows of a run or a check as a whole. */

/** Adds a hint to the output panel. */
export function showHint(
	context: IExecuteFunctions,
	message: string,
	type?: NodeExecutionHint['type'],
): void {
	context.addExecutionHints({ message, ...(type && { type }), location: 'outputPane' });
}

/** Of many warnings only the first are shown. */
const SHOWN_WARNINGS = 5;

/** What is found on a run as a whole and on its items. */
export interface Findings {
	ofRun: readonly Finding[];
	ofItems: readonly (readonly Finding[])[];
}

/** Shows the first warnings of a run. */
export function showWarnings(context: IExecuteFunctions, { ofRun, ofItems }: Findings): void {
	const warnings = [...ofRun, ...ofItems.flat()].filter(({ isWarning }) => isWarning);
	const texts = [...new Set(warnings.map(({ text }) => text))];
	for (const text of texts.slice(0, SHOWN_WARNINGS)) showHint(context, text, 'warning');
}

/** Shows how many entries a run has sent, and what became of the others. */
export function showRun(
	context: IExecuteFunctions,
	{ names, skip }: Delivery,
	rows: readonly Row[],
	decisions: Decisions,
): void {
	const own = unshared(rows);
	const accepted = decisions.in(own, 'accepted').length;
	const forItems = own.length < rows.length ? ` for ${rows.filter(isEntry).length} items` : '';
	const done = `${accepted} ${takenWord(names)}${forItems}`;
	const message = [done, ...countTexts(own, decisions)].join(' · ');
	showHint(context, message, accepted === 0 ? 'warning' : undefined);
	showHeld(context, own, decisions);
	showLeftOut(context, own, decisions);
	showCalledAgain(context, decisions.in(own, 'accepted'), decisions);
	if (skip?.sendInterrupted) showHint(context, RUN.interruptedIsOn, 'warning');
	if (names.method === 'placeCalls' && accepted > 0) showHint(context, RUN.resultsOfCalls);
}

/** Says how many rows are left out because they were sent before, and how to send them again. */
export function showLeftOut(
	context: IExecuteFunctions,
	rows: readonly Row[],
	decisions: Decisions,
): void {
	const count = decisions.in(rows, 'sentBefore').length;
	if (count > 0) showHint(context, RUN.leftOut(counted(count), count === 1));
}

/** Says how many of the rows that are sent have a number that was called today. */
export function showCalledAgain(
	context: IExecuteFunctions,
	sent: readonly Row[],
	decisions: Decisions,
): void {
	const again = sent.filter((row) => decisions.of(row).isCalledAgain);
	if (again.length > 0) showHint(context, RUN.calledToday(again.length, sent.length), 'warning');
}

/** Says why rows cannot be called now, and from when on they can. */
export function showHeld(
	context: IExecuteFunctions,
	rows: readonly Row[],
	decisions: Decisions,
): void {
	const held = decisions.in(rows, 'outsideHours');
	const first = earliestOf(held, decisions);
	if (!first) return;
	const from = momentText(first.retryAt, first.at);
	const count = counted(held.length);
	const next = held.length < rows.length ? RUN.sendTheseFrom(from) : RUN.againFrom(from);
	showHint(context, `${RUN.held(count, first.reason)} ${next}`, 'warning');
}

/** Of rows outside their hours, why those wait whose hours begin first. */
export function earliestOf(
	rows: readonly Row[],
	decisions: Decisions,
): OutsideHoursError | undefined {
	let first: OutsideHoursError | undefined;
	for (const row of rows) {
		const decision = decisions.of(row);
		if (!isFailed(decision) || !(decision.failure instanceof OutsideHoursError)) continue;
		const { failure } = decision;
		if (!first || Date.parse(failure.retryAt) < Date.parse(first.retryAt)) first = failure;
	}
	return first;
}
