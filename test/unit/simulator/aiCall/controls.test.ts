import { parse } from 'lossless-json';
import { listen, post, type Listening } from './listen';
import { startReceiver, type Receiver } from './receiver';

const PHONE = '客户手机号码';

let local: Listening;
let app: Receiver;
beforeEach(async () => {
	app = await startReceiver();
	local = await listen({ speed: 0, startTime: Date.parse('2024-05-06T12:00:00+08:00') });
});
afterEach(async () => Promise.all([local.close(), app.close()]));

/** Calls a control, which must succeed, and returns its answer. */
async function command(control: string, body: object = {}): Promise<unknown> {
	const answer = await post(`${local.url}/_control/aicall/${control}`, body);
	expect([control, answer.status, answer.status === 200 ? '' : answer.data]).toEqual([
		control,
		200,
		'',
	]);
	return JSON.parse(answer.data) as unknown;
}

/** Reads one of the lists or reports that the controls offer. */
async function read(list: string): Promise<unknown> {
	return (await fetch(`${local.url}/_control/aicall/${list}`)).json();
}

const calloutBody = (...numbers: string[]): object => ({
	robot_id: '5202',
	line_num: '055168204601',
	call_column: [PHONE],
	call_list: numbers.map((number) => [number]),
});

it('another process can control a whole campaign', async () => {
	await command('urls', { url: `${app.url}/hook` });
	await command('configure', { latencyMs: 1, pushOrder: 'reversed', tokenLifeSeconds: 100 });
	await command('customers', {
		13800000001: 'busy',
		13800000002: { result: 'answers', talkSeconds: 20, says: ['嗯'] },
		13800000003: ['noAnswer', { result: { code: '18', desc: '其他' } }],
	});
	await command('failNext', {
		endpoint: 'callout',
		fault: { kind: 'code', code: 10004 },
		times: 1,
	});
	expect((await local.call('callout', calloutBody('13800000001'))).code).toBe(10004);
	expect(
		(await local.call('callout', calloutBody('13800000001', '13800000002', '13800000003'))).code,
	).toBe(0);
	await command('clock', { speed: 100_000 });
	await command('runCalls');
	await command('settled', { timeoutMs: 5000 });
	expect(await read('summary')).toMatchObject({
		requestsByEndpoint: { token: 1, callout: 2 },
		acceptedRows: 3,
		doubledRows: 0,
		calls: 3,
		pushes: { sent: 8, delivered: 8, waiting: 0, givenUp: 0, attempts: 8 },
	});
	expect(((await read('acceptedRows')) as object[]).length).toBe(3);
	expect(
		((await read('requests?after=2')) as { number: number }[]).map((request) => request.number),
	).toEqual([3]);
	expect(((await read('calls')) as { result: string }[]).map((call) => call.result)).toEqual([
		'5',
		'0',
		'20',
	]);
	expect(await command('expireTokens')).toEqual({ ended: 1 });
	expect((await local.call('callout', calloutBody('13800000001'))).code).toBe(10001);
});

it('the controls place inbound calls, send many pushes at the same time, repeat pushes, and send a push with any body', async () => {
	app.answer = (received, _nth, res) =>
		res.end(received.text?.includes('call_uuid') ? 'success' : '{"姓名":"孙先生"}');
	await command('urls', {
		receiveCallRecord: app.url,
		receiveVoice: app.url,
		receiveDialog: app.url,
		getDialogContext: app.url,
	});
	expect(await command('inbound', { robot_id: '5201', call_relation_id: 'r' })).toMatchObject({
		call: { direction: 1 },
		context: { inTime: true, context: { 姓名: '孙先生' } },
	});
	expect(await command('inboundMany', { robot_id: '5201', count: 3, perSecond: 100 })).toHaveLength(
		3,
	);
	await command('runCalls');
	await command('settled');
	expect(await command('repeatPush', { number: 1, secret: 'x', idsAsNumbers: true })).toMatchObject(
		{
			repeatOf: 1,
			url: `${app.url}/?secret=x`,
		},
	);
	const [call] = (await read('calls')) as { callUuid: string }[];
	expect(await command('repeatCall', { callUuid: call?.callUuid, order: 'reversed' })).toHaveLength(
		3,
	);
	expect(
		await command('pushMany', { count: 20, concurrency: 20, sentTwiceShare: 0.5, seed: 3 }),
	).toMatchObject({ sent: 30, delivered: 30 });
	await post(
		`${local.url}/_control/aicall/push`,
		'{"module":"receiveVoice","payload":{"call_uuid":"u","task_data_id":346252615123869699}}',
	);
	expect(app.received.at(-1)?.text).toBe('{"call_uuid":"u","task_data_id":346252615123869699}');
	expect(parse(app.received.at(-1)?.text ?? '')).toHaveProperty('call_uuid', 'u');
});

it('the controls replace scripts and lines, plan faults, and reset the platform', async () => {
	await command('setup', {
		robots: [{ robot_id: '1', robot_name: 'n', call_column: [PHONE, '金额', '金额'] }],
		lines: [{ line_num: '9', concurrents: 2 }],
		sensitiveNumbers: ['13800000009'],
	});
	const config = await local.call('configQuery', { type: 1 });
	expect(config.result.robots).toMatchObject([
		{ robot_id: '1', call_column: [PHONE, '金额', '金额'], status: 4 },
	]);
	await command('faultPlan', { seed: 1, busy: 1 });
	expect((await local.call('configQuery', {})).code).toBe(10004);
	await command('faultPlan');
	expect((await local.call('configQuery', {})).code).toBe(0);
	await command('failNext', { endpoint: '*', fault: { kind: 'drop', when: 'after' } });
	expect(await read('state')).toMatchObject({
		waitingFaults: [{ endpoint: '*', fault: { kind: 'drop', when: 'after' }, left: 1 }],
	});
	await command('reset');
	expect(await read('state')).toMatchObject({ waitingFaults: [], tasks: [] });
	expect(local.platform.setup.robots.length).toBeGreaterThan(5);
	expect(local.platform.requests).toEqual([]);
	expect((await local.call('configQuery', {})).code).toBe(10001);
});

it.each([
	['configure', { latency: 1 }, 'There is no setting latency'],
	['configure', { latencyMs: '1' }, 'body.latencyMs must be a number but is a string'],
	['configure', { pushOrder: 'x' }, 'There is no order x'],
	['failNext', { endpoint: 'x', fault: { kind: 'half' } }, 'There is no endpoint x'],
	['failNext', { endpoint: '*', fault: { kind: 'x' } }, 'There is no fault x'],
	['customers', { 1: 'sleeps' }, 'There is no result sleeps'],
	['repeatPush', { number: 9 }, 'There is no push 9'],
])('the control %s refuses %j, and its answer says why', async (control, body, error) => {
	const answer = await post(`${local.url}/_control/aicall/${control}`, body);
	expect([answer.status, JSON.parse(answer.data)]).toEqual([400, { error }]);
});

it('an unknown control is answered with the names of all controls', async () => {
	const answer = await post(`${local.url}/_control/aicall/x`, {});
	expect(answer.status).toBe(404);
	expect(answer.data).toContain('"pushMany"');
});
