import type { AiCallEnvelope } from '../../shared/aiCall/protocol/aiCallEnvelope';
import type { DeliveryMethod } from '../../shared/aiCall/protocol/methods';
import type { RowProblem } from '../../shared/aiCall/rows/rows';
import { NEVER_CALL } from '../../shared/aiCall/rows/neverCall';
import type { OutsideHoursError } from '../../shared/aiCall/time/callingHours';
import { shortened, type JsonRecord } from '../../shared/values';

/** What is delivered, its outcome, and the names of both. */

/**
 * What entries with the same choices have in common. Entries with the same `Destination` object are
 * sent in the same requests.
 */
export interface Destination {
	/** The body of a request for entries with these values. */
	body(values: string[][]): JsonRecord;
	/**
	 * What tells entries of this destination apart from others with the same label (`target`), and
	 * what an entry says if that is not its values (`content`).
	 */
	identity?: { target?: string; content?: unknown };
	/**
	 * The IDs of what the platform has and what looks like the entry of this destination, if it was
	 * created, or may have been (`isCertain` false).
	 */
	findSent?(isCertain: boolean): Promise<string[]>;
	/** The task that must be there before the rows are added to it, if the run creates it. */
	task?: RowsTask;
	/** What a result shows of an entry with these values. */
	shown(values: readonly string[]): object;
	/** The error that says why nothing may be sent at this moment. Called before each attempt. */
	whyNotNow?(): OutsideHoursError | undefined;
}

/** A task that a run creates for its rows. */
export interface RowsTask {
	/** Its ID, once it is known. */
	id?: string;
	/**
	 * Called before each request that adds rows. Throws if the task takes none; they are not sent then.
	 */
	ready(): Promise<void>;
}

/** What must be sent exactly once: the row of a customer, or a task to create. */
export interface Entry {
	item: number;
	/** Index in the array of the item, if the item contains an array. */
	rowIndex?: number;
	/** Name in errors: the phone number, or the name of the task. */
	label: string;
	destination: Destination;
	values: string[];
	original: unknown;
	/** The user's key that identifies a row across runs. */
	key?: string;
	/** An earlier row with the same phone number. If there is such a row, this one is dropped. */
	duplicateOf?: Entry;
	/** An earlier entry with identical values. Only that one is sent, and both get its outcome. */
	sharedWith?: Entry;
	/** True for a row whose number must never be called. The row is left out. */
	neverCall?: true;
}

export interface InvalidEntry {
	/** The phone number as it came; undefined if the row has none. */
	label?: string;
	problems: [RowProblem, ...RowProblem[]];
	rowIndex?: number;
	original: unknown;
}

export function isEntry(entry: Entry | InvalidEntry): entry is Entry {
	return !('problems' in entry);
}

export function invalidEntry(entry: Entry, problem: RowProblem): InvalidEntry {
	const { label, rowIndex, original } = entry;
	return { label, problems: [problem], rowIndex, original };
}

/**
 * An outcome that is a failure of this entry, not the consequence of another entry's failure.
 * `outsideHours`: nobody may be called at that time. `notStarted`: it is in a task that the run could
 * not start.
 */
export interface FailedOutcome {
	state: 'notAccepted' | 'unknown' | 'outsideHours' | 'notStarted';
	error: unknown;
	batch: Entry[];
	/** The ID of a row in a task that was not started. */
	id?: string;
}

/**
 * The outcome of an entry. `notSent`: it was not tried, because another entry failed or the
 * execution was stopped. `sentBefore`: it was sent before; `id` is known of a task.
 */
export type Outcome =
	| { state: 'accepted'; id: string; envelope: AiCallEnvelope }
	| FailedOutcome
	| { state: 'notSent' }
	| { state: 'sentBefore'; id?: string };

/** The states of entries that no run sends: invalid, a repeated number, a number not to call. */
export type LeftOutState = 'problem' | 'duplicate' | 'neverCall';

/**
 * The states of entries that were not accepted in this run, in a check and in a run: how texts name
 * them, and whether the entry was certainly not accepted, so that it may be sent later. Errors name
 * an optional state only if an entry has it.
 */
export const OUTCOMES: Record<
	Exclude<Outcome['state'], 'accepted'> | LeftOutState,
	{ count: string; list: string; maySendAgain?: true; optional?: true }
> = {
	notAccepted: { count: 'rejected', list: 'Not accepted', maySendAgain: true },
	unknown: { count: 'unknown', list: 'Unknown' },
	outsideHours: {
		count: 'outside the calling times',
		list: 'Outside the calling times',
		maySendAgain: true,
		optional: true,
	},
	notStarted: {
		count: 'in a task that was not started',
		list: 'In a task that was not started',
		optional: true,
	},
	notSent: { count: 'not sent', list: 'Not sent', maySendAgain: true },
	sentBefore: { count: 'sent before', list: 'Sent before', optional: true },
	problem: { count: 'with problems', list: 'With problems', maySendAgain: true, optional: true },
	neverCall: { count: `under ${NEVER_CALL}`, list: `Under ${NEVER_CALL}`, optional: true },
	duplicate: {
		count: 'with the number of an earlier row',
		list: 'With the number of an earlier row',
		optional: true,
	},
};

