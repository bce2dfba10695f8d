import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { SUCCESS } from '../../shared/aiCall/envelope';
import type { Operation } from '../../shared/aiCall/endpoints';
import { Item } from '../../shared/n8n/item';
import { jsonResult } from '../../shared/n8n/operations';
import { simplify } from '../../shared/n8n/properties';
import { optionsOf, task } from '../properties';
import { timeoutOf } from '../../shared/n8n/settings';
import type { AiCallOperation } from '../types';

/**
 * An operation that changes the state of a task (document 2, 4.6): its answer is empty, so that the result says what is
 * so now. `alreadyDone` is there where it was so before. `notices` stand above its parameters.
 */
export function changeState(option: INodePropertyOptions, operation: Operation, done: string, ...notices: INodeProperties[]): AiCallOperation {
	return {
		option,
		properties: [...notices, task, simplify, optionsOf()],
		begin: (context, door) => async (index) => {
			const item = new Item(context, index);
			const taskId = item.requiredText('taskId', 'Task').trim();
			// Read before sending: a task that is started must not come out as a failure because of an expression.
			const simplified = item.flag('simplify');
			const { code, sent } = await door(operation, { task_id: taskId }, timeoutOf(item));
			if (!simplified) return jsonResult(sent);
			return jsonResult({ task_id: taskId, [done]: true, ...(code !== SUCCESS && { alreadyDone: true }) });
		},
	};
}
