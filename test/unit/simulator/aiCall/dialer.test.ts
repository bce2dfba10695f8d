import { RESULTS, type AiCallOptions, type Call, type Customer } from '../../../simulator/aiCall';
import { listen, type Listening } from './listen';

const PHONE = '客户手机号码';
const ALL_DAY_LINE = '055168204601';
const OFFICE_HOURS_LINE = '055168204602';
/** A Monday, 08:00 in China. */
const MORNING = Date.parse('2024-05-06T08:00:00+08:00');
const HOUR = 3_600_000;
/** A customer whose call takes a minute. */
const oneMinuteCustomer: Customer = { result: 'answers', ringSeconds: 10, talkSeconds: 50 };

let local: Listening;
afterEach(async () => local.close());

async function start(options: AiCallOptions = {}): Promise<void> {
	local = await listen({ speed: 0, startTime: MORNING, ids: 'small', ...options });
}

/** Creates a task, fills it and starts it. */
async function run(numbers: string[], settings: object = {}): Promise<string> {
	const created = await local.call('taskCreate', {
		task_name: 't',
		line_num: ALL_DAY_LINE,
		robot_id: '5202',
		time_begin: MORNING,
		...settings,
	});
	const task_id = String(created.result.task_id);
	for (let from = 0; from < numbers.length; from += 50) {
		const call_list = numbers.slice(from, from + 50).map((number) => [number]);
		expect(
			(await local.call('taskInsert', { task_id, call_column: [PHONE], call_list })).code,
		).toBe(0);
	}
	expect((await local.call('taskStart', { task_id })).code).toBe(0);
	return task_id;
}

/** The row of the task in the answer to a query. */
async function taskRow(task_id: string): Promise<Record<string, unknown>> {
	const [found] = (await local.call('taskQuery', { task_id })).result.rows as Record<
		string,
		unknown
	>[];
	return found ?? {};
}

/** This many phone numbers, all with 0 as the last digit. */
const phoneNumbers = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `137${String(index).padStart(7, '0')}0`);

/** The most calls that were under way at the same time, counted from their times. */
function mostAtOnce(calls: readonly Call[]): number {
	const changes = calls.flatMap((call) => [
		[call.timeDial, 1] as const,
		[call.timeHangup, -1] as const,
	]);
	// If one call ends when another begins, the end is counted first.
	changes.sort(
		([time, change], [otherTime, otherChange]) => time - otherTime || change - otherChange,
	);
	let underWay = 0;
	let most = 0;
	for (const [, change] of changes) {
		underWay += change;
		most = Math.max(most, underWay);
	}
	return most;
}

it('a task calls every row once within the concurrency of its line, and finishes', async () => {
	await start({ customersByLastDigit: { 0: oneMinuteCustomer } });
	const task_id = await run(phoneNumbers(120));
	expect(await taskRow(task_id)).toMatchObject({
		status: 1,
		time_task_start: MORNING,
		process_count: 0,
	});
	local.platform.clock.advance(1000);
	expect(await taskRow(task_id)).toMatchObject({
		status: 2,
		process_count: 10,
		process_through_count: 0,
	});
	const config = await local.call('configQuery', { type: 2 });
	expect((config.result.lines as { status: number }[]).map((line) => line.status)).toEqual([
		1, 0, 0, 0,
	]);
	local.platform.runCalls();
	expect(local.platform.calls).toHaveLength(120);
	expect(new Set(local.platform.calls.map((call) => call.outbound?.taskDataId)).size).toBe(120);
	expect([mostAtOnce(local.platform.calls), local.platform.peaks[ALL_DAY_LINE]]).toEqual([10, 10]);
	expect(await taskRow(task_id)).toMatchObject({
		status: 4,
		process_count: 120,
		process_tel_count: 120,
		process_through_count: 120,
		process_through_rate: 1,
		time_task_finish: MORNING + 12 * 60_000,
	});
	expect([
		(await local.call('taskStart', { task_id })).code,
		(await local.call('taskPause', { task_id })).code,
	]).toEqual([3010101, 3010101]);
	expect(
		(
			await local.call('taskInsert', {
				task_id,
				call_column: [PHONE],
				call_list: [['13800000001']],
			})
		).code,
	).toBe(3010101);
	expect((await local.call('taskDelete', { task_id })).code).toBe(0);
});

it('tasks share a line, and a task uses all of its lines', async () => {
	await start({ customersByLastDigit: { 0: oneMinuteCustomer }, startTime: MORNING + 2 * HOUR });
	await run(phoneNumbers(20), { line_num: `${ALL_DAY_LINE};${OFFICE_HOURS_LINE}` });
	await run(phoneNumbers(20));
	local.platform.clock.advance(0);
	expect(local.platform.peaks).toMatchObject({ [ALL_DAY_LINE]: 10, [OFFICE_HOURS_LINE]: 3 });
	const byTask = local.platform.tasks.map((task) => task.activeCalls);
	expect(byTask.reduce((sum, count) => sum + count)).toBe(13);
	expect(Math.min(...byTask)).toBeGreaterThanOrEqual(5);
});

