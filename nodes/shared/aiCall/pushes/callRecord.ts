/** Makes call records and recordings readable (document 2, 6.1 and 6.2). */
import { numberOf, textOf, type JsonRecord } from '../../values';
import { camelName, extraFieldsFrom, isFilled, isSent, unpackJson } from '../platformFields';
import { uniqueColumnNames } from '../rows/columns';
import { DIRECTION, labelOrNull, OUTBOUND, TASK_RESULT } from '../aiCallLabels';
import { isoTime } from '../time/times';

/** A call record with basic attributes only, or with the outbound ones as well. */
export type RecordKind = 'basic' | 'outbound';

/** Fields that only a call record has: those of the call, and those of its result. */
export const CALL_FIELDS = ['caller', 'callee', 'direction', 'time_hangup'];
export const OUTCOME_FIELDS = ['task_row_index', 'task_result', 'time_answer'];

/**
 * The values of `task_result` with which nobody was reached, and somebody may be later: engaged, not
 * reachable, switched off, not answered, or a fault of the network or the line.
 */
const CALL_AGAIN: ReadonlySet<string> = new Set(['2', '3', '4', '5', '20', '26', '28']);

export const callRecord = {
	kind: 'callRecord',
	module: 'receiveCallRecord',
	moduleName: 'Call records',
	name: 'Call Ended',
	description: 'The call record: who called whom, when, and the result',
	noun: 'a call record',
	describedBy: 'caller, callee, direction',
	// Comes before recordings, because a later revision may add a `url` to call records.
	rank: 2,
	matches: (body: JsonRecord) => CALL_FIELDS.some((field) => isSent(body[field])),
	idPart(body: JsonRecord) {
		const record = recordKindOf(body);
		// A record without a number of retries belongs to the first try.
		return record === 'basic' ? record : `${record}:${textOf(body.task_tries) ?? '0'}`;
	},
	recordOf: recordKindOf,
	details: callRecordDetails,
	first: [
		'answered',
		'resultName',
		'callAgain',
		'customerNumber',
		'durationCallSeconds',
		'row',
		'task_data_id',
	],
	replaces: {
		callingNumber: 'caller',
		calledNumber: 'callee',
		customerNumber: 'callee',
		directionName: 'direction',
		durationRingSeconds: 'duration_ring',
		durationCallSeconds: 'duration_call',
		row: ['task_row_head', 'task_row_value'],
		timeDial: 'time_dial',
		timeRing: 'time_ring',
		timeAnswer: 'time_answer',
		timeHangup: 'time_hangup',
	},
} as const;

/**
 * Tells whether a body is the basic or the outbound record of a call. Only the outbound record has
 * a `task_row_index` (document 2, 6.1). If that field is null, the result and the row decide.
 */
function recordKindOf(body: JsonRecord): RecordKind {
	if (isSent(body.task_row_index)) return 'outbound';
	return 'task_row_index' in body && [body.task_result, body.task_row_value].some(isFilled)
		? 'outbound'
		: 'basic';
}

const ROW_FIELDS = ['task_row_index', 'task_row_head', 'task_row_value'];

/**
 * `direction` as text; undefined if it was not sent. A record with a row or with a task belongs to
 * an outbound call, whatever `direction` says: in records of the newer revision it was 1. A record
 * of an inbound call may have the task 0.
 */
export function directionOf(record: JsonRecord): string | undefined {
	const isOutbound =
		recordKindOf(record) === 'outbound' ||
		ROW_FIELDS.some((field) => isFilled(record[field])) ||
		(isFilled(record.task_id) &&
			numberOf(record.task_id) !== 0 &&
			!isFilled(record.call_relation_id));
	return isOutbound ? OUTBOUND : textOf(record.direction)?.trim();
}

/**
 * Fields added to a call record: names of direction and result, `answered`, times as ISO 8601 (null
 * for 0), durations in seconds, `row` (the row of the customer, keyed by column), and `callAgain`
 * if there is a result. The phone numbers are added as `callingNumber` and `customerNumber`, or
 * `calledNumber` where nobody knows whose number it is, because expressions of n8n cannot read
 * properties named `caller` and `callee`.
 */
function callRecordDetails(record: JsonRecord): JsonRecord {
	const direction = directionOf(record);
	return {
		directionName: labelOrNull(DIRECTION, direction ?? record.direction),
		resultName: labelOrNull(TASK_RESULT, record.task_result),
		callingNumber: record.caller,
		// For inbound calls the document does not say which number is the customer's.
		[direction === OUTBOUND ? 'customerNumber' : 'calledNumber']: record.callee,
		answered: isAnswered(record),
		callAgain: isFilled(record.task_result)
			? !isAnswered(record) && CALL_AGAIN.has(textOf(record.task_result)?.trim() ?? '')
			: undefined,
		...extraFieldsFrom(record, ['time_dial', 'time_ring', 'time_answer', 'time_hangup'], isoTime),
		...durationsInSeconds(record, ['duration_ring', 'duration_call']),
		row: rowOf(record),
	};
}

export function isAnswered(record: JsonRecord): boolean {
	return isoTime(record.time_answer) !== null;
}

/** Durations as extra fields with names that end in `Seconds`. */
export function durationsInSeconds(sent: JsonRecord, fields: readonly string[]): JsonRecord {
	return extraFieldsFrom(
		sent,
		fields,
		(value) => {
			const duration = numberOf(value);
			if (duration === undefined) return null;
			return isInMilliseconds(duration, sent) ? duration / 1000 : duration;
		},
		(field) => `${camelName(field)}Seconds`,
	);
}

const DAY_SECONDS = 86_400;
/** Times may be rounded to seconds, and the phases of a call may be counted from other moments. */
const TOLERANCE_MS = 10_000;
/** A recording with fewer bytes a second is no speech: the narrowest formats have twice as many. */
const LEAST_BYTES_PER_SECOND = 250;

/**
 * Whether a duration can only be in milliseconds. The document does not tell the unit; the platform
 * was seen to count seconds. In seconds this duration would be longer than a day or the whole call,
 * or too long for the size of the recording.
 */
function isInMilliseconds(duration: number, sent: JsonRecord): boolean {
	const times = ['time_dial', 'time_ring', 'time_answer', 'time_hangup']
		.map((field) => Date.parse(isoTime(sent[field]) ?? ''))
		.filter((time) => !Number.isNaN(time));
	const callMs = times.length > 1 ? Math.max(...times) - Math.min(...times) : Infinity;
	const bytes = numberOf(sent.size) || Infinity;
	return (
		duration > DAY_SECONDS ||
		duration * 1000 > callMs + TOLERANCE_MS ||
		duration * LEAST_BYTES_PER_SECOND > bytes
	);
}

/**
 * The most columns that are shown, far more than a script has. A value of one byte becomes a field
 * with a long name, so the size of the body does not limit the size of the result.
 */
const MAX_COLUMNS = 10_000;

/**
 * The row of the call, keyed by column; undefined if neither head nor values were sent. Duplicate
 * columns become `name (2)`. A value without a head gets a name such as `column 3`, and a head
 * without a value gets null.
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
