/** Finds out which push a body is (document 2, part 6). */
import { definedFields, textOf, type JsonRecord } from '../../values';
import {
	isFilled,
	readBody,
	withExtraFields,
	withoutReplaced,
	type Damage,
} from '../platformFields';
import { directionOf, isAnswered, type RecordKind } from './callRecord';
import { kindOf, NOT_A_PUSH, PUSH_KINDS, type PushKind } from './kinds';
import { enteredId } from '../../entered';
import { INBOUND, type Direction } from '../aiCallLabels';

export interface Push extends Damage {
	kind: PushKind;
	/** Only for call records. */
	record?: RecordKind;
	/** The same for each repetition of a push, and different for other pushes. */
	eventId: string;
	/** The fields as they were sent, with ids as text. */
	fields: JsonRecord;
}

/** A push, or the reason why the body is not a push. The reason does not quote the body. */
export type PushReading = { ok: true; push: Push } | { ok: false; reason: string };

/** Reads the raw body of a request. */
export function readPush(body: string | Buffer): PushReading {
	const read = readBody(body, NOT_A_PUSH.expected);
	return read.ok ? readPushFields(read.fields, read) : read;
}

/** Reads a body that is already parsed. */
export function readPushFields(fields: JsonRecord, { notUtf8 }: Damage = {}): PushReading {
	const callUuid = textOf(fields.call_uuid)?.trim();
	if (!callUuid) return { ok: false, reason: NOT_A_PUSH.noCallUuid };
	const found = kindOf(fields);
	if (found === undefined) return { ok: false, reason: NOT_A_PUSH.unknownKind };
	const { kind, idPart, recordOf } = found;
	const eventId = [callUuid, kind, ...(idPart ? [idPart(fields)] : [])].join(':');
	const record = recordOf?.(fields);
	return {
		ok: true,
		push: { kind, record, eventId, fields, ...(notUtf8 && { notUtf8 }) },
	};
}

/**
 * Which pushes start a workflow: the filters of the user. A filter that is empty or missing accepts
 * everything.
 */
export interface PushFilter {
	kinds: readonly PushKind[];
	/**
	 * Which call records pass. `onePerCall`: all, because what came before decides
	 * (`onePerCall.ts` of the trigger).
	 */
	record?: 'onePerCall' | 'basic' | 'outbound';
	robotIds?: readonly string[];
	taskIds?: readonly string[];
	direction?: Direction;
	/** `listed`: the `task_result` must be one of the codes in `results`. */
	result?: 'answered' | 'notAnswered' | 'listed';
	results?: readonly string[];
	/** The highest level of a dialog (`tag_max`) must be one of these. Case is ignored. */
	intentions?: readonly string[];
}

/** A push without the filtered field passes: an extra execution is better than a lost push. */
export function passes(push: Push, filter: PushFilter): boolean {
	const { kind, record, fields } = push;
	const records = filter.record === 'onePerCall' ? [] : [filter.record ?? ''];
	return (
		filter.kinds.includes(kind) &&
		isAccepted(record, records) &&
		isAccepted(fields.robot_id, filter.robotIds) &&
		isAccepted(fields.task_id, filter.taskIds) &&
		isAccepted(directionOf(fields), filter.direction && [filter.direction]) &&
		hasResult(fields, filter) &&
		isAccepted(fields.tag_max, filter.intentions)
	);
}

/**
 * Whether an outbound record of the same call may exist or come. A basic record of the newer
 * revision may say inbound of an outbound call; only inbound calls have a `call_relation_id`.
 */
export function mayHaveOutbound({ record, fields }: Push): boolean {
	const isInbound = directionOf(fields) === INBOUND && isFilled(fields.call_relation_id);
	return record === 'basic' && !isInbound;
}

function hasResult(fields: JsonRecord, { result, results }: PushFilter): boolean {
	if (result === 'listed') return isAccepted(fields.task_result, results);
	if (result === undefined || normalized(fields.time_answer) === '') return true;
	return isAnswered(fields) === (result === 'answered');
}

/**
 * True for an accepted value, for a missing or empty one, and for any value if the list is empty.
 */
function isAccepted(value: unknown, accepted: readonly string[] = []): boolean {
	const choices = accepted.map(normalized).filter((entry) => entry !== '');
	const text = normalized(value);
	return choices.length === 0 || text === '' || choices.includes(text);
}

function normalized(value: unknown): string {
	return enteredId(textOf(value) ?? '').toUpperCase();
}

/** The fields of a simplified item that come last: ids, which people rarely read. */
const LAST = [
	'call_uuid',
	'call_relation_id',
	'eventId',
	'robot_id',
	'app_id',
	'business_id',
] as const;

/**
 * The output item of a push. It has `event` and `eventId`, for a call record also `record` (`basic`
 * or `outbound`), for a push with damaged text `notUtf8`, and the fields of the platform. If it is
 * simplified, fields are added to make these readable, a field of the platform is left out if an
 * added one says it all, and what matters most comes first, the ids of call, script and enterprise
 * last.
 * @param options.recordingBaseUrl base URL of recordings, if the user knows it
 */
export function describePush(
	{ kind, record, eventId, fields, notUtf8 }: Push,
	{ simplify = true, recordingBaseUrl }: { simplify?: boolean; recordingBaseUrl?: string } = {},
): JsonRecord {
	const own = definedFields({ event: kind, record, notUtf8, eventId });
	const entry = PUSH_KINDS.find((candidate) => candidate.kind === kind);
	if (!simplify || !entry) return { ...own, ...withExtraFields(fields, own) };
	const added = definedFields({ ...own, ...entry.details(fields, recordingBaseUrl) });
	const all = withExtraFields(withoutReplaced(fields, added, entry.replaces), added);
	const { first } = entry;
	const last = new Set<string>(LAST);
	return {
		...fieldsOf(all, [...first, 'event', 'record', 'notUtf8', 'task_id']),
		...Object.fromEntries(Object.entries(all).filter(([name]) => !last.has(name))),
		...fieldsOf(all, LAST),
	};
}

function fieldsOf(all: JsonRecord, names: readonly string[]): JsonRecord {
	return Object.fromEntries(
		names.filter((name) => Object.hasOwn(all, name)).map((name) => [name, all[name]]),
	);
}
