import {
	CALL,
	DESCRIBED_DIALOG,
	DESCRIBED_INBOUND,
	DESCRIBED_OUTBOUND,
	DESCRIBED_RECORDING,
	DIALOG,
	INBOUND,
	OUTBOUND,
	RECORDING,
} from '../../engine/callPushes';
import { readPush, readPushFields, type Push } from '../../../nodes/shared/aiCall/pushes/readPush';
import { describePush } from '../../../nodes/shared/aiCall/pushes/describe';
import {
	mayHaveOutbound,
	passes,
	type PushFilter,
} from '../../../nodes/shared/aiCall/pushes/filter';
import { modulesOf, type PushKind } from '../../../nodes/shared/aiCall/pushes/kinds';
import { EXPECTED, OF_NO_KIND } from '../../document/pushes';
import { CALL_AGAIN } from '../../document/pushes/callRecord';
import { TASK_RESULT } from '../../document/table/callLabels';
import { fc, numRuns } from './property';

/** A call record of an answered call, without the attributes of an outbound call. */
const BASIC = { ...INBOUND, task_id: '0', time_dial: 0, time_answer: 1732154410000 };

/** A record of an outbound call that was not answered. Like real records of such calls, it has no app_id and no time_ring. */
const UNANSWERED = {
	...OUTBOUND,
	app_id: undefined,
	time_ring: undefined,
	time_answer: 0,
	task_result: '20',
	task_result_desc: '无人接听',
};

function pushed(body: unknown): Push {
	const reading = readPush(JSON.stringify(body));
	if (!reading.ok) throw new Error(reading.reason);
	return reading.push;
}

