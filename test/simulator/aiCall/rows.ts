import type { Robot, Setup } from './config';
import { CODE, LIMITS, Refusal } from './protocol';

const MOBILE_NUMBER = /^1[3-9]\d{9}$/;
const ANY_NUMBER = /^\d{3,20}$/;

/** The checked rows of a request. */
export interface CheckedRows {
	/** The rows that can be accepted, each with its index in the request. */
	goodRows: { values: string[]; position: number }[];
	/** The problem of the first row that cannot be accepted. */
	problem: Refusal | undefined;
}

/** Checks the number of rows in a request (200213), and the columns (200212). */
export function checkBatch(robot: Robot, columns: string[], rows: string[][]): void {
	if (rows.length === 0) throw new Refusal(CODE.badParameter, 'call_list has no rows');
	if (rows.length > LIMITS.rowsPerRequest)
		throw new Refusal(CODE.tooManyRows, `call_list has ${rows.length} rows`);
	if (columns[0] !== robot.call_column[0])
		throw new Refusal(CODE.wrongData, `the first column must be "${robot.call_column[0] ?? ''}"`);
	const scriptColumns = [...robot.call_column].sort();
	const givenColumns = [...columns].sort();
	const isSame =
		scriptColumns.length === givenColumns.length &&
		scriptColumns.every((name, index) => name === givenColumns[index]);
	if (!isSame) {
		throw new Refusal(
			CODE.wrongData,
			`the script's columns are ${robot.call_column.join(', ')}, not ${columns.join(', ')}`,
		);
	}
}

/** Checks each row: it must have a value for each column (200212), and a number that may be called (200203). */
export function checkRows(
	setup: Setup,
	columns: string[],
	rows: string[][],
	callsAnyNumber: boolean,
): CheckedRows {
	const checked: CheckedRows = { goodRows: [], problem: undefined };
	const pattern = callsAnyNumber ? ANY_NUMBER : MOBILE_NUMBER;
	rows.forEach((values, position) => {
		const phone = values[0] ?? '';
		if (values.length !== columns.length) {
			checked.problem ??= new Refusal(
				CODE.wrongData,
				`row ${position} has ${values.length} values for ${columns.length} columns`,
			);
		} else if (!pattern.test(phone)) {
			checked.problem ??= new Refusal(
				CODE.wrongNumber,
				`row ${position}: "${phone}" is not a number that may be called`,
			);
		} else if (setup.sensitiveNumbers.has(phone)) {
			checked.problem ??= new Refusal(
				CODE.wrongNumber,
				`row ${position}: ${phone} is a sensitive number`,
			);
		} else {
			checked.goodRows.push({ values, position });
		}
	});
	return checked;
}
