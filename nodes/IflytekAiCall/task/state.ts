import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { AI_CALL_SUCCESS } from '../../shared/aiCall/envelope';
import type { ApiMethod } from '../../shared/aiCall/methods';
import { aiCallOptions, Item, jsonResult, requestOptionsOf, simplify, task, type AiCallOperation } from '../operation';

/**
 * An operation that changes the state of a task (document 2, 4.6). The response is empty, so the result states the new
 * state; `alreadyDone` is added if it was reached before. `notices` are shown above the parameters.
 */
export function changeState(option: INodePropertyOptions, method: ApiMethod, done: string, ...notices: INodeProperties[]): AiCallOperation {
	return {
		option,
		properties: [...notices, task, simplify, aiCallOptions()],
		begin: (context, client) => async (index) => {
			const item = new Item(context, index);
			const taskId = item.requiredText('taskId', 'Task').trim();
			// Read before sending, so that a failing expression does not turn a started task into an error.
			const simplified = item.flag('simplify');
			const { code, sent } = await client(method, { task_id: taskId }, requestOptionsOf(item));
			if (!simplified) return jsonResult(sent);
			return jsonResult({ task_id: taskId, [done]: true, ...(code !== AI_CALL_SUCCESS && { alreadyDone: true }) });
		},
	};
}
