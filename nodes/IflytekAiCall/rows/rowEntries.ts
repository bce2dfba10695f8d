import type { Destination, InvalidEntry, Row } from '../entry/entry';
import { comparableNumber } from '../../shared/aiCall/rows/phone';
import type { RowProblem } from '../../shared/aiCall/rows/preparedRow';
import { asFailure, InputError, type Failure } from '../../shared/failure';
import { at, isBlank, ownField, textOf } from '../../shared/values';
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
	return async (index: number, { originals, names }: Columns): Promise<Destination | Failure> => {
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
	destination: Destination | Failure,
	rules: NumberRules,
): Row {
	const label = prepared.ok ? prepared.values[0] : numberAsItCame(row.original, columns);
	const source = {
		item,
		...row,
		...(label !== undefined && rules.isNeverCalled(label) && { neverCall: true as const }),
	};
	if (!prepared.ok) {
		const [first, ...others] = prepared.problems;
		const errorOf = ({ reason, advice }: RowProblem) => new InputError(reason, advice);
		const problems: InvalidEntry['problems'] = [errorOf(first), ...others.map(errorOf)];
		return { ...source, label, problems };
	}
	if (destination instanceof Error) return { ...source, label, problems: [destination] };
	const entry = { ...source, label: String(label), destination, values: prepared.values };
	return rules.allowsDuplicates ? entry : { ...entry, distinct: comparableNumber(entry.label) };
}

/** The phone number of an invalid row, to name the row; undefined if it has none. */
function numberAsItCame(row: unknown, { names }: Columns): string | undefined {
	return textOf(Array.isArray(row) ? row[0] : ownField(row, at(names, 0)));
}

/**
 * Whether a row is blank, as at the end of a sheet: it has no number, and its item or array entry has
 * no value at all.
 */
export function isBlankRow(row: unknown, columns: Columns, source: unknown): boolean {
	return isBlank(numberAsItCame(row, columns) ?? '') && hasNoValue(source);
}

/** What n8n's data tables add to each row. */
const DATA_TABLE = ['id', 'createdAt', 'updatedAt'];

/** Whether an item has no value of its own. `row_number` is added by the node that reads the sheet. */
export function hasNoValue(source: unknown): boolean {
	const row: object = Object(source);
	const isOfTable = DATA_TABLE.every((name) => Object.hasOwn(row, name));
	const isAdded = (name: string) =>
		name === 'row_number' || (isOfTable && DATA_TABLE.includes(name));
	return Object.entries(row).every(
		([name, value]) => isAdded(name) || isBlank(String(value ?? '')),
	);
}
