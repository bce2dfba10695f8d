import type {
	IHookFunctions,
	INodeProperties,
	INodePropertyOptions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { DIRECTION, INBOUND, OUTBOUND, TASK_RESULT } from '../shared/aiCall/aiCallLabels';
import { ALL_KINDS, PUSH_KINDS, type PushKind } from '../shared/aiCall/pushes/kinds';
import type { PushFilter } from '../shared/aiCall/pushes/filter';
import { asEvents, asFlag, asIds, isOff, splitList } from '../shared/n8n/parameters/coerce';
import {
	choicesOf,
	collectionField,
	optionsCollection,
	simplify,
	switchField,
	textField,
} from '../shared/n8n/parameters/properties';
import { readCollection } from '../shared/n8n/parameters/item';
import {
	requireSecret,
	senderOptions,
	urlNotice,
} from '../shared/aiCall/webhook/webhookParameters';
import { textOf, type JsonRecord } from '../shared/values';

const events: INodePropertyOptions[] = PUSH_KINDS.map(({ name, kind, description, module }) => ({
	name,
	value: kind,
	description: `${description} (${module})`,
}));

const results: INodePropertyOptions[] = choicesOf(TASK_RESULT)
	.map(({ name, value }) => ({ name: `${name} (${value})`, value }))
	.sort((a, b) => a.name.localeCompare(b.name, 'en'));

export const IMMEDIATELY = 'onReceived';
const WHEN_FINISHED = 'lastNode';

const respondOption: INodeProperties = {
	displayName: 'Respond',
	name: 'responseMode',
	type: 'options',
	default: IMMEDIATELY,
	// n8n reads this from the stored workflow, before it evaluates any expression.
	noDataExpression: true,
	description:
		'When to acknowledge a push. The platform resends one that is not acknowledged within three seconds. If the workflow has slow steps, such as Wait, choose Immediately.',
	options: [
		{
			name: 'Immediately',
			value: IMMEDIATELY,
			description:
				'As soon as n8n has stored the execution. If its process is killed, the push is lost.',
		},
		{
			name: 'When Workflow Finishes',
			value: WHEN_FINISHED,
			description:
				'Only if the workflow succeeds. Otherwise the platform resends the push and the workflow starts again. For workflows that finish within three seconds.',
		},
	],
};

export const properties: INodeProperties[] = [
	urlNotice(
		`each of the events: ${PUSH_KINDS.map(({ name, module }) => `${name} is ${module}`).join(', ')}`,
	),
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: ['callRecord'],
		description:
			'Events that start the workflow. Other events are acknowledged, so the platform does not resend them.',
		options: events,
	},
	{
		displayName: 'Which Calls',
		name: 'callRecords',
		type: 'options',
		default: 'onePerCall',
		displayOptions: { show: { events: ['callRecord'] } },
		description:
			'Which calls and records start the workflow. Of an outbound call the platform may send a basic record, an outbound one, or both.',
		options: [
			{
				name: 'All Records',
				value: 'all',
				description: 'An outbound call starts the workflow up to twice',
			},
			{
				name: 'Basic Records Only',
				value: 'basic',
				description: 'All calls, without task, row and result',
			},
			{
				name: 'One per Call',
				value: 'onePerCall',
				description:
					'Each call starts the workflow once, an outbound one with its outbound record (task, row, result). A basic record that is alone for three seconds starts it, too. Repeated records are ignored.',
			},
			{
				name: 'Outbound Calls Only',
				value: 'outbound',
				description: 'The record with task, row and result',
			},
		],
	},
	requireSecret,
	collectionField(
		'Filters',
		'filters',
		'filter',
		[
			{
				displayName: 'Direction',
				name: 'direction',
				type: 'options',
				default: OUTBOUND,
				description: 'Call direction. Applies to call records only.',
				options: choicesOf(DIRECTION),
			},
			textField(
				'Intention Levels',
				'intentions',
				"Intention levels to accept, comma-separated. A dialog's highest level counts. Applies to dialogs only (API: tag_max).",
				{ placeholder: 'e.g. A, B' },
			),
			{
				displayName: 'Result',
				name: 'result',
				type: 'options',
				default: 'answered',
				description: 'Call result. Applies to call records only.',
				options: [
					{ name: 'Answered', value: 'answered' },
					{ name: 'Not Answered', value: 'notAnswered' },
					{
						name: 'One of a List',
						value: 'listed',
						description: 'The results selected in Results. Outbound records only.',
					},
				],
			},
			{
				displayName: 'Results',
				name: 'results',
				type: 'multiOptions',
				default: [],
				displayOptions: { show: { result: ['listed'] } },
				description: 'Results to accept. An expression can return an array of codes.',
				options: results,
			},
			textField(
				'Script IDs',
				'robotIds',
				'IDs of the scripts to accept, comma-separated (API: robot_id)',
				{ placeholder: 'e.g. 5201, 5202' },
			),
			textField(
				'Task IDs',
				'taskIds',
				'IDs of the tasks to accept, comma-separated. Applies to outbound records only (API: task_id).',
				{ placeholder: 'e.g. 88101, 88102' },
			),
		],
		'Events that lack the filtered field always pass',
	),
	optionsCollection(
		...senderOptions,
		respondOption,
		switchField(
			'Ignore Duplicate Pushes',
			'dropRepeats',
			'Whether to ignore pushes whose eventId this n8n process has handled since it started (call records with One per Call always are); with When Workflow Finishes, only once the workflow succeeded. Otherwise use a PostgreSQL table (example each-push-once).',
		),
		textField(
			'Recording Base URL',
			'recordingBaseAddress',
			'Base URL of your recordings. The platform sends a relative path; if this is set, the output also includes fullUrl for recordings below it.',
			{ placeholder: 'e.g. https://recordings.example.com' },
		),
		{
			...simplify,
			description: 'Whether to return a simplified version of the push instead of the raw data',
		},
	),
];

/** Reads the options that only this trigger has, from the collection `options`. */
export function readOptions(options: JsonRecord) {
	return {
		simplify: !isOff(options[simplify.name]),
		dropRepeats: asFlag(options.dropRepeats),
		recordingBaseUrl: textOf(options.recordingBaseAddress),
		whenFinished: options.responseMode === WHEN_FINISHED,
	};
}

/** @throws InputError for an ID that is a number and has lost digits */
export function readFilter(
	context: IWebhookFunctions | IHookFunctions,
	kinds: PushKind[],
): PushFilter {
	const filters = readCollection(context, 'filters');
	return {
		kinds,
		record: oneOf(context.getNodeParameter('callRecords', 'onePerCall'), [
			'onePerCall',
			'basic',
			'outbound',
		]),
		robotIds: asIds(filters.robotIds, 'Script IDs'),
		taskIds: asIds(filters.taskIds, 'Task IDs'),
		direction: oneOf(textOf(filters.direction), [INBOUND, OUTBOUND]),
		result: oneOf(filters.result, ['answered', 'notAnswered', 'listed']),
		results: splitList(filters.results),
		intentions: splitList(filters.intentions),
	};
}

/** @throws InputError if no event is chosen, or one that does not exist */
export function readKinds(chosen: unknown): PushKind[] {
	return asEvents(chosen, ALL_KINDS);
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
	return allowed.find((choice) => choice === value);
}
