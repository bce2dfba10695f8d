import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { collectTasks, readTaskPage, simplifyTask, SORT_FIELDS, SORT_ORDERS, taskQueryBody, withoutOtherTasks, type SortField, type TaskQuery } from '../../shared/aiCall/taskQuery';
import { toMilliseconds } from '../../shared/aiCall/times';
import { isRecord, type JsonRecord } from '../../shared/values';
import { aiCallOptions, asChoice, asInteger, asText, Item, jsonResult, rawResponse, requestOptionsOf, simplify, type AiCallOperation } from '../operation';

const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many tasks',
	description: 'List tasks, filtered and sorted (查询任务列表, API: task/query)',
};

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{ displayName: 'From', name: 'begin', type: 'dateTime', default: '', description: 'Only tasks from this time on. The platform does not document which task time it compares (API: time_begin).' },
		{ displayName: 'Name Contains', name: 'taskName', type: 'string', default: '', placeholder: 'e.g. November', description: 'Part of the name of the task (API: task_name)' },
		{ displayName: 'Task ID', name: 'taskId', type: 'string', default: '', placeholder: 'e.g. 88101', description: 'Only the task with this ID (API: task_id)' },
		{ displayName: 'To', name: 'end', type: 'dateTime', default: '', description: 'Only tasks up to this time (API: time_end)' },
	],
};

const SORT_NAMES: Record<SortField, string> = { CREATETIME: 'Creation Time', ENDTIME: 'End Time', ID: 'ID', NAME: 'Name', STARTTIME: 'Start Time' };

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
					options: SORT_FIELDS.map((value) => ({ name: SORT_NAMES[value], value })),
					default: 'CREATETIME',
					description: 'What to sort by (API: sort_name)',
				},
				{
					displayName: 'Order',
					name: 'order',
					type: 'options',
					options: [
						{ name: 'Ascending', value: 'ASC' },
						{ name: 'Descending', value: 'DESC' },
					],
					default: 'DESC',
					description: 'Sort order (API: sort_order)',
				},
			],
		},
	],
};

/** Query of tasks (document 2, 4.7). */
export const getAll: AiCallOperation = {
	option,
	properties: [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
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
		simplify,
		aiCallOptions(),
	],
	begin: (context, client) => async (index) => {
		const item = new Item(context, index);
		const query = readQuery(item, context.getTimezone());
		const limit = item.flag('returnAll') ? undefined : asInteger(item.value('limit'), 'Limit', { min: 1 });
		const simplified = item.flag('simplify');
		const options = requestOptionsOf(item);
		const envelopes: JsonRecord[] = [];
		const tasks = await collectTasks(async (page) => {
			const { result, sent } = await client('queryTasks', taskQueryBody(query, page), options);
			envelopes.push(sent);
			return readTaskPage(result);
		}, limit);
		if (simplified) return tasks.map(simplifyTask).flatMap(jsonResult);
		const kept = new Set(tasks);
		return jsonResult(rawResponse(envelopes.map((sent) => withoutOtherTasks(sent, kept))));
	},
};

function readQuery(item: Item, timeZone: string): TaskQuery {
	const { begin, end, taskId, taskName } = recordOf(item.value('filters'));
	const { field, order } = recordOf(recordOf(item.value('sort')).by);
	const time = (value: unknown, label: string) => (value === undefined || value === '' || value === null ? undefined : toMilliseconds(value, timeZone, label));
	return {
		begin: time(begin, 'From'),
		end: time(end, 'To'),
		taskId: asText(taskId, 'Task ID'),
		taskName: asText(taskName, 'Name Contains'),
		...(field !== undefined && { sortField: asChoice(field, 'Field', SORT_FIELDS) }),
		...(order !== undefined && { sortOrder: asChoice(order, 'Order', SORT_ORDERS) }),
	};
}

const recordOf = (value: unknown): JsonRecord => (isRecord(value) ? value : {});
