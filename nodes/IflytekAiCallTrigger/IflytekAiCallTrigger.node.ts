import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { modulesOf, MODULES_OF_PUSHES, NAMES_OF_PUSHES } from '../shared/aiCall/pushes';
import { iflytekAiCallApiTest } from '../shared/aiCall/transport/aiCallCredentialTest';
import { withHints } from '../shared/n8n/aiBuilder';
import { webhookLifecycle } from '../shared/aiCall/webhook/lifecycle';
import { checkOnPublishing } from '../shared/aiCall/webhook/publishing';
import { triggerPanel } from '../shared/aiCall/webhook/texts';
import { builderHint, parameterHints } from './builderHints';
import { readKinds, properties } from './parameters';
import { receivePush } from './receive';
import { ACKNOWLEDGED, responseModeField } from './respond';

export class IflytekAiCallTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK AI Call Trigger',
		name: 'iflytekAiCallTrigger',
		icon: { light: 'file:../../icons/iflytek.svg', dark: 'file:../../icons/iflytek.dark.svg' },
		group: ['trigger'],
		// The version is not 1, because n8n evaluates one more expression at each request to a trigger
		// of version 1.
		version: 2,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		// n8n shows this trigger and the node AI Call as one entry, with this description.
		description: `Place calls and run call campaigns with the AI phone robot of iFLYTEK. The trigger starts the workflow when a call ends, with its ${NAMES_OF_PUSHES}.`,
		eventTriggerDescription: `Waiting for the platform to push a ${NAMES_OF_PUSHES}`,
		activationMessage:
			'Call results will start this workflow once its Production URL is entered in the iFLYTEK console.',
		defaults: { name: 'iFLYTEK AI Call Trigger' },
		builderHint,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'iflytekAiCallApi', required: false, testedBy: 'iflytekAiCallApiTest' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'iflytek-ai-call',
				...responseModeField(),
				responseData: ACKNOWLEDGED,
			},
		],
		triggerPanel: triggerPanel('Receive call results', MODULES_OF_PUSHES, 'push', [
			'send a push to the Test URL: enter it temporarily in the iFLYTEK console and make a call, or send a sample request with any HTTP client',
			'send a sample request to the Test URL with any HTTP client',
		]),
		properties: withHints(properties, parameterHints),
	};

	methods = { credentialTest: { iflytekAiCallApiTest } };

	webhookMethods = {
		default: webhookLifecycle(
			async (context) =>
				await checkOnPublishing(context, modulesOf(readKinds(context.getNodeParameter('events')))),
		),
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receivePush(this);
	}
}
