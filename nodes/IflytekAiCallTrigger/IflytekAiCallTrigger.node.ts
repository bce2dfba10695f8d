import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { PUSH_MODULES } from '../shared/aiCall/pushes';
import { iflytekAiCallApiTest } from '../shared/n8n/aiCall/credentialTest';
import { checkOnPublishing } from '../shared/n8n/webhook/publishing';
import { kindsOf, properties } from './parameters';
import { receivePush, ACKNOWLEDGED } from './receive';

export class IflytekAiCallTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK AI Call Trigger',
		name: 'iflytekAiCallTrigger',
		icon: { light: 'file:../../icons/iflytek.svg', dark: 'file:../../icons/iflytek.dark.svg' },
		group: ['trigger'],
		// For version 1 n8n evaluates an expression of its own at each request, which takes most of its time.
		version: [1, 2],
		defaultVersion: 2,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description: 'Starts the workflow when a call of the iFLYTEK telephone robot (讯飞) has ended: call record, recording or dialog. To place calls, use the AI Call actions.',
		eventTriggerDescription: 'Waiting for the platform to push a call record, recording or dialog',
		activationMessage: 'You can now make calls: their results start this workflow, once its Production URL is entered in the platform\'s console.',
		defaults: { name: 'iFLYTEK AI Call Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'iflytekAiCallApi', required: false, testedBy: 'iflytekAiCallApiTest' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'iflytek-ai-call',
				responseMode: 'onReceived',
				responseData: ACKNOWLEDGED,
			},
		],
		triggerPanel: {
			header: 'Receive call results',
			executionsHelp: {
				inactive:
					'<b>While building your workflow</b>, click Execute step and push to the Test URL: enter it in the platform\'s console for a while and make a call, or post an example with any HTTP client. Each test run takes one push.<br /><br /><b>Once it works</b>, publish the workflow and enter the Production URL in the platform\'s console for receiveCallRecord, receiveVoice and receiveDialog. From then on each push is an execution; you find them in the executions list.',
				active:
					'<b>While building your workflow</b>, click Execute step and push to the Test URL, for example by posting an example with any HTTP client. Each test run takes one push.<br /><br /><b>Your workflow is published.</b> The Production URL must be entered in the platform\'s console for receiveCallRecord, receiveVoice and receiveDialog; its pushes are executions that you find in the executions list.',
			},
			activationHint:
				'Publish the workflow, then enter the Production URL in the platform\'s console for receiveCallRecord, receiveVoice and receiveDialog. It can only be entered there.',
		},
		properties,
	};

	methods = { credentialTest: { iflytekAiCallApiTest } };

	webhookMethods = {
		default: {
			/** Nothing can be made on the platform, so nothing can exist: `create` looks each time. */
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await checkOnPublishing(this, kindsOf(this.getNodeParameter('events')).map((kind) => PUSH_MODULES[kind]));
				return true;
			},
			/** The platform's URLs can only be changed in its console. */
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receivePush(this);
	}
}
