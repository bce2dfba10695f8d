import { readSpokenCell, SOURCE_ADVICE } from './cells';
import { findCells } from './columns';
import type { FieldMapping } from './fieldMapping';
import { normalizeMobileNumber } from './phone';

/** A row of a customer in the form in which the platform takes it: every cell is text. */

export interface RowProblem {
	reason: string;
	advice: string;
}

/** A valid row as text, or all its problems. */
export type PreparedRow =
	{ ok: true; values: string[] } | { ok: false; problems: [RowProblem, ...RowProblem[]] };

export interface RowChecks {
	/**
	 * Whether the first column must be a Mainland China mobile number. False for lines that can call
	 * other numbers.
	 */
	checkNumber: boolean;
}

const SHAPE_ADVICE =
	'Each row needs a value for every column of the script. When mapping automatically, add or rename an input field so that every column has one, or map the columns manually.';
const NUMBER_ADVICE =
	'Correct the number. If your line can call other numbers, turn off Check Numbers under Options.';

/**
 * Converts the values of a row to text, and normalizes its phone number.
 * @param row values in column order, or an object keyed by column name
 * @param mapping which fields fill which columns in all rows of the list; by default in this one
 */
export function prepareRow(
	columns: readonly string[],
	row: unknown,
	{ checkNumber }: RowChecks,
	mapping?: FieldMapping,
): PreparedRow {
	const { cells, missing, problem, advice = SHAPE_ADVICE } = findCells(row, columns, mapping);
	const problems: RowProblem[] = problem === undefined ? [] : [{ reason: problem, advice }];
	const values = cells.map((cell, index) => {
		const read = readSpokenCell(cell);
		if (read.ok) return read.text;
		problems.push({ reason: `Column "${columns[index]}": ${read.reason}`, advice: read.advice });
		return undefined;
	});
	const [number] = values;
	// A missing number is already among the problems.
	if (number !== undefined && !missing.includes(0)) {
		const phone = normalizeMobileNumber(number, checkNumber);
		if (phone.ok) values[0] = phone.number;
		else
			problems.push({
				reason: phone.reason,
				advice: phone.advice ?? (number === '' ? SOURCE_ADVICE : NUMBER_ADVICE),
			});
	}
	const [first, ...others] = problems;
	return first
		? { ok: false, problems: [first, ...others] }
		: { ok: true, values: values.map((value) => value ?? '') };
}
