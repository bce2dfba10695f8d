import { describePush, passes, pushOf, readPush, type Push, type PushFilter } from '../../../nodes/shared/aiCall/pushes';
import { fc } from './property';

const BASIC = {
	business_id: '9001',
	app_id: 'demo',
	robot_id: '801',
	call_uuid: 'c0ffee01-0000-4000-8000-000000000001',
	call_relation_id: 'order-7',
	task_id: '0',
	task_data_id: '846252615123869697',
	caller: '055100000001',
	callee: '13912345678',
	direction: 1,
	time_dial: 0,
	time_ring: 1700000001000,
	time_answer: 1700000006500,
	time_hangup: 1700000030000,
	duration_ring: 5,
	duration_call: 24,
};

/** As real ones come: without app_id and time_ring. */
const OUTBOUND = {
	call_uuid: 'c0ffee02',
	business_id: '9001',
	robot_id: '801',
	task_id: '4711',
	task_data_id: '846252615123869698',
	caller: '055100000001',
	callee: '13912345678',
	direction: 2,
	time_dial: 1700000000000,
	time_answer: 0,
	time_hangup: 1700000020000,
	duration_ring: 20,
	duration_call: 0,
	task_result: '20',
	task_result_desc: '无人接听',
	task_tries: 1,
	task_row_index: 0,
	task_row_head: ['客户手机号码', '姓名', '姓名'],
	task_row_value: ['13912345678', '张三', '李四'],
};

const RECORDING = {
	call_uuid: 'c0ffee03',
	url: 'rec/2026/11/21/one call.wav',
	size: 480044,
	duration: 30,
	business_id: '9001',
	app_id: 'demo',
	robot_id: '801',
};

const DIALOG = {
	business_id: '9001',
	app_id: 'demo',
	robot_id: '801',
	call_uuid: 'c0ffee04',
	tag_max: 'A',
	tag_min: '',
	time_begin: 1700000006500,
	time_end: 1700000030000,
	dialog: [
		{ seq: '1', role: 'robot', node_id: 'n1', node_name: '开头语', node_type: 'NormalNode', text_robot: '您好，请问方便吗？', text_man: '', question_id: '' },
		{
			seq: '2',
			role: 'customer',
			node_id: 'n1',
			node_name: '开头语',
			node_type: 'NormalNode',
			tag_name: '肯定',
			tag_desc: '愿意继续',
			label: '意向客户',
			text_robot: '您好，请问方便吗？',
			text_man: '方便',
			question_id: '',
			hits: [
				{ hit: '肯定', pick: true, answer_id: 'a1' },
				{ hit: '否定', pick: false, answer_id: 'a2' },
			],
		},
		{ seq: '3', role: 'customer', node_name: '', node_type: 'LaterNode', text_robot: '满意请按一', text_man: '', hits: [{ hit: '1', pick: true, answer_id: '' }], time_start: 1200, content_id: 99 },
		{ seq: 4, role: 'agent', text_robot: '为您转接', text_man: '' },
		{},
	],
};

function pushed(body: unknown): Push {
	const reading = readPush(JSON.stringify(body));
	if (!reading.ok) throw new Error(reading.reason);
	return reading.push;
}

