import { isDeleted } from '../../../shared/aiCall/aiCallLabels';
import { canBeCreatedBy } from '../../../shared/aiCall/tasks/taskCreation';
import { collectTasks, readTaskPage, taskQueryBody } from '../../../shared/aiCall/tasks/taskQuery';
import type { AiCallClient } from '../../../shared/aiCall/transport/aiCallClient';
import type { Clock } from '../../../shared/n8n/requests/clock';
import { textOf, type JsonRecord } from '../../../shared/values';
import type { Delivery } from '../../batch/delivery';
import type { Destination } from '../../batch/entry';

/** How tasks are created, each with a request of its own (document 2, 4.4). */
export const CREATION: Pick<Delivery, 'names' | 'batchSize'> = {
	names: {
		method: 'createTask',
		action: 'create the task',
		idName: 'task_id',
		nouns: ['task', 'tasks'],
	},
	batchSize: 1,
};

/**
 * Where a task goes that is to be created exactly once, with this body of the request.
 * @param findsDeleted whether a task that was created and then deleted is found
 */
export function newTask(
	client: AiCallClient,
	body: JsonRecord,
	clock: Clock,
	findsDeleted = false,
) {
	return {
		body: () => body,
		identity: { content: contentOf(body, clock.date()) },
		findSent: async (isCertain: boolean) =>
			await findTasks(client, String(body.task_name), (task) => {
				if (isDeleted(task) && !(findsDeleted && isCertain)) return false;
				return canBeCreatedBy(body, task, !isCertain, clock.date());
			}),
		shown: { taskName: body.task_name },
	} satisfies Destination;
}

/**
 * The values of a task, without a Start Time in the past. Its default (the current time) differs a
 * little from item to item, and from one start of an execution to another.
 */
export function contentOf(body: JsonRecord, now: number): JsonRecord {
	return Number(body.time_begin) > now ? body : { ...body, time_begin: 'now' };
}

/** Only this many of the newest tasks with the name are looked at. */
const MAX_SAME_NAME = 200;

/** The IDs of the platform's tasks of this name that `isMatch` accepts. */
async function findTasks(
	client: AiCallClient,
	name: string,
	isMatch: (task: JsonRecord) => boolean,
): Promise<string[]> {
	const query = {
		taskName: name,
		sortField: 'CREATETIME',
		sortOrder: 'DESC',
	} as const;
	const tasks = await collectTasks(async (page) => {
		const { result } = await client('queryTasks', taskQueryBody(query, page));
		return readTaskPage(result);
	}, MAX_SAME_NAME);
	return tasks.filter(isMatch).flatMap(({ task_id: id }) => textOf(id)?.trim() ?? []);
}
