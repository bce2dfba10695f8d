import type { DeliveryMethod } from '../../shared/aiCall/protocol/apiMethods';
import {
	outsideHours,
	type CallingHours,
	type OutsideHoursError,
} from '../../shared/aiCall/time/callingHours';
import { asFailure } from '../../shared/failure';
import type { Clock } from '../../shared/n8n/requests/clock';
import { shortened, type JsonRecord } from '../../shared/values';

/** What is sent, and how texts name it. */

/**
 * What entries with the same choices have in common. Entries with the same `Destination` object are
 * sent in the same requests.
 */
export interface Destination {
	/** The body of a request for entries with these values. */
	body(values: string[][]): JsonRecord;
	/**
	 * How a retry recognizes the entries: by where they go (`target`), and by what is compared in place
	 * of their values (`content`), which a task does not have.
	 */
	identity?: { target?: string; content?: unknown };
	/**
	 * Asks the platform for the tasks that may be the one of this entry, and returns their IDs.
	 * @param wasCreated whether it is certain that the task was created
	 */
	findSent?: (wasCreated: boolean) => Promise<string[]>;
	/** The task that must be there before the rows are added to it, if the run creates it. */
	task?: RowsTask;
	/** The columns of the rows. A task has none. */
	columns?: readonly string[];
	/** What a result shows of each entry, besides the values of a row. */
	shown?: object;
	/** When entries may be sent; without hours at any time. */
	hours?: CallingHours;
}

/** A task that a run creates for its rows. */
export interface RowsTask {
	/** Its ID, once it is known. */
	id?: string;
	/** What identifies the tasks that it replaces, and then itself. */
	identities: readonly string[];
	/** Called before each request that adds rows. Throws if the task takes none. */
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
	/** Of entries of a run with the same text, only the first is sent. */
	distinct?: string;
	/** The first row with the same text. If there is such a row, this one is left out. */
	duplicateOf?: Entry;
	/** The first task with the same text. Only that one is created, and both get its outcome. */
	sharedWith?: Entry;
	/** True for a row whose number must never be called. The row is left out. */
	neverCall?: true;
}

/** What cannot be sent: a row, or an item that could not be read. */
export interface InvalidEntry {
	/** The phone number as it came; undefined if the row has none. Of an item, `item 3`. */
	label?: string;
	/** Errors, each of which keeps it from being sent. */
	problems: [unknown, ...unknown[]];
	rowIndex?: number;
	/** Undefined for an item. */
	original?: unknown;
}

export function isEntry(entry: Entry | InvalidEntry): entry is Entry {
	return !('problems' in entry);
}

/** What is wrong with a row or an item, in short: its first problem. */
export const problemText = ({ problems: [first] }: InvalidEntry) => asFailure(first).message;

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

/** What a result shows of an entry. */
export function shownOf({ destination: { shown, columns }, values }: Entry): object {
	if (!columns) return { ...shown };
	const row = Object.fromEntries(columns.map((name, column) => [name, values[column]]));
	return { ...shown, phoneNumber: values[0], row };
}

/** The error that says why an entry may not be sent at this moment. */
export function hoursError({ hours }: Destination, clock: Clock): OutsideHoursError | undefined {
	return hours && outsideHours(hours, clock.date());
}

/** Of many rows only the first are named in a hint. */
const LISTED_NAMES = 5;

/** The names of rows in a hint: `1380013, abc, (empty), …`. */
export function namesText(rows: readonly { label?: string }[]): string {
	const names = rows.slice(0, LISTED_NAMES).map(({ label }) => shortened(label || '(empty)'));
	return [...names, ...(rows.length > LISTED_NAMES ? ['…'] : [])].join(', ');
}

/** Where an entry comes from: `item 3, row 0`, both zero-based. */
export function positionText({ item, rowIndex }: Pick<Entry, 'item' | 'rowIndex'>): string {
	return rowIndex === undefined ? `item ${item}` : `item ${item}, row ${rowIndex}`;
}

/** How messages name an entry: `item 3: 13912345678`. */
export function nameOf(entry: Entry): string {
	return `${positionText(entry)}: ${entry.label}`;
}

/** How a result names another row: its phone number and the next value: `13800000000, Ms Wang`. */
export function rowName({ label, values: [, ...values] }: Entry): string {
	const next = values.find((value) => value.trim() !== '');
	return shortened([label, ...(next === undefined ? [] : [next])].join(', '));
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