/** Whether an entry was certainly not accepted, so that it may be sent later. */
export function maySendAgain(outcome: Outcome | undefined): boolean {
	if (!outcome || outcome.state === 'accepted') return false;
	return OUTCOMES[outcome.state].maySendAgain === true;
}

/** Whether an entry failed itself, and not only because another entry failed. */
export function isFailed(outcome: Outcome): outcome is FailedOutcome {
	return 'error' in outcome;
}

/** Which entries count as sent before. */
export interface SentRowsSettings {
	/** How many keys are remembered at least; undefined if the rows have no keys of the user. */
	rememberedKeys?: number;
	/** Whether to send rows that an earlier execution began and did not finish. */
	sendInterrupted?: boolean;
}

export interface DeliveryNames {
	method: DeliveryMethod;
	/** What the run does, such as `add rows`. */
	action: string;
	/** The word for what the run does with an entry, if it is not that of its method. */
	done?: string;
	/** The platform's name of the ids: `task_data_id` or `task_id`. */
	idName: string;
	/** What an entry is called, in the singular and in the plural. */
	nouns: [string, string];
}

/** Where a row or a task comes from: its item, and its index in the array of the item. */
export type Place = Pick<Entry, 'item' | 'rowIndex'>;

/** Of many rows only the first are named in a hint. */
const LISTED_NAMES = 5;

/** The names of rows in a hint: `1380013, abc, (empty), …`. */
export function namesText(rows: readonly Pick<InvalidEntry, 'label'>[]): string {
	const names = rows.slice(0, LISTED_NAMES).map(({ label }) => shortened(label || '(empty)'));
	return [...names, ...(rows.length > LISTED_NAMES ? ['…'] : [])].join(', ');
}

/**
 * How a hint counts the rows of a state. A text that all of them share is said once: `191 rejected:
 * wrong data relationship (200200)`. Otherwise the rows may be named: `2 with problems (138, abc)`.
 * @param reasonOf why a row is in this state, in short
 */
export function countText<Row extends Pick<InvalidEntry, 'label'>>(
	rows: readonly Row[],
	state: keyof typeof OUTCOMES,
	reasonOf: (row: Row) => string | undefined = () => undefined,
	isNamed = false,
): string | false {
	const [first] = rows;
	if (!first) return false;
	const count = `${rows.length} ${OUTCOMES[state].count}`;
	const reason = reasonOf(first);
	const isShared = reason !== undefined && rows.every((row) => reasonOf(row) === reason);
	if (isShared && (rows.length > 1 || !isNamed))
		return isNamed ? `${count}, all the same: ${reason}` : `${count}: ${reason}`;
	return isNamed ? `${count} (${namesText(rows)})` : count;
}

export function positionText({ item, rowIndex }: Place): string {
	return rowIndex === undefined ? `item ${item}` : `item ${item}, row ${rowIndex}`;
}

/** How a result names another row: its phone number and the next value: `13800000000, Ms Wang`. */
export function rowName({ label, values: [, ...values] }: Entry): string {
	const next = values.find((value) => value.trim() !== '');
	return shortened([label, ...(next === undefined ? [] : [next])].join(', '));
}

/** How messages name an entry: `item 3: 13912345678`. */
export function nameOf(entry: Entry): string {
	return `${positionText(entry)}: ${entry.label}`;
}

/** The items of entries as ranges: `items 0 to 49, 51`. */
export function itemsText(entries: readonly Entry[]): string {
	const items = [...new Set(entries.map(({ item }) => item))].sort((a, b) => a - b);
	const ranges: [number, number][] = [];
	for (const item of items) {
		const last = ranges.at(-1);
		if (last?.[1] === item - 1) last[1] = item;
		else ranges.push([item, item]);
	}
	const text = ranges
		.map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`))
		.join(', ');
	return `${items.length === 1 ? 'item' : 'items'} ${text}`;
}

/**
 * Finds entries that have the same text, such as a key or a phone number, as an earlier entry. An
 * entry without this text is never a repeat.
 */
export class Repeats {
	private readonly firsts = new Map<string, Entry>();

	/** The first entry with this text; undefined if `entry` is the first. */
	firstOf(entry: Entry, text: string | undefined): Entry | undefined {
		if (text === undefined) return undefined;
		const first = this.firsts.get(text);
		if (!first) this.firsts.set(text, entry);
		return first;
	}
}

/** The entries that have the text of an earlier entry, each with the first entry of that text. */
export function repeatsIn(
	entries: readonly Entry[],
	textIn: (entry: Entry) => string | undefined,
): Map<Entry, Entry> {
	const firsts = new Repeats();
	const repeats = new Map<Entry, Entry>();
	for (const entry of entries) {
		const first = firsts.firstOf(entry, textIn(entry));
		if (first) repeats.set(entry, first);
	}
	return repeats;
}
