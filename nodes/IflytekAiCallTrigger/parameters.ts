import type { INodeProperties, INodePropertyOptions, IWebhookFunctions } from 'n8n-workflow';
import { INBOUND, OUTBOUND, TASK_RESULT } from '../shared/aiCall/labels';
import { PUSH_MODULES, type PushFilter, type PushKind } from '../shared/aiCall/pushes';
import { noticeOf } from '../shared/n8n/parameters/properties';
import { collectionOf, entriesOf, requireSecret, senderOptions } from '../shared/n8n/webhook/parameters';
import { textOf } from '../shared/values';

const KINDS = Object.keys(PUSH_MODULES) as PushKind[];

const results: INodePropertyOptions[] = Object.entries(TASK_RESULT)
	.map(([value, name]) => ({ name: `${name} (${value})`, value }))
	.sort((a, b) => a.name.localeCompare(b.name, 'en'));

export const properties: INodeProperties[] = [
	noticeOf(
		'Enter the Production URL of this node in the platform\'s console as the address of <b>receiveCallRecord</b>, <b>receiveVoice</b> and <b>receiveDialog</b>. One URL takes all three. With a Push Secret in the credential, append <b>?secret=</b> and the secret.',
		'urlNotice',
	),
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: ['callRecord', 'dialog', 'recording'],
		description: 'Which pushes start the workflow. The others are answered all the same, so that the platform does not repeat them.',
		options: [
			{ name: 'Call Record', value: 'callRecord', description: 'Who called whom, when, with which result (receiveCallRecord)' },
			{ name: 'Dialog', value: 'dialog', description: 'What was said, and the intention level (receiveDialog)' },
			{ name: 'Recording', value: 'recording', description: 'Path, size and length of the recording (receiveVoice)' },
		],
	},
	{
		displayName: 'Call Records',
		name: 'callRecords',
		type: 'options',
		default: 'all',
		displayOptions: { show: { events: ['callRecord'] } },
		description: 'For an outbound call the platform may push two records, in either order. An inbound call has a basic one only.',
		options: [
			{ name: 'All', value: 'all', description: 'Both records, each as an event of its own' },
			{ name: 'Only Basic', value: 'basic', description: 'The record without outbound attributes; the only one of an inbound call' },
			{ name: 'Only Outbound', value: 'outbound', description: 'The record with task, row, result and retry; outbound calls only' },
		],
	},
	requireSecret,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		description: 'A push that lacks the field that a filter looks at passes that filter',
		options: [
			{
				displayName: 'Direction',
				name: 'direction',
				type: 'options',
				default: OUTBOUND,
				description: 'Which way the call went. Only call records say so.',
				options: [
					{ name: 'Inbound', value: INBOUND },
					{ name: 'Outbound', value: OUTBOUND },
				],
			},
			{
				displayName: 'Intention Levels',
				name: 'intentions',
				type: 'string',
				default: '',
				placeholder: 'e.g. A, B',
				description: 'Comma-separated highest intention levels to take (API: tag_max). Only dialogs carry one.',
			},
			{
				displayName: 'Result',
				name: 'result',
				type: 'options',
				default: 'answered',
				description: 'How the call ended. Only call records say so.',
				options: [
					{ name: 'Answered', value: 'answered' },
					{ name: 'Not Answered', value: 'notAnswered' },
					{ name: 'One of a List', value: 'listed', description: 'The codes under Results; only outbound records carry one' },
				],
			},
			{
				displayName: 'Results',
				name: 'results',
				type: 'multiOptions',
				default: [],
				displayOptions: { show: { result: ['listed'] } },
				description: 'The results to take. An expression may give any codes as a list.',
				options: results,
			},
			{
				displayName: 'Script IDs',
				name: 'robotIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. 5201, 5202',
				description: 'Comma-separated IDs of the scripts to take (API: robot_id)',
			},
			{
				displayName: 'Task IDs',
				name: 'taskIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. 88101, 88102',
				description: 'Comma-separated IDs of the tasks to take (API: task_id). Only outbound records carry one.',
			},
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			...senderOptions,
			{
				displayName: 'Drop Repeated Pushes',
				name: 'dropRepeats',
				type: 'boolean',
				default: false,
				description:
					'Whether to start the workflow only once for pushes with the same eventId. It holds in one n8n process and until n8n is restarted; where that is not enough, let the workflow look at eventId.',
			},
			{
				displayName: 'Recording Base Address',
				name: 'recordingBaseAddress',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://recordings.example.com',
				description:
					'The address under which your recordings can be fetched. The platform sends a relative path; with a base address the output has fullUrl as well.',
			},
		].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')) as INodeProperties[],
	},
];

/** The pushes that the user chose. */
export function filterOf(context: IWebhookFunctions): PushFilter {
	const { robotIds, taskIds, direction, result, results: codes, intentions } = collectionOf(context, 'filters');
	return {
		kinds: kindsOf(context.getNodeParameter('events', KINDS)),
		callRecords: oneOf(context.getNodeParameter('callRecords', 'all'), ['all', 'basic', 'outbound']) ?? 'all',
		robotIds: entriesOf(robotIds),
		taskIds: entriesOf(taskIds),
		direction: oneOf(textOf(direction), [INBOUND, OUTBOUND]) ?? '',
		result: oneOf(result, ['answered', 'notAnswered', 'listed']) ?? 'all',
		results: entriesOf(codes),
		intentions: entriesOf(intentions),
	};
}

/** The kinds among the chosen values. */
export function kindsOf(chosen: unknown): PushKind[] {
	const names = entriesOf(chosen);
	return KINDS.filter((kind) => names.includes(kind));
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
	return allowed.find((one) => one === value);
}
