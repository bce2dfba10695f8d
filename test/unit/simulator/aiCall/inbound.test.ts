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
