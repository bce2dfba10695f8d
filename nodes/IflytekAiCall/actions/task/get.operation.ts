import { noSuchTask } from '../../../shared/aiCall/protocol/aiCallErrors';
import { findTask, readTaskPage, taskQueryBody } from '../../../shared/aiCall/tasks/taskQuery';
import { Item, readRequestOptions } from '../../../shared/n8n/parameters/item';
import { requestOptions } from '../../../shared/n8n/parameters/properties';
import { jsonResult } from '../../../shared/n8n/run/operations';
import { task } from '../../parameters/locators';
import type { AiCallOperation } from '../../entry/operation';
import { output, readOutput } from './outputField';

/** Query of one task (document 2, 4.7). */
export const get: AiCallOperation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get task',
		description: 'Get the status and progress of a task (API: task/query)',
	},
	properties: [task, ...output, requestOptions()],
	execute: async (context, client, index) => {
		const item = new Item(context, index);
		const taskId = item.requiredId('taskId', 'Task');
		const resultOf = readOutput(item);
		const { result, sent: response } = await client(
			'queryTasks',
			taskQueryBody({ taskId }),
			readRequestOptions(item),
		);
		if (!resultOf) return jsonResult(response);
		const found = findTask(readTaskPage(result), taskId);
		if (!found) throw noSuchTask(taskId);
		return jsonResult(resultOf(found));
	},
};
