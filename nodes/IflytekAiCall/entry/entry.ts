import type { DeliveryMethod } from '../../shared/aiCall/protocol/apiMethods';
import {
	outsideHours,
	type CallingHours,
	type OutsideHoursError,
} from '../../shared/aiCall/time/callingHours';
import type { Failure } from '../../shared/failure';
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
	/** When the first of its calls is possible, in an execution that began at `start`; by default then. */
	firstCall?(start: number): number;
	/** The time zone of its calling times, in which texts name its times. */
	zone?: string;
}

/** A task that takes rows. */
export interface RowsTask {
	/** Undefined until the task is created. */
	id?: string;
	/** The task as the platform had it before the rows were added. */
	asFound?: JsonRecord;
}

/** What is known of a row, whether it can be sent or not. */
interface Source {
	item: number;
	/** Index in the array of the item, if the item contains an array. */
	rowIndex?: number;
	/** Its row in the sheet, if the node that read the sheet tells: `row_number`. */
	sheetRow?: number;
	/** The row as it came. */
	original?: unknown;
	/** Whether its number is on the do-not-call list. */
	neverCall?: true;
	/** Whether it has no value at all. */
	isBlank?: true;
	/** The details of the item's error if an earlier run has left it as `unknown`. */
	leftUnknown?: JsonRecord;
}

/** What can be sent: the row of a customer, or the task to create. */
export interface Entry extends Source {
	/** Name in errors: the phone number, or the name of the task. */
	label: string;
	destination: Destination;
	values: string[];
	/** The user's key that identifies a row across runs. */
	key?: string;
	/** Of the rows of a run with the same text, only one is sent; of tasks, only one is created. */
	distinct?: string;
	/** The first task with the same text. Only that one is created, and both get its outcome. */
	sharedWith?: Entry;
}

/** What cannot be sent: a row, or an item that could not be read. */
export interface InvalidEntry extends Source {
	/** The phone number as it came; undefined if the row has none, and of an item. */
	label?: string;
	/** Errors, each of which keeps it from being sent. */
	problems: [Failure, ...Failure[]];
	/** What only one row of a run may have: this row has neither. */
	key?: undefined;
	distinct?: undefined;
}

export type Row = Entry | InvalidEntry;

export function isEntry(row: Row): row is Entry {
	return !('problems' in row);
}

/** Rows without those that share the task of an earlier one: what is sent, counted and told. */
export function unshared<Wanted extends Row>(rows: readonly Wanted[]): Wanted[] {
	return rows.filter((row) => !isEntry(row) || !row.sharedWith);
}

/** A row that cannot be sent, because of this failure and of its other problems. */
export function withProblem(row: Row, failure: Failure): InvalidEntry {
	const { item, rowIndex, sheetRow, original, label, neverCall, isBlank, leftUnknown } = row;
	const problems: InvalidEntry['problems'] = isEntry(row) ? [failure] : [...row.problems, failure];
	const source = { item, rowIndex, sheetRow, original, label, neverCall, isBlank, leftUnknown };
	return { ...source, problems };
}

export interface DeliveryNames {
	method: DeliveryMethod;
	/** The word for what the run does with an entry, if it is not that of its method. */
	done?: string;
	/** The platform's name of the ids: `task_data_id` or `task_id`. */
	idName: string;
	/** What an entry is called, in the singular and in the plural. */
	nouns: readonly [string, string];
}

/** The word for an entry that the platform has taken. */
export const takenWord = ({ method }: Pick<DeliveryNames, 'method'>): string =>
	method === 'createTask' ? 'created' : 'accepted';

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
