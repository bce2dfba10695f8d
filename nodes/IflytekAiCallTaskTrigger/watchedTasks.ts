import { noSuchTask } from '../shared/aiCall/protocol/aiCallErrors';
import { fetchTaskPage } from '../shared/aiCall/tasks/fetchTasks';
import {
	collectTasks,
	findTask,
	type Page,
	type TaskPage,
	type TaskQuery,
} from '../shared/aiCall/tasks/taskQuery';
import type { AiCallClient } from '../shared/aiCall/transport/aiCallClient';
import { textOf, type JsonRecord } from '../shared/values';
import type { TriggerSettings } from './parameters';
import { InputError } from '../shared/failure';
import { MAX_WATCHED_TASKS } from '../shared/aiCall/protocol/limits';

type Filters = Pick<TriggerSettings, 'taskName' | 'taskIds'>;

/**
 * The tasks to watch.
 * @throws PlatformError if an ID has no task, unless `wasSeen` says that it once had one
 */
export async function watchedTasks(
	client: AiCallClient,
	{ taskName, taskIds }: Filters,
	wasSeen: (taskId: string) => boolean,
): Promise<JsonRecord[]> {
	if (taskIds.length === 0)
		return await listTasks(
			async (page) => await fetchTaskPage(client, { taskName, ...STEADY_ORDER }, page),
		);
	const tasks: JsonRecord[] = [];
	for (const taskId of taskIds) {
		const found = findTask(await fetchTaskPage(client, { taskName, taskId }), taskId);
		// With Name Contains, a task can be missing because it has another name.
		if (!found && taskName === '' && !wasSeen(taskId)) throw noSuchTask(taskId);
		if (found) tasks.push(found);
	}
	return tasks;
}

/**
 * IDs do not change, and new tasks come last. So a task only moves to another page if a task before
 * it is removed.
 */
const STEADY_ORDER: Pick<TaskQuery, 'sortField' | 'sortOrder'> = {
	sortField: 'ID',
	sortOrder: 'ASC',
};

/**
 * All tasks of a query in `STEADY_ORDER`: each task once, in its latest state. If tasks were
 * removed while the pages were read, so that others moved to an earlier page, the list is read once
 * more.
 * @throws InputError if there are more tasks than can be watched
 */
export async function listTasks(
	fetchPage: (page: Page) => Promise<TaskPage>,
): Promise<JsonRecord[]> {
	const first = await readOnce(fetchPage);
	const tasks = first.isWhole
		? first.tasks
		: [...first.tasks, ...(await readOnce(fetchPage)).tasks];
	return [...new Map(tasks.map((task) => [textOf(task.task_id), task])).values()];
}

async function readOnce(
	fetchPage: (page: Page) => Promise<TaskPage>,
): Promise<{ tasks: JsonRecord[]; isWhole: boolean }> {
	let total = 0;
	let hasShrunk = false;
	const tasks = await collectTasks(async ({ index, size }) => {
		const page = await fetchPage({ index, size });
		const { rows, totalRows = total } = page;
		hasShrunk ||= totalRows < total;
		total = totalRows;
		const taskCount = Math.max((index - 1) * size + rows.length, total);
		if (taskCount > MAX_WATCHED_TASKS)
			throw new InputError(
				`There are ${taskCount} tasks, more than the ${MAX_WATCHED_TASKS} that can be watched`,
				'Set Name Contains or Task IDs under Filters.',
			);
		return page;
	});
	return { tasks, isWhole: !hasShrunk && tasks.length >= total };
}