describe('readPush', () => {
	it('tells the kind of a push, and makes an event ID for it', () => {
		expect(
			[BASIC, OUTBOUND, RECORDING, DIALOG]
				.map(pushed)
				.map(({ kind, record, eventId }) => ({ kind, record, eventId })),
		).toEqual([
			{ kind: 'callRecord', record: 'basic', eventId: `${CALL}:callRecord:basic` },
			{ kind: 'callRecord', record: 'outbound', eventId: `${CALL}:callRecord:outbound:1` },
			{ kind: 'recording', record: undefined, eventId: `${CALL}:recording` },
			{ kind: 'dialog', record: undefined, eventId: `${CALL}:dialog` },
		]);
	});

	it('repeats of a push have the same event ID, but retries of a call have different ones', () => {
		const ids = [
			OUTBOUND,
			{ ...OUTBOUND },
			{ ...OUTBOUND, task_tries: 2 },
			{ ...OUTBOUND, task_tries: '2' },
			{ ...OUTBOUND, task_tries: undefined },
			{ ...OUTBOUND, task_row_index: null },
			{ ...BASIC, task_row_index: null, task_result: null, task_tries: 0, task_row_value: [] },
			{ ...BASIC, task_row_index: null, task_result: '' },
			{ ...BASIC, task_result: '20' },
		].map((body) => pushed(body).eventId);
		expect(ids).toEqual([
			`${CALL}:callRecord:outbound:1`,
			`${CALL}:callRecord:outbound:1`,
			`${CALL}:callRecord:outbound:2`,
			`${CALL}:callRecord:outbound:2`,
			`${CALL}:callRecord:outbound:0`,
			// If `task_row_index` is null, the other fields about a row decide whether the record is outbound.
			`${CALL}:callRecord:outbound:1`,
			`${CALL}:callRecord:basic`,
			`${CALL}:callRecord:basic`,
			`${CALL}:callRecord:basic`,
		]);
	});

	it('readPush keeps the digits of IDs that come as numbers', () => {
		const reading = readPush(
			'{"call_uuid":846252615123869699,"task_data_id":846252615123869697,"task_id":4711,"caller":13912345678,"direction":2,"later":9007199254740993}',
		);
		expect(reading).toEqual({
			ok: true,
			push: {
				kind: 'callRecord',
				record: 'basic',
				eventId: '846252615123869699:callRecord:basic',
				fields: {
					call_uuid: '846252615123869699',
					task_data_id: '846252615123869697',
					task_id: '4711',
					caller: '13912345678',
					direction: 2,
					later: '9007199254740993',
				},
			},
		});
	});

	it.each([{ url: 'a.wav' }, { size: 1 }, { duration: 0 }])(
		'a body with a call_uuid and only %j is a recording',
		(fields) => {
			expect(pushed({ call_uuid: 'x', ...fields })).toEqual({
				kind: 'recording',
				eventId: 'x:recording',
				fields: { call_uuid: 'x', ...fields },
			});
		},
	);

	it.each([
		{ task_row_index: 0 },
		{ task_row_index: null, task_result: '20' },
		{ task_row_index: null, task_row_value: ['1'] },
	])('a record with the fields %j belongs to an outbound call', (fields) => {
		const push = pushed({ ...BASIC, direction: 1, ...fields });
		expect([
			push.record,
			passes(push, { kinds: ['callRecord'], direction: '2' }),
			passes(push, { kinds: ['callRecord'], direction: '1' }),
		]).toEqual(['outbound', true, false]);
	});

	it('ignores spaces around a direction', () => {
		expect(
			passes(pushed({ ...BASIC, direction: ' 1 ' }), { kinds: ['callRecord'], direction: '1' }),
		).toBe(true);
	});

	it('recognizes the kind of a push in spite of fields of a later revision, and accepts an empty dialog', () => {
		expect(pushed({ ...BASIC, url: 'x.wav' }).kind).toBe('callRecord');
		expect(pushed({ ...DIALOG, caller: '1', url: 'x.wav' }).kind).toBe('dialog');
		expect(pushed({ call_uuid: 'x', dialog: [] }).kind).toBe('dialog');
		expect(pushed({ call_uuid: 'x', tag_max: 'B', dialog: null }).kind).toBe('dialog');
		expect(pushed({ call_uuid: 'x', dialog: '[{"seq":"1"}]' }).kind).toBe('dialog');
		for (const url of ['', null])
			expect(pushed({ call_uuid: 'x', url, size: 0, duration: 0 }).eventId).toBe('x:recording');
	});

	it('a push with the fields of a dialog is a dialog, even if all of them are empty', () => {
		for (const dialog of [null, '', []])
			expect(
				pushed({ call_uuid: 'x', business_id: '3186', tag_max: null, tag_min: null, dialog })
					.eventId,
			).toBe('x:dialog');
	});

	it.each([
		['', 'The body is empty'],
		[' ', 'The body is empty'],
		['{"call_uuid":"x","dialog":[', 'The body is not JSON'],
		['hello', 'The body is not JSON'],
		['['.repeat(200_000), 'The body is not JSON'],
		['[]', 'The body is not a JSON object'],
		['null', 'The body is not a JSON object'],
		['"call_uuid"', 'The body is not a JSON object'],
		['{}', 'The body has no call_uuid'],
		['{"call_uuid":" ","dialog":[]}', 'The body has no call_uuid'],
		['{"call_uuid":{},"dialog":[]}', 'The body has no call_uuid'],
		['{"call_uuid":"x","dialog":"hello"}', OF_NO_KIND],
		['{"call_uuid":"x","dialog":null,"task_result":"20","task_row_index":3}', OF_NO_KIND],
		['{"call_uuid":"x"}', OF_NO_KIND],
		['{"call_uuid":"x","url":"","dialog":""}', OF_NO_KIND],
		['{"call_uuid":"x","url":"","dialog":"","caller":null}', OF_NO_KIND],
	])('the reason for refusing the body "%.30s" says what was expected', (body, problem) => {
		expect(readPush(body)).toEqual({
			ok: false,
			reason: `${problem}. ${EXPECTED}`,
		});
	});

	const anyValue = fc.jsonValue();
	const anyField = fc.constantFrom(
		'task_row_index',
		'task_row_head',
		'task_row_value',
		'task_tries',
		'task_result',
		'time_answer',
		'hits',
		'app_id',
		'anything',
		'__proto__',
	);
	const anyFields = fc.dictionary(anyField, anyValue);

	it.each<[string, fc.Arbitrary<string>]>([
		['is empty', fc.string({ unit: fc.constantFrom(' ', '\n', '\t') })],
		['is not JSON', anyFields.map((fields) => JSON.stringify(fields).slice(0, -1))],
		[
			'is not a JSON object',
			fc
				.oneof(fc.array(anyValue), fc.string(), fc.integer(), fc.constant(null), fc.boolean())
				.map((other) => JSON.stringify(other)),
		],
		['has no call_uuid', anyFields.map((fields) => JSON.stringify(fields))],
	])('if the body %s, the reason says so', (problem, body) => {
		fc.assert(
			fc.property(body, (text) =>
				expect(readPush(Buffer.from(text))).toEqual({
					ok: false,
					reason: expect.stringMatching(`^The body ${problem}\\. Expected a JSON object`),
				}),
			),
			{ numRuns: 5 * numRuns },
		);
	});

	it.each<[PushKind, fc.Arbitrary<object>]>([
		['dialog', fc.record({ dialog: fc.array(anyValue), caller: anyValue, url: anyValue })],
		[
			'callRecord',
			fc.record({
				caller: fc.string(),
				url: anyValue,
				dialog: fc.constantFrom('', null, 'no list'),
			}),
		],
		[
			'recording',
			fc.record({ url: fc.string({ minLength: 1 }), dialog: fc.constantFrom('', null, 'no list') }),
		],
	])(
		'recognizes and describes a %s by its fields, whatever other fields the body has',
		(kind, fields) => {
			const id = fc.oneof(fc.uuid(), fc.integer({ min: 1 }));
			fc.assert(
				fc.property(id, anyFields, fields, (call_uuid, otherFields, ownFields) => {
					const push = pushed({ ...otherFields, ...ownFields, call_uuid });
					expect([
						push.kind,
						push.eventId.startsWith(`${call_uuid}:${kind}`),
						passes(push, { kinds: [kind] }),
					]).toEqual([kind, true, true]);
					const described = describePush(push, { recordingBaseUrl: 'https://rec.example' });
					expect(JSON.parse(JSON.stringify(described))).toMatchObject({
						event: kind,
						eventId: push.eventId,
					});
				}),
				{ numRuns: 5 * numRuns },
			);
		},
	);
});

