/** Finds out which push a body is (document 2, part 6). */
import type { EncodingMark } from '../../decoded';
import { textOf, type JsonRecord } from '../../values';
import { readBody } from './body';
import type { RecordKind } from './callRecord';
import { kindOf, NOT_A_PUSH, type PushKind } from './kinds';

export interface Push extends EncodingMark {
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
export function readPushFields(fields: JsonRecord, { notUtf8 }: EncodingMark = {}): PushReading {
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
