/** What a body that the platform posts is: a call record, a recording or a dialog (document 2, part 6). */
import { textOf, type JsonRecord } from '../../values';
import { readBody, unpackJson } from '../protocol/json';
import { OUTBOUND, type PUSH_MODULES } from '../aiCallLabels';

export type PushKind = keyof typeof PUSH_MODULES;

/** A call record with basic attributes only, or with the outbound ones as well. */
export type RecordKind = 'basic' | 'outbound';

export interface Push {
	kind: PushKind;
	/** Of call records only. */
	record?: RecordKind;
	/** The same for repetitions of a push, unique otherwise. */
	eventId: string;
	/** As sent, ids as text. */
	fields: JsonRecord;
}

/** A push, or why the body is none. The reason quotes nothing of it. */
export type PushReading = { ok: true; push: Push } | { ok: false; reason: string };

const EXPECTED =
	'Expected a JSON object with call_uuid and what belongs to a call record (caller, callee, direction), a recording (url) or a dialog (dialog).';

/** Reads the raw body of a request. */
export function readPush(body: string | Buffer): PushReading {
	const read = readBody(body, EXPECTED);
	return read.ok ? pushOf(read.fields) : read;
}

/** Reads a body that is already parsed. */
export function pushOf(fields: JsonRecord): PushReading {
	const callUuid = textOf(fields.call_uuid)?.trim();
	if (!callUuid) return { ok: false, reason: `The body has no call_uuid. ${EXPECTED}` };
	const kind = kindOf(fields);
	if (kind === undefined)
		return {
			ok: false,
			reason: `The body is neither a call record nor a recording nor a dialog. ${EXPECTED}`,
		};
	if (kind !== 'callRecord')
		return { ok: true, push: { kind, eventId: `${callUuid}:${kind}`, fields } };
	const record = recordKindOf(fields);
	// A record that names no retry is of the first try.
	const part = record === 'basic' ? record : `${record}:${textOf(fields.task_tries) ?? '0'}`;
	return { ok: true, push: { kind, record, eventId: `${callUuid}:${kind}:${part}`, fields } };
}

const CALL_FIELDS = ['caller', 'callee', 'direction', 'time_hangup'];
const OUTCOME_FIELDS = ['task_row_index', 'task_result', 'time_answer'];

/** Dialogs first, then call records: a later revision may add a URL to either, which does not make it a recording. */
function kindOf(body: JsonRecord): PushKind | undefined {
	if (Array.isArray(unpackJson(body.dialog)) || isSent(body.tag_max) || isSent(body.tag_min))
		return 'dialog';
	if (CALL_FIELDS.some((field) => isSent(body[field]))) return 'callRecord';
	if (
		(typeof body.url === 'string' && body.url !== '') ||
		isSent(body.size) ||
		isSent(body.duration)
	)
		return 'recording';
	// A call without any utterance: only the empty `dialog` field identifies it.
	return 'dialog' in body &&
		!isFilled(body.dialog) &&
		!['url', ...CALL_FIELDS, ...OUTCOME_FIELDS].some((field) => field in body)
		? 'dialog'
		: undefined;
}

/** Only the outbound record of a call has a `task_row_index` (document 2, 6.1); if it is null, result and row decide. */
function recordKindOf(body: JsonRecord): RecordKind {
	if (isSent(body.task_row_index)) return 'outbound';
	return 'task_row_index' in body && [body.task_result, body.task_row_value].some(isFilled)
		? 'outbound'
		: 'basic';
}

const ROW_FIELDS = ['task_row_index', 'task_row_head', 'task_row_value'];

/**
 * `direction` as text; undefined where it was not sent. A record with a row is of an outbound call, whatever `direction`
 * says: in records of the newer revision it has been 1.
 */
export function directionOf(record: JsonRecord): string | undefined {
	const isOutbound =
		recordKindOf(record) === 'outbound' || ROW_FIELDS.some((field) => isFilled(record[field]));
	return isOutbound ? OUTBOUND : textOf(record.direction)?.trim();
}

function isSent(value: unknown): boolean {
	return value !== undefined && value !== null;
}

function isFilled(value: unknown): boolean {
	return isSent(value) && value !== '' && !(Array.isArray(value) && value.length === 0);
}
