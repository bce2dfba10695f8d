import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { fallbackResponse } from '../shared/aiCall/pushes/callContext';
import { CONTEXT_MODULE } from '../shared/aiCall/aiCallLabels';
import { iflytekAiCallApiTest } from '../shared/aiCall/transport/aiCallCredentialTest';
import { withHints } from '../shared/n8n/aiBuilder';
import { webhookLifecycle } from '../shared/aiCall/webhook/lifecycle';
import { checkOnPublishing } from '../shared/aiCall/webhook/publishing';
import { triggerPanel } from '../shared/aiCall/webhook/texts';
import { builderHint, parameterHints } from './builderHints';
import { properties } from './parameters';
import { receiveContextRequest } from './receive';

/** What n8n says while it waits for a request in the editor. */
const HOW_TO_TEST =
	'Enter the Test URL in the iFLYTEK console for the moment, then call the robot yourself';

export class IflytekAiCallContextTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK AI Call Context Trigger',
		name: 'iflytekAiCallContextTrigger',
		icon: { light: 'file:../../icons/iflytek.svg', dark: 'file:../../icons/iflytek.dark.svg' },
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
		default: webhookLifecycle(async (context) => {
			// Throws if the fallback cannot be sent.
			fallbackResponse(context.getNodeParameter('fallback', '{}'));
			await checkOnPublishing(context, [CONTEXT_MODULE]);
		}),
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveContextRequest(this);
	}
}
