import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { withExtraFields } from '../shared/aiCall/extraFields';
import { labelIn, TASK_STATUS } from '../shared/aiCall/aiCallLabels';
import type { TaskChange } from '../shared/aiCall/tasks/taskMemory';
import { simplifyTask } from '../shared/aiCall/tasks/taskQuery';
import { numberOf } from '../shared/values';

export function eventItem(
	{ task, event, eventId, before, state, reached }: TaskChange,
	simplify: boolean,
): INodeExecutionData {
	const taskFields = simplify ? simplifyTask(task, state.share) : task;
	const json = withExtraFields(taskFields, {
		event,
		eventId,
		previousStatus: numberOf(before?.status) ?? null,
		previousStatusName: labelIn(TASK_STATUS, before?.status) ?? null,
		...(!simplify && { progressPercent: state.share }),
		reachedPercent: reached ?? null,
	});
	return { json: json as IDataObject };
}