describe('readPush', () => {
	it('tells the kind and makes an event id', () => {
		expect([BASIC, OUTBOUND, RECORDING, DIALOG].map(pushed).map(({ kind, record, eventId }) => ({ kind, record, eventId }))).toEqual([
			{ kind: 'callRecord', record: 'basic', eventId: 'c0ffee01-0000-4000-8000-000000000001:callRecord:basic' },
			{ kind: 'callRecord', record: 'outbound', eventId: 'c0ffee02:callRecord:outbound:1' },
			{ kind: 'recording', record: undefined, eventId: 'c0ffee03:recording' },
			{ kind: 'dialog', record: undefined, eventId: 'c0ffee04:dialog' },
		]);
	});

	it('has one event id for a repeated push and another for each retry of the call', () => {
		const ids = [OUTBOUND, { ...OUTBOUND }, { ...OUTBOUND, task_tries: 2 }, { ...OUTBOUND, task_tries: '2' }, { ...OUTBOUND, task_tries: undefined }, { ...OUTBOUND, task_row_index: null }, { ...BASIC, task_row_index: null, task_result: null, task_tries: 0, task_row_value: [] }, { ...BASIC, task_row_index: null, task_result: '' }, { ...BASIC, task_result: '20' }].map((body) => pushed(body).eventId);
		expect(ids).toEqual([
			'c0ffee02:callRecord:outbound:1',
			'c0ffee02:callRecord:outbound:1',
			'c0ffee02:callRecord:outbound:2',
			'c0ffee02:callRecord:outbound:2',
			'c0ffee02:callRecord:outbound:0',
			// Null where a value should be: the other attributes of the row tell.
			'c0ffee02:callRecord:outbound:1',
			`${BASIC.call_uuid}:callRecord:basic`,
			`${BASIC.call_uuid}:callRecord:basic`,
			`${BASIC.call_uuid}:callRecord:basic`,
		]);
	});

	it('keeps the digits of ids that come as numbers', () => {
		const reading = readPush('{"call_uuid":846252615123869699,"task_data_id":846252615123869697,"task_id":4711,"caller":13912345678,"direction":2,"later":9007199254740993}');
		expect(reading).toEqual({
			ok: true,
			push: {
				kind: 'callRecord',
				record: 'basic',
				eventId: '846252615123869699:callRecord:basic',
				fields: { call_uuid: '846252615123869699', task_data_id: '846252615123869697', task_id: '4711', caller: '13912345678', direction: 2, later: '9007199254740993' },
			},
		});
	});

	it.each([{ url: 'a.wav' }, { size: 1 }, { duration: 0 }])('takes %j alone for a recording', (fields) => {
		expect(pushed({ call_uuid: 'x', ...fields })).toEqual({ kind: 'recording', eventId: 'x:recording', fields: { call_uuid: 'x', ...fields } });
	});

	it.each([{ task_row_index: 0 }, { task_row_index: null, task_result: '20' }, { task_row_index: null, task_row_value: ['1'] }])('takes a record with %j for one of an outbound call', (fields) => {
		const push = pushed({ ...BASIC, direction: 1, ...fields });
		expect([push.record, passes(push, { kinds: ['callRecord'], direction: '2' }), passes(push, { kinds: ['callRecord'], direction: '1' })]).toEqual(['outbound', true, false]);
	});

	it('ignores blanks around a direction', () => {
		expect(passes(pushed({ ...BASIC, direction: ' 1 ' }), { kinds: ['callRecord'], direction: '1' })).toBe(true);
	});

	it('is not misled by fields of a later revision, and takes an empty dialog', () => {
		expect(pushed({ ...BASIC, url: 'x.wav' }).kind).toBe('callRecord');
		expect(pushed({ ...DIALOG, caller: '1', url: 'x.wav' }).kind).toBe('dialog');
		expect(pushed({ call_uuid: 'x', dialog: [] }).kind).toBe('dialog');
		expect(pushed({ call_uuid: 'x', tag_max: 'B', dialog: null }).kind).toBe('dialog');
		expect(pushed({ call_uuid: 'x', dialog: '[{"seq":"1"}]' }).kind).toBe('dialog');
		for (const url of ['', null]) expect(pushed({ call_uuid: 'x', url, size: 0, duration: 0 }).eventId).toBe('x:recording');
	});

	it('takes a dialog of which nothing is said for one', () => {
		for (const dialog of [null, '', []]) expect(pushed({ call_uuid: 'x', business_id: '3186', tag_max: null, tag_min: null, dialog }).eventId).toBe('x:dialog');
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
		['{"call_uuid":"x","dialog":"hello"}', 'The body is neither a call record nor a recording nor a dialog'],
		['{"call_uuid":"x","dialog":null,"task_result":"20","task_row_index":3}', 'The body is neither a call record nor a recording nor a dialog'],
		['{"call_uuid":"x"}', 'The body is neither a call record nor a recording nor a dialog'],
		['{"call_uuid":"x","url":"","dialog":""}', 'The body is neither a call record nor a recording nor a dialog'],
		['{"call_uuid":"x","url":"","dialog":"","caller":null}', 'The body is neither a call record nor a recording nor a dialog'],
	])('says of %.30s what was expected', (body, problem) => {
		expect(readPush(body)).toEqual({
			ok: false,
			reason: `${problem}. Expected a JSON object with call_uuid and what belongs to a call record (caller, callee, direction), a recording (url) or a dialog (dialog).`,
		});
	});

	it('survives any body, and takes nothing for a push that has no call_uuid', () => {
		const field = fc.constantFrom('call_uuid', 'dialog', 'url', 'caller', 'task_row_index', 'task_row_head', 'task_row_value', 'task_tries', 'tag_max', 'time_answer', 'hits', '__proto__');
		const body = fc.oneof(fc.string(), fc.json(), fc.dictionary(field, fc.jsonValue()).map((value) => JSON.stringify(value)), fc.json().map((text) => text.slice(0, -1)));
		fc.assert(
			fc.property(body, (text) => {
				const reading = readPush(Buffer.from(text));
				if (!reading.ok) {
					expect(reading.reason).toContain('Expected a JSON object');
					return;
				}
				const parsed = JSON.parse(text) as Record<string, unknown>;
				expect(['string', 'number']).toContain(typeof parsed.call_uuid);
				const described = describePush(reading.push, 'https://rec.example');
				expect(described.eventId).toBe(reading.push.eventId);
				expect(() => JSON.stringify(described)).not.toThrow();
				expect(passes(reading.push, { kinds: ['callRecord', 'recording', 'dialog'] })).toBe(true);
			}),
			{ numRuns: 2000 },
		);
	});
});

