import { parse } from 'lossless-json';
import { until } from '../../../setup/until';
import { RESULTS, type AiCallOptions, type PushRecord } from '../../../simulator/aiCall';
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

it('every documented result can be pushed', async () => {
	const names = Object.keys(RESULTS) as (keyof typeof RESULTS)[];
	const numbers = names.map((_, index) => `136${String(index).padStart(8, '0')}`);
	await start({
		customers: Object.fromEntries(names.map((name, index) => [numbers[index] ?? '', name])),
	});
	await ring(...numbers);
	const results = bodies().filter((body) => 'task_row_index' in body);
	const seen = results
		.map((body) => `${String(body.task_result)} ${String(body.task_result_desc)}`)
		.sort();
	expect(seen).toEqual(names.map((name) => `${RESULTS[name].code} ${RESULTS[name].desc}`).sort());
});

it('pushes can lack the fields that real pushes lack, have the fields of the newer revision, and have IDs as numbers', async () => {
	await start({
		customers: answeringCustomer,
		pushOrder: 'documented',
		pushesLackFields: true,
		newerRevision: true,
		pushIdsAsNumbers: true,
		firstTaskDataId: '346252615123869699',
	});
	await ring('13600000000');
	expect(
		bodies()
			.flatMap((body) => Object.keys(body))
			.filter((name) => name === 'app_id' || name === 'time_ring'),
	).toEqual([]);
	expect(app.received[1]?.text).toContain('"robot_id":5201,');
	expect(app.received[1]?.text).toContain('"task_data_id":346252615123869699,');
	const dialog = bodies()[3];
	expect(dialog).toMatchObject({ time_begin: NOON + 10_000, time_end: NOON + 50_000 });
	expect((dialog?.dialog as object[])[0]).toMatchObject({
		time_start: NOON + 10_000,
		content_id: expect.any(String) as unknown,
		time_speaking: expect.any(Number) as unknown,
		label: expect.any(String) as unknown,
	});
	// In the newer revision's example, the record of an outbound call has direction 1 (inbound), but also a row.
	expect(bodies()[1]).toMatchObject({ direction: 1, task_row_index: 1 });
});

