import type { Destination, Entry, InvalidEntry } from '../entry/entry';
import { distinctNumber } from '../../shared/aiCall/rows/phone';
import type { RowProblem } from '../../shared/aiCall/rows/rows';
import { asFailure, InputError } from '../../shared/failure';
import { ownField, textOf } from '../../shared/values';
import type { Columns, ReadRow } from './rowReader';

/** Rows that were read, as entries that can be sent. */

/** Where rows go. Rows with the same `choices` and `hours` share requests. */
export interface RowDestination extends Omit<Destination, 'columns'> {
	choices: object;
}

interface Describes {
	describeDestination(
		index: number,
		columns: readonly string[],
	): RowDestination | Promise<RowDestination>;
}

/**
 * Returns a function that gives the destination of an item's rows, or the error if its parameters
 * are wrong: the problems of its rows are reported as well. Items with the same choices share a
 * destination.
 */
export function destinationFinder({ describeDestination }: Describes) {
	const known = new Map<string, Destination>();
	return async (index: number, { originals, names }: Columns): Promise<Destination | Error> => {
		try {
			const { choices, ...own } = await describeDestination(index, originals);
			const key = JSON.stringify([choices, own.hours]);
			const destination = known.get(key) ?? { ...own, columns: names };
			known.set(key, destination);
			return destination;
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
function numberAsItCame(row: unknown, { names }: Columns): string | undefined {
	const [name = ''] = names;
	return textOf(Array.isArray(row) ? row[0] : ownField(row, name));
}
