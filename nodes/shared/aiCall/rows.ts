/** Rows of customers on their way to the platform (document 2, 2.7, 4.3 and 4.5). */
import { hasLostDigits, LOST_DIGITS_ADVICE, numberOf, type JsonRecord } from '../values';
import { readCell, SOURCE_ADVICE } from './cells';
import { cellsOf } from './columns';
import { CountMismatchError } from './errors';
import { MAX_ROWS_PER_REQUEST } from './limits';
import { plainDigits } from '../lossless';
import { normalizeMobileNumber } from './phone';

/** A row that can be sent, as text, or why it cannot. */
export type PreparedRow = { ok: true; values: string[] } | { ok: false; reason: string; advice: string };

/** What is looked at in a row beside its shape. */
export interface RowChecks {
	/** Whether the first column must be a mainland mobile number. Off for lines that may call others. */
	checkNumber: boolean;
}

const SHAPE_ADVICE = 'Give each row a value for each column of the script: as a list in the order of the columns, or as an object with the columns as fields.';
const NUMBER_ADVICE = 'Correct the number. For a line that may call other numbers than mainland mobiles, switch Check Numbers off under Options.';

/**
 * Checks one row and makes it ready: as many values as columns, all text, the number tidied.
 *
 * @param row the values in the order of the columns, or an object with the columns as fields
 */
export function prepareRow(columns: readonly string[], row: unknown, { checkNumber }: RowChecks): PreparedRow {
	const found = cellsOf(row, columns);
	if (!found.ok) return { ...found, advice: SHAPE_ADVICE };
	if (found.cells.length !== columns.length) {
		return { ok: false, reason: `The row has ${count(found.cells.length, 'value')}, the script has ${count(columns.length, 'column')}`, advice: SHAPE_ADVICE };
	}
	const values: string[] = [];
	for (const [index, cell] of found.cells.entries()) {
		if (hasLostDigits(cell)) return { ok: false, reason: `Column "${columns[index]}": the number ${cell} has lost its last digits on the way`, advice: LOST_DIGITS_ADVICE };
		const read = readCell(cell);
		if (!read.ok) return { ok: false, reason: `Column "${columns[index]}": ${read.reason}`, advice: SOURCE_ADVICE };
		values.push(read.text);
	}
	const phone = normalizeMobileNumber(values[0] ?? '', checkNumber);
	if (!phone.ok) return { ...phone, advice: values[0] === '' ? SOURCE_ADVICE : NUMBER_ADVICE };
	return { ok: true, values: [phone.number, ...values.slice(1)] };
}

function count(number: number, noun: string): string {
	return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Rows that go out in one request, because their targets are the same. */
export interface RowBatch<Target, Row> {
	target: Target;
	rows: Row[];
}

/**
 * Groups rows into batches: those of one target together, in their order, at most `size` in each; the
 * batches in the order of their first rows.
 *
 * @param targetOf what the rows of a request have in common: plain values, always built the same way
 */
export function batchRows<Target, Row>(rows: readonly Row[], targetOf: (row: Row) => Target, size = MAX_ROWS_PER_REQUEST): RowBatch<Target, Row>[] {
	const batches: RowBatch<Target, Row>[] = [];
	const open = new Map<string, RowBatch<Target, Row>>();
	for (const row of rows) {
		const target = targetOf(row);
		const key = JSON.stringify(target);
		const batch = open.get(key);
		if (batch && batch.rows.length < size) {
			batch.rows.push(row);
			continue;
		}
		const next = { target, rows: [row] };
		open.set(key, next);
		batches.push(next);
	}
	return batches;
}

/** A batch in two halves, for finding the row at fault; the first is the larger where they differ. */
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
	/** How fast the robot speaks, where it was chosen. */
	robotSpeed?: number;
	columns: readonly string[];
}

/** The body of a direct call (document 2, 4.3); `robot_speed` is of the newer revision. */
export function callBody({ robotId, lineNum, voiceCode, robotSpeed, columns }: CallTarget, rows: readonly (readonly string[])[]): JsonRecord {
	return {
		robot_id: robotId,
		line_num: lineNum,
		call_column: columns,
		call_list: rows,
		...(voiceCode === '' ? {} : { voice_code: voiceCode }),
		...(robotSpeed === undefined ? {} : { robot_speed: robotSpeed }),
	};
}

/** What the rows of one submission of task data have in common. */
export interface TaskTarget {
	taskId: string;
	columns: readonly string[];
}

/** The body of a submission of task data (document 2, 4.5). */
export function addRowsBody({ taskId, columns }: TaskTarget, rows: readonly (readonly string[])[]): JsonRecord {
	return { task_id: taskId, call_column: columns, call_list: rows };
}

/**
 * The ids of accepted rows, in the order of the rows.
 *
 * @param result of an envelope with code 0 (document 2, 4.3 and 4.5)
 * @param sent how many rows the request carried
 * @throws CountMismatchError where `total` or the count of ids is not `sent`, an id is empty or stands twice: nothing is
 * guessed
 */
export function acceptedIds(result: JsonRecord, sent: number): string[] {
	const given: unknown[] = Array.isArray(result.task_data_ids) ? result.task_data_ids : [];
	const ids = given.map(idText).filter((id) => id !== '');
	const total = numberOf(result.total);
	if (total !== sent || given.length !== sent || new Set(ids).size !== sent) throw new CountMismatchError(sent, total, ids);
	return ids;
}

function idText(id: unknown): string {
	if (typeof id === 'number') return plainDigits(String(id));
	return typeof id === 'string' ? id.trim() : '';
}
