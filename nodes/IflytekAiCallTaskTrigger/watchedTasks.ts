import { noSuchTask } from '../shared/aiCall/protocol/aiCallErrors';
import { fetchTaskPage } from '../shared/aiCall/tasks/fetchTasks';
import {
	collectTasks,
	findTask,
	type Page,
	type TaskPage,
	type TaskQuery,
} from '../shared/aiCall/tasks/taskQuery';
import {
	compareTasks,
	taskState,
	watchedId,
	type TaskChange,
	type TaskEvent,
	type Watch,
} from '../shared/aiCall/tasks/taskEvents';
import type { AiCallClient } from '../shared/aiCall/transport/aiCallClient';
import { numberOf, textOf, type JsonRecord } from '../shared/values';
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

/**
 * The event for a test run in the editor, of the tasks with the chosen IDs or else of the newest
 * ones. Empty if there is no task.
 */
export async function sampleChanges(
	client: AiCallClient,
	settings: TriggerSettings,
): Promise<TaskChange[]> {
	const { taskName, taskIds } = settings;
	const tasks =
		taskIds.length > 0
			? await watchedTasks(client, settings, () => false)
			: (await fetchTaskPage(client, { taskName, sortField: 'ID', sortOrder: 'DESC' })).rows;
	const change = sampleChange(tasks, settings);
	return change ? [change] : [];
}

/**
 * An event for a test run in the editor: the latest event of the first task that has one. If no
 * task has an event, the first of `events` is made up with the first task, as it will be then.
 * Undefined if there is no task.
 */
export function sampleChange(
	tasks: readonly JsonRecord[],
	{ events, shares }: Pick<Watch, 'events' | 'shares'>,
): TaskChange | undefined {
	const { changes } = compareTasks(new Map(), tasks, {
		events,
		shares,
		taskIds: [],
		unseenTasks: 'report',
	});
	const [first] = changes;
	if (first) return changes.filter(({ task }) => task === first.task).at(-1);
	const [event] = events;
	const found = tasks.find((candidate) => watchedId(candidate) !== undefined);
	if (!event || !found) return undefined;
	const reached = event === 'progress' ? shares[0] : undefined;
	const task = asWhen(event, found, reached);
	return {
		task,
		event,
		...(reached !== undefined && { reached }),
		isMadeUp: true,
		state: taskState(task),
		before: undefined,
		eventId: [watchedId(task), 1, event].join('-'),
	};
}

/** The task as it will be when the event happens. */
function asWhen(event: TaskEvent, task: JsonRecord, reached = 0): JsonRecord {
	const total = numberOf(task.count_tel) ?? 0;
	switch (event) {
		case 'finished':
			return { ...task, status: 4, process_tel_count: total };
		case 'progress':
			return { ...task, status: 2, process_tel_count: Math.ceil((total * reached) / 100) };
		case 'expired':
			return { ...task, status: 7 };
		case 'paused':
			return { ...task, status: 3 };
		case 'started':
			return { ...task, status: 1 };
	}
}