describe('describePush', () => {
	it('makes a basic call record readable', () => {
		expect(describePush(pushed(BASIC))).toEqual({
			event: 'callRecord',
			eventId: 'c0ffee01-0000-4000-8000-000000000001:callRecord:basic',
			record: 'basic',
			...BASIC,
			directionName: 'Inbound',
			callingNumber: '055100000001',
			calledNumber: '13912345678',
			answered: true,
			timeDial: null,
			timeRing: '2023-11-14T22:13:21.000Z',
			timeAnswer: '2023-11-14T22:13:26.500Z',
			timeHangup: '2023-11-14T22:13:50.000Z',
			durationRingSeconds: 5,
			durationCallSeconds: 24,
		});
	});

	it('makes an outbound call record readable, with the row as an object', () => {
		expect(describePush(pushed({ ...OUTBOUND, later: { a: [1] } }))).toEqual({
			event: 'callRecord',
			eventId: 'c0ffee02:callRecord:outbound:1',
			record: 'outbound',
			...OUTBOUND,
			later: { a: [1] },
			directionName: 'Outbound',
			callingNumber: '055100000001',
			calledNumber: '13912345678',
			customerNumber: '13912345678',
			resultName: 'User did not answer (ringback tone, no one answering, rejected, incoming-call reminder)',
			answered: false,
			timeDial: '2023-11-14T22:13:20.000Z',
			timeAnswer: null,
			timeHangup: '2023-11-14T22:13:40.000Z',
			durationRingSeconds: 20,
			durationCallSeconds: 0,
			row: { 客户手机号码: '13912345678', 姓名: '张三', '姓名 (2)': '李四' },
		});
	});

	it.each([
		['a row', { task_row_index: 0, task_row_head: undefined, task_row_value: undefined }],
		['a row, though null stands for its number', { task_row_index: null }],
		['the head of a row alone', { task_row_index: undefined, task_row_value: undefined }],
	])('counts a record with %s as outbound, whatever its direction says', (_name, fields) => {
		for (const direction of [1, '1', 9, undefined]) {
			expect(describePush(pushed({ ...OUTBOUND, ...fields, direction }))).toMatchObject({ directionName: 'Outbound', customerNumber: '13912345678' });
		}
	});

	it('leaves the direction of a record without a row as it is', () => {
		const bare = { task_row_index: null, task_row_head: [], task_row_value: '', task_result: null };
		expect(describePush(pushed({ ...OUTBOUND, ...bare, direction: 1 }))).toMatchObject({ record: 'basic', directionName: 'Inbound' });
		expect(describePush(pushed({ ...OUTBOUND, ...bare, direction: 1 }))).not.toHaveProperty('customerNumber');
		expect(describePush(pushed({ ...BASIC, direction: null }))).toMatchObject({ directionName: null });
	});

	it('passes on a result without a name, and fields that have our names', () => {
		expect(describePush(pushed({ call_uuid: 'x', caller: '1', task_result: '99', event: 'theirs', answered: 'theirs' }))).toEqual({
			event: 'callRecord',
			eventId: 'x:callRecord:basic',
			record: 'basic',
			call_uuid: 'x',
			caller: '1',
			callingNumber: '1',
			task_result: '99',
			resultName: null,
			answered: false,
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
	])('loses nothing of head %j and value %j', (task_row_head, task_row_value, row) => {
		expect(describePush(pushed({ ...OUTBOUND, task_row_head, task_row_value })).row).toEqual(row);
	});

	it('makes a recording readable, and its address whole where a base is known', () => {
		const described = { event: 'recording', eventId: 'c0ffee03:recording', ...RECORDING, durationSeconds: 30 };
		expect(describePush(pushed(RECORDING))).toEqual(described);
		expect(describePush(pushed(RECORDING), ' https://rec.example/files/ ')).toEqual({ ...described, fullUrl: 'https://rec.example/files/rec/2026/11/21/one call.wav' });
		expect(describePush(pushed({ ...RECORDING, url: '/a.wav' }), 'https://rec.example').fullUrl).toBe('https://rec.example/a.wav');
		expect(describePush(pushed({ ...RECORDING, url: 'http://cdn.example/a.wav' }), 'https://rec.example').fullUrl).toBe('http://cdn.example/a.wav');
	});

	it('makes a dialog readable', () => {
		expect(describePush(pushed(DIALOG))).toEqual({
			event: 'dialog',
			eventId: 'c0ffee04:dialog',
			...DIALOG,
			dialog: DIALOG.dialog.map((entry) => ('content_id' in entry ? { ...entry, content_id: '99' } : entry)),
			intentionHighest: 'A',
			intentionLowest: null,
			timeBegin: '2023-11-14T22:13:26.500Z',
			timeEnd: '2023-11-14T22:13:50.000Z',
			lines: [
				{ seq: '1', speaker: 'Robot', text: '您好，请问方便吗？', nodeName: '开头语', nodeType: 'NormalNode', nodeTypeName: 'Normal interaction node', intention: null, intentionDescription: null, label: null, pickedHits: [] },
				{ seq: '2', speaker: 'Customer', text: '方便', nodeName: '开头语', nodeType: 'NormalNode', nodeTypeName: 'Normal interaction node', intention: '肯定', intentionDescription: '愿意继续', label: '意向客户', pickedHits: ['肯定'] },
				{ seq: '3', speaker: 'Customer', text: '', nodeName: null, nodeType: 'LaterNode', nodeTypeName: null, intention: null, intentionDescription: null, label: null, pickedHits: ['1'] },
				{ seq: 4, speaker: 'agent', text: '为您转接', nodeName: null, nodeType: null, nodeTypeName: null, intention: null, intentionDescription: null, label: null, pickedHits: [] },
				{ seq: null, speaker: 'Unknown', text: '', nodeName: null, nodeType: null, nodeTypeName: null, intention: null, intentionDescription: null, label: null, pickedHits: [] },
			],
			transcript: 'Robot: 您好，请问方便吗？\nCustomer: 方便\nCustomer: [1]\nagent: 为您转接\nUnknown: [nothing]',
			pickedHits: ['肯定', '1'],
		});
		const { lines } = describePush(pushed(DIALOG));
		expect(describePush(pushed({ ...DIALOG, dialog: JSON.stringify(DIALOG.dialog) })).lines).toEqual(lines);
	});
});

describe('passes', () => {
	const ALL: PushFilter = { kinds: ['callRecord', 'recording', 'dialog'] };
	const BODIES = [BASIC, OUTBOUND, RECORDING, DIALOG];
	const NAMES = ['basic', 'outbound', 'recording', 'dialog'];
	const passing = (filter: Partial<PushFilter>) => NAMES.filter((_, index) => BODIES.slice(index, index + 1).map(pushed).every((push) => passes(push, { ...ALL, ...filter })));

	it.each<[Partial<PushFilter>, string[]]>([
		[{}, NAMES],
		[{ kinds: [] }, []],
		[{ kinds: ['recording'] }, ['recording']],
		[{ record: 'outbound' }, ['outbound', 'recording', 'dialog']],
		[{ record: 'basic' }, ['basic', 'recording', 'dialog']],
		[{ robotIds: ['802', ' 801 '] }, NAMES],
		[{ robotIds: ['802'] }, []],
		[{ robotIds: [''] }, NAMES],
		[{ taskIds: ['another task'] }, ['recording', 'dialog']],
		[{ taskIds: ['another task', '4711'] }, ['outbound', 'recording', 'dialog']],
		[{ direction: '1' }, ['basic', 'recording', 'dialog']],
		[{ direction: '2' }, ['outbound', 'recording', 'dialog']],
		[{ result: 'answered' }, ['basic', 'recording', 'dialog']],
		[{ result: 'notAnswered' }, ['outbound', 'recording', 'dialog']],
		[{ result: 'listed', results: ['5', '20'] }, NAMES],
		[{ result: 'listed', results: ['5'] }, ['basic', 'recording', 'dialog']],
		[{ results: ['5'] }, NAMES],
		[{ intentions: ['a'] }, NAMES],
		[{ intentions: ['B', 'C'] }, ['basic', 'outbound', 'recording']],
	])('%j lets pass what it should', (filter, names) => {
		expect(passing(filter)).toEqual(names);
	});

	it('takes a record with a row for outbound, whatever its direction says', () => {
		const newer = pushed({ ...OUTBOUND, direction: 1 });
		expect((['1', '2', undefined] as const).map((direction) => passes(newer, { ...ALL, direction }))).toEqual([false, true, true]);
	});

	it('lets a push pass that lacks the field that is looked at', () => {
		const silent = { ...OUTBOUND, time_answer: undefined, task_result: '0' };
		expect((['answered', 'notAnswered'] as const).map((result) => passes(pushed(silent), { ...ALL, result }))).toEqual([true, true]);
		const bare = pushOf({ call_uuid: 'x', caller: '1' });
		const filter: PushFilter = { ...ALL, robotIds: ['1'], direction: '1', intentions: ['A'] };
		expect(bare.ok && [...(['answered', 'notAnswered', 'listed'] as const)].map((result) => passes(bare.push, { ...filter, result, results: ['0'] }))).toEqual([true, true, true]);
	});
});

describe('what describePush adds', () => {
	it('names the hits that were picked, however that is written, and none without a name', () => {
		const hits = [{ hit: 'a', pick: 'true' }, { hit: 'b', pick: 1 }, { hit: 'c', pick: 'false' }, { hit: '', pick: true }, { pick: true }, { hit: 7, pick: true }];
		const push = pushed({ call_uuid: 'x', dialog: [{ role: 'customer', hits }] });
		expect(describePush(push)).toMatchObject({ pickedHits: ['a', 'b', '7'], transcript: 'Customer: [a, b, 7]' });
	});

	it('takes what the robot says from its own field', () => {
		expect(describePush(pushed({ call_uuid: 'x', dialog: [{ role: 'robot', text_robot: 'a', text_man: 'b' }] }))).toMatchObject({ transcript: 'Robot: a' });
	});

	it('has a row where only its heads came', () => {
		expect(describePush(pushed({ ...OUTBOUND, task_row_head: ['a'], task_row_value: undefined })).row).toEqual({ a: null });
	});

	it.each([
		['rec/http://a.wav', 'https://rec.example/rec/http://a.wav'],
		['//a.wav', 'https://rec.example/a.wav'],
		[5, undefined],
	])('makes of the path %j of a recording %j', (url, fullUrl) => {
		expect(describePush(pushed({ call_uuid: 'x', size: 1, url }), 'https://rec.example').fullUrl).toBe(fullUrl);
	});

	it('says of a call record alone which one it is', () => {
		expect(describePush(pushed({ call_uuid: 'x', size: 1 }))).not.toHaveProperty('record');
	});
});

describe('what a few bytes would make large', () => {
	it('is described up to 10,000 lines of a dialog and 10,000 columns of a row; what was sent is there whole', () => {
		const dialog = Array.from({ length: 10_001 }, (_, index) => ({ seq: index }));
		const described = pushOf({ call_uuid: 'u', dialog });
		if (!described.ok) throw new Error(described.reason);
		const item = describePush(described.push);
		expect(item.dialog).toEqual(dialog);
		expect(item.lines).toHaveLength(10_000);
		expect(String(item.transcript).split('\n')).toHaveLength(10_000);
		const record = pushOf({ call_uuid: 'u', caller: '1', task_row_value: dialog });
		if (!record.ok) throw new Error(record.reason);
		expect(Object.keys(Object(describePush(record.push).row))).toHaveLength(10_000);
	});
});