describe('describePush', () => {
	it('says first of a push that is not UTF-8 that it is damaged', () => {
		const body = JSON.stringify({ ...RECORDING, task_id: '7', note: 'é' });
		const damaged = readPush(Buffer.from(body, 'latin1'));
		const whole = readPush(Buffer.from(body));
		if (!damaged.ok || !whole.ok) throw new Error('The body is a push');
		expect([damaged.push.notUtf8, 'notUtf8' in whole.push]).toEqual([true, false]);
		const names = Object.keys(describePush(damaged.push));
		const first = names.indexOf('event');
		expect(names.slice(first, first + 3)).toEqual(['event', 'notUtf8', 'task_id']);
		expect(describePush(damaged.push, { simplify: false })).toMatchObject({ notUtf8: true });
	});

	it.each([
		['an outbound record', OUTBOUND, DESCRIBED_OUTBOUND],
		['an inbound record', INBOUND, DESCRIBED_INBOUND],
		['a recording', RECORDING, DESCRIBED_RECORDING],
		['a dialog', DIALOG, DESCRIBED_DIALOG],
	])('makes %s readable, with what matters first', (_name, push, described) => {
		const item = describePush(pushed(push));
		expect(item).toEqual(described);
		expect(Object.keys(item)).toEqual(Object.keys(described));
	});

	it.each([
		['an outbound record', OUTBOUND, { event: 'callRecord', record: 'outbound' }],
		['a recording', RECORDING, { event: 'recording' }],
		['a dialog', DIALOG, { event: 'dialog' }],
	])('without Simplify, %s is as it came, after its event', (_name, push, added) => {
		const { eventId, ...item } = describePush(pushed(push), { simplify: false });
		expect(eventId).toBe(pushed(push).eventId);
		expect(item).toEqual({ ...added, ...push });
	});

	it.each(Object.keys(TASK_RESULT))(
		'callAgain of the result %s is as in the document',
		(result) => {
			const again = CALL_AGAIN.includes(Number(result));
			for (const task_result of [result, Number(result)])
				expect(describePush(pushed({ ...UNANSWERED, task_result })).callAgain).toBe(again);
		},
	);

	it.each([
		[{ task_result: ' 20 ' }, true],
		[{ task_result: '4', time_answer: 1732154410000 }, false],
		[{ task_result: '99' }, false],
		[{ task_result: '' }, undefined],
		[{ task_result: null }, undefined],
	])('a call with %j has callAgain %s', (fields, callAgain) => {
		expect(describePush(pushed({ ...UNANSWERED, ...fields })).callAgain).toBe(callAgain);
	});

	it.each([
		[{ call_uuid: 'a/../b', url: 'x/y.MP3?z' }, /^a____b-[0-9a-f]{8}\.mp3$/],
		[{ call_uuid: ' x ', url: 'a.mp3' }, /^x-[0-9a-f]{8}\.mp3$/],
		[{ call_uuid: 'x', url: 'a.mp3/b' }, /^x-[0-9a-f]{8}\.wav$/],
		[{ call_uuid: 'x'.repeat(100), url: 'y' }, /^x{64}-[0-9a-f]{8}\.wav$/],
		[{ call_uuid: '通话', size: 1 }, /^__-[0-9a-f]{8}\.wav$/],
		// The eight digits are from the SHA-256 of the call, a blank and the path.
		[{ call_uuid: 'x', size: 1 }, /^x-2ac3e029\.wav$/],
	])('the recording %j gets a file name that every file system takes', (push, name) => {
		expect(describePush(pushed(push)).fileName).toEqual(expect.stringMatching(name));
	});

	it.each(['wav', 'mp3', 'amr', 'm4a', 'ogg'])('a file name keeps the ending %s', (ending) => {
		for (const url of [`a.${ending}`, `A.${ending.toUpperCase()}#t=1`, `a.wav/b.${ending}?c=d.ogx`])
			expect(describePush(pushed({ call_uuid: 'x', url })).fileName).toMatch(
				new RegExp(`^x-[0-9a-f]{8}\\.${ending}$`),
			);
	});

	it.each(['exe', 'html', 'wavx', 'mp4'])('the ending %s becomes wav', (ending) => {
		expect(describePush(pushed({ call_uuid: 'x', url: `a.${ending}` })).fileName).toMatch(
			/^x-[0-9a-f]{8}\.wav$/,
		);
	});

	it('two recordings of a call have different file names', () => {
		const names = ['a.wav', 'b.wav'].map(
			(url) => describePush(pushed({ call_uuid: 'x', url })).fileName,
		);
		expect(new Set(names).size).toBe(2);
	});

	it.each([
		'2026-11-25 10:00:00',
		'2026/11/25 10:00:00',
		'2026-11-25T10:00:00+08:00',
		'20261125100000',
	])('reads the time %j as a time of China', (text) => {
		const times = { time_answer: text, time_hangup: '2026-11-25 10:00:42', duration_call: 42 };
		expect(describePush(pushed({ ...UNANSWERED, ...times }))).toMatchObject({
			answered: true,
			timeAnswer: '2026-11-25T02:00:00.000Z',
			timeHangup: '2026-11-25T02:00:42.000Z',
			durationCallSeconds: 42,
		});
	});

	it.each(['', '0', 0, null, '0000-00-00 00:00:00', 'none'])(
		'a call with the time %j was not answered',
		(time_answer) => {
			expect(describePush(pushed({ ...UNANSWERED, time_answer })).answered).toBe(false);
		},
	);

	it('makes an outbound record of the newer revision readable, which has direction 1, times in seconds and the result 19', () => {
		const newer = {
			...OUTBOUND,
			direction: 1,
			time_dial: 1732154400,
			time_ring: '1732154403',
			time_answer: 1732154410,
			time_hangup: 1732154452,
			task_result: '19',
			task_result_desc: '转人工',
		};
		expect(describePush(pushed(newer))).toEqual({
			...DESCRIBED_OUTBOUND,
			task_result: '19',
			task_result_desc: '转人工',
			resultName: 'Passed to an agent',
		});
	});

	it('makes a record of an unanswered call readable, with two columns of the same name and a field of a later revision', () => {
		const push = {
			...UNANSWERED,
			task_row_head: ['客户手机号码', '姓名', '姓名'],
			task_row_value: ['13800000007', '王芳', '李四'],
			later: { a: [1] },
		};
		const resultName =
			'User did not answer (ringback tone, no one answering, rejected, incoming-call reminder)';
		const row = { 客户手机号码: '13800000007', 姓名: '王芳', '姓名 (2)': '李四' };
		expect(describePush(pushed(push))).toEqual({
			...DESCRIBED_OUTBOUND,
			app_id: undefined,
			later: { a: [1] },
			task_result: '20',
			task_result_desc: '无人接听',
			resultName,
			answered: false,
			callAgain: true,
			timeRing: undefined,
			timeAnswer: null,
			row,
		});
		expect(describePush(pushed(push))).not.toHaveProperty('timeRing');
	});

	it.each([
		['a row', { task_row_index: 0, task_row_head: undefined, task_row_value: undefined }],
		['a row whose number is null', { task_row_index: null }],
		['only the head of a row', { task_row_index: undefined, task_row_value: undefined }],
	])('counts a record with %s as outbound, whatever its direction says', (_name, fields) => {
		for (const direction of [1, '1', 9, undefined]) {
			expect(describePush(pushed({ ...OUTBOUND, ...fields, direction }))).toMatchObject({
				directionName: 'Outbound',
				customerNumber: '13800000007',
			});
		}
	});

	it('describePush keeps the direction of a record without a row', () => {
		const withoutRow = {
			task_id: '0',
			task_row_index: null,
			task_row_head: [],
			task_row_value: '',
			task_result: null,
		};
		expect(describePush(pushed({ ...OUTBOUND, ...withoutRow, direction: 1 }))).toMatchObject({
			record: 'basic',
			directionName: 'Inbound',
		});
		expect(describePush(pushed({ ...OUTBOUND, ...withoutRow, direction: 1 }))).not.toHaveProperty(
			'customerNumber',
		);
		expect(describePush(pushed({ ...BASIC, direction: null }))).toMatchObject({
			directionName: null,
		});
	});

	it('describePush keeps a result that has no name, and fields that have the names of its own fields', () => {
		expect(
			describePush(
				pushed({
					call_uuid: 'x',
					caller: '1',
					task_result: '99',
					event: 'theirs',
					answered: 'theirs',
				}),
			),
		).toEqual({
			event: 'callRecord',
			eventId: 'x:callRecord:basic',
			record: 'basic',
			call_uuid: 'x',
			callingNumber: '1',
			task_result: '99',
			resultName: null,
			answered: false,
			callAgain: false,
			platform_event: 'theirs',
			platform_answered: 'theirs',
		});
	});

	it.each([
		[['a'], ['1', '2', '3'], { a: '1', 'column 2': '2', 'column 3': '3' }],
		[['a', 'b'], ['1'], { a: '1', b: null }],
		[['a', ''], ['1', '2'], { a: '1', 'column 2': '2' }],
		[undefined, ['1'], { 'column 1': '1' }],
		['["a"]', '["1"]', { a: '1' }],
		['a', 'b', undefined],
		[[], [], {}],
	])(
		'task_row_head %j and task_row_value %j become the row %j',
		(task_row_head, task_row_value, row) => {
			expect(describePush(pushed({ ...OUTBOUND, task_row_head, task_row_value })).row).toEqual(row);
		},
	);

	it('makes the lines of a dialog readable if somebody pressed a key, was passed to an agent, or was silent', () => {
		const push = {
			...DIALOG,
			tag_min: '',
			time_begin: 1732154403500,
			time_end: 0,
			dialog: [
				...DIALOG.dialog,
				{
					seq: '3',
					role: 'customer',
					node_name: '',
					node_type: 'LaterNode',
					text_robot: '满意请按一',
					text_man: '',
					hits: [{ hit: '1', pick: true, answer_id: '' }],
					time_start: 1200,
					content_id: 99,
				},
				{ seq: 4, role: 'agent', text_robot: '为您转接', text_man: '' },
				{},
			],
		};
		const described = {
			...DESCRIBED_DIALOG,
			tag_min: '',
			intentionLowest: null,
			timeBegin: '2024-11-21T02:00:03.500Z',
			timeEnd: null,
			lines: [
				...DESCRIBED_DIALOG.lines,
				{
					seq: '3',
					speaker: 'Customer',
					text: '',
					nodeName: null,
					nodeType: 'LaterNode',
					nodeTypeName: null,
					intention: null,
					intentionDescription: null,
					label: null,
					pickedHits: ['1'],
				},
				{
					seq: 4,
					speaker: 'agent',
					text: '为您转接',
					nodeName: null,
					nodeType: null,
					nodeTypeName: null,
					intention: null,
					intentionDescription: null,
					label: null,
					pickedHits: [],
				},
				{
					seq: null,
					speaker: 'Unknown',
					text: '',
					nodeName: null,
					nodeType: null,
					nodeTypeName: null,
					intention: null,
					intentionDescription: null,
					label: null,
					pickedHits: [],
				},
			],
			transcript:
				'Robot: 您好，请问方便吗？\nCustomer: 方便\nCustomer: [1]\nagent: 为您转接\nUnknown: [nothing]',
			pickedHits: ['肯定', '1'],
		};
		expect(describePush(pushed(push))).toEqual(described);
		expect(describePush(pushed({ ...push, dialog: JSON.stringify(push.dialog) })).lines).toEqual(
			described.lines,
		);
	});
});

