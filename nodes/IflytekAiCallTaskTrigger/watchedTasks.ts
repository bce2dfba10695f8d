import { noSuchTask } from '../shared/aiCall/protocol/aiCallErrors';
import { listTasks, STEADY_ORDER } from '../shared/aiCall/tasks/taskList';
import {
	findTask,
	readTaskPage,
	taskQueryBody,
	type Page,
	type TaskPage,
	type TaskQuery,
} from '../shared/aiCall/tasks/taskQuery';
import type { AiCallClient } from '../shared/aiCall/transport/aiCallClient';
import type { JsonRecord } from '../shared/values';
import type { TriggerSettings } from './parameters';

type Filters = Pick<TriggerSettings, 'taskName' | 'taskIds'>;

async function fetchPage(client: AiCallClient, filters: TaskQuery, page?: Page): Promise<TaskPage> {
	return readTaskPage((await client('queryTasks', taskQueryBody(filters, page))).result);
}

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
			async (page) => await fetchPage(client, { taskName, ...STEADY_ORDER }, page),
		);
	const tasks: JsonRecord[] = [];
	for (const taskId of taskIds) {
		const found = findTask(await fetchPage(client, { taskName, taskId }), taskId);
		// With Name Contains, a task can be missing because it has another name.
		if (!found && taskName === '' && !wasSeen(taskId)) throw noSuchTask(taskId);
		if (found) tasks.push(found);
	}
	return tasks;
}

/** Tasks for a test run in the editor: the tasks with the chosen IDs, or else the newest ones. */
export async function sampleTasks(client: AiCallClient, filters: Filters): Promise<JsonRecord[]> {
	if (filters.taskIds.length > 0) return await watchedTasks(client, filters, () => false);
	return (
		await fetchPage(client, { taskName: filters.taskName, sortField: 'ID', sortOrder: 'DESC' })
	).rows;
}
