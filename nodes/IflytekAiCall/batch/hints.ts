import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import type { Finding } from '../../shared/aiCall/finding';
import { momentText } from '../../shared/aiCall/time/taskWindow';
import { OutsideHoursError } from '../../shared/aiCall/time/callingHours';
import { asFailure } from '../../shared/failure';
import type { PreparedItem } from './delivery';
import { isEntry, namesText, problemText, type DeliveryNames } from './entry';
import {
	invalidState,
	isFailed,
	leftOut,
	OUTCOMES,
	type NotAcceptedState,
	type Outcome,
	type Outcomes,
} from './outcomes';

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
	{ method }: DeliveryNames,
	items: readonly PreparedItem[],
	outcomes: Outcomes,
): void {
	const all = items.flatMap(({ entries }) => entries);
	const counted = all.flatMap((entry): CountedRow[] => {
		const { label } = entry;
		if (!isEntry(entry)) return [{ state: invalidState(entry), label, reason: problemText(entry) }];
		if (entry.sharedWith) return [];
		const outcome = outcomes.of(entry);
		const { state } = leftOut(entry) ?? outcome;
		return [{ state, label, reason: shortReason(outcome) }];
	});
	const accepted = counted.filter(({ state }) => state === 'accepted').length;
	const valid = all.filter(isEntry);
	const forItems = valid.some(({ sharedWith }) => sharedWith) ? ` for ${valid.length} items` : '';
	const done = `${accepted} ${method === 'createTask' ? 'created' : 'accepted'}${forItems}`;
	const message = [done, ...countTexts(counted)].join(' · ');
	showHint(context, message, accepted === 0 ? 'warning' : undefined);
	const held = [...outcomes.values()].flatMap((outcome) =>
		isFailed(outcome) && outcome.error instanceof OutsideHoursError ? [outcome.error] : [],
	);
	showHeld(context, held, accepted > 0);
	if (method === 'placeCalls' && accepted > 0) showHint(context, WHERE_RESULTS_COME_FROM);
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

/** What a run would do with a row. The states are those of a run, and `ready`: it would be sent. */
export interface CheckedRow extends CountedRow {
	state: 'ready' | 'outsideHours' | 'sentBefore' | 'problem' | 'duplicate' | 'neverCall';
	/** Whether an earlier row creates the task that this one would create. */
	sharesTask?: boolean;
	/** Why the row cannot be sent at this moment. */
	held?: OutsideHoursError;
	/** What happens after a row that is ready was sent. */
	afterwards?: string;
	json: Record<string, unknown>;
}

/** The word for what a run does with an entry, by API method. */
export const DONE = { placeCalls: 'called', addRows: 'added', createTask: 'created' } as const;

/** Why a run sends nothing although rows are ready. */
export const STOP_TEXTS = {
	problems: 'As long as a row has a problem, a run sends nothing.',
	hours: 'As long as some rows are outside the calling times, a run sends nothing.',
};
const HOW_TO_SEND_OTHERS = {
	rows: 'To send the others, set If Rows Have Problems under Options to Send the Others.',
	tasks: 'To create the others, set On Error under Settings to Continue (using error output).',
};

/**
 * Shows in the output panel what a run would do, and the findings on the whole run.
 * @param stopReason why the run would stop before it sends anything, if it would
 */
export function showCheck(
	context: IExecuteFunctions,
	names: DeliveryNames,
	rows: readonly CheckedRow[],
	{ runFindings, stopReason }: { runFindings: Finding[]; stopReason?: keyof typeof STOP_TEXTS },
): void {
	const ready = rows.filter(({ state }) => state === 'ready');
	const toSend = ready.filter(({ sharesTask }) => !sharesTask);
	const isTask = names.method === 'createTask';
	const noun = isTask ? ` ${toSend.length === 1 ? names.nouns[0] : names.nouns[1]}` : '';
	const forItems = toSend.length < ready.length ? ` for ${ready.length} items` : '';
	const done = names.done ?? DONE[names.method];
	const parts = [`${toSend.length}${noun} ready to be ${done}${forItems}`, ...countTexts(rows)];
	const [afterwards, ...others] = new Set(toSend.map((row) => row.afterwards));
	const end = afterwards !== undefined && others.length === 0 ? `. ${afterwards}.` : '';
	showHint(context, `Check, nothing was sent: ${parts.join(' · ')}${end}`);
	for (const { text } of runFindings) showHint(context, text, 'warning');
	if (stopReason && toSend.length > 0) {
		const howToSend = HOW_TO_SEND_OTHERS[isTask ? 'tasks' : 'rows'];
		showHint(context, `${STOP_TEXTS[stopReason]} ${howToSend}`, 'warning');
	}
	showHeld(
		context,
		rows.flatMap(({ held }) => held ?? []),
		toSend.length > 0,
	);
}
