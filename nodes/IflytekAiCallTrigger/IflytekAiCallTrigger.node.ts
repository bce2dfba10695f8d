import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { modulesOf, NAMES_OF_PUSHES, PUSH_KINDS } from '../shared/aiCall/pushes/kinds';
import { iflytekAiCallApiTest } from '../shared/aiCall/transport/aiCallCredentialTest';
import { withHints } from '../shared/n8n/aiBuilder';
import { webhookLifecycle } from '../shared/aiCall/webhook/lifecycle';
import { checkOnPublishing } from '../shared/aiCall/webhook/publishing';
import { triggerPanel } from '../shared/aiCall/webhook/texts';
import { builderHint, parameterHints } from './builderHints';
import { properties, readFilter, readKinds } from './parameters';
import { receivePush } from './receive';
import { ACKNOWLEDGED, responseModeField } from './respond';

/** The names of the events as a JavaScript object, for the subtitle. */
const EVENT_NAMES = JSON.stringify(
	Object.fromEntries(PUSH_KINDS.map(({ kind, name }) => [kind, name])),
);

/** What n8n says while it waits for a push in the editor. */
const HOW_TO_TEST =
	'Enter the Test URL in the iFLYTEK console for the moment, then call your own number';

export class IflytekAiCallTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK AI Call Trigger',
		name: 'iflytekAiCallTrigger',
		icon: { light: 'file:../../icons/iflytek.svg', dark: 'file:../../icons/iflytek.dark.svg' },
		group: ['trigger'],
		// New nodes have version 2, because n8n evaluates one more expression at each request to a
		// trigger of version 1. A workflow that somebody wrote by hand may have 1.
		version: [1, 2],
		subtitle: `={{ $parameter["events"].map((event) => (${EVENT_NAMES})[event] ?? event).join(", ") }}`,
		// n8n shows this trigger and the node AI Call as one entry, with this description.
		description: `Place calls and run call campaigns with the AI phone robot of iFLYTEK. The trigger starts the workflow when a call ends, with its ${NAMES_OF_PUSHES}.`,
		eventTriggerDescription: HOW_TO_TEST,
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
		triggerPanel: triggerPanel('Receive call results', 'push', HOW_TO_TEST),
		properties: withHints(properties, parameterHints),
	};

	methods = { credentialTest: { iflytekAiCallApiTest } };

	webhookMethods = {
		default: webhookLifecycle(async (context) => {
			const kinds = readKinds(context.getNodeParameter('events'));
			// Throws if an ID has lost digits.
			readFilter(context, kinds);
			await checkOnPublishing(context, modulesOf(kinds));
		}),
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receivePush(this);
	}
}
