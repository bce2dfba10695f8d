import type { AiCallEnvelope } from '../../shared/aiCall/protocol/aiCallEnvelope';
import type { DeliveryMethod } from '../../shared/aiCall/protocol/methods';
import type { RowProblem } from '../../shared/aiCall/rows/rows';
import type { OutsideHoursError } from '../../shared/aiCall/time/callingHours';
import { definedFields, type JsonRecord } from '../../shared/values';

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
	/** What a result shows of an entry with these values. */
	shown(values: readonly string[]): object;
	/** The error that says why nothing may be sent at this moment. Called before each attempt. */
	whyNotNow?(): OutsideHoursError | undefined;
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
	problems: [RowProblem, ...RowProblem[]];
	rowIndex?: number;
	original: unknown;
}

export function isEntry(entry: Entry | InvalidEntry): entry is Entry {
	return !('problems' in entry);
}

export function invalidEntry({ rowIndex, original }: Entry, problem: RowProblem): InvalidEntry {
	return { problems: [problem], rowIndex, original };
}

/** What a result shows of an entry: the values to send, or the original ones if it is invalid. */
export function shownEntry(entry: Entry | InvalidEntry): object {
	return {
		...definedFields({ rowIndex: entry.rowIndex }),
		...(isEntry(entry) ? entry.destination.shown(entry.values) : { row: entry.original }),
	};
}

/**
 * An outcome that is a failure of this entry, not the consequence of another entry's failure.
 * `outsideHours`: nobody may be called at that time.
 */
export interface FailedOutcome {
	state: 'notAccepted' | 'unknown' | 'outsideHours';
	error: unknown;
	batch: Entry[];
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

/**
 * The outcomes of entries that were not accepted in this run: how texts name them, and whether the
 * entry was certainly not accepted, so that it may be sent later. Errors name an optional outcome
 * only if an entry has it.
 */
export const OUTCOMES: Record<
	Exclude<Outcome['state'], 'accepted'>,
	{ count: string; list: string; maySendAgain?: true; optional?: true }
> = {
	notAccepted: { count: 'rejected', list: 'Not accepted', maySendAgain: true },
	unknown: { count: 'unknown', list: 'Unknown' },
	outsideHours: {
		count: 'outside the calling hours or days',
		list: 'Outside the calling hours or days',
		maySendAgain: true,
		optional: true,
	},
	notSent: { count: 'not sent', list: 'Not sent', maySendAgain: true },
	sentBefore: { count: 'sent before', list: 'Sent before', optional: true },
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
	/** The platform's name of the ids: `task_data_id` or `task_id`. */
	idName: string;
	/** What an entry is called, in the singular and in the plural. */
	nouns: [string, string];
}

/** Where a row or a task comes from: its item, and its index in the array of the item. */
export type Place = Pick<Entry, 'item' | 'rowIndex'>;

const LISTED_PLACES = 5;

/**
 * The number of invalid rows and where they are, for hints: `2 with problems (items 7, 47)`; for
 * rows in arrays `(items 0 row 7, 0 row 47)`.
 */
export function problemsText(places: readonly Place[]): string {
	return `${places.length} with problems (${placesText(places)})`;
}

/** Where rows are: `items 7, 47`. Of many only the first are named. */
export function placesText(places: readonly Place[]): string {
	const texts = places
		.slice(0, LISTED_PLACES)
		.map(({ item, rowIndex }) => (rowIndex === undefined ? `${item}` : `${item} row ${rowIndex}`));
	const more = places.length > LISTED_PLACES ? ', …' : '';
	const noun = places.length === 1 ? 'item' : 'items';
	return `${noun} ${texts.join(', ')}${more}`;
}

export function positionText({ item, rowIndex }: Place): string {
	return rowIndex === undefined ? `item ${item}` : `item ${item}, row ${rowIndex}`;
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
