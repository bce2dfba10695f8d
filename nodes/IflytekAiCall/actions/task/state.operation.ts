import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { AI_CALL_SUCCESS } from '../../../shared/aiCall/protocol/aiCallEnvelope';
import type { ApiMethod } from '../../../shared/aiCall/protocol/methods';
import {
	Item,
	noticeField,
	requestOptions,
	readRequestOptions,
	simplify,
} from '../../../shared/n8n/parameters';
import { oncePerKey } from '../../../shared/n8n/run/equalRequests';
import { jsonResult } from '../../../shared/n8n/run/operations';
import { task, type AiCallOperation } from '../fields';

/**
 * An operation that changes the state of tasks (document 2, 4.6). If several items name the same
 * task, its state is changed only once. The response is empty, so the result says that the new
 * state is reached: the field that `stateField` names is true. `alreadyDone` is added if the task
 * was already in that state. `notices` are shown above the parameters.
 */
function changeState(
	option: INodePropertyOptions,
	method: ApiMethod,
	stateField: string,
	...notices: INodeProperties[]
): AiCallOperation {
	return {
		option,
		properties: [...notices, task, simplify, requestOptions()],
		executeAll: async (context, client) =>
			await oncePerKey(
				context,
				(index) => readStateChange(new Item(context, index)),
				async ({ key: taskId, simplified, options }) => {
					const { code, sent } = await client(method, { task_id: taskId }, options);
					if (!simplified) return jsonResult(sent);
					return jsonResult({
						task_id: taskId,
						[stateField]: true,
						...(code !== AI_CALL_SUCCESS && { alreadyDone: true }),
					});
				},
			),
	};
}

function readStateChange(item: Item) {
	return {
		key: item.requiredId('taskId', 'Task'),
		simplified: item.flag('simplify'),
		options: readRequestOptions(item),
	};
}

/** Starts a task, or resumes a paused one (document 2, 4.6). */
export const start = changeState(
	{
		name: 'Start',
		value: 'start',
		action: 'Start or resume calling for task',
		description:
			'Start calling the rows of a task, or resume a paused task (API: task/start). No more rows can be added afterwards.',
	},
	'startTask',
	'started',
	noticeField(
		'Starting a task calls every row in it. Test with your own number first. Call results arrive later, through the iFLYTEK AI Call Trigger.',
	),
);

/** Pauses a task (document 2, 4.6). */
export const pause = changeState(
	{
		name: 'Pause',
		value: 'pause',
		action: 'Pause task',
		description: 'Pause a task (API: task/pause). Use Start to resume it.',
	},
	'pauseTask',
	'paused',
);

/** Deletes a task (document 2, 4.6). If the task is already deleted, this is a success. */
export const deleteTask = changeState(
	{
		name: 'Delete',
		value: 'delete',
		action: 'Delete task permanently',
		description:
			'Stop and permanently delete a task (API: task/delete). It cannot be started again.',
	},
	'deleteTask',
	'deleted',
);