it('each result of both revisions has its code and description', async () => {
	const names = Object.keys(RESULTS) as (keyof typeof RESULTS)[];
	const numbers = names.map((_, index) => `136${String(index).padStart(8, '0')}`);
	await start({
		customers: Object.fromEntries(names.map((name, index) => [numbers[index] ?? '', name])),
	});
	await run(numbers);
	local.platform.runCalls();
	const seen = local.platform.calls.map((call) => [
		call.callee,
		call.result,
		call.resultDesc,
		call.timeAnswer > 0,
	]);
	expect(seen).toEqual(
		names.map((name, index) => [
			numbers[index],
			RESULTS[name].code,
			RESULTS[name].desc,
			RESULTS[name].answered,
		]),
	);
	expect(new Set(local.platform.calls.map((call) => call.result))).toEqual(
		new Set([
			'-1',
			'26',
			'7',
			'0',
			'15',
			'16',
			'3',
			'9',
			'6',
			'23',
			'22',
			'4',
			'20',
			'5',
			'2',
			'27',
			'28',
			'8',
			'18',
			'19',
			'25',
		]),
	);
});

it('a number has the result that is set for it, which can have any code, or else the result of its last digit', async () => {
	await start({ customers: { 13600000000: { result: { code: '18', desc: '新结果' } } } });
	await run(['13600000000', ...Array.from({ length: 9 }, (_, index) => `1360000000${index + 1}`)]);
	local.platform.runCalls();
	expect(local.platform.calls.map((call) => call.result)).toEqual([
		'18',
		'15',
		'5',
		'20',
		'6',
		'4',
		'9',
		'20',
		'3',
		'0',
	]);
	expect(local.platform.calls[0]?.resultDesc).toBe('新结果');
});

it('a task repeats a call that may succeed later up to `recall_count` times, each time after a wait of `time_recall_wait` seconds', async () => {
	await start({
		customers: {
			13600000001: ['busy', 'noAnswer', 'answers'],
			13600000002: 'busy',
			13600000003: 'emptyNumber',
		},
	});
	const task_id = await run(['13600000001', '13600000002', '13600000003'], {
		recall_count: 2,
		time_recall_wait: 600,
	});
	local.platform.runCalls();
	const calls = (number: string): unknown[] =>
		local.platform.calls
			.filter((call) => call.callee === number)
			.map((call) => [call.result, call.outbound?.tries]);
	expect(calls('13600000001')).toEqual([
		['5', 0],
		['20', 1],
		['0', 2],
	]);
	expect(calls('13600000002')).toEqual([
		['5', 0],
		['5', 1],
		['5', 2],
	]);
	expect(calls('13600000003')).toEqual([['6', 0]]);
	const [first, second] = local.platform.calls.filter((call) => call.callee === '13600000002');
	expect((second?.timeDial ?? 0) - (first?.timeHangup ?? 0)).toBe(600_000);
	expect(await taskRow(task_id)).toMatchObject({
		status: 4,
		process_count: 7,
		process_tel_count: 3,
		process_through_count: 1,
		process_through_rate: 0.1429,
		count_recalled: 4,
		status_recall: '[1,1]',
	});
});

it('a task calls only within its own periods, within the periods of its line, and between its begin and its end', async () => {
	await start({ customersByLastDigit: { 0: oneMinuteCustomer }, newerRevision: true });
	const task_id = await run(phoneNumbers(200), {
		line_num: OFFICE_HOURS_LINE,
		time_begin: MORNING + HOUR,
		time_end: MORNING + 5 * HOUR + 1_800_000,
		time_range: ['09:30:00-10:00:00', '12:00:00-13:04:59'],
	});
	local.platform.clock.advance(1000);
	expect(await taskRow(task_id)).toMatchObject({ status: 1 });
	local.platform.clock.advance(HOUR);
	expect(await taskRow(task_id)).toMatchObject({ status: 6 });
	local.platform.clock.advance(5 * HOUR);
	// Three calls at a time: 31 rounds from 09:30:00 to 10:00:00, one round at 12:00:00, the last second of the line's own
	// period, and five rounds from 13:00 to 13:04.
	const rounds = [
		...new Set(
			local.platform.calls.map((call) =>
				new Date(call.timeDial + 8 * HOUR).toISOString().slice(11, 19),
			),
		),
	];
	expect(rounds).toEqual([
		...Array.from({ length: 30 }, (_, index) => `09:${index + 30}:00`),
		'10:00:00',
		'12:00:00',
		'13:00:00',
		'13:01:00',
		'13:02:00',
		'13:03:00',
		'13:04:00',
	]);
	expect(local.platform.calls).toHaveLength(rounds.length * 3);
	expect(await taskRow(task_id)).toMatchObject({
		status: 7,
		process_count: 111,
		time_task_finish: MORNING + 5 * HOUR + 1_800_000 + 1,
	});
	expect((await local.call('taskStart', { task_id })).code).toBe(3010101);
});

