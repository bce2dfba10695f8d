import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { PlatformError } from '../../shared/failure';
import { MAX_RECALLS } from '../../shared/aiCall/limits';
import { createdTaskId } from '../../shared/aiCall/taskCreation';
import { callingHours, callingHoursZone, hoursOf } from '../callingHours';
import { checkOnly, isCheckOnly } from '../checkOnly';
import { beginDelivery } from '../delivery/begin';
import { ColumnSource } from '../lookups/columns';
import { bodyOf, checkPlan, readPlan } from './plan';
import type { JsonRecord } from '../../shared/values';
import { concurrencyOf, deliveryOptions, Item, line, script, simplify, timeoutOf, voice, type AiCallOperation } from '../operation';

const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a task',
	description: 'Create an outbound task to add rows to (创建外呼任务, API: task/create). No calls are placed until you start it.',
};

const furtherLines: INodeProperties = {
	displayName: 'Additional Line Names or IDs',
	name: 'furtherLines',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getLines' },
	default: [],
	description:
		'Other lines the calls may use. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** Creation of a task (document 2, 4.4). */
export const create: AiCallOperation = {
	option,
	properties: [
		{
			displayName: 'Name',
			name: 'taskName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. After-sales calls in November',
			description: 'The name of the task (API: task_name)',
		},
		script,
		line,
		furtherLines,
		voice,
		{
			displayName: 'Start Time',
			name: 'begin',
			type: 'dateTime',
			default: '={{ $now }}',
			required: true,
			description: 'Earliest time to place calls once the task is started. Times without a time zone use the time zone of the workflow (API: time_begin).',
		},
		{
			displayName: 'End Time',
			name: 'end',
			type: 'dateTime',
			default: '',
			description: 'Time to stop calling, even if some customers were not reached. If empty, there is no end (API: time_end).',
		},
		callingHours('The task only calls within these hours, which are sent to the platform (API: time_range).'),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'Redials',
					name: 'recalls',
					type: 'number',
					typeOptions: { minValue: 0, maxValue: MAX_RECALLS },
					default: 0,
					description: `Maximum number of times to redial a customer who was not reached, from 0 to ${MAX_RECALLS} (API: recall_count)`,
				},
				{
					displayName: 'Redial Wait (Seconds)',
					name: 'recallWait',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 600,
					description: 'Seconds to wait before redialing a customer (API: time_recall_wait)',
				},
				{
					displayName: 'High-Performance Mode',
					name: 'highPerformance',
					type: 'boolean',
					default: false,
					description: 'Whether the platform runs the task in its high-performance mode. If not set, the platform decides (API: trubo_mode).',
				},
			],
		},
		simplify,
		deliveryOptions(callingHoursZone, checkOnly),
	],
	begin: async (context, client, clock) => {
		const hours = hoursOf(context);
		const planOf = (index: number) => readPlan(new Item(context, index), context.getTimezone(), () => hours(index));
		const source = new ColumnSource(client, { timeoutMs: timeoutOf(new Item(context, 0)) }, 'all');
		return await beginDelivery<JsonRecord>(context, client, {
			names: { method: 'createTask', action: 'create the task', idName: 'task_id', nouns: ['task', 'tasks'] },
			options: {
				batchSize: 1,
				body: (body) => body,
				ids: createdIds,
				concurrency: concurrencyOf(context),
				timeoutMs: timeoutOf(new Item(context, 0)),
				isolate: false,
			},
			async prepare(index) {
				const body = bodyOf(planOf(index));
				return [{ item: index, label: String(body.task_name), target: body, values: [], original: body }];
			},
			checkOnly: isCheckOnly(context),
			check: { ofItem: (index) => checkPlan(planOf(index), source, clock.date()), ofEntry: () => [], shown: ({ target }) => ({ taskName: target.task_name, request: target }) },
			raw: (_id, sent) => sent,
			result: ({ target }, id) => ({ task_id: id, taskName: target.task_name }),
		});
	},
};

function createdIds(result: JsonRecord): string[] {
	const id = createdTaskId(result);
	if (id === undefined) throw new PlatformError('The platform reported success but returned no task ID', 'unreadable');
	return [id];
}
