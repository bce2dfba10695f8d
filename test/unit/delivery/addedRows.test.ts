/** What became of rows that an earlier execution has begun to add to a task. */
import type { Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import { AddedRows } from '../../../nodes/IflytekAiCall/sentBefore/addedRows';
import { CONSOLE } from '../../../nodes/shared/console';
import { asFailure } from '../../../nodes/shared/failure';
import type { JsonRecord } from '../../../nodes/shared/values';
import { entriesTo } from './context';
import { platformWith, processAt } from './platform';

const target = { id: 't9', asFound: { status: 0 } };
const to = entriesTo({ body: (rows) => ({ rows }), task: target });
const row = (item: number) => to(item, { key: `k${item}` });
const inTask = (task: string, ...items: number[]) =>
	items.map((item) => `run key k${item} in task ${task}`);
const begun = (...items: number[]) => items.map((item) => `begun run key k${item}`);

interface Setup {
	tasks: JsonRecord[];
	stored: string[];
	sendInterrupted?: boolean;
	/** What was recorded before each batch of rows was begun. */
	before?: string[][];
}

/** Finds the rows 0 and 1. Returns the outcome of each, what the user was told, and what the platform was asked. */
async function found({
	tasks: ofPlatform,
	stored,
	sendInterrupted = false,
	before = [stored],
}: Setup) {
	const platform = platformWith(...ofPlatform);
	const texts = new Set(stored);
	const { tasks, note, repeat } = await processAt(platform, texts, { sendInterrupted });
	const told: string[] = [];
	const records = new AddedRows(tasks, repeat, (text) => told.push(text));
	const rows = note([row(0), row(1)]);
	for (const recorded of before) records.noteBegun(rows, new Set(recorded));
	const outcomes = await records.find(rows);
	const shownOf = (one: Entry) => {
		const outcome = outcomes.get(one);
		if (!outcome) return 'to be sent';
		const { message, kind, details } = asFailure('error' in outcome ? outcome.error : undefined);
		const error = 'error' in outcome ? { message, kind, advice: details.advice } : {};
		return { state: outcome.state, ...('task' in outcome && { task: outcome.task }), ...error };
	};
	return { shown: rows.map(shownOf), told, asked: platform.asked };
}

const TARGET = { task_id: 't9', status: 0, count_tel: 5 };
const OWN = ['task t9', ...begun(0, 1)];
const OTHER = ['task t1', ...OWN];
const TO_BE_SENT = { shown: ['to be sent', 'to be sent'], told: [], asked: ['queryTasks'] };
const IN_DOUBT = {
	state: 'unknown',
	message: 'It is not known whether an earlier execution has sent this row',
	kind: 'interrupted',
	advice:
		'Compare total (Task > Get) with the accepted rows, remove from the list what was added, turn on Send Interrupted Rows under Options and run it again.',
};

test('a row that is in the task is sent, whether the task was started or not', async () => {
	for (const status of [0, 1])
		expect(
			await found({ tasks: [{ ...TARGET, status }], stored: [...OWN, ...inTask('t9', 0, 1)] }),
		).toEqual({
			shown: [
				{ state: 'sentBefore', task: 't9' },
				{ state: 'sentBefore', task: 't9' },
			],
			told: [],
			asked: ['queryTasks'],
		});
});

test('a row in another task is sent if that task was started, and may be added if it was deleted', async () => {
	const stored = [...OTHER, ...inTask('t1', 0, 1)];
	const other = { task_id: 't1', count_tel: 2 };
	const started = await found({ tasks: [TARGET, { ...other, status: 1 }], stored });
	expect(started.shown).toEqual([
		{ state: 'sentBefore', task: 't1' },
		{ state: 'sentBefore', task: 't1' },
	]);
	const deleted = await found({ tasks: [TARGET, { ...other, status: 0, deleted: 1 }], stored });
	expect(deleted).toEqual(TO_BE_SENT);
});

test('a row that is in the task may be added if the task was deleted', async () => {
	const stored = [...OWN, ...inTask('t9', 0, 1)];
	expect(await found({ tasks: [{ ...TARGET, deleted: 1 }], stored })).toEqual(TO_BE_SENT);
});

describe('a task that was deleted after it had called somebody', () => {
	const stopped = { task_id: 't1', status: 2, deleted: 1, process_count: 1, count_tel: 2 };
	const stored = [...OTHER, ...inTask('t1', 0, 1)];
	const doubt = {
		...IN_DOUBT,
		advice: `Task t1 was deleted while it called. Look in ${CONSOLE} which were called, remove these from the list, turn on Send Interrupted Rows under Options and run it again.`,
	};

	test('leaves its rows in doubt, unless Send Interrupted Rows is on', async () => {
		const tasks = [TARGET, stopped];
		expect(await found({ tasks, stored })).toEqual({ ...TO_BE_SENT, shown: [doubt, doubt] });
		expect(await found({ tasks, stored, sendInterrupted: true })).toEqual(TO_BE_SENT);
	});

	test('says nothing of a row that is in another task, too', async () => {
		const tasks = [TARGET, stopped, { task_id: 't2', status: 1 }];
		const both = [...stored, 'task t2', ...inTask('t2', 0)];
		expect((await found({ tasks, stored: both })).shown).toEqual([
			{ state: 'sentBefore', task: 't2' },
			doubt,
		]);
		const { shown } = await found({
			tasks: [TARGET, stopped],
			stored: [...stored, ...inTask('t9', 0)],
		});
		expect(shown).toEqual([{ state: 'sentBefore', task: 't9' }, doubt]);
	});

	test('may have rows that were begun and are in no task for certain', async () => {
		expect((await found({ tasks: [stopped], stored: OTHER })).shown).toEqual([IN_DOUBT, IN_DOUBT]);
	});

	test('leaves its rows in doubt if it is the task of this run', async () => {
		const tasks = [{ ...TARGET, deleted: 1, process_count: 1 }];
		const { shown } = await found({ tasks, stored: [...OWN, ...inTask('t9', 0, 1)] });
		const ofTarget = { ...doubt, advice: doubt.advice.replace('t1', 't9') };
		expect(shown).toEqual([ofTarget, ofTarget]);
	});
});

describe('another task that was not started', () => {
	const stored = [...OTHER, ...inTask('t1', 0, 1)];

	test('is deleted if it has nothing but these rows, and they are taken', async () => {
		expect(
			await found({ tasks: [TARGET, { task_id: 't1', status: 0, count_tel: 2 }], stored }),
		).toEqual({
			shown: ['to be sent', 'to be sent'],
			told: [
				'Task t1 of an earlier execution was not started. It was deleted: its 2 rows are in this task now.',
			],
			asked: ['queryTasks', 'queryTasks t1', 'deleteTask t1'],
		});
	});

	test.each([
		['has other rows', { count_tel: 3 }],
		['has rows of which the platform does not tell the number', {}],
	])('stays if it %s, and the rows are told', async (_name, more) => {
		const outcome = {
			state: 'notSent',
			message: 'An earlier execution added these rows to task t1, which was not started',
			kind: 'refused',
			advice:
				'They were not added again. Start that task (Task: Start), or delete it (Task: Delete) and run this again.',
		};
		expect(await found({ tasks: [TARGET, { task_id: 't1', status: 0, ...more }], stored })).toEqual(
			{ shown: [outcome, outcome], told: [], asked: ['queryTasks'] },
		);
	});

	test('is deleted together with rows that may be in it', async () => {
		const { shown, told, asked } = await found({
			tasks: [{ task_id: 't1', status: 0, count_tel: 2 }],
			stored: ['task t1', ...begun(0, 1), ...inTask('t1', 0)],
		});
		expect(shown).toEqual(['to be sent', 'to be sent']);
		expect(told).toEqual([
			'Task t1 of an earlier execution was not started. It was deleted: its 1 row is in this task now.',
		]);
		expect(asked.at(-1)).toBe('deleteTask t1');
	});
});

describe('a row that was begun and is in no task for certain', () => {
	test.each<[string, Setup]>([
		['no task has rows', { tasks: [TARGET], stored: begun(0, 1) }],
		[
			'the other task was deleted',
			{
				tasks: [TARGET, { task_id: 't1', status: 0, deleted: 1 }],
				stored: ['task t1', ...begun(0, 1)],
			},
		],
		[
			'this task had no rows before the first ones of this run',
			{ tasks: [TARGET], stored: OWN, before: [begun(0, 1), OWN] },
		],
	])('may be added if %s', async (_name, setup) => {
		expect(await found(setup)).toEqual(TO_BE_SENT);
	});

	test.each([
		['this task had rows before', { tasks: [TARGET], stored: OWN }],
		['a started task may have it', { tasks: [{ task_id: 't1', status: 1 }], stored: OTHER }],
		[
			'several new tasks may have it, one of which may be full of rows of others',
			{
				tasks: [
					{ task_id: 't1', status: 0, count_tel: 2 },
					{ task_id: 't2', status: 0, count_tel: 0 },
				],
				stored: ['task t1', 'task t2', ...begun(0, 1)],
			},
		],
		[
			'a new task or a started one may have it',
			{
				tasks: [
					{ task_id: 't1', status: 0, count_tel: 2 },
					{ task_id: 't2', status: 1 },
				],
				stored: ['task t2', ...OTHER],
			},
		],
	])('is in doubt if %s, unless Send Interrupted Rows is on', async (_name, setup) => {
		expect(await found(setup)).toEqual({ ...TO_BE_SENT, shown: [IN_DOUBT, IN_DOUBT] });
		expect(await found({ ...setup, sendInterrupted: true })).toEqual(TO_BE_SENT);
	});
});

test('a row is recorded with its task, and its task with its first status', async () => {
	const { tasks, note, repeat } = await processAt(platformWith(), new Set());
	const records = new AddedRows(tasks, repeat, () => undefined);
	const [one] = note([row(0)]);
	expect(one && [records.begunWith(one), records.sentTexts(one)]).toEqual([
		['task t9', 'task t9 status 0'],
		['run key k0 in task t9'],
	]);
});

test('a check shows what a run would leave out: nothing is deleted or recorded', async () => {
	const platform = platformWith(
		TARGET,
		{ task_id: 't1', status: 1, count_tel: 1 },
		{ task_id: 't2', status: 0, count_tel: 1 },
		{ task_id: 't3', status: 1, deleted: 1 },
	);
	const stored = new Set([
		...['t9', 't1', 't2', 't3'].map((task) => `task ${task}`),
		...begun(0, 1, 2, 3),
		...inTask('t9', 0),
		...inTask('t1', 1),
		...inTask('t2', 2),
		...inTask('t3', 3),
	]);
	const before = [...stored];
	const { tasks, opened, repeat } = await processAt(platform, stored);
	const records = new AddedRows(tasks, repeat, () => undefined);
	const rows = [0, 1, 2, 3, 4].map(row);
	const known = jest.spyOn(opened.store, 'known');
	const states = await records.peek(opened, rows);
	// The begun rows, the tasks of the node, what is said of them, and the rows of each.
	expect(known.mock.calls.map(([texts]) => texts.length)).toEqual([5, 4, 8, 4, 4, 4, 4]);
	expect(rows.map((one) => states.get(one))).toEqual([
		{ state: 'sentBefore', task: 't9' },
		{ state: 'sentBefore', task: 't1' },
		undefined,
		undefined,
		undefined,
	]);
	expect([platform.asked, [...stored]]).toEqual([['queryTasks'], before]);
	// The platform is not asked if nothing was begun.
	const { tasks: others, opened: empty } = await processAt(platform, new Set());
	await new AddedRows(others, repeat, () => undefined).peek(empty, rows);
	expect(platform.asked).toHaveLength(1);
});

test('a check shows which rows are in doubt', async () => {
	const stopped = { deleted: 1, process_count: 1 };
	const platform = platformWith(
		{ task_id: 't1', ...stopped },
		{ ...TARGET, ...stopped },
		{ task_id: 't2', status: 1 },
		{ task_id: 't3', ...stopped },
		{ task_id: 't4', status: 0 },
	);
	const stored = new Set([
		...['t9', 't1', 't2', 't3', 't4'].map((task) => `task ${task}`),
		...begun(0, 1, 2, 3),
		...inTask('t1', 3),
		...inTask('t4', 3),
		...inTask('t1', 0, 1),
		...inTask('t2', 1),
		...inTask('t3', 0, 1),
		...inTask('t9', 2),
	]);
	const statesOf = async (sendInterrupted: boolean) => {
		const { tasks, opened, repeat } = await processAt(platform, stored, { sendInterrupted });
		const records = new AddedRows(tasks, repeat, () => undefined);
		const rows = [0, 1, 2, 3].map(row);
		const states = await records.peek(opened, rows);
		return rows.map((one) => {
			const outcome = states.get(one);
			return outcome && 'error' in outcome
				? asFailure(outcome.error).details.advice?.slice(0, 8)
				: outcome;
		});
	};
	const sent = { state: 'sentBefore', task: 't2' };
	expect(await statesOf(false)).toEqual(['Task t1 ', sent, 'Task t9 ', undefined]);
	expect(await statesOf(true)).toEqual([undefined, sent, undefined, undefined]);
});

test('a check does not leave out the rows of a task that was deleted', async () => {
	const stored = new Set([...OWN, ...inTask('t9', 0)]);
	const { tasks, opened, repeat } = await processAt(
		platformWith({ ...TARGET, deleted: 1 }),
		stored,
	);
	const records = new AddedRows(tasks, repeat, () => undefined);
	expect(await records.peek(opened, [row(0), row(1)])).toEqual(new Map());
});
