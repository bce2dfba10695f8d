import { distinctNumber } from '../../shared/aiCall/rows/phone';
import type { RowProblem } from '../../shared/aiCall/rows/rows';
import { asFailure, InputError } from '../../shared/failure';
import { isRecord, ownField, textOf } from '../../shared/values';
import type { Destination, Entry, InvalidEntry } from '../batch/entry';
import type { Columns, ReadRow } from './read';

/** Where rows go. Rows with the same `choices` and `hours` share requests. */
export interface RowDestination extends Pick<Destination, 'body' | 'hours' | 'task' | 'shown'> {
	choices: object;
	/** What tells the rows apart from others with the same number, such as their task. */
	target?: string;
}

interface Describes {
	describeDestination(index: number, columns: readonly string[]): RowDestination;
}

/**
 * Returns a function that gives the destination of an item's rows. Items with the same choices
 * share a destination. In a check, an error is returned instead of thrown, so that the check also
 * reports the problems of the rows.
 */
export function destinationFinder({ describeDestination }: Describes) {
	const known = new Map<string, Destination>();
	const destinationOf = (index: number, { originals, names }: Columns) => {
		const { choices, target, ...own } = describeDestination(index, originals);
		const key = JSON.stringify([choices, own.hours]);
		const destination = known.get(key) ?? { ...own, identity: { target }, columns: names };
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

/** Which rows are left out because of their number. */
interface NumberRules {
	isNeverCalled(number: string): boolean;
	allowsDuplicates: boolean;
}

/** A row as an entry. It is invalid if its values are, or if it has no destination. */
export function entryOf(
	item: number,
	{ prepared, ...row }: ReadRow,
	columns: Columns,
	destination: Destination | Error,
	rules: NumberRules,
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
	const entry = { item, label, destination, values, ...row };
	if (rules.isNeverCalled(label)) return { ...entry, neverCall: true };
	return rules.allowsDuplicates ? entry : { ...entry, distinct: distinctNumber(label) };
}

/** The phone number of an invalid row, to name the row; undefined if it has none. */
function numberAsItCame(row: unknown, { originals, names }: Columns): string | undefined {
	const [name = ''] =
		isRecord(row) && ownField(row, names[0] ?? '') !== undefined ? names : originals;
	return textOf(Array.isArray(row) ? row[0] : ownField(row, name));
}
