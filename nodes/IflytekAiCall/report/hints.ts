import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { OutsideHoursError } from '../../shared/aiCall/time/callingHours';
import { momentText } from '../../shared/aiCall/time/momentTexts';
import { asFailure } from '../../shared/failure';
import type { Outcomes } from '../entry/audit';
import type { Delivery, PreparedItem, RepeatSettings } from '../entry/delivery';
import { isEntry, problemText } from '../entry/entry';
import { counted, namesText } from '../entry/names';
import {
	invalidState,
	isFailed,
	leftOut,
	OUTCOMES,
	type NotAcceptedState,
	type Outcome,
} from '../entry/outcomes';
import { EACH_RUN } from '../fields/repeat';

/** What a hint counts: a row in a state, how it is named, and why it is in this state, in short. */
export interface CountedRow {
	state: string;
	label?: string;
	reason?: string;
}

const WHERE_RESULTS_COME_FROM =
	'How each call went comes later: iFLYTEK AI Call Trigger starts a workflow for each call that has ended.';

/** Adds a hint to the output panel. */
export function showHint(
	context: IExecuteFunctions,
	message: string,
	type?: NodeExecutionHint['type'],
): void {
	context.addExecutionHints({ message, ...(type && { type }), location: 'outputPane' });
}

/**
 * The rows of each state that was not accepted, as hints count them. A reason that all of them share
 * is said once: `191 rejected: wrong data relationship (200200)`. Rows with problems are named
 * otherwise: `2 with problems (138, abc)`.
 */
export function countTexts(rows: readonly CountedRow[]): string[] {
	return (Object.keys(OUTCOMES) as NotAcceptedState[]).flatMap((state) => {
		const inState = rows.filter((row) => row.state === state);
		const [first] = inState;
		if (!first) return [];
		const count = `${inState.length} ${OUTCOMES[state].text}`;
		const { reason } = first;
		const isShared = reason !== undefined && inState.every((row) => row.reason === reason);
		if (state !== 'problem') return isShared ? `${count}: ${reason}` : count;
		return isShared && inState.length > 1
			? `${count}, all the same: ${reason}`
			: `${count} (${namesText(inState)})`;
	});
}

/** Shows in the output panel how many entries a run has sent, and the outcomes of the others. */
export function showOutcomes(
	context: IExecuteFunctions,
	{ names: { method }, repeat }: Delivery,
	items: readonly PreparedItem[],
	outcomes: Outcomes,
): void {
	const all = items.flatMap(({ entries }) => entries);
	const rows = all.flatMap((entry): CountedRow[] => {
		const { label } = entry;
		if (!isEntry(entry)) return [{ state: invalidState(entry), label, reason: problemText(entry) }];
		if (entry.sharedWith) return [];
		const outcome = outcomes.of(entry);
		const { state } = leftOut(entry) ?? outcome;
		return [{ state, label, reason: shortReason(outcome) }];
	});
	const accepted = rows.filter(({ state }) => state === 'accepted').length;
	const valid = all.filter(isEntry);
	const forItems = valid.some(({ sharedWith }) => sharedWith) ? ` for ${valid.length} items` : '';
	const done = `${accepted} ${method === 'createTask' ? 'created' : 'accepted'}${forItems}`;
	const message = [done, ...countTexts(rows)].join(' · ');
	showHint(context, message, accepted === 0 ? 'warning' : undefined);
	const held = [...outcomes.values()].flatMap((outcome) =>
		isFailed(outcome) && outcome.error instanceof OutsideHoursError ? [outcome.error] : [],
	);
	showHeld(context, held, accepted > 0);
	showLeftOut(context, rows, repeat);
	if (method === 'placeCalls' && accepted > 0) showHint(context, WHERE_RESULTS_COME_FROM);
}

/** Says how many rows are left out because they were sent before, and how to send them again. */
export function showLeftOut(
	context: IExecuteFunctions,
	rows: readonly CountedRow[],
	repeat: RepeatSettings | undefined,
): void {
	const leftOut = rows.filter(({ state, reason }) => state === 'sentBefore' && !reason).length;
	if (leftOut === 0 || !repeat || repeat.repeat === 'eachRun') return;
	const [verb, pronoun] = leftOut === 1 ? ['was', 'it'] : ['were', 'them'];
	const when = repeat.repeat === 'onceADay' ? 'today' : 'before';
	showHint(
		context,
		`${counted(leftOut, ['row', 'rows'])} ${verb} sent ${when} and left out. To send ${pronoun} again, set ${EACH_RUN}.`,
	);
}

/** The reason of a failure in a few words: the platform's own with its code, if it has one. */
function shortReason(outcome: Outcome): string | undefined {
	if (!isFailed(outcome) || outcome.error instanceof OutsideHoursError) return undefined;
	const { message, details } = asFailure(outcome.error);
	const { code, desc } = details;
	return code !== undefined && desc ? `${desc} (${code})` : message;
}

/**
 * Says why rows cannot be called now, from when on they can, and that nothing waits until then.
 * @param areOthers whether other rows can be called
 */
export function showHeld(
	context: IExecuteFunctions,
	held: readonly OutsideHoursError[],
	areOthers: boolean,
): void {
	if (held.length === 0) return;
	const timeOf = ({ details }: OutsideHoursError) => Date.parse(details.retryAt ?? '');
	const earliest = held.reduce((best, one) => (timeOf(one) < timeOf(best) ? one : best));
	const who = areOthers ? `${held.length} of the rows cannot` : 'Nobody can';
	const from = momentText(earliest.details.retryAt ?? '', earliest.at);
	showHint(
		context,
		`${who} be called now: ${earliest.reason}. Nothing is queued: run this again from ${from} on, or use a task, which waits.`,
		'warning',
	);
}
