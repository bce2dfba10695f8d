import type { RowProblem } from '../../shared/aiCall/rows/rows';
import { outsideHours, type CallingHours } from '../../shared/aiCall/time/callingHours';
import { asFailure, InputError } from '../../shared/failure';
import type { Clock } from '../../shared/n8n/requests/clock';
import { isRecord, ownField, textOf } from '../../shared/values';
import type { Destination, Entry, InvalidEntry, RowsTask } from '../batch/entry';
import type { Columns, ReadRow } from './read';

/** Where rows go. Rows with the same `choices` and `hours` share requests. */
export interface RowDestination {
	choices: object;
	body: Destination['body'];
	hours?: CallingHours;
	/** What tells the rows apart from others with the same number, such as their task. */
	target?: string;
	/** The task to which the rows are added, if the run creates it. */
	task?: RowsTask;
	/** What a result shows in addition to the row. */
	shown?: object;
}

interface Describes {
	describeDestination(index: number, columns: readonly string[]): RowDestination;
}

/**
 * Returns a function that gives the destination of an item's rows. Items with the same choices
 * share a destination. In a check, an error is returned instead of thrown, so that the check also
 * reports the problems of the rows.
 */
export function destinationFinder({ describeDestination }: Describes, clock: Clock) {
	const known = new Map<string, Destination>();
	const destinationOf = (index: number, columns: Columns) => {
		const { choices, body, hours, target, task, shown } = describeDestination(
			index,
			columns.originals,
		);
		const key = JSON.stringify([choices, hours]);
		const destination = known.get(key) ?? {
			body,
			identity: { target },
			task,
			shown: (values) => ({ ...shown, phoneNumber: values[0], row: rowOf(columns, values) }),
			whyNotNow: () => hours && outsideHours(hours, clock.date()),
		};
		known.set(key, destination);
		return destination;
	};
	return (index: number, columns: Columns, isCheck: boolean): Destination | Error => {
		if (!isCheck) return destinationOf(index, columns);
		try {
			return destinationOf(index, columns);
		} catch (error) {
			return asFailure(error);
		}
	};
}

const rowOf = ({ names }: Columns, values: readonly string[]) =>
	Object.fromEntries(names.map((name, column) => [name, values[column]]));

/** A row as an entry. It is invalid if its values are, or if it has no destination. */
export function entryOf(
	item: number,
	{ prepared, ...row }: ReadRow,
	columns: Columns,
	destination: Destination | Error,
	isNeverCalled: (number: string) => boolean,
): Entry | InvalidEntry {
	if (!prepared.ok) {
		const [first, ...others] = prepared.problems;
		const errorOf = ({ reason, advice }: RowProblem) => new InputError(reason, advice);
		const problems: InvalidEntry['problems'] = [errorOf(first), ...others.map(errorOf)];
		return { label: numberAsItCame(row.original, columns), problems, ...row };
	}
	const { values } = prepared;
	const label = values[0] ?? '';
	if (destination instanceof Error) return { label, problems: [destination], ...row };
	return {
		item,
		label,
		destination,
		values,
		...row,
		...(isNeverCalled(label) && { neverCall: true }),
	};
}

/** The phone number of an invalid row, to name the row; undefined if it has none. */
function numberAsItCame(row: unknown, { originals, names }: Columns): string | undefined {
	const [name = ''] =
		isRecord(row) && ownField(row, names[0] ?? '') !== undefined ? names : originals;
	return textOf(Array.isArray(row) ? row[0] : ownField(row, name));
}