it('a task that waits for retries has its own status in the newer revision', async () => {
	await start({ newerRevision: true });
	const task_id = await run(['13600000002'], { recall_count: 1, time_recall_wait: 600 });
	local.platform.clock.advance(120_000);
	expect(await taskRow(task_id)).toMatchObject({ status: 5 });
	local.platform.configure({ newerRevision: false });
	local.platform.clock.advance(1);
	expect(await taskRow(task_id)).toMatchObject({ status: 2 });
});

it('a task that is paused or deleted begins no more calls, but calls that have begun continue to their end', async () => {
	await start({ customersByLastDigit: { 0: oneMinuteCustomer } });
	const task_id = await run(phoneNumbers(40));
	local.platform.clock.advance(1000);
	await local.call('taskPause', { task_id });
	local.platform.clock.advance(HOUR);
	expect(await taskRow(task_id)).toMatchObject({
		status: 3,
		process_count: 10,
		process_through_count: 10,
	});
	await local.call('taskStart', { task_id });
	local.platform.clock.advance(1000);
	expect(await taskRow(task_id)).toMatchObject({ status: 2, process_count: 20 });
	await local.call('taskDelete', { task_id });
	local.platform.clock.advance(HOUR);
	expect(await taskRow(task_id)).toMatchObject({
		deleted: 1,
		process_count: 20,
		process_through_count: 20,
	});
	expect(local.platform.calls.every((call) => call.over)).toBe(true);
});

it('direct calls are rows of the default long-term task, which accepts more rows at any time', async () => {
	await start();
	const direct = async (number: string): Promise<number> =>
		(
			await local.call('callout', {
				robot_id: '5201',
				line_num: ALL_DAY_LINE,
				call_column: [PHONE, '姓名', '预约时间'],
				call_list: [[number, '周女士', '周五']],
			})
		).code;
	await direct('13600000000');
	local.platform.runCalls();
	await direct('13600000009');
	local.platform.runCalls();
	expect(local.platform.calls.map((call) => call.outbound)).toMatchObject([
		{
			taskDataId: '130',
			rowIndex: 1,
			rowHead: [PHONE, '姓名', '预约时间'],
			rowValue: ['13600000000', '周女士', '周五'],
		},
		{ taskDataId: '131', rowIndex: 2 },
	]);
	const longTermTask = await taskRow(local.platform.acceptedRows[0]?.taskId ?? '');
	expect(longTermTask).toEqual({
		task_id: '88101',
		task_name: '默认长期任务',
		status: 2,
		task_type: 2,
		deleted: 0,
		time_task_start: MORNING,
		process_count: 2,
		process_tel_count: 2,
		process_through_count: 2,
		process_through_rate: 1,
		count_tel: 2,
		count_total_task: 2,
	});
	expect((await local.call('taskDelete', { task_id: '88101' })).code).toBe(200200);
});

it('no more calls begin when the balance is used up', async () => {
	await start({ balance: 3 });
	const direct = async (count: number): Promise<number> =>
		(
			await local.call('callout', {
				robot_id: '5202',
				line_num: ALL_DAY_LINE,
				call_column: [PHONE],
				call_list: phoneNumbers(count).map((number) => [number]),
			})
		).code;
	expect(await direct(4)).toBe(200209);
	expect(await direct(2)).toBe(0);
	expect(await direct(2)).toBe(200209);
	expect(local.platform.acceptedRows).toHaveLength(2);
	local.platform.runCalls();
	const task_id = await run(phoneNumbers(3));
	local.platform.runCalls();
	expect(await taskRow(task_id)).toMatchObject({ status: 3, process_count: 1 });
	expect((await local.call('taskStart', { task_id })).code).toBe(200209);
	local.platform.configure({ balance: -1 });
	expect((await local.call('taskStart', { task_id })).code).toBe(0);
	local.platform.runCalls();
	expect(await taskRow(task_id)).toMatchObject({ status: 4, process_count: 3 });
});

it('a second task on an occupied line is refused with 3030002', async () => {
	await start({ occupiedLineRefuses: true });
	await run(phoneNumbers(3));
	const created = await local.call('taskCreate', {
		task_name: 'u',
		line_num: ALL_DAY_LINE,
		robot_id: '5202',
		time_begin: MORNING,
	});
	const { task_id } = created.result;
	await local.call('taskInsert', { task_id, call_column: [PHONE], call_list: [['13800000001']] });
	expect((await local.call('taskStart', { task_id })).code).toBe(3030002);
	local.platform.runCalls();
	expect((await local.call('taskStart', { task_id })).code).toBe(0);
});

it('in accelerated time, a task makes its calls although nobody advances the clock', async () => {
	local = await listen({ speed: 5000 });
	const task_id = await run(phoneNumbers(30), { time_begin: Date.now() });
	await local.platform.settled(10_000);
	expect(await taskRow(task_id)).toMatchObject({ status: 4, process_count: 30 });
});