describe('passes', () => {
	const ALL: PushFilter = { kinds: ['callRecord', 'recording', 'dialog'] };
	const BODIES = { basic: BASIC, outbound: UNANSWERED, recording: RECORDING, dialog: DIALOG };
	const ALL_NAMES = Object.keys(BODIES);
	const passingNames = (filter: Partial<PushFilter>) =>
		Object.entries(BODIES)
			.filter(([, body]) => passes(pushed(body), { ...ALL, ...filter }))
			.map(([name]) => name);

	it.each<[Partial<PushFilter>, string[]]>([
		[{}, ALL_NAMES],
		[{ kinds: [] }, []],
		[{ kinds: ['recording'] }, ['recording']],
		[{ record: 'onePerCall' }, ALL_NAMES],
		[{ record: 'outbound' }, ['outbound', 'recording', 'dialog']],
		[{ record: 'basic' }, ['basic', 'recording', 'dialog']],
		[{ robotIds: ['5202', ' 5201 '] }, ALL_NAMES],
		[{ robotIds: ['5202'] }, []],
		[{ robotIds: [''] }, ALL_NAMES],
		[{ taskIds: ['another task'] }, ['recording', 'dialog']],
		[{ taskIds: ['another task', '88785'] }, ['outbound', 'recording', 'dialog']],
		[{ direction: '1' }, ['basic', 'recording', 'dialog']],
		[{ direction: '2' }, ['outbound', 'recording', 'dialog']],
		[{ result: 'answered' }, ['basic', 'recording', 'dialog']],
		[{ result: 'notAnswered' }, ['outbound', 'recording', 'dialog']],
		[{ result: 'listed', results: ['5', '20'] }, ALL_NAMES],
		[{ result: 'listed', results: ['5'] }, ['basic', 'recording', 'dialog']],
		[{ results: ['5'] }, ALL_NAMES],
		[{ intentions: ['a'] }, ALL_NAMES],
		[{ intentions: ['B', 'C'] }, ['basic', 'outbound', 'recording']],
	])('the filter %j only lets these pushes pass: %j', (filter, names) => {
		expect(passingNames(filter)).toEqual(names);
	});

	it('considers a record with a row outbound, whatever its direction says', () => {
		const newerRecord = pushed({ ...OUTBOUND, direction: 1 });
		expect(
			(['1', '2', undefined] as const).map((direction) =>
				passes(newerRecord, { ...ALL, direction }),
			),
		).toEqual([false, true, true]);
	});

	it.each<[string, object, boolean]>([
		['an inbound call', INBOUND, false],
		['an inbound call with the task 0', { ...INBOUND, task_id: '0' }, false],
		['an inbound call that names a task', { ...INBOUND, task_id: '88785' }, false],
		[
			'a call that says inbound without a call_relation_id',
			{ ...INBOUND, call_relation_id: '' },
			true,
		],
		['a call without a direction', { call_uuid: 'x', caller: '1' }, true],
		['an outbound call', { ...BASIC, direction: 2 }, true],
		['an outbound call with a call_relation_id', { ...INBOUND, direction: ' 2 ' }, true],
		[
			'an outbound call of the newer revision, with direction 1',
			{ ...BASIC, call_relation_id: '', direction: 1, task_id: '88785' },
			true,
		],
	])(
		'an outbound record may come after the basic record of %s: %j gives %s',
		(_name, body, may) => {
			const push = pushed(body);
			expect([push.record, mayHaveOutbound(push)]).toEqual(['basic', may]);
			expect(passes(push, { ...ALL, record: 'onePerCall' })).toBe(true);
		},
	);

	it('no outbound record comes after an outbound record', () => {
		expect(mayHaveOutbound(pushed(OUTBOUND))).toBe(false);
	});

	it('a push that lacks the compared field passes the filter', () => {
		const withoutAnswerTime = { ...OUTBOUND, time_answer: undefined, task_result: '0' };
		expect(
			(['answered', 'notAnswered'] as const).map((result) =>
				passes(pushed(withoutAnswerTime), { ...ALL, result }),
			),
		).toEqual([true, true]);
		const fewFields = readPushFields({ call_uuid: 'x', caller: '1' });
		const filter: PushFilter = { ...ALL, robotIds: ['1'], direction: '1', intentions: ['A'] };
		expect(
			fewFields.ok &&
				(['answered', 'notAnswered', 'listed'] as const).map((result) =>
					passes(fewFields.push, { ...filter, result, results: ['0'] }),
				),
		).toEqual([true, true, true]);
	});
});

