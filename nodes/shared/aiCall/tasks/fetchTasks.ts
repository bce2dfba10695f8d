import type { JsonRecord } from '../../values';
import type { AiCallClient } from '../transport/aiCallClient';
import {
	findTask,
	readTaskPage,
	taskQueryBody,
	type Page,
	type TaskPage,
	type TaskQuery,
} from './taskQuery';

/** A page of tasks (document 2, 2.8 and 4.7). */
export async function fetchTaskPage(
	client: AiCallClient,
	query: TaskQuery,
	page?: Page,
): Promise<TaskPage> {
	return readTaskPage((await client('queryTasks', taskQueryBody(query, page))).result);
}

/** A task as the platform has it now; undefined if there is none. */
export async function fetchTask(
	client: AiCallClient,
	taskId: string,
): Promise<JsonRecord | undefined> {
	return findTask(await fetchTaskPage(client, { taskId }), taskId);
}
