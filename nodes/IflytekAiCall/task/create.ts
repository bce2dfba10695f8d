import { createdTaskId } from '../../shared/aiCall/tasks/taskCreation';
import { Item, simplify, textField, timeoutOf } from '../../shared/n8n/parameters';
import { beginDelivery } from '../delivery/beginDelivery';
import { PlatformData } from '../lookups/platformData';
import {
	callingHours,
	callingHoursZone,
	deliveryOptions,
	hoursOf,
	isCheckOnly,
	line,
	script,
	voice,
	type AiCallOperation,
} from '../operation';
import { checkPlan } from './taskChecks';
import { additionalFields, bodyOf, furtherLines, readPlan } from './plan';

/** Creation of a task (document 2, 4.4). */
export const create: AiCallOperation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a task',
		description:
			'Create an outbound task to add rows to (API: task/create). No calls are placed until you start it.',
	},
	properties: [
		textField('Name', 'taskName', 'The name of the task (API: task_name)', {
			required: true,
			placeholder: 'e.g. After-sales calls in November',
		}),
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
			description:
				'Earliest time to place calls once the task is started. Times without a time zone use the time zone of the workflow (API: time_begin).',
		},
		{
			displayName: 'End Time',
			name: 'end',
			type: 'dateTime',
			default: '',
			description:
				'Time to stop calling, even if some customers were not reached. If empty, there is no end (API: time_end).',
		},
		callingHours(
			'The task only calls within these hours, which are sent to the platform (API: time_range).',
		),
		additionalFields,
		simplify,
		deliveryOptions(callingHoursZone),
	],
	begin: async (context, client, clock) => {
		const hours = hoursOf(context);
		const planOf = (index: number) =>
			readPlan(new Item(context, index), context.getTimezone(), () => hours(index));
		const platform = new PlatformData(
			client,
			{ timeoutMs: timeoutOf(new Item(context, 0)) },
			'all',
		);
		return await beginDelivery(context, client, {
			names: {
				method: 'createTask',
				action: 'create the task',
				idName: 'task_id',
				nouns: ['task', 'tasks'],
			},
			batchSize: 1,
			ids: (result) => [createdTaskId(result)],
			async prepare(index) {
				const body = bodyOf(planOf(index));
				const label = String(body.task_name);
				const to = { body: () => body, shown: () => ({ taskName: body.task_name }) };
				return [{ item: index, label, to, values: [], original: body }];
			},
			checkOnly: isCheckOnly(context),
			checks: {
				ofItem: (index) => checkPlan(planOf(index), platform, clock.date()),
				alsoShown: ({ to }) => ({ request: to.body([]) }),
			},
			raw: (_id, sent) => sent,
		});
	},
};
