import type { IDataObject } from 'n8n-workflow';
import { DO, RUN as SAYS } from '../../nodes/IflytekAiCall/entry/sentences';
import { NOON_IN_CHINA, quickClock } from '../setup/quickClock';
import type { Endpoint } from '../simulator/aiCall/endpointList';
import type { Fault } from '../simulator/aiCall/faults';
import {
	ADD_ROWS,
	begunAt,
	CallBench,
	chosen,
	CREATE,
	customers,
	iflytekAiCallWith,
	PLACE,
	RUN,
} from './aiCall';
import { newExecution, type InputItem, type NodeResult, type NodeRun } from './harness';

/**
 * The advice of a run beyond that of `failures.test.ts`: a person follows it word by word, and in the end everybody is
 * called once.
 */

const HOUR_MS = 3_600_000;
const COUNT = 120;
const PEOPLE = customers(COUNT);
const NUMBERS = PEOPLE.map(({ json }) => json?.客户手机号码);
const bench = new CallBench({ speed: 0, startTime: NOON_IN_CHINA });

const SERIAL = { concurrentRequests: 1 };
const TODAY = { skipCustomers: 'calledToday' };
const lost: Fault = { kind: 'drop', when: 'after' };
const refused: Fault = { kind: 'code', code: 200209 };
const failSecond = (endpoint: Endpoint, fault: Fault) => {
	bench.platform.failNext(endpoint, { kind: 'late', ms: 0 });
	bench.platform.failNext(endpoint, fault);
};
const nodeAt = (now: number, start = now): Partial<NodeRun> => ({
	nodeType: begunAt(iflytekAiCallWith({ ...quickClock, date: () => now }), start),
});
const run = async (panel: object, items = PEOPLE, more: Partial<NodeRun> = {}) =>
	await bench.run({ options: SERIAL, ...panel } as IDataObject, items, {
		...nodeAt(NOON_IN_CHINA),
		execution: newExecution(),
		...more,
	});
const change = async (operation: 'start' | 'delete', taskId: string) =>
	await bench.json({ resource: 'task', operation, taskId: chosen(taskId) });

/** What a run shows: its error, its hints, and what stands in its items. */
const saidBy = ({ error, outputs, run: { data } }: NodeResult) =>
	[
		`${error?.message} ${error?.description}`,
		...(data.resultData.runData.Node?.[0]?.hints ?? []).map(({ message }) => message),
		...outputs.flat().map(({ json }) => JSON.stringify(json)),
	].join('\n');
/** The rows without those whom the platform has. */
const without = (numbers: readonly unknown[]): InputItem[] =>
	PEOPLE.filter(({ json }) => !numbers.includes(json?.客户手机号码));
/** The rows that the platform has in calls and in tasks that are not deleted. */
const recorded = (isAlive: (status: number) => boolean = () => true) => {
	const alive = bench.platform.tasks
		.filter(({ deleted, status }) => !deleted && isAlive(status))
		.map(({ taskId }) => taskId);
	return bench.platform.acceptedRows
		.filter(({ endpoint, taskId }) => endpoint === 'callout' || alive.includes(taskId))
		.map(({ values }) => values[0]);
};
const expectOnce = (numbers: readonly unknown[] = NUMBERS) =>
	expect(recorded((status) => status !== 0).sort()).toEqual([...numbers].sort());

