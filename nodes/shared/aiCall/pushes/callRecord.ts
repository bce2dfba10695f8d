/** A call record (document 2, 6.1), readable. */
import { numberOf, textOf, type JsonRecord } from '../../values';
import { extraFieldsFrom, camelName } from '../extraFields';
import { uniqueColumnNames } from '../rows/columns';
import { DIRECTION, nameIn, OUTBOUND, TASK_RESULT } from '../aiCallLabels';
import { unpackJson } from '../protocol/json';
import { isoTime } from '../time/times';
import { directionOf } from './readPush';

/**
 * Fields added to a call record: names of direction and result, `answered`, times as ISO 8601 (null for 0), durations in
 * seconds, `row` (the row of the customer by column), and the numbers as `callingNumber`, `calledNumber` and
 * `customerNumber`: expressions of n8n cannot read properties named `caller` and `callee`.
 */
export function callRecordDetails(record: JsonRecord): JsonRecord {
	const direction = directionOf(record);
	return {
		directionName: nameIn(DIRECTION, direction ?? record.direction),
		resultName: nameIn(TASK_RESULT, record.task_result),
		callingNumber: record.caller,
		calledNumber: record.callee,
		// For inbound calls the document does not say which one it is.
		customerNumber: direction === OUTBOUND ? record.callee : undefined,
		answered: isAnswered(record),
		...extraFieldsFrom(record, ['time_dial', 'time_ring', 'time_answer', 'time_hangup'], isoTime),
		...durationsInSeconds(record, ['duration_ring', 'duration_call']),
		row: rowOf(record),
	};
}

export function isAnswered(record: JsonRecord): boolean {
	return (numberOf(record.time_answer) ?? 0) > 0;
}

/** Durations, which the platform counts in seconds. */
export function durationsInSeconds(sent: JsonRecord, fields: readonly string[]): JsonRecord {
	return extraFieldsFrom(
		sent,
		fields,
		(value) => numberOf(value) ?? null,
		(field) => `${camelName(field)}Seconds`,
	);
}

/** Far more than a script has. A value of one byte becomes a field with a long name, which nothing else would limit. */
const MAX_COLUMNS = 10_000;

/**
 * The row of the call by column; undefined if neither head nor values were sent. Duplicate columns become `name (2)`;
 * values without a head get `column 3` and the like, heads without a value get null.
 */
function rowOf(record: JsonRecord): JsonRecord | undefined {
	const lists = [record.task_row_head, record.task_row_value].map(unpackJson);
	if (!lists.some(Array.isArray)) return undefined;
	const [heads = [], values = []] = lists.map((list): unknown[] =>
		Array.isArray(list) ? list : [],
	);
	const length = Math.min(MAX_COLUMNS, Math.max(heads.length, values.length));
	const names = Array.from({ length }, (_, index) => textOf(heads[index]) || `column ${index + 1}`);
	return Object.fromEntries(
		uniqueColumnNames(names).map((name, index) => [name, values[index] ?? null]),
	);
}
