import { InputError } from '../../failure';
import { plainDigits } from '../../lossless';
import { isLosslessNumber, stringifyLossless } from '../../bundled';
import { hasLostDigits, LOST_DIGITS_ADVICE } from '../../values';
import { findCells } from './columns';
import { normalizeMobileNumber } from './phone';

/**
 * Rows of customers in the form in which the platform takes them (document 2, 2.7, 4.3 and 4.5):
 * every cell is text.
 */

export const SOURCE_ADVICE = 'Check the field or expression that provides the value.';

/** A value as text, or why it cannot be sent and what to do. */
type CellReading = { ok: true; text: string } | { ok: false; reason: string; advice: string };

/**
 * A value as text. Numbers are written in digits, without exponent; booleans by name; null and
 * undefined as empty text; dates as ISO 8601; arrays and objects as JSON. NaN, infinity, invalid
 * dates, functions and circular structures cannot be sent.
 */
export function readCell(value: unknown): CellReading {
	if (value === null || value === undefined) return sendable('');
	if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint')
		return sendable(String(value));
	if (typeof value === 'number')
		return Number.isFinite(value)
			? sendable(numberText(value))
			: unsendable(`${value}, which is no number`);
	if (isLosslessNumber(value)) return sendable(plainDigits(value.value));
	return typeof value === 'object' ? readObject(value) : unsendable(`a ${typeof value}`);
}

/**
 * A value as text, converted as in `readCell`.
 * @throws InputError if the value cannot be sent
 */
export function cellText(value: unknown): string {
	const read = readCell(value);
	if (read.ok) return read.text;
	throw new InputError(read.reason, read.advice);
}

/** No double has an exponent beyond this. */
const MAX_EXPONENT = 324;

function numberText(value: number): string {
	return Number.isInteger(value)
		? BigInt(value).toString()
		: plainDigits(String(value), MAX_EXPONENT);
}

/** JSON, or the text of an object with `toJSON` (Date, luxon DateTime). */
function readObject(value: object): CellReading {
	const converted: unknown =
		'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value;
	if (converted === null) return unsendable('an invalid date');
	if (typeof converted === 'string') return sendable(converted);
	try {
		return sendable(stringifyLossless(converted) ?? '');
	} catch {
		return unsendable('a circular structure');
	}
}

function sendable(text: string): CellReading {
	return { ok: true, text };
}

function unsendable(description: string): CellReading {
	return {
		ok: false,
		reason: `The value is ${description} and cannot be sent as text`,
		advice: SOURCE_ADVICE,
	};
}

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
 */
export function prepareRow(
	columns: readonly string[],
	row: unknown,
	{ checkNumber }: RowChecks,
): PreparedRow {
	const { cells, missing, problem } = findCells(row, columns);
	const problems: RowProblem[] =
		problem === undefined ? [] : [{ reason: problem, advice: SHAPE_ADVICE }];
	const values = cells.map((cell, index) => {
		const read: CellReading = hasLostDigits(cell)
			? {
					ok: false,
					reason: `the number ${cell} lost its last digits before reaching this node`,
					advice: LOST_DIGITS_ADVICE,
				}
			: readCell(cell);
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
