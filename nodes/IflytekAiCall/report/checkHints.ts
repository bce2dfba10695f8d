import type { IExecuteFunctions } from 'n8n-workflow';
import type { Finding } from '../../shared/aiCall/finding';
import type { OutsideHoursError } from '../../shared/aiCall/time/callingHours';
import type { RepeatSettings } from '../entry/delivery';
import type { DeliveryNames } from '../entry/entry';
import type { NotAcceptedState } from '../entry/outcomes';
import { countTexts, showHeld, showHint, showLeftOut, type CountedRow } from './hints';

/** What a run would do with a row. The states are those of a run, and `ready`: it would be sent. */
export interface CheckedRow extends CountedRow {
	state: 'ready' | NotAcceptedState;
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

/** Why a row would be left out that was sent before. */
export const sentBeforeText = (repeat: RepeatSettings | undefined) =>
	repeat?.repeat === 'oncePerKey' ? 'Its row key was sent before' : 'The same row was sent today';

/** Why a run sends nothing although rows are ready. */
const STOP_TEXTS = {
	problems: 'As long as a row has a problem, a run sends nothing.',
	hours: 'As long as some rows are outside the calling times, a run sends nothing.',
};
export type StopReason = keyof typeof STOP_TEXTS;

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
	{
		runFindings,
		stopReason,
		repeat,
	}: { runFindings: Finding[]; stopReason?: StopReason; repeat?: RepeatSettings },
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
	showLeftOut(context, rows, repeat);
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
