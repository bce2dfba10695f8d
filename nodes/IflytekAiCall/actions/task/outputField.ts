import type { INodeProperties } from 'n8n-workflow';
import {
	readableTask,
	SIMPLIFIED_TASK,
	TASK_FIELDS,
	taskFields,
} from '../../../shared/aiCall/tasks/readableTask';
import { asChoice } from '../../../shared/n8n/parameters/coerce';
import type { Item } from '../../../shared/n8n/parameters/item';
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
