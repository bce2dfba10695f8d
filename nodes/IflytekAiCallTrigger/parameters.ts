import type { INodeProperties, INodePropertyOptions, IWebhookFunctions } from 'n8n-workflow';
import { DIRECTION, INBOUND, OUTBOUND, TASK_RESULT } from '../shared/aiCall/aiCallLabels';
import {
	ALL_KINDS,
	MODULES_OF_PUSHES,
	PUSH_KINDS,
	type PushFilter,
	type PushKind,
} from '../shared/aiCall/pushes';
import {
	asEvents,
	asFlag,
	choicesOf,
	collectionField,
	readCollection,
	optionsCollection,
	splitList,
	switchField,
	textField,
} from '../shared/n8n/parameters';
import { requireSecret, senderOptions } from '../shared/aiCall/webhook/webhookParameters';
import { urlNotice } from '../shared/aiCall/webhook/texts';
import { textOf, type JsonRecord } from '../shared/values';
import { respondOption } from './respond';

const events: INodePropertyOptions[] = PUSH_KINDS.map(({ name, kind, description, module }) => ({
	name,
	value: kind,
	description: `${description} (${module})`,
})).sort((a, b) => (a.name < b.name ? -1 : 1));

const results: INodePropertyOptions[] = choicesOf(TASK_RESULT)
	.map(({ name, value }) => ({ name: `${name} (${value})`, value }))
	.sort((a, b) => a.name.localeCompare(b.name, 'en'));

export const properties: INodeProperties[] = [
	urlNotice(
		MODULES_OF_PUSHES,
		' Without a public URL, iFLYTEK AI Call Task Trigger tells how far tasks are.',
	),
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: ['callRecord', 'dialog', 'recording'],
		description:
			'Events that start the workflow. Other events are acknowledged, so the platform does not resend them.',
		options: events,
	},
	{
		displayName: 'Call Records',
		name: 'callRecords',
		type: 'options',
		default: 'all',
		displayOptions: { show: { events: ['callRecord'] } },
		description:
			'The platform may send two records per outbound call, in either order. Inbound calls have a basic record only.',
		options: [
			{ name: 'All', value: 'all', description: 'Both records, each as a separate event' },
			{
				name: 'Only Basic',
				value: 'basic',
				description: 'Record without outbound details. The only one for inbound calls.',
			},
			{
				name: 'Only Outbound',
				value: 'outbound',
				description: 'Record with task, row, result and retry. Outbound calls only.',
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
			'Whether to ignore pushes whose eventId this n8n process has handled since it started; with When Workflow Finishes, only once the workflow succeeded. Otherwise use a PostgreSQL table (example each-push-once).',
		),
		textField(
			'Recording Base URL',
			'recordingBaseAddress',
			'Base URL of your recordings. The platform sends a relative path; if this is set, the output also includes fullUrl.',
			{ placeholder: 'e.g. https://recordings.example.com' },
		),
	),
];

/** Reads the options that only this trigger has, from the collection `options`. */
export function readOptions({ dropRepeats, recordingBaseAddress, responseMode }: JsonRecord) {
	return {
		dropRepeats: asFlag(dropRepeats),
		recordingBaseAddress: textOf(recordingBaseAddress),
		responseMode,
	};
}

export function readFilter(context: IWebhookFunctions, kinds: PushKind[]): PushFilter {
	const {
		robotIds,
		taskIds,
		direction,
		result,
		results: codes,
		intentions,
	} = readCollection(context, 'filters');
	return {
		kinds,
		record: oneOf(context.getNodeParameter('callRecords', 'all'), ['basic', 'outbound']),
		robotIds: splitList(robotIds),
		taskIds: splitList(taskIds),
		direction: oneOf(textOf(direction), [INBOUND, OUTBOUND]),
		result: oneOf(result, ['answered', 'notAnswered', 'listed']),
		results: splitList(codes),
		intentions: splitList(intentions),
	};
}

/** @throws InputError if no event is chosen, or one that does not exist */
export function readKinds(chosen: unknown): PushKind[] {
	return asEvents(chosen, ALL_KINDS);
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
	return allowed.find((choice) => choice === value);
}
