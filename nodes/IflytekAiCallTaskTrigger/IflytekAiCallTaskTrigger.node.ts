import {
	NodeConnectionTypes,
	type IBuilderHint,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { triggerOutput, withHints, type ParameterHints } from '../shared/n8n/aiBuilder';
import outputSchema from './__schema__/v1.0.0/output.json';
import { iflytekAiCallApiTest } from '../shared/aiCall/transport/aiCallCredentialTest';
import { properties } from './parameters';
import { pollTasks } from './poll';

/** The texts about this trigger for n8n's AI builder. */
export const builderHint: IBuilderHint = {
	searchHint: [
		'Starts a workflow when a call task starts, pauses, finishes, expires or has called a percentage of its numbers; "event" says which.',
		'It polls: n8n needs no public URL. The first poll starts no workflow; it only remembers the tasks.',
		'For the result of each single call use iFLYTEK AI Call Trigger instead.',
	].join(' '),
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-xfyun.iflytekAiCall',
			relationHint: 'Creates, fills, starts and pauses the tasks that this trigger watches',
		},
		{
			nodeType: 'n8n-nodes-xfyun.iflytekAiCallTrigger',
			relationHint: 'Use it for the result of each call instead of the progress of a task',
		},
	],
	extraTypeDefContent: triggerOutput(outputSchema),
};

export const parameterHints: ParameterHints = {
	events: 'Only what the user asks for, such as ["finished"]. "progress" also needs shares.',
	shares: 'Text with percentages, such as "25, 50, 75"; only with the event "progress".',
	includeExisting:
		'Keep it off: with it, tasks that finished long ago start the workflow at the first poll.',
	filters: 'Only the filters that the user asks for.',
};

export class IflytekAiCallTaskTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK AI Call Task Status Trigger',
		name: 'iflytekAiCallTaskTrigger',
		// In n8n's list it stands beside the node that makes tasks, and loses the word Trigger.
		icon: {
			light: 'file:../../icons/iflytek-task-status.svg',
			dark: 'file:../../icons/iflytek-task-status.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description:
			'Starts the workflow when an iFLYTEK AI call task starts, pauses, finishes, expires or reaches a percentage. n8n polls the platform, so no public URL is needed.',
		eventTriggerDescription: '',
		activationMessage:
			'Changes of tasks will start this workflow. The first poll only remembers the tasks as they are.',
		defaults: { name: 'iFLYTEK AI Call Task Status Trigger' },
		polling: true,
		builderHint,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'iflytekAiCallApi', required: true, testedBy: 'iflytekAiCallApiTest' }],
		properties: withHints(properties, parameterHints),
	};

	methods = { credentialTest: { iflytekAiCallApiTest } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollTasks(this);
	}
}
