import type { IBuilderHint } from 'n8n-workflow';
import { triggerOutput, type ParameterHints } from '../shared/n8n/aiBuilder';
import outputSchema from './__schema__/v1.0.0/output.json';

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
