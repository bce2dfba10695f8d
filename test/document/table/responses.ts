/**
 * Whole responses and pushes, with every field that the documents declare, and those that were recorded from the live
 * services. They are JSON schemas. Where the documents say one thing and records another, both are right:
 * test/document/silences.ts says which was seen.
 */
import type { Schema } from '../page';

export const text: Schema = { type: 'string' };
export const whole: Schema = { type: 'integer' };
export const number: Schema = { type: 'number' };
export const flag: Schema = { type: 'boolean' };
export const textOrNumber: Schema = { type: ['string', 'number'] };
export const textOrList: Schema = { type: ['string', 'array'] };
export const list = (items: Schema): Schema => ({ type: 'array', items });

/** An object that always has the fields of `always`, may have those of `sometimes`, and has no others. */
export const object = (
	always: Readonly<Record<string, Schema>>,
	sometimes: Readonly<Record<string, Schema>> = {},
): Schema => ({
	type: 'object',
	properties: { ...always, ...sometimes },
	required: Object.keys(always),
	additionalProperties: false,
});

/** The same fields, all with this schema. */
export const all = (schema: Schema, ...names: string[]): Record<string, Schema> =>
	Object.fromEntries(names.map((name) => [name, schema]));

/** A list or an object. (With `anyOf`, a wrong field would be reported for both.) */
export const listOr = (items: Schema, other: Schema): Schema => ({
	if: { type: 'array' },
	then: list(items),
	else: other,
});

/** The envelope of a success or of a failure, which is told by its code. */
const envelope = (success: Schema, failure: Schema): Schema => ({
	if: { properties: { code: { enum: [0, '0'] } } },
	then: success,
	else: failure,
});

/** Document 1, 2.1. In a failure, `data` is empty. */
export const answered = (data: Schema, code = text): Schema =>
	envelope(
		object({ code, data, desc: text, sid: text }),
		object({
			code,
			data: { type: ['object', 'array', 'string'], maxProperties: 0, maxItems: 0, maxLength: 0 },
			desc: text,
			sid: text,
		}),
	);

/** Document 1, 4.4: audio, or the envelope. Of audio there are the type of the content and its first four bytes. */
export const AUDIO: Schema = {
	if: { required: ['code'] },
	then: answered(text),
	else: object({ contentType: { const: 'audio/mpeg' }, begin: text, sid: text }),
};

/** A frame of the streaming service. */
export const FRAME: Schema = object({
	code: whole,
	message: text,
	sid: text,
	data: {
		type: ['object', 'null'],
		properties: { audio: text, status: whole, ced: text },
		required: ['audio', 'status', 'ced'],
		additionalProperties: false,
	},
});

/** Document 2, 2.1. In a failure, `result` is empty. */
export const called = (result: Schema = object({})): Schema =>
	envelope(
		object({ code: whole, message: text, result }),
		object({ code: whole, message: text }, { result: object({}) }),
	);

/** Document 2, 2.2. */
export const TOKEN_RESPONSE = called(object({ token: text, time_expire: whole }));

/** Document 2, 2.8, and the wrapper of its list. */
export const TASKS = called(
	object({
		total_rows: whole,
		rows: list(
			object(
				{
					...all(text, 'task_id', 'task_name'),
					...all(whole, 'status', 'task_type', 'deleted', 'time_task_start', 'process_count'),
					...all(whole, 'process_tel_count', 'process_through_count', 'count_tel'),
					process_through_rate: number,
				},
				{
					...all(
						whole,
						'time_task_finish',
						'count_recalled',
						'count_max_recall',
						'count_total_task',
					),
					...all(whole, 'time_task_estimate_begin', 'time_task_estimate_end', 'time_recall_wait'),
					...all(text, 'line_num', 'robot_id', 'robot_name', 'voice_code'),
					...all(textOrList, 'time_range', 'intention_push', 'status_recall'),
					voice_speed: number,
				},
			),
		),
	}),
);

/** Document 2, 4.4. */
export const CREATED = called(object({ task_id: text }));

/** Document 2, 4.3 and 4.5. */
export const ROWS_TAKEN = called(object({ total: whole, task_data_ids: list(whole) }));

/** The fields of each push (document 2, part 6). Real pushes may lack `app_id`. */
export const PUSHED = {
	always: all(text, 'business_id', 'robot_id', 'call_uuid'),
	sometimes: all(text, 'app_id', 'call_relation_id', 'task_data_id'),
};

/** What the platform sends to `getDialogContext` (document 2, 4.8). */
export const CONTEXT_REQUEST = object(
	all(text, 'business_id', 'app_id', 'robot_id', 'call_relation_id'),
);
