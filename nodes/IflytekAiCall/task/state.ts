import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { AI_CALL_SUCCESS } from '../../shared/aiCall/envelope';
import type { ApiMethod } from '../../shared/aiCall/methods';
import { Item, requestOptionsOf, simplify } from '../../shared/n8n/parameters';
import { oncePerKey } from '../../shared/n8n/run/once';
import { jsonResult } from '../../shared/n8n/run/operations';
import { aiCallOptions, task, type AiCallOperation } from '../operation';

/**
 * An operation that changes the state of a task (document 2, 4.6), once for each task that the items name. The response is
 * empty, so the result states the new state; `alreadyDone` is added if it was reached before. `notices` are shown above
 * the parameters.
 */
export function changeState(option: INodePropertyOptions, method: ApiMethod, done: string, ...notices: INodeProperties[]): AiCallOperation {
	return {
		option,
		properties: [...notices, task, simplify, aiCallOptions()],
		begin: async (context, client) => await oncePerKey(context, (index) => stateChange(new Item(context, index)), async ({ key: taskId, simplified, options }) => {
			const { code, sent } = await client(method, { task_id: taskId }, options);
			if (!simplified) return jsonResult(sent);
			return jsonResult({ task_id: taskId, [done]: true, ...(code !== AI_CALL_SUCCESS && { alreadyDone: true }) });
		}),
	};
}

function stateChange(item: Item) {
	return { key: item.requiredText('taskId', 'Task').trim(), simplified: item.flag('simplify'), options: requestOptionsOf(item) };
}