describe('Place', () => {
	const place = { ...PLACE, ...TODAY };

	test('outside the hours, it is run again from the time that the error names', async () => {
		const night = NOON_IN_CHINA + 9 * HOUR_MS;
		const failed = await run(place, PEOPLE, nodeAt(night));
		expect(saidBy(failed)).toContain(SAYS.againFrom('Tue, Nov 24, 09:00 (UTC+8)'));
		await run(place, PEOPLE, nodeAt(Date.parse('2026-11-24T09:00:00+08:00')));
		expectOnce();
	});

	const EVENING = Date.parse('2026-11-23T18:00:00+08:00');
	const inEvening = { options: { ...SERIAL, callingHours: '18:00-20:00' } };

	test('if some were sent before, Retry from that time on sends the rest', async () => {
		await run(place, PEOPLE.slice(0, 60));
		const execution = newExecution();
		const failed = await run({ ...place, ...inEvening }, PEOPLE, { execution });
		expect(saidBy(failed)).toContain(SAYS.retryFrom('Mon, Nov 23, 18:00 (UTC+8)'));
		await run({ ...place, ...inEvening }, PEOPLE, {
			execution: { ...execution, mode: 'retry' },
			...nodeAt(EVENING, NOON_IN_CHINA),
		});
		expectOnce();
	});

	test('with None, the rows that were left when the hours ended are run the next day', async () => {
		const date = () => (bench.requests('callout').length > 0 ? EVENING + 3 * HOUR_MS : EVENING);
		const failed = await run({ ...PLACE, ...inEvening }, PEOPLE, {
			nodeType: begunAt(iflytekAiCallWith({ ...quickClock, date }), EVENING),
		});
		const [from, tomorrow] = ['Tue, Nov 24, 18:00 (UTC+8)', nodeAt(EVENING + 24 * HOUR_MS)];
		expect(saidBy(failed)).toContain(SAYS.againWithoutFrom(from));
		await run({ ...PLACE, ...inEvening }, without(recorded()), tomorrow);
		expectOnce();
	});

	test('with some outside their hours, only these are sent from that time on', async () => {
		const callingHours = '={{ $itemIndex < 60 ? "09:00-20:00" : "18:00-20:00" }}';
		const options = { ...SERIAL, ifProblems: 'sendOthers', callingHours };
		const sent = await run({ ...PLACE, options });
		expect(saidBy(sent)).toContain(SAYS.sendTheseFrom('Mon, Nov 23, 18:00 (UTC+8)'));
		await run({ ...PLACE, ...inEvening }, without(recorded()), nodeAt(EVENING));
		expectOnce();
	});

	test.each([
		['problem', { 客户手机号码: '138' }, {}, SAYS.stopsForProblems],
		[
			'outsideHours',
			{},
			{ callingHours: '={{ $itemIndex ? "09:00-20:00" : "18:00-20:00" }}' },
			SAYS.stopsForHours,
		],
	])(
		'a check with a row %s names the option that sends the others',
		async (_state, row, options, says) => {
			const [first, ...others] = PEOPLE;
			const list = [{ json: { ...first?.json, ...row } }, ...others];
			const panel = { ...place, options: { ...SERIAL, ...options } };
			expect(saidBy(await run({ ...panel, runMode: 'check' }, list))).toContain(says);
			await run({ ...panel, options: { ...panel.options, ifProblems: 'sendOthers' } }, list);
			expectOnce(NUMBERS.slice(1));
		},
	);

	test('with None, what was called is removed from the list after a lost answer', async () => {
		failSecond('callout', lost);
		const failed = await run({ ...PLACE });
		expect(saidBy(failed)).toContain(DO.removeCalledNow);
		await run({ ...PLACE }, without(recorded()));
		expectOnce();
	});

	test('with None, a refusal names the rows that were accepted', async () => {
		failSecond('callout', refused);
		const failed = await run({ ...PLACE });
		expect(saidBy(failed)).toContain(SAYS.againWithout('rows'));
		const accepted = (failed.error?.context?.data as { accepted: { label: string }[] }).accepted;
		await run({ ...PLACE }, without(accepted.map(({ label }) => label)));
		expectOnce();
	});

	test('a row that is meant as a repetition is sent with None for one run', async () => {
		await run(place);
		expect(saidBy(await run(place))).toContain(SAYS.repeatOnce);
		await run({ ...place, skipCustomers: 'none' });
		expectOnce([...NUMBERS, ...NUMBERS]);
		expect(saidBy(await run(place))).toContain(SAYS.repeatOnce);
	});

	test('what was left out is sent with None for one run', async () => {
		const [first, ...others] = PEOPLE;
		await run(place, [first as InputItem]);
		expect(saidBy(await run(place))).toContain(SAYS.leftOut('1 row', true));
		await run({ ...place, skipCustomers: 'none' }, [first as InputItem]);
		expectOnce([NUMBERS[0], NUMBERS[0], ...others.map(({ json }) => json?.客户手机号码)]);
	});

	test('an item that an earlier error left unknown is sent when its field "error" is removed', async () => {
		const left = { error: 'The answer was lost', details: { state: 'unknown' } };
		const [first, ...others] = PEOPLE;
		const list = [{ json: { ...first?.json, ...left } }, ...others];
		expect(saidBy(await run(place, list))).toContain(DO.checkUnknown);
		await run(place);
		expectOnce();
	});

	test('Send Interrupted Rows is turned off after the run, as the check of it says', async () => {
		const on = { options: { ...SERIAL, sendInterrupted: true } };
		expect(saidBy(await run({ ...place, ...on, runMode: 'check' }))).toContain(
			SAYS.interruptedIsOn,
		);
		await run({ ...place, ...on });
		await run(place);
		expectOnce();
	});
});