it('the pushes of a call can come in reversed or random order', async () => {
	await start({ customers: answeringCustomer, pushOrder: 'reversed' });
	await ring('13600000000');
	expect(parts(local.platform.pushes)).toEqual(['dialog', 'recording', 'outbound', 'basic']);
	local.platform.configure({ pushOrder: 'random' });
	const orders = new Set<string>();
	for (let nth = 0; nth < 12; nth++) {
		local.platform.clearRecords();
		await ring('13600000000');
		orders.add(parts(local.platform.pushes).join());
	}
	expect(orders.size).toBeGreaterThan(3);
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

it('a push is given up after four attempts, and when the platform stops', async () => {
	await start({ pushTimeoutMs: 100 });
	app.answer = (_received, _nth, res) => res.end('no');
	await ring('13600000002');
	expect(local.platform.pushes.map((push) => [push.state, push.attempts.length])).toEqual([
		['given up', 4],
		['given up', 4],
	]);
	local.platform.configure({ pushTimeoutMs: 60_000 });
	const waiting = local.platform.repeatPush(1);
	await until(() => local.platform.pushes.at(-1)?.attempts.length === 1);
	await local.platform.close();
	expect(await waiting).toMatchObject({
		state: 'given up',
		repeatOf: 1,
		attempts: [{ text: 'no' }],
	});
});

it('pushes without a URL are recorded, and nothing is sent outside this machine', async () => {
	await start();
	local.platform.setUrls({ receiveCallRecord: 'http://192.0.2.1/hook' });
	local.platform.configure({ pushRepeats: 0 });
	await ring('13600000000');
	const states = Object.fromEntries(
		local.platform.pushes.map((push) => [push.part, [push.state, push.attempts[0]?.error]]),
	);
	expect(states).toEqual({
		basic: ['given up', 'not sent: http://192.0.2.1/hook is not on this machine'],
		outbound: ['given up', 'not sent: http://192.0.2.1/hook is not on this machine'],
		recording: ['no url', undefined],
		dialog: ['no url', undefined],
	});
});

it('a push is sent to the URL with the narrowest scope', async () => {
	await start({ customers: answeringCustomer });
	const { url } = app;
	const push = async (robot_id: string, app_id?: string) =>
		(await local.platform.push('receiveDialog', { call_uuid: 'x', robot_id, app_id })).url;
	local.platform.setUrls({
		receiveDialog: `${url}/all`,
		'receiveDialog|AppX': `${url}/app`,
		'receiveDialog||4567': `${url}/script`,
		'receiveDialog|AppX|4567': `${url}/both`,
	});
	expect([
		await push('4567', 'AppX'),
		await push('4567', 'AppY'),
		await push('4567'),
		await push('1', 'AppX'),
		await push('1'),
	]).toEqual(['both', 'script', 'script', 'app', 'all'].map((path) => `${url}/${path}`));
});

it('pushes and whole calls can be repeated, with another secret or a body that is cut off, and any body can be pushed', async () => {
	await start({ customers: answeringCustomer, pushOrder: 'documented' });
	await ring('13600000000');
	const original = app.received[0]?.text ?? '';
	expect(await local.platform.repeatPush(1)).toMatchObject({
		number: 5,
		repeatOf: 1,
		state: 'delivered',
	});
	expect(app.received.at(-1)?.text).toBe(original);
	await local.platform.repeatPush(1, { secret: 'wrong' });
	expect(app.received.at(-1)).toMatchObject({ path: '/hook?secret=wrong', text: original });
	const cutPush = await local.platform.repeatPush(1, { cut: 'json', repeats: 0 });
	const cutText = app.received.at(-1)?.text ?? '';
	expect(original.startsWith(cutText)).toBe(true);
	expect(cutText.length).toBeGreaterThan(0);
	expect(cutText.length).toBeLessThan(original.length);
	expect(cutPush.state).toBe('delivered');
	const countBefore = app.received.length;
	expect(await local.platform.repeatPush(1, { cut: 'connection' })).toMatchObject({
		state: 'delivered',
		attempts: [
			{ status: undefined, success: false },
			{ status: 200, success: true },
		],
	});
	expect(app.received.slice(countBefore).map(({ text }) => text)).toEqual([undefined, original]);
	await local.platform.push('receiveDialog', {}, { body: 'null' });
	expect(app.received.at(-1)?.text).toBe('null');
	const repeatedPushes = await local.platform.repeatCall(
		local.platform.calls[0]?.callUuid ?? '',
		'reversed',
	);
	expect(parts(repeatedPushes)).toEqual(['dialog', 'recording', 'outbound', 'basic']);
	expect(repeatedPushes.map((push) => push.repeatOf)).toEqual([4, 3, 2, 1]);
});

it('a thousand pushes can be sent, fifty at a time, shuffled by a seed, some of them twice, some cut off', async () => {
	await start();
	let openConnections = 0;
	let mostConnections = 0;
	const waitingAnswers: (() => void)[] = [];
	app.answer = (_received, _nth, res) => {
		mostConnections = Math.max(mostConnections, ++openConnections);
		waitingAnswers.push(() => {
			openConnections -= 1;
			res.end('success');
		});
		// The answers wait until fifty connections are open, and then 3 ms more, in which further connections would be counted.
		if (mostConnections >= 50)
			setTimeout(() => waitingAnswers.splice(0).forEach((answer) => answer()), 3);
	};
	local.platform.configure({ pushTimeoutMs: 60_000 });
	const report = await local.platform.pushMany(1000, 50, {
		seed: 5,
		sentTwiceShare: 0.1,
		numericIdShare: 0.2,
	});
	expect(report).toMatchObject({
		seed: 5,
		pushes: 1000,
		sent: 1100,
		delivered: 1100,
		givenUp: 0,
		attempts: 1100,
		first: 1,
		last: 1100,
	});
	expect(mostConnections).toBe(50);
	const kinds = new Map<string, number>();
	for (const push of local.platform.pushes.filter(({ repeatOf }) => repeatOf === undefined))
		kinds.set(push.part, (kinds.get(push.part) ?? 0) + 1);
	expect(Object.fromEntries(kinds)).toEqual({
		basic: 250,
		outbound: 250,
		recording: 250,
		dialog: 250,
	});
	const repeats = local.platform.pushes.filter((push) => push.repeatOf !== undefined);
	expect(repeats).toHaveLength(100);
	for (const repeat of repeats)
		expect(local.platform.pushes[(repeat.repeatOf ?? 0) - 1]).toMatchObject({
			callUuid: repeat.callUuid,
			part: repeat.part,
			body: repeat.body,
		});
	const numeric = app.received.filter(({ text }) =>
		/"task_data_id":\d{18}[,}]/.test(text ?? ''),
	).length;
	expect(numeric).toBeGreaterThan(120);
	const ids = new Set(
		app.received.map(({ text }) =>
			String((parse(text ?? '') as { task_data_id: unknown }).task_data_id),
		),
	);
	expect(ids.size).toBe(250);
	app.answer = (_received, _nth, res) => res.end('success');
	const cutReport = await local.platform.pushMany(40, 40, { cutShare: 1, seed: 5 });
	expect(cutReport).toMatchObject({ sent: 40, delivered: 40, attempts: 40 });
}, 60_000);
