import { type AiCallOptions, type Call, type Customer } from '../../../simulator/aiCall';
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
