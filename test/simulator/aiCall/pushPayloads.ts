import type { Call } from './call';
import type { PushOrder, Settings } from './config';
import { dialogOf } from './conversation';
import type { UrlModule } from './protocol';
import type { Random } from './random';

/** What a push reports about a call. */
export type PushPart = 'basic' | 'outbound' | 'recording' | 'dialog';

/** One push, ready to be sent to the URL of its module. */
export interface Push {
	module: UrlModule;
	part: PushPart;
	callUuid: string;
	payload: Record<string, unknown>;
}

/** Fields with IDs: strings in the document, but sometimes numbers in live pushes. */
const ID_FIELDS = new Set(['business_id', 'app_id', 'robot_id', 'task_id', 'task_data_id']);

/** The bytes of one second of sound in a recording. */
const BYTES_PER_SECOND = 32_000;
/** The bytes of a recording's header. */
const WAV_HEADER_BYTES = 44;

/** All pushes at the end of a call (document 2, part 6), in the document's order. */
export function pushesOf(call: Call, settings: Settings, random: Random): Push[] {
	const createPush = (
		module: UrlModule,
		part: PushPart,
		payload: Record<string, unknown>,
	): Push => ({
		module,
		part,
		callUuid: call.callUuid,
		payload: inForm(payload, settings),
	});
	const { outboundRecords } = settings;
	const pushes: Push[] = [];
	if (!call.outbound || outboundRecords !== 'outbound')
		pushes.push(createPush('receiveCallRecord', 'basic', basicRecord(call)));
	if (call.outbound && outboundRecords !== 'basic')
		pushes.push(
			createPush(
				'receiveCallRecord',
				'outbound',
				outboundRecord(call, call.outbound, settings.newerRevision),
			),
		);
	if (call.answered) {
		pushes.push(createPush('receiveVoice', 'recording', recording(call, settings)));
		pushes.push(
			createPush('receiveDialog', 'dialog', {
				...callFields(call),
				...dialogIn(call, settings, random),
			}),
		);
	}
	return pushes;
}

/** Puts a call's pushes, which are in the document's order, into the requested order. */
export function inOrder<AnyPush>(pushes: AnyPush[], order: PushOrder, random: Random): AnyPush[] {
	if (order === 'documented') return pushes;
	return order === 'reversed' ? [...pushes].reverse() : random.shuffle(pushes);
}

/** The same payload, but IDs that consist only of digits are bigints, which are sent as numbers. */
export function withNumericIds(payload: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(payload).map(([name, value]) => [
			name,
			ID_FIELDS.has(name) && typeof value === 'string' && /^\d+$/.test(value)
				? BigInt(value)
				: value,
		]),
	);
}

/** The dialog of a call, its `seq` as the settings choose. */
function dialogIn(call: Call, { newerRevision, seqAsNumber }: Settings, random: Random): object {
	const { dialog, ...levels } = dialogOf(call, random, newerRevision);
	return {
		...levels,
		dialog: seqAsNumber ? dialog.map((entry, index) => ({ ...entry, seq: index + 1 })) : dialog,
	};
}

/** The same payload with the fields and the units that the settings choose. */
function inForm(payload: Record<string, unknown>, settings: Settings): Record<string, unknown> {
	const { pushesLackFields, recordTimes, durations } = settings;
	const complete = pushesLackFields ? without(payload, ['app_id', 'time_ring']) : payload;
	return Object.fromEntries(
		Object.entries(complete).map(([name, value]) => {
			if (typeof value !== 'number') return [name, value];
			if (name.startsWith('time_') && recordTimes === 'seconds')
				return [name, Math.floor(value / 1000)];
			if (name.startsWith('duration') && durations === 'milliseconds') return [name, value * 1000];
			return [name, value];
		}),
	);
}

/** The same payload without the named fields. */
function without(
	payload: Record<string, unknown>,
	names: readonly string[],
): Record<string, unknown> {
	return Object.fromEntries(Object.entries(payload).filter(([name]) => !names.includes(name)));
}

/** The fields that tell which call a push is about. */
function callFields(call: Call): Record<string, unknown> {
	return {
		business_id: call.businessId,
		app_id: call.appId,
		robot_id: call.robotId,
		call_uuid: call.callUuid,
		...(call.outbound
			? { task_data_id: call.outbound.taskDataId }
			: { call_relation_id: call.relationId }),
	};
}

/** The basic attributes of document 2, 6.1, with the IDs and times that recorded pushes have in addition. */
function basicRecord(call: Call): Record<string, unknown> {
	return {
		...callFields(call),
		task_id: call.outbound?.taskId ?? '0',
		caller: call.caller,
		callee: call.callee,
		direction: call.direction,
		time_dial: call.timeDial,
		time_ring: call.timeRing,
		time_answer: call.timeAnswer,
		time_hangup: call.timeHangup,
		duration_ring: call.ringSeconds,
		duration_call: call.talkSeconds,
	};
}

/**
 * The record of an outbound call. In the newer revision it has direction 1, which means inbound: the example in that
 * document has this value.
 */
function outboundRecord(
	call: Call,
	outbound: NonNullable<Call['outbound']>,
	newerRevision: boolean,
): Record<string, unknown> {
	return {
		...basicRecord(call),
		...(newerRevision ? { direction: 1 } : {}),
		task_result: call.result,
		task_result_desc: call.resultDesc,
		task_tries: outbound.tries,
		task_row_index: outbound.rowIndex,
		task_row_head: outbound.rowHead,
		task_row_value: outbound.rowValue,
	};
}

function recording(call: Call, { recordingUrl }: Settings): Record<string, unknown> {
	const day = new Date(call.timeAnswer).toISOString().slice(0, 10).replaceAll('-', '/');
	const file = `${call.outbound?.taskDataId ?? call.relationId ?? '0'}-${call.callUuid}.wav`;
	return {
		...callFields(call),
		url:
			(recordingUrl === 'path' ? '' : 'https://recordings.example/') +
			`ant/7/ivr/0/${day}/0/${file}` +
			(recordingUrl === 'withToken' ? '?token=t0ken' : ''),
		size: WAV_HEADER_BYTES + call.talkSeconds * BYTES_PER_SECOND,
		duration: call.talkSeconds,
	};
}
