import {
	NodeConnectionTypes,
	type IBuilderHint,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { triggerOutput, withHints, type ParameterHints } from '../shared/n8n/aiBuilder';
import outputSchema from './__schema__/v1.0.0/output.json';
import { CONTEXT_MODULE } from '../shared/aiCall/aiCallLabels';
import { triggerPanel } from '../shared/aiCall/webhook/webhookParameters';
import { fallbackResponse } from '../shared/aiCall/pushes/callContext';
import { iflytekAiCallApiTest } from '../shared/aiCall/transport/aiCallCredentialTest';
import { webhookLifecycle } from '../shared/aiCall/webhook/publishing';
import { receiveContextRequest } from './receive';
import { properties, readDeadline } from './parameters';

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

/** What n8n says while it waits for a request in the editor. */
const HOW_TO_TEST =
	'Enter the Test URL in the iFLYTEK console for the moment, then call the robot yourself';

export class IflytekAiCallContextTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK AI Call Context Trigger',
		name: 'iflytekAiCallContextTrigger',
		icon: {
			light: 'file:../../icons/iflytek-call-context.svg',
			dark: 'file:../../icons/iflytek-call-context.dark.svg',
		},
		group: ['trigger'],
		// New nodes have version 2, because n8n evaluates one more expression at each request to a
		// trigger of version 1. A workflow that somebody wrote by hand may have 1.
		version: [1, 2],
		subtitle: '={{ "within " + $parameter["deadline"] + " ms" }}',
		description:
			'Starts the workflow when an inbound iFLYTEK AI call begins, and returns dynamic data for the script',
		eventTriggerDescription: HOW_TO_TEST,
		activationMessage:
			'Inbound calls will request dynamic data from this workflow once its Production URL is entered in the iFLYTEK console.',
		defaults: { name: 'iFLYTEK AI Call Context Trigger' },
		builderHint,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'iflytekAiCallApi', required: false, testedBy: 'iflytekAiCallApiTest' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'iflytek-ai-call-context',
				responseMode: 'lastNode',
				responseData: 'firstEntryJson',
			},
		],
		triggerPanel: triggerPanel('Provide dynamic data when a call begins', 'request', HOW_TO_TEST),
		properties: withHints(properties, parameterHints),
	};

	methods = { credentialTest: { iflytekAiCallApiTest } };

	webhookMethods = {
		default: webhookLifecycle((context) => {
			// Throws if the fallback cannot be sent.
			fallbackResponse(context.getNodeParameter('fallback', '{}'));
			return [CONTEXT_MODULE];
		}),
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveContextRequest(this, readDeadline(this));
	}
}