describe('what describePush adds', () => {
	it('lists the names of picked hits, whether a hit is marked with true or 1, and skips hits without a name', () => {
		const hits = [
			{ hit: 'a', pick: 'true' },
			{ hit: 'b', pick: 1 },
			{ hit: 'c', pick: 'false' },
			{ hit: '', pick: true },
			{ pick: true },
			{ hit: 7, pick: true },
		];
		const push = pushed({ call_uuid: 'x', dialog: [{ role: 'customer', hits }] });
		expect(describePush(push)).toMatchObject({
			pickedHits: ['a', 'b', '7'],
			transcript: 'Customer: [a, b, 7]',
		});
	});

	it('takes the words of the robot from the field `text_robot`', () => {
		expect(
			describePush(
				pushed({ call_uuid: 'x', dialog: [{ role: 'robot', text_robot: 'a', text_man: 'b' }] }),
			),
		).toMatchObject({ transcript: 'Robot: a' });
	});

	it('a row has its columns even if the push has no values for them', () => {
		expect(
			describePush(pushed({ ...OUTBOUND, task_row_head: ['a'], task_row_value: undefined })).row,
		).toEqual({ a: null });
	});

	it.each([
		['ant/one call.wav', 'https://rec.example/ant/one call.wav'],
		['/a.wav', 'https://rec.example/a.wav'],
		['https://rec.example/b/a.wav', 'https://rec.example/b/a.wav'],
		['http://cdn.example/a.wav', undefined],
		['https://rec.example.evil.example/a.wav', undefined],
		['rec/http://a.wav', 'https://rec.example/rec/http://a.wav'],
		['//a.wav', 'https://rec.example/a.wav'],
		[5, undefined],
	])('a recording with the path %j has the URL %j', (url, fullUrl) => {
		expect(
			describePush(pushed({ call_uuid: 'x', size: 1, url }), {
				recordingBaseUrl: 'https://rec.example',
			}).fullUrl,
		).toBe(fullUrl);
	});

	it('the base URL of recordings can have a path, and spaces around it', () => {
		expect(
			describePush(pushed(RECORDING), { recordingBaseUrl: ' https://rec.example/files/ ' }),
		).toEqual({
			...DESCRIBED_RECORDING,
			fullUrl: `https://rec.example/files/${RECORDING.url}`,
		});
	});

	it('without a base URL, only a complete URL of a recording is one', () => {
		const fullUrls = ['https://rec.example/a.wav', 'a.wav'].map(
			(url) => describePush(pushed({ call_uuid: 'x', url })).fullUrl,
		);
		expect(fullUrls).toEqual(['https://rec.example/a.wav', undefined]);
	});

	it('a call with any part of a row is outbound, whatever its direction says', () => {
		for (const field of ['task_row_index', 'task_row_head', 'task_row_value'])
			expect(
				describePush(pushed({ call_uuid: 'x', callee: '138', direction: 1, [field]: '["a"]' })),
			).toMatchObject({ directionName: 'Outbound' });
	});

	it.each([
		[{ task_id: '88785' }, 'Outbound'],
		[{ task_id: '88785', call_relation_id: '' }, 'Outbound'],
		[{ task_id: '88785', call_relation_id: '7' }, 'Inbound'],
		[{ task_id: '0' }, 'Inbound'],
		[{ task_id: 0 }, 'Inbound'],
		[{ task_id: '' }, 'Inbound'],
		[{}, 'Inbound'],
	])(
		'a basic record with %j and the direction of an inbound call is %s',
		(fields, directionName) => {
			expect(
				describePush(pushed({ call_uuid: 'x', callee: '138', direction: 1, ...fields })),
			).toMatchObject({ record: 'basic', directionName });
		},
	);

	it('the ID of the task comes before the fields that are read less', () => {
		const names = Object.keys(describePush(pushed({ other: 1, ...OUTBOUND })));
		expect(names.indexOf('task_id')).toBe(names.indexOf('record') + 1);
	});

	it('finds the number of the customer of an outbound call, whether its direction is a number or a text', () => {
		for (const direction of [2, '2', ' 2 '])
			expect(describePush(pushed({ call_uuid: 'x', callee: '138', direction }))).toMatchObject({
				directionName: 'Outbound',
				customerNumber: '138',
			});
	});

	const TIMES = { time_answer: 1732154410000, time_hangup: 1732154452000 };
	const SHORT = { ...TIMES, time_hangup: TIMES.time_answer };

	it.each<[string, object, unknown]>([
		['42 s', { ...TIMES, duration_call: 42 }, 42],
		['a little more than the times say', { ...TIMES, duration_call: '52' }, 52],
		['42 s in milliseconds', { ...TIMES, duration_call: 42_000 }, 42],
		[
			'0.06 s in milliseconds, the least that the times tell',
			{ ...TIMES, duration_call: 53 },
			0.053,
		],
		[
			'times in seconds',
			{ time_answer: 1732154410, time_hangup: 1732154452, duration_call: 42_000 },
			42,
		],
		[
			'the times of dialing and hanging up',
			{ time_dial: TIMES.time_answer, time_hangup: TIMES.time_hangup, duration_call: 42_000 },
			42,
		],
		[
			'the times of ringing and hanging up',
			{ time_ring: TIMES.time_answer, time_hangup: TIMES.time_hangup, duration_call: 42_000 },
			42,
		],
		['a call without a length', { ...SHORT, duration_call: 0 }, 0],
		[
			'a call with one time only',
			{ time_hangup: TIMES.time_hangup, duration_call: 42_000 },
			42_000,
		],
		[
			'a day, with one time only',
			{ time_hangup: TIMES.time_hangup, duration_call: 86_400 },
			86_400,
		],
		['more than a day', { time_hangup: TIMES.time_hangup, duration_call: 86_401 }, 86.401],
		['no number', { ...TIMES, duration_call: 'long' }, null],
	])('the duration of a call with %s is in seconds', (_name, fields, seconds) => {
		const json = describePush(pushed({ call_uuid: 'x', callee: '138', ...fields }));
		expect(json.durationCallSeconds).toBe(seconds);
	});

	it.each<[number, number | undefined, number]>([
		[42, 1_043_244, 42],
		[42_000, 1_043_244, 42],
		[42_000, undefined, 42_000],
		[42, 42 * 250, 42],
		[42, 42 * 250 - 1, 0.042],
		[42, 0, 42],
	])('a recording with the duration %d and %d bytes takes %d s', (duration, size, seconds) => {
		const json = describePush(pushed({ call_uuid: 'x', url: 'a.wav', size, duration }));
		expect(json.durationSeconds).toBe(seconds);
	});

	it('only the description of a call record has the field `record`', () => {
		expect(describePush(pushed({ call_uuid: 'x', size: 1 }))).not.toHaveProperty('record');
	});
});

