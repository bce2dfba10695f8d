import type { INodeProperties } from 'n8n-workflow';
import { noSuchTask } from '../../../shared/aiCall/protocol/aiCallErrors';
import { findTask, readTaskPage, taskQueryBody } from '../../../shared/aiCall/tasks/taskQuery';
import {
	readableTask,
	SIMPLIFIED_TASK,
	TASK_FIELDS,
	taskFields,
} from '../../../shared/aiCall/tasks/readableTask';
import { asChoice } from '../../../shared/n8n/parameters/coerce';
import { Item, readRequestOptions } from '../../../shared/n8n/parameters/item';
import { requestOptions } from '../../../shared/n8n/parameters/properties';
import { jsonResult } from '../../../shared/n8n/run/operations';
import { task } from '../../fields/locators';
import type { AiCallOperation } from '../../run/operation';
import type { JsonRecord } from '../../../shared/values';

/** The ID of a task is always returned, so that a next step can name the task. */
const ID = 'task_id';

/** Which fields of a task an operation returns. n8n asks for this choice where a result has many fields. */
export const output: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Raw', value: 'raw', description: 'The response as the platform sent it' },
			{ name: 'Selected Fields', value: 'fields', description: 'The fields that you choose' },
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'The fields that are read most, such as name, status and counts',
			},
		],
		default: 'simplified',
		description: 'What to return of each task',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		options: TASK_FIELDS.filter((name) => name !== ID).map((name) => ({ name, value: name })),
		default: [],
		description: 'The fields to add to the output; task_id is always in it',
		displayOptions: { show: { output: ['fields'] } },
	},
];

/**
 * Reads Output. Returns the function that makes the result of a task, undefined for the raw response.
 * @throws InputError for another choice, and for a field that is not in the list
 */
export function readOutput(item: Item): ((task: JsonRecord) => JsonRecord) | undefined {
	const choice = asChoice(item.value('output'), 'Output', ['raw', 'fields', 'simplified']);
	if (choice === 'raw') return undefined;
	const fields = choice === 'fields' ? [ID, ...readFields(item)] : SIMPLIFIED_TASK;
	return (task) => taskFields(readableTask(task), fields);
}

function readFields(item: Item): string[] {
	const fields: unknown = item.value('fields');
	const list: unknown[] = Array.isArray(fields) ? fields : [fields];
	return list.map((field) => asChoice(field, 'Fields', TASK_FIELDS));
}

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
		const { result, sent } = await client(
			'queryTasks',
			taskQueryBody({ taskId }),
			readRequestOptions(item),
		);
		if (!resultOf) return jsonResult(sent);
		const found = findTask(readTaskPage(result), taskId);
		if (!found) throw noSuchTask(taskId);
		return jsonResult(resultOf(found));
	},
};
