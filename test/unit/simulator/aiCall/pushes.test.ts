import { type AiCallOptions, type PushRecord } from '../../../simulator/aiCall';
import { listen, type Listening } from './listen';
import { startReceiver, type Receiver } from './receiver';

const PHONE = '客户手机号码';
const LINE = '055168204601';
const NOON = Date.parse('2024-05-06T12:00:00+08:00');

let local: Listening;
let app: Receiver;
afterEach(async () => Promise.all([local.close(), app.close()]));

async function start(options: AiCallOptions = {}): Promise<void> {
	app = await startReceiver();
	local = await listen({ speed: 0, startTime: NOON, ...options });
	local.platform.setUrls(`${app.url}/hook?secret=right`);
}

/** Makes direct calls, lets them end, and waits for their pushes. */
async function ring(...numbers: string[]): Promise<void> {
	await local.call('callout', {
		robot_id: '5201',
		line_num: LINE,
		call_column: [PHONE, '姓名', '预约时间'],
		call_list: numbers.map((number) => [number, '周女士', '周五']),
	});
	local.platform.runCalls();
	await local.platform.settled();
}

const bodies = (): Record<string, unknown>[] =>
	app.received.map(({ text }) => JSON.parse(text ?? 'null') as Record<string, unknown>);
const parts = (pushes: readonly PushRecord[]): string[] => pushes.map((push) => push.part);

const answeringCustomer = {
	13600000000: { result: 'answers', ringSeconds: 10, talkSeconds: 40 },
} as const;

it('an answered call leads to four pushes: both records, the recording and the dialog', async () => {
	await start({
		customers: answeringCustomer,
		pushOrder: 'documented',
		firstTaskDataId: '346252615123869699',
	});
	await ring('13600000000');
	const [call] = local.platform.calls;
	const origin = {
		business_id: '3186',
		app_id: '4207',
		robot_id: '5201',
		call_uuid: call?.callUuid,
		task_data_id: '346252615123869699',
	};
	const basicRecord = {
		...origin,
		task_id: '88101',
		caller: LINE,
		callee: '13600000000',
		direction: 2,
		time_dial: NOON,
		time_ring: call?.timeRing,
		time_answer: NOON + 10_000,
		time_hangup: NOON + 50_000,
		duration_ring: 10,
		duration_call: 40,
	};
	const [first, second, voice, dialog] = bodies();
	expect(first).toEqual(basicRecord);
	expect(second).toEqual({
		...basicRecord,
		task_result: '0',
		task_result_desc: '呼叫成功',
		task_tries: 0,
		task_row_index: 1,
		task_row_head: [PHONE, '姓名', '预约时间'],
		task_row_value: ['13600000000', '周女士', '周五'],
	});
	expect(voice).toEqual({
		...origin,
		url: `ant/7/ivr/0/2024/05/06/0/346252615123869699-${call?.callUuid ?? ''}.wav`,
		size: 1_280_044,
		duration: 40,
	});
	expect(dialog).toMatchObject({ ...origin, tag_max: 'A', tag_min: 'C' });
	expect(app.received.map(({ path, contentType }) => [path, contentType])).toEqual(
		Array(4).fill(['/hook?secret=right', 'application/json;charset=UTF-8']),
	);
	expect(
		local.platform.pushes.map((push) => [push.part, push.state, push.attempts.length]),
	).toEqual([
		['basic', 'delivered', 1],
		['outbound', 'delivered', 1],
		['recording', 'delivered', 1],
		['dialog', 'delivered', 1],
	]);
	expect(local.platform.pushes[0]?.attempts[0]).toEqual({
		at: expect.any(Number) as unknown,
		status: 200,
		text: 'success',
		latencyMs: expect.any(Number) as unknown,
		error: undefined,
		success: true,
	});
});

it('a dialog has every node type, `seq` as text, and `hits` only in the entries of the customer', async () => {
	await start({ customers: answeringCustomer, pushOrder: 'documented' });
	await ring('13600000000');
	const dialog = (bodies()[3]?.dialog ?? []) as Record<string, unknown>[];
	expect(new Set(dialog.map((entry) => entry.node_type))).toEqual(
		new Set([
			'AnyNode',
			'CollectInputNode',
			'ConditionNode',
			'EndNode',
			'HookInfoNode',
			'KeyNavigationNode',
			'NoNeedAnswerNode',
			'NormalNode',
		]),
	);
	expect(dialog.map((entry) => entry.seq)).toEqual(dialog.map((_, index) => String(index + 1)));
	expect(dialog.every((entry) => 'hits' in entry === (entry.role === 'customer'))).toBe(true);
	expect(dialog[0]).toMatchObject({
		role: 'robot',
		text_robot: '您好，请问是周女士吗？',
		text_man: '',
	});
	expect(dialog[1]).toMatchObject({
		role: 'customer',
		text_man: '对，我是。',
		hits: [
			{ hit: '肯定', pick: true },
			{ hit: '否定', pick: false },
		],
	});
	expect(Object.keys(dialog[0] ?? {})).toEqual([
		'seq',
		'role',
		'node_id',
		'node_name',
		'node_type',
		'tag_name',
		'tag_desc',
		'text_robot',
		'text_man',
		'question_id',
	]);
});

it('a call that nobody answered leads only to the pushes of both records', async () => {
	await start({ customersByLastDigit: { 0: 'noAnswer' } });
	await ring('13600000000');
	expect(parts(local.platform.pushes).sort()).toEqual(['basic', 'outbound']);
	expect(bodies().every((body) => body.time_answer === 0 && body.duration_call === 0)).toBe(true);
});

it('a push that is not answered with success is repeated up to three times, each time after the time-out', async () => {
	await start({ customers: { 13600000000: 'busy' }, pushOrder: 'documented', pushTimeoutMs: 1000 });
	let basicPushes = 0;
	app.answer = (received, _nth, res) => {
		if (received.text?.includes('task_row_index')) return res.end('{"result":"success"}');
		basicPushes += 1;
		if (basicPushes === 1) return res.writeHead(503).end('success, not');
		if (basicPushes === 2) return res.end('ok');
		return basicPushes === 3 ? undefined : res.end('success');
	};
	await ring('13600000000');
	expect(
		local.platform.pushes.map((push) =>
			push.attempts.map(({ status, text, error, success }) => [status, text, error, success]),
		),
	).toEqual([
		[
			[503, 'success, not', undefined, false],
			[200, 'ok', undefined, false],
			[undefined, '', 'time-out', false],
			[200, 'success', undefined, true],
		],
		[[200, '{"result":"success"}', undefined, true]],
	]);
	const at = local.platform.pushes[0]?.attempts.map((attempt) => attempt.at) ?? [];
	const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
	// Timers of a busy process can fire early.
	expect(waits.every((wait) => wait >= 500)).toBe(true);
});