describe('pushes whose few bytes would become a large description', () => {
	it('at most 10,000 lines of a dialog and 10,000 columns of a row are described, and without Simplify the push is kept whole', () => {
		const dialog = Array.from({ length: 10_001 }, (_, index) => ({ seq: index }));
		const dialogReading = readPushFields({ call_uuid: 'u', dialog });
		if (!dialogReading.ok) throw new Error(dialogReading.reason);
		const item = describePush(dialogReading.push);
		expect(item.lines).toHaveLength(10_000);
		expect(String(item.transcript).split('\n')).toHaveLength(10_000);
		expect(describePush(dialogReading.push, { simplify: false })).toEqual({
			event: 'dialog',
			eventId: 'u:dialog',
			call_uuid: 'u',
			dialog,
		});
		const recordReading = readPushFields({ call_uuid: 'u', caller: '1', task_row_value: dialog });
		if (!recordReading.ok) throw new Error(recordReading.reason);
		expect(Object.keys(Object(describePush(recordReading.push).row))).toHaveLength(10_000);
	});
});

test('modulesOf returns the modules of kinds of pushes', () => {
	expect(modulesOf(['dialog', 'callRecord'])).toEqual(['receiveCallRecord', 'receiveDialog']);
	expect(modulesOf([])).toEqual([]);
});
