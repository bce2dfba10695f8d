import type { IBuilderHint } from 'n8n-workflow';
import { triggerOutput, type ParameterHints } from '../shared/n8n/aiBuilder';
import outputSchema from './__schema__/v1.0.0/output.json';

/** The texts about this trigger for n8n's AI builder. */
export const builderHint: IBuilderHint = {
	searchHint: [
		'Starts a workflow when a customer calls the robot, and gives the robot data before it speaks.',
		'The json of the first item of the last node is the response: its keys are the dynamic variables of the script. End the workflow with an Edit Fields node that has exactly these keys, and add no Respond to Webhook node.',
		'The platform waits 500 ms: look up one row in a database or a data table, call no slow service, no AI model.',
		'It gets the robot_id of the script and the call_relation_id that the platform has for the caller, no phone number.',
		'The user enters the Production URL in the console of the platform.',
	].join(' '),
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-base.dataTable',
			relationHint: 'Finds the row of the caller fast enough',
		},
		{
			nodeType: 'n8n-nodes-base.set',
			relationHint: 'Comes last and returns the dynamic variables of the script',
		},
		{
			nodeType: 'n8n-nodes-xfyun.iflytekAiCallTrigger',
			relationHint: 'Starts another workflow when the call has ended',
		},
	],
	extraTypeDefContent: triggerOutput(outputSchema),
};

export const parameterHints: ParameterHints = {
	deadline: 'Keep the default: the platform expects the response within 500 ms.',
	fallback:
		'JSON text with the same keys as the response, used when the workflow is late, such as "{ \\"name\\": \\"customer\\" }".',
	requireSecret: 'Keep it off unless the user has a Push Secret in the credential.',
};
