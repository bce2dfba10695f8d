import { listen, type Listening } from './listen';
import { startReceiver, type Receiver } from './receiver';

let local: Listening;
let app: Receiver;
beforeEach(async () => {
	app = await startReceiver();
	local = await listen({ speed: 0 });
	local.platform.setUrls(app.url);
});
afterEach(async () => Promise.all([local.close(), app.close()]));

it('an inbound call asks for the context with the four SIP values, and pushes the basic record once', async () => {
	app.answer = (received, _nth, res) =>
		res.end(
			received.text?.includes('call_uuid') ? 'success' : '{"姓名":"孙先生","预约时间":"周六"}',
		);
	const { call, context } = await local.platform.placeInboundCall({
		robot_id: '5201',
		call_relation_id: 'crm-7',
		caller: '13900000001',
	});
	expect(app.received.map(({ text }) => JSON.parse(text ?? '') as unknown)).toEqual([
		{ business_id: '3186', app_id: '4207', robot_id: '5201', call_relation_id: 'crm-7' },
	]);
	expect(context).toMatchObject({
		number: 1,
		callUuid: call.callUuid,
		url: app.url,
		status: 200,
		context: { 姓名: '孙先生', 预约时间: '周六' },
		inTime: true,
		error: undefined,
	});
	expect(context?.latencyMs).toBeGreaterThan(0);
	local.platform.runCalls();
	await local.platform.settled();
	const pushed = app.received
		.slice(1)
		.map(({ text }) => JSON.parse(text ?? '') as Record<string, unknown>);
	expect(local.platform.pushes.map((push) => push.part).sort()).toEqual([
		'basic',
		'dialog',
		'recording',
	]);
	const record = pushed.find((body) => 'direction' in body);
	expect(record).toMatchObject({
		direction: 1,
		call_relation_id: 'crm-7',
		caller: '13900000001',
		callee: '055168204601',
		call_uuid: call.callUuid,
	});
	expect(Object.keys(record ?? {})).not.toContain('task_row_index');
	expect(Object.keys(record ?? {})).not.toContain('task_data_id');
	expect(JSON.stringify(pushed.find((body) => 'dialog' in body))).toContain('请问是孙先生吗');
});

it.each([
	['HTTP 500', 500, '{"a":"b"}', undefined, undefined],
	['an array', 200, '[]', undefined, undefined],
	['no JSON', 200, 'success', undefined, undefined],
	['no answer in time', 0, '', 'time-out', undefined],
	[
		'a long object',
		200,
		JSON.stringify({ a: 'x'.repeat(5000) }),
		undefined,
		{ a: 'x'.repeat(5000) },
	],
] as const)(
	'an inbound call records an answer to its request for context: %s',
	async (_, status, text, error, expectedContext) => {
		if (status === 0) local.platform.configure({ contextTimeoutMs: 400 });
		app.answer = (_received, _nth, res) =>
			status === 0 ? undefined : res.writeHead(status).end(text);
		const { context } = await local.platform.placeInboundCall({ robot_id: '5201' });
		expect(context).toMatchObject({
			status: status === 0 ? undefined : status,
			text,
			error,
			context: expectedContext,
			inTime: status !== 0,
		});
	},
);

it('an answer after more than 500 ms is recorded as late, and the call continues without it', async () => {
	local.platform.configure({ contextTimeoutMs: 10_000 });
	app.answer = (_received, _nth, res) => setTimeout(() => res.end('{"姓名":"孙先生"}'), 520);
	const { call, context } = await local.platform.placeInboundCall({ robot_id: '5201' });
	expect(context).toMatchObject({ status: 200, context: { 姓名: '孙先生' }, inTime: false });
	expect(call.values).toEqual({});
});

it('an inbound call asks for context only if the script has dynamic data, unless configured otherwise', async () => {
	app.answer = (_received, _nth, res) => res.end('{}');
	expect((await local.platform.placeInboundCall({ robot_id: '5202' })).context).toBeUndefined();
	expect(
		(await local.platform.placeInboundCall({ robot_id: '5202', ask: true })).context?.context,
	).toEqual({});
	expect(
		(await local.platform.placeInboundCall({ robot_id: '5201', ask: false })).context,
	).toBeUndefined();
	await expect(local.platform.placeInboundCall({ robot_id: 'x' })).rejects.toThrow('no script x');
});

it('many inbound calls can be placed at a given rate', async () => {
	app.answer = (_received, _nth, res) => res.end('{}');
	const before = Date.now();
	const contexts = await local.platform.placeInboundCalls(10, 100, { robot_id: '5201' });
	expect(contexts.map((context) => context.inTime)).toEqual(Array(10).fill(true));
	const times = local.platform.contexts.map((context) => context.at);
	// The tenth call begins 90 ms after the first, but timers can fire a little early.
	expect(Math.max(...times) - before).toBeGreaterThanOrEqual(88);
	expect(local.platform.summary().contexts).toMatchObject({ asked: 10, inTime: 10 });
});
