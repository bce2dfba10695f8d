import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Finding } from '../../shared/aiCall/checks';
import type { Capacity } from './check';
import {
	isEntry,
	problemsText,
	type DeliveryNames,
	type Destination,
	type Entry,
	type InvalidEntry,
} from './entry';

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
	hasKeyOfOther?: boolean;
	json: { [field: string]: unknown; problems?: string[]; warnings?: string[] };
}

interface OfRun {
	/** The findings on the run as a whole. */
	ofRun: readonly Finding[];
	/** Why the run would stop before it sends anything, if it would. */
	stop?: keyof typeof STOP_TEXTS;
	capacities: ReadonlyMap<Destination, Capacity>;
}

/** What a run does with an entry, by API method. */
export const DONE = { placeCalls: 'called', addRows: 'added', createTask: 'created' } as const;

const STOP_TEXTS = {
	problems: 'As long as a row has a problem, a run sends nothing.',
	hours: 'As long as a row must wait, a run sends nothing.',
};
const CONTINUE =
	'To send the others, set On Error under Settings to Continue (using error output).';

/** Rows with these states would not be called even if the others were valid. */
const NOT_GOOD = new Set<CheckedRow['state']>(['wouldBeRefused', 'duplicate', 'neverCall']);

/** Shows in the output panel what a run would do, and the findings on the whole run. */
export function showCheck(
	context: IExecuteFunctions,
	names: DeliveryNames,
	rows: readonly CheckedRow[],
	{ ofRun, stop, capacities }: OfRun,
): void {
	const items = rows.filter(({ state, hasKeyOfOther }) => !NOT_GOOD.has(state) && !hasKeyOfOther);
	// Of rows that share a task, only the first counts.
	const good = items.filter(({ entry }) => !entry || !isEntry(entry) || !entry.sharedWith);
	const bad = rows
		.filter(({ state }) => state === 'wouldBeRefused')
		.map(({ item, entry }) => ({ item, rowIndex: entry?.rowIndex }));
	const count = (number: number, one: string, several: string, text: string) =>
		number > 0 && `${number} ${number === 1 ? one : several} ${text}`;
	const never = rows.filter(({ state }) => state === 'neverCall').length;
	const sameNumber = rows.filter(({ state }) => state === 'duplicate').length;
	const sameKey = rows.filter(({ hasKeyOfOther }) => hasKeyOfOther).length;
	const parts = [
		goodText(names, good) + (good.length < items.length ? ` for ${items.length} items` : ''),
		bad.length > 0 && problemsText(bad),
		never > 0 && `${never} under Never Call`,
		count(sameNumber, 'shares', 'share', 'a number with an earlier row'),
		count(sameKey, 'has', 'have', 'the row key of an earlier row'),
		timeText(good, capacities),
	];
	const notes = [
		...ofRun.map(({ text }) => text),
		...(stop && good.length > 0 ? [`${STOP_TEXTS[stop]} ${CONTINUE}`] : []),
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
 * Such as `188 would be called`. For rows that may only be sent later, `from Tue, Nov 24, 09:00
 * (UTC+8) on` is added.
 */
function goodText(
	{ method, nouns: [one, several] }: DeliveryNames,
	good: readonly CheckedRow[],
): string {
	const noun = method === 'createTask' ? ` ${good.length === 1 ? one : several}` : '';
	const would = `would be ${DONE[method]}`;
	const later = good.flatMap(({ from }) => (from === undefined ? [] : [from]));
	const times = later.map((from) => Date.parse(from));
	const [opening] = later.filter((from) => Date.parse(from) === Math.min(...times));
	if (opening === undefined) return `${good.length}${noun} ${would}`;
	const from = `from ${momentText(opening)} on`;
	const now = good.length - later.length;
	return now === 0
		? `${good.length}${noun} ${would} ${from}`
		: `${now}${noun} ${would} now, ${later.length} ${from}`;
}

function momentText(iso: string): string {
	return DateTime.fromISO(iso, { setZone: true, locale: 'en-US' }).toFormat(
		"ccc, LLL d, HH:mm '('ZZZZ')'",
	);
}

const MINUTES_PER_HOUR = 60;
/** Longer times are given in hours. */
const MAX_MINUTES = 120;

/** How long the calls take at least; undefined if that is not known, or less than two minutes. */
function timeText(
	good: readonly CheckedRow[],
	capacities: ReadonlyMap<Destination, Capacity>,
): string | undefined {
	const byLines = new Map<string, { rows: number; atOnce: number }>();
	for (const { entry } of good) {
		const capacity = entry && isEntry(entry) ? capacities.get(entry.to) : undefined;
		if (!capacity) return undefined;
		const key = capacity.lines.join();
		const known = byLines.get(key) ?? { rows: 0, atOnce: capacity.atOnce };
		known.rows += 1;
		byLines.set(key, known);
	}
	const groups = [...byLines.values()];
	const minutes = Math.max(...groups.map(({ rows, atOnce }) => Math.ceil(rows / atOnce)));
	if (!(minutes > 1)) return undefined;
	const atOnce = groups.reduce((sum, group) => sum + group.atOnce, 0);
	const time =
		minutes > MAX_MINUTES
			? `${(minutes / MINUTES_PER_HOUR).toFixed(1)} hours`
			: `${minutes} minutes`;
	return `with ${atOnce} ${atOnce === 1 ? 'call' : 'calls'} at once at least ${time} at one minute each`;
}
