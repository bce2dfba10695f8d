import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { TASK_EVENTS } from '../shared/aiCall/tasks/taskEvents';
import { InputError } from '../shared/failure';
import {
	asEvents,
	asFlag,
	asIds,
	asInteger,
	asText,
	isOff,
	splitList,
} from '../shared/n8n/parameters/coerce';
import {
	collectionField,
	optionsCollection,
	retries,
	simplify,
	switchField,
	textField,
	timeout,
} from '../shared/n8n/parameters/properties';
import { readCollection, readNumber } from '../shared/n8n/parameters/item';

export const properties: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: [...TASK_EVENTS],
		description:
			'Events that start the workflow. All that a poll finds are items of one execution.',
		options: [
			{
				name: 'Task Expired',
				value: 'expired',
				description: 'The end time came before all rows were called',
			},
			{ name: 'Task Finished', value: 'finished', description: 'All rows were called' },
			{
				name: 'Task Paused',
				value: 'paused',
				description: 'Calls stopped until the task is started again',
			},
			{
				name: 'Task Progress',
				value: 'progress',
				description: 'A percentage of the phone numbers was called',
			},
			{
				name: 'Task Started',
				value: 'started',
				description: 'Calls began, or went on after a pause',
			},
		],
	},
	{
		displayName: 'Progress (Percent)',
		name: 'shares',
		type: 'string',
		default: '50',
		placeholder: 'e.g. 25, 50, 75',
		displayOptions: { show: { events: ['progress'] } },
		description:
			'Percentages of the phone numbers that were called (1 to 100), comma-separated. Each starts the workflow once per task.',
	},
	switchField(
		'Include Existing Tasks',
		'includeExisting',
		'Whether tasks that exist when the trigger first polls start the workflow for what already happened to them. If off, only later changes do.',
	),
	collectionField('Filters', 'filters', 'filter', [
		textField('Name Contains', 'taskName', 'Part of the name (API: task_name)', {
			placeholder: 'e.g. November',
		}),
		textField(
			'Task IDs',
			'taskIds',
			'IDs of the tasks, comma-separated. Each is queried on its own (API: task_id).',
			{ placeholder: 'e.g. 88101, 88102' },
		),
	]),
	optionsCollection(
		{
			...simplify,
			description: 'Whether to return a simplified version of the task instead of the raw data',
		},
		{ ...retries },
		{ ...timeout },
	),
];

export type TriggerSettings = ReturnType<typeof readSettings>;

/** @throws InputError that names the parameter */
export function readSettings(context: IPollFunctions) {
	const events = asEvents(context.getNodeParameter('events', [...TASK_EVENTS]), TASK_EVENTS);
	const { taskName, taskIds } = readCollection(context, 'filters');
	const options = readCollection(context, 'options');
	return {
		events,
		shares: events.includes('progress') ? readShares(context.getNodeParameter('shares', '50')) : [],
		includeExisting: asFlag(context.getNodeParameter('includeExisting', false)),
		taskName: asText(taskName, 'Name Contains').trim(),
		taskIds: asIds(taskIds, 'Task IDs'),
		simplify: !isOff(options[simplify.name]),
		request: {
			retries: readNumber(options[retries.name], retries),
			timeoutMs: readNumber(options[timeout.name], timeout) * 1000,
		},
	};
}

function readShares(value: unknown): number[] {
	const shares = splitList(value)
		.filter((share) => share !== '%')
		.map((share) => asInteger(share.replace(/%$/, ''), 'Progress', { min: 1, max: 100 }));
	if (shares.length === 0)
		throw new InputError(
			'Progress is empty',
			'Enter percentages such as 25, 50, 75, or remove Task Progress from Events.',
		);
	return shares;
}
