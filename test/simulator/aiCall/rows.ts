import type { Robot, Setup } from './config';
import { CODE, LIMITS, Refusal } from './protocol';

const MOBILE_NUMBER = /^1[3-9]\d{9}$/;
const ANY_NUMBER = /^\d{3,20}$/;

/** The rows of a request that can be accepted, with their indexes, and the problem of the first row that cannot. */
export interface CheckedRows {
	good: { values: string[]; position: number }[];
	problem: Refusal | undefined;
}

/** Checks what all rows of a request have in common: their number (200213), and the columns (200212). */
export function checkBatch(robot: Robot, columns: string[], list: string[][]): void {
	if (list.length === 0) throw new Refusal(CODE.badParameter, 'call_list has no rows');
	if (list.length > LIMITS.rowsPerRequest)
		throw new Refusal(CODE.tooManyRows, `call_list has ${list.length} rows`);
	if (columns[0] !== robot.call_column[0])
		throw new Refusal(CODE.wrongData, `the first column must be "${robot.call_column[0] ?? ''}"`);
	const wanted = [...robot.call_column].sort();
	const given = [...columns].sort();
	if (wanted.length !== given.length || wanted.some((name, index) => name !== given[index])) {
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
	list: string[][],
	callsAnyNumber: boolean,
): CheckedRows {
	const checked: CheckedRows = { good: [], problem: undefined };
	const pattern = callsAnyNumber ? ANY_NUMBER : MOBILE_NUMBER;
	list.forEach((values, position) => {
		const number = values[0] ?? '';
		if (values.length !== columns.length) {
			checked.problem ??= new Refusal(
				CODE.wrongData,
				`row ${position} has ${values.length} values for ${columns.length} columns`,
			);
		} else if (!pattern.test(number)) {
			checked.problem ??= new Refusal(
				CODE.wrongNumber,
				`row ${position}: "${number}" is not a number that may be called`,
			);
		} else if (setup.sensitiveNumbers.has(number)) {
			checked.problem ??= new Refusal(
				CODE.wrongNumber,
				`row ${position}: ${number} is a sensitive number`,
			);
		} else {
			checked.good.push({ values, position });
		}
	});
	return checked;
}
