import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { withExtraFields } from '../shared/aiCall/extraFields';
import { labelIn, TASK_STATUS } from '../shared/aiCall/aiCallLabels';
import type { TaskChange } from '../shared/aiCall/tasks/taskMemory';
import { readableTask, taskFields } from '../shared/aiCall/tasks/taskQuery';
import { numberOf } from '../shared/values';

/** The fields of the task in a simplified event; with those of the event, ten. */
const TASK_OF_EVENT = ['statusName', 'total', 'called', 'answered', 'progressPercent'];

export function eventItem(
	{ task, event, eventId, before, state, reached, isMadeUp }: TaskChange,
	simplify: boolean,
): INodeExecutionData {
	const reachedPercent = reached ?? null;
	const readable = readableTask(task, state.share);
	const test = isMadeUp ? { test: true } : {};
	const json = simplify
		? {
				event,
				...taskFields(readable, ['task_id', 'name']),
				...test,
				...taskFields(readable, TASK_OF_EVENT),
				reachedPercent,
				eventId,
			}
		: withExtraFields(task, {
				event,
				eventId,
				...test,
				previousStatus: numberOf(before?.status) ?? null,
				previousStatusName: labelIn(TASK_STATUS, before?.status) ?? null,
				progressPercent: state.share,
				reachedPercent,
			});
	return { json: json as IDataObject };
}
