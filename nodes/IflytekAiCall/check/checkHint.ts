import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Finding } from '../../shared/aiCall/checks';
import {
	isEntry,
	problemsText,
	type DeliveryNames,
	type Entry,
	type InvalidEntry,
} from '../batch/entry';

/** What a run would do with a row. */
export interface CheckedRow {
	item: number;
	/** Undefined if the item could not be read. */
	entry?: Entry | InvalidEntry;
	/**
	 * `wouldWait`: nobody may be called at this moment. `wouldNotBeSent`: the row is valid, but
	 * another row prevents it from being sent.
	 */
	state:
		'wouldBeSent' | 'wouldWait' | 'wouldBeRefused' | 'wouldNotBeSent' | 'duplicate' | 'neverCall';
	/** The time from which on the row may be sent (ISO 8601), if it must wait. */
	from?: string;
	/** Whether an earlier row has the same row key. */
	repeatsKey?: boolean;
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

const STOP_TEXTS = {
	problems: 'As long as a row has a problem, a run sends nothing.',
	hours: 'As long as a row must wait, a run sends nothing.',
};
const HOW_TO_CONTINUE =
	'To send the others, set On Error under Settings to Continue (using error output).';

/** Rows with these states would not be called even if the others were valid. */
const BAD_STATES = new Set<CheckedRow['state']>(['wouldBeRefused', 'duplicate', 'neverCall']);

/** Shows in the output panel what a run would do, and the findings on the whole run. */
export function showCheck(
	context: IExecuteFunctions,
	names: DeliveryNames,
	rows: readonly CheckedRow[],
	{ runFindings, stopReason }: RunSummary,
): void {
	const goodRows = rows.filter(({ state, repeatsKey }) => !BAD_STATES.has(state) && !repeatsKey);
	// Of the rows that share a task, only the first counts.
	const rowsToSend = goodRows.filter(({ entry }) => !(entry && isEntry(entry) && entry.sharedWith));
	const badPlaces = rows
		.filter(({ state }) => state === 'wouldBeRefused')
		.map(({ item, entry }) => ({ item, rowIndex: entry?.rowIndex }));
	const count = (number: number, verb: string, pluralVerb: string, text: string) =>
		number > 0 && `${number} ${number === 1 ? verb : pluralVerb} ${text}`;
	const neverCalled = rows.filter(({ state }) => state === 'neverCall').length;
	const sameNumber = rows.filter(({ state }) => state === 'duplicate').length;
	const sameKey = rows.filter(({ repeatsKey }) => repeatsKey).length;
	const parts = [
		goodText(names, rowsToSend) +
			(rowsToSend.length < goodRows.length ? ` for ${goodRows.length} items` : ''),
		badPlaces.length > 0 && problemsText(badPlaces),
		neverCalled > 0 && `${neverCalled} under Never Call`,
		count(sameNumber, 'shares', 'share', 'a number with an earlier row'),
		count(sameKey, 'has', 'have', 'the row key of an earlier row'),
	];
	const notes = [
		...runFindings.map(({ text }) => text),
		...(stopReason && rowsToSend.length > 0
			? [`${STOP_TEXTS[stopReason]} ${HOW_TO_CONTINUE}`]
			: []),
	];
	context.addExecutionHints(
		{
			message: `Check, nothing was sent: ${parts.filter(Boolean).join(' · ')}`,
			location: 'outputPane',
		},
		...notes.map((message) => ({
			message,
			type: 'warning' as const,
			location: 'outputPane' as const,
		})),
	);
}

/**
 * How many rows would be sent, such as `188 would be called`. If rows may only be sent later, the
 * text also says from when on: `from Tue, Nov 24, 09:00 (UTC+8) on`.
 */
function goodText(
	{ method, nouns: [singular, plural] }: DeliveryNames,
	rows: readonly CheckedRow[],
): string {
	const noun = method === 'createTask' ? ` ${rows.length === 1 ? singular : plural}` : '';
	const would = `would be ${DONE[method]}`;
	const later = rows.flatMap(({ from }) => (from === undefined ? [] : [from]));
	if (later.length === 0) return `${rows.length}${noun} ${would}`;
	// Not `Math.min(...times)`: hundreds of thousands of arguments do not fit on the stack.
	const earliest = later.reduce((first, from) =>
		Date.parse(from) < Date.parse(first) ? from : first,
	);
	const from = `from ${momentText(earliest)} on`;
	const now = rows.length - later.length;
	return now === 0
		? `${rows.length}${noun} ${would} ${from}`
		: `${now}${noun} ${would} now, ${later.length} ${from}`;
}

function momentText(iso: string): string {
	return DateTime.fromISO(iso, { setZone: true, locale: 'en-US' }).toFormat(
		"ccc, LLL d, HH:mm '('ZZZZ')'",
	);
}