describe('tasks', () => {
	const add = async (taskId: string, items = PEOPLE, more: object = {}) =>
		await run({ ...ADD_ROWS, ...TODAY, taskId: chosen(taskId), ...more }, items);
	const newTask = async () => await bench.newTask({ begin: '' });

	/** Two tasks, of which the first has all rows, and another one. */
	async function waiting(): Promise<[string, string]> {
		const [first, second] = [await newTask(), await newTask()];
		await add(first, [...PEOPLE, ...customers(COUNT + 1).slice(COUNT)]);
		expect(saidBy(await add(second))).toContain(DO.waitingInTask);
		return [first, second];
	}

	test('rows that wait in another task are called when that task is started', async () => {
		const [first] = await waiting();
		await change('start', first);
		expect(new Set(recorded((status) => status !== 0)).size).toBe(COUNT + 1);
		expect(recorded()).toHaveLength(COUNT + 1);
	});

	test('rows that wait in another task are added when that task is deleted', async () => {
		const [first, second] = await waiting();
		await change('delete', first);
		await add(second);
		await change('start', second);
		expectOnce();
	});

	test('rows that an execution has added without starting their task are called when it is started', async () => {
		const taskId = await newTask();
		await add(taskId);
		expect(saidBy(await add(taskId))).toContain(SAYS.repeatInTask);
		await change('start', taskId);
		expectOnce();
	});

	test('with None, what was added is removed from the list after a lost answer', async () => {
		const taskId = await newTask();
		failSecond('taskInsert', lost);
		expect(saidBy(await add(taskId, PEOPLE, { skipCustomers: 'none' }))).toContain(
			DO.removeAddedNow,
		);
		await add(taskId, without(recorded()), { skipCustomers: 'none' });
		await change('start', taskId);
		expectOnce();
	});

	test('a task whose creation was not answered is found with Get Many', async () => {
		bench.platform.failNext('taskCreate', lost);
		expect(saidBy(await run(CREATE, [{}]))).toContain(DO.lookForTask);
		const found = await bench.json({ resource: 'task', operation: 'getAll', returnAll: true });
		expect(found).toHaveLength(1);
	});

	test('the rows that a half-filled task has are removed from the list', async () => {
		failSecond('taskInsert', refused);
		bench.platform.failNext('taskDelete', refused, 9);
		await run({ ...RUN });
		const [{ taskId } = { taskId: '' }] = bench.platform.tasks;
		bench.platform.clearFaults();
		await change('start', taskId);
		expect(saidBy(await run({ ...RUN }))).toContain(DO.lookInTask(taskId));
		const has = recorded((status) => status !== 0);
		await run({ ...RUN, options: { ...SERIAL, sendInterrupted: true } }, without(has));
		expectOnce();
	});

	test('a task that could not be deleted is deleted by the next run', async () => {
		failSecond('taskInsert', refused);
		bench.platform.failNext('taskDelete', refused, 9);
		const failed = await run({ ...RUN });
		const [{ taskId } = { taskId: '' }] = bench.platform.tasks;
		expect(saidBy(failed)).toContain(SAYS.taskKept(taskId));
		bench.platform.clearFaults();
		await run({ ...RUN });
		expect(recorded()).toHaveLength(COUNT);
		expectOnce();
	});

	test('the task of a test call that was not started is deleted by a person', async () => {
		bench.platform.failNext('taskStart', refused);
		bench.platform.failNext('taskDelete', refused, 9);
		const test = { ...RUN, runMode: 'test', testNumber: '13900000000' };
		const failed = await run(test);
		const [{ taskId } = { taskId: '' }] = bench.platform.tasks;
		expect(saidBy(failed)).toContain(SAYS.testTaskKept(taskId));
		bench.platform.clearFaults();
		await change('delete', taskId);
		await run(test);
		expectOnce(['13900000000']);
	});

	test('a check with a task that has a problem names the setting that creates the others', async () => {
		const create = { ...CREATE, taskName: '={{ $json.name }}', options: {} };
		const list = [{ json: { name: 'a' } }, { json: { name: '' } }];
		const settings = { onError: 'continueErrorOutput' as const };
		expect(saidBy(await run({ ...create, runMode: 'check' }, list))).toContain(SAYS.stopsForTasks);
		await run(create, list, { settings });
		expect(bench.platform.tasks).toHaveLength(1);
	});
});
