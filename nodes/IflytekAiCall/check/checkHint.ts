import type { IExecuteFunctions } from 'n8n-workflow';
import type { Finding } from '../../shared/aiCall/checks';
import type { OutsideHoursError } from '../../shared/aiCall/time/callingHours';
import {
	countText,
	isEntry,
	type DeliveryNames,
	type Entry,
	type InvalidEntry,
	type LeftOutState,
} from '../batch/entry';
import { showHeld } from '../batch/outcomeHint';

/** What a run would do with a row. The states are those of a run, and `ready`: it would be sent. */
export interface CheckedRow {
	/** How the hint names the row. */
	label?: string;
	/** Undefined if the item could not be read. */
	entry?: Entry | InvalidEntry;
	state: 'ready' | 'outsideHours' | 'sentBefore' | LeftOutState;
	/** Why the row cannot be sent at this moment. */
	held?: OutsideHoursError;
	/** What happens after a row that is ready was sent. */
	afterwards?: string;
	/** What is wrong with the row, in short. */
	reason?: string;
	json: { [field: string]: unknown; problems?: string[]; warnings?: string[] };
}

/** What the hint shows besides the rows. */
interface RunSummary {
	/** The findings on the run as a whole. */
	runFindings: readonly Finding[];
	/** Why the run would stop before it sends anything, if it would. */
	stopReason?: keyof typeof STOP_TEXTS;
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

/** Shows in the output panel what a run would do, and the findings on the whole run. */
export function showCheck(
	context: IExecuteFunctions,
	names: DeliveryNames,
	rows: readonly CheckedRow[],
	{ runFindings, stopReason }: RunSummary,
): void {
	const inState = (state: CheckedRow['state']) => rows.filter((row) => row.state === state);
	const ready = inState('ready');
	// Of the rows that share a task, only the first counts.
	const toSend = ready.filter(({ entry }) => !(entry && isEntry(entry) && entry.sharedWith));
	const held = rows.flatMap((row) => row.held ?? []);
	const isTask = names.method === 'createTask';
	const noun = isTask ? ` ${toSend.length === 1 ? names.nouns[0] : names.nouns[1]}` : '';
	const parts = [
		`${toSend.length}${noun} ready to be ${names.done ?? DONE[names.method]}` +
			(toSend.length < ready.length ? ` for ${ready.length} items` : ''),
		countText(inState('outsideHours'), 'outsideHours'),
		countText(inState('problem'), 'problem', ({ reason }) => reason, true),
		countText(inState('neverCall'), 'neverCall'),
		countText(inState('duplicate'), 'duplicate'),
		countText(inState('sentBefore'), 'sentBefore', () => 'their row key is that of an earlier row'),
	];
	const howToSend = HOW_TO_SEND_OTHERS[isTask ? 'tasks' : 'rows'];
	const notes = [
		...runFindings.map(({ text }) => text),
		...(stopReason && toSend.length > 0 ? [`${STOP_TEXTS[stopReason]} ${howToSend}`] : []),
	];
	const [afterwards, ...others] = new Set(toSend.map((row) => row.afterwards));
	const end = afterwards !== undefined && others.length === 0 ? `. ${afterwards}.` : '';
	context.addExecutionHints(
		{
			message: `Check, nothing was sent: ${parts.filter(Boolean).join(' · ')}${end}`,
			location: 'outputPane',
		},
		...notes.map((message) => ({
			message,
			type: 'warning' as const,
			location: 'outputPane' as const,
		})),
	);
	showHeld(context, held, toSend.length > 0);
}
