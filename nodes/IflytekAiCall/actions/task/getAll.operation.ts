import type { INodeProperties } from 'n8n-workflow';
import {
	collectTasks,
	readTaskPage,
	SORT_FIELDS,
	SORT_ORDERS,
	taskQueryBody,
	withoutOtherTasks,
	type Page,
	type TaskQuery,
} from '../../../shared/aiCall/tasks/taskQuery';
import { PLATFORM_ZONE } from '../../../shared/aiCall/time/callingHours';
import { toMilliseconds } from '../../../shared/aiCall/time/times';
import { isRecord, type JsonRecord } from '../../../shared/values';
import {
	asChoice,
	asInteger,
	asText,
	given,
	valuesOf,
} from '../../../shared/n8n/parameters/coerce';
import {
	choicesOf,
	collectionField,
	requestOptions,
	switchField,
	textField,
	timeField,
} from '../../../shared/n8n/parameters/properties';
import { Item, readRequestOptions } from '../../../shared/n8n/parameters/item';
import { jsonResult, rawResponse } from '../../../shared/n8n/run/operations';
import type { AiCallOperation } from '../../entry/operation';
import { output, readOutput } from './outputField';

const filters = collectionField('Filters', 'filters', 'filter', [
	timeField(
		'From',
		'begin',
		"Only tasks from this time on, China's if it has no time zone. The platform does not document which task time it compares (API: time_begin).",
	),
	textField('Name Contains', 'taskName', 'Part of the name of the task (API: task_name)', {
		placeholder: 'e.g. November',
	}),
	textField('Task ID', 'taskId', 'Only the task with this ID (API: task_id)', {
		placeholder: 'e.g. 88101',
	}),
	timeField(
		'To',
		'end',
		"Only tasks up to this time, China's if it has no time zone (API: time_end)",
	),
]);

const SORT_FIELD_CHOICES = choicesOf(SORT_FIELDS);
const SORT_ORDER_CHOICES = choicesOf(SORT_ORDERS);

const sort: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	type: 'fixedCollection',
	placeholder: 'Add sort rule',
	default: {},
	options: [
		{
			displayName: 'By',
			name: 'by',
			values: [
				{
					displayName: 'Field',
					name: 'field',
					type: 'options',
					options: SORT_FIELD_CHOICES,
					default: 'CREATETIME',
					description: 'What to sort by (API: sort_name)',
				},
				{
					displayName: 'Order',
					name: 'order',
					type: 'options',
					options: SORT_ORDER_CHOICES,
					default: 'DESC',
					description: 'Sort order (API: sort_order)',
				},
			],
		},
	],
};

/** Query of tasks (document 2, 4.7). */
export const getAll: AiCallOperation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many tasks',
		description: 'List tasks, filtered and sorted (API: task/query)',
	},
	properties: [
		switchField(
			'Return All',
			'returnAll',
			'Whether to return all results or only up to a given limit',
		),
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { returnAll: [false] } },
		},
		filters,
		sort,
		...output,
		requestOptions(),
	],
	execute: async (context, client, index) => {
		const item = new Item(context, index);
		const query = readQuery(item);
		const limit = item.flag('returnAll')
			? undefined
			: asInteger(item.value('limit'), 'Limit', { min: 1 });
		const resultOf = readOutput(item);
		const options = readRequestOptions(item);
		const envelopes: JsonRecord[] = [];
		const ask = async (page: Page) => {
			const { result, sent } = await client('queryTasks', taskQueryBody(query, page), options);
			envelopes.push(sent);
			return readTaskPage(result);
		};
		const tasks = await collectTasks(ask, limit, (message) =>
			context.addExecutionHints({ message, type: 'warning', location: 'outputPane' }),
		);
		if (resultOf) return tasks.flatMap((row) => jsonResult(resultOf(row)));
		const kept = new Set(tasks);
		return jsonResult(rawResponse(envelopes.map((sent) => withoutOtherTasks(sent, kept))));
	},
};

function readQuery(item: Item): TaskQuery {
	const { begin, end, taskId, taskName } = recordOf(item.value('filters'));
	const { field, order } = recordOf(recordOf(item.value('sort')).by);
	const readTime = (value: unknown, label: string) =>
		given(value, () => toMilliseconds(value, PLATFORM_ZONE, label));
	return {
		begin: readTime(begin, 'From'),
		end: readTime(end, 'To'),
		taskId: asText(taskId, 'Task ID'),
		taskName: asText(taskName, 'Name Contains'),
		...(field !== undefined && {
			sortField: asChoice(field, 'Field', valuesOf(SORT_FIELD_CHOICES)),
		}),
		...(order !== undefined && {
			sortOrder: asChoice(order, 'Order', valuesOf(SORT_ORDER_CHOICES)),
		}),
	};
}

const recordOf = (value: unknown): JsonRecord => (isRecord(value) ? value : {});
