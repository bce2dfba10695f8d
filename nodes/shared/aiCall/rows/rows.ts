/**
 * Rows of customers in the form in which the platform takes them (document 2, 2.7, 4.3 and 4.5).
 */
import {
	definedFields,
	hasLostDigits,
	LOST_DIGITS_ADVICE,
	numberOf,
	type JsonRecord,
} from '../../values';
import { readCell, SOURCE_ADVICE, type CellReading } from './cells';
import { findCells } from './columns';
import { CountMismatchError } from '../protocol/aiCallErrors';
import { normalizeMobileNumber } from './phone';

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

/** Splits a batch in two to find an invalid row. */
export function bisect<Row>(rows: readonly Row[]): [Row[], Row[]] {
	const middle = Math.ceil(rows.length / 2);
	return [rows.slice(0, middle), rows.slice(middle)];
}

/** What the rows of one direct call have in common. */
export interface CallTarget {
	robotId: string;
	lineNum: string;
	/** Empty for the voice of the script. */
	voiceCode: string;
	robotSpeed?: number;
	columns: readonly string[];
}

/** The body of a direct call (document 2, 4.3); `robot_speed` is from the newer revision. */
export function callBody(
	{ robotId, lineNum, voiceCode, robotSpeed, columns }: CallTarget,
	rows: readonly (readonly string[])[],
): JsonRecord {
	return definedFields({
		robot_id: robotId,
		line_num: lineNum,
		call_column: columns,
		call_list: rows,
		voice_code: voiceCode || undefined,
		robot_speed: robotSpeed,
	});
}

/** What the rows of one submission of task data have in common. */
export interface TaskTarget {
	taskId: string;
	columns: readonly string[];
}

/** The body of a submission of task data (document 2, 4.5). */
export function addRowsBody(
	{ taskId, columns }: TaskTarget,
	rows: readonly (readonly string[])[],
): JsonRecord {
	return { task_id: taskId, call_column: columns, call_list: rows };
}

/**
 * The ids of accepted rows, in row order (document 2, 4.3 and 4.5).
 * @param sent number of rows in the request
 * @throws CountMismatchError if `total` or the number of ids differs from `sent`, or an id is empty
 * or duplicate
 */
export function acceptedIds(result: JsonRecord, sent: number): string[] {
	const received: unknown[] = Array.isArray(result.task_data_ids) ? result.task_data_ids : [];
	const ids = received
		.map((id) => (typeof id === 'string' ? id.trim() : ''))
		.filter((id) => id !== '');
	const total = numberOf(result.total);
	if (total !== sent || received.length !== sent || new Set(ids).size !== sent)
		throw new CountMismatchError(sent, total, ids);
	return ids;
}
