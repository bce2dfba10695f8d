import { fetchTaskPage } from '../shared/aiCall/tasks/fetchTasks';
import {
	type TaskChange,
	type Watch,
	compareTasks,
	watchedId,
	taskState,
	type TaskEvent,
} from '../shared/aiCall/tasks/taskEvents';
import type { AiCallClient } from '../shared/aiCall/transport/aiCallClient';
import { type JsonRecord, numberOf } from '../shared/values';
import type { TriggerSettings } from './parameters';
import { watchedTasks } from './watchedTasks';

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
