import type { DeliveryMethod } from '../../shared/aiCall/protocol/apiMethods';
import {
	outsideHours,
	type CallingHours,
	type OutsideHoursError,
} from '../../shared/aiCall/time/callingHours';
import { asFailure } from '../../shared/failure';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { JsonRecord } from '../../shared/values';

/** What is sent: a row of a customer, or a task to create. */

/**
 * What entries with the same choices have in common. Entries with the same `Destination` object are
 * sent in the same requests.
 */
export interface Destination {
	/** The body of a request for entries with these values. */
	body(values: string[][]): JsonRecord;
	/** The script that speaks the values of a row. */
	script?: string;
	/** The task that takes the rows; without it, they are called immediately. */
	task?: RowsTask;
	/** The columns of the rows. A task has none. */
	columns?: readonly string[];
	/** What a result shows of each entry, besides the values of a row. */
	shown?: object;
	/** When entries may be sent; without hours at any time. */
	hours?: CallingHours;
	/** The time zone of the customers, in which a day begins; by default that of the platform. */
	zone?: string;
}

/** A task that takes rows. */
export interface RowsTask {
	/** Undefined until the task is created. */
	id?: string;
	/** The task as the platform had it before the rows were added. */
	asFound?: JsonRecord;
}

/** What is sent: the row of a customer, or a task to create. */
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

export interface DeliveryNames {
	method: DeliveryMethod;
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
