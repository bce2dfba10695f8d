/** The tasks that have rows of this node, as the platform has them. */
import { isNewTask } from '../../../nodes/IflytekAiCall/sentBefore/filledTasks';
import { InputError, NotSentError, TransportError } from '../../../nodes/shared/failure';
import type { JsonRecord } from '../../../nodes/shared/values';
import { entriesTo } from './context';
import { platformWith, processAt } from './platform';

const entry = entriesTo({ body: (rows) => ({ rows }) });

test('only the tasks that this node has filled are listed, with what the platform says of them', async () => {
	const platform = platformWith(
		{ task_id: '1', status: 0, count_tel: 3 },
		{ task_id: ' 2 ', status: 1, count_tel: '4' },
		{ task_id: '3', status: 0, deleted: 1 },
		{ task_id: '4', status: 0 },
		{ status: 0 },
		{ task_id: '5', status: 3, deleted: 1, process_tel_count: '1' },
	);
	const { tasks } = await processAt(
		platform,
		new Set(['task 1', 'task 2', 'task 3', 'task 5', 'complete task 2']),
	);
	const listed = await tasks.list();
	expect(listed).toEqual([
		{ id: '1', state: 'new', isComplete: false, count: 3 },
		{ id: '2', state: 'started', isComplete: true, count: 4 },
		{ id: '3', state: 'deleted', isComplete: false, count: undefined },
		{ id: '5', state: 'stopped', isComplete: false, count: undefined },
	]);
	expect(await tasks.list()).toBe(listed);
	expect(platform.asked).toEqual(['queryTasks']);
});

test.each<[JsonRecord, boolean, boolean]>([
	[{ status: 0 }, false, true],
	[{ status: '0' }, false, true],
	[{ status: 1 }, false, false],
	// The platform may call a new task otherwise: its first status tells.
	[{ status: 7 }, true, true],
	[{ status: 7, process_count: 0, process_tel_count: '0' }, true, true],
	[{ status: 7, process_count: 1 }, true, false],
	[{ status: 0, process_tel_count: '2' }, true, false],
	[{}, false, false],
])('whether the task %j is new (first status: %s) is %s', (task, hasFirstStatus, expected) => {
	expect(isNewTask(task, hasFirstStatus)).toBe(expected);
});

test.each<[JsonRecord, string]>([
	[{ status: 0 }, 'deleted'],
	[{ status: 1 }, 'deleted'],
	[{ status: 3, process_count: 0 }, 'deleted'],
	[{ status: 1, process_count: 1 }, 'stopped'],
	// The first calls may not be counted yet.
	[{ status: 2, process_count: 0 }, 'stopped'],
	[{ status: '5' }, 'stopped'],
	// It has called all of them before somebody deleted it.
	[{ status: 4, process_count: 1 }, 'started'],
])('the state of the deleted task %j is %s', async (task, state) => {
	const platform = platformWith({ ...task, task_id: '1', deleted: 1 });
	const { tasks } = await processAt(platform, new Set(['task 1']));
	expect((await tasks.list()).map((one) => one.state)).toEqual([state]);
});

test('the first status of a task is recorded, if the platform told it, and tells later that it is new', async () => {
	const platform = platformWith({ task_id: '1', status: 7 }, { task_id: '2', status: 8 });
	const { tasks } = await processAt(
		platform,
		new Set(['task 1', 'task 1 status 7', 'task 2', 'task 2 status 7']),
	);
	expect(tasks.textsOf('1', { status: 7 })).toEqual(['task 1', 'task 1 status 7']);
	expect([tasks.textsOf('1', {}), tasks.textsOf('1', undefined)]).toEqual([['task 1'], ['task 1']]);
	expect((await tasks.list()).map(({ state }) => state)).toEqual(['new', 'started']);
});

test('rows are found in the task for which they are recorded', async () => {
	const { tasks, note } = await processAt(
		platformWith({ task_id: '1', status: 0 }),
		new Set([
			'task 1',
			'run key a in task 1',
			'run key b in task 2',
			'run key c in task 1',
			'asking run key c in task 1',
		]),
	);
	const rows = note(['a', 'b', 'c'].map((key, item) => entry(item, { key })));
	const [task] = await tasks.list();
	if (!task) throw new Error('There is no task');
	expect([...(await tasks.rowsIn(task, rows))]).toEqual([rows[0]]);
	expect(rows.map((row) => tasks.isDoubtful(row, [task]))).toEqual([false, false, true]);
	expect(rows.some((row) => tasks.isDoubtful(row, []))).toBe(false);
});

describe('a task is deleted', () => {
	const listed = async (platform: ReturnType<typeof platformWith>) => {
		const { tasks } = await processAt(platform, new Set(['task 1']));
		const [task] = await tasks.list();
		if (!task) throw new Error('There is no task');
		return { tasks, task };
	};

	test('if it is still new', async () => {
		const platform = platformWith({ task_id: '1', status: 0 });
		const { tasks, task } = await listed(platform);
		await tasks.delete(task);
		expect(platform.asked).toEqual(['queryTasks', 'queryTasks 1', 'deleteTask 1']);
		expect(task.state).toBe('deleted');
	});

	test('but not if somebody has started it meanwhile', async () => {
		const platform = platformWith({ task_id: '1', status: 0 });
		const { tasks, task } = await listed(platform);
		Object.assign(platform.tasks[0] ?? {}, { status: 1 });
		await tasks.delete(task);
		expect([platform.asked.at(-1), task.state]).toEqual(['queryTasks 1', 'started']);
	});

	test('and counts as deleted if it is gone', async () => {
		const platform = platformWith({ task_id: '1', status: 0 });
		const { tasks, task } = await listed(platform);
		platform.tasks.length = 0;
		await tasks.delete(task);
		expect([platform.asked.at(-1), task.state]).toEqual(['queryTasks 1', 'deleted']);
	});
});

test('if the platform does not answer, nothing was sent', async () => {
	const platform = platformWith({ task_id: '1', status: 0 });
	const { tasks } = await processAt(platform, new Set(['task 1']));
	platform.state.error = new TransportError('connection lost', 'Try again.', 'interrupted');
	const outcomes = await Promise.allSettled([
		tasks.list(),
		tasks.delete({ id: '1', state: 'new', isComplete: false }),
	]);
	for (const outcome of outcomes) {
		const reason: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
		expect(reason).toBeInstanceOf(NotSentError);
		expect(reason).toMatchObject({
			message: 'connection lost',
			kind: 'interrupted',
			details: { advice: 'Try again.' },
		});
	}
});

test('a failure before anything was sent stays as it is', async () => {
	const platform = platformWith();
	const { tasks } = await processAt(platform, new Set());
	const error = new InputError('The key is missing', 'Enter it.');
	platform.state.error = error;
	await expect(tasks.list()).rejects.toBe(error);
	await expect(tasks.delete({ id: '1', state: 'new', isComplete: false })).rejects.toBe(error);
});
