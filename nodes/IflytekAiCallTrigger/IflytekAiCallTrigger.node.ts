import {
	NodeConnectionTypes,
	type IBuilderHint,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { modulesOf, NAMES_OF_PUSHES, PUSH_KINDS } from '../shared/aiCall/pushes/kinds';
import { triggerOutput, withHints, type ParameterHints } from '../shared/n8n/aiBuilder';
import outputSchema from './__schema__/v1.0.0/output.json';
import { iflytekAiCallApiTest } from '../shared/aiCall/transport/aiCallCredentialTest';
import { webhookLifecycle } from '../shared/aiCall/webhook/publishing';
import { triggerPanel } from '../shared/aiCall/webhook/webhookParameters';
import { isRecord } from '../shared/values';
import { IMMEDIATELY, properties, readFilter, readKinds } from './parameters';
import { receivePush } from './receive';
import { ACKNOWLEDGED } from './startOnce';

/** The texts about this trigger for n8n's AI builder. */
export const builderHint: IBuilderHint = {
	searchHint: [
		`Starts a workflow when a phone call of the robot has ended: with its call record, or once for each ${NAMES_OF_PUSHES}, in any order, each with its "event".`,
		'Use one event, or branch on "event".',
		'It answers the platform by itself: add no Respond to Webhook node.',
		'Events of one call share call_uuid; task_data_id is that of the row that was called.',
		'The user enters the Production URL in the console of the platform.',
		'The platform may push an event twice: where that matters, insert eventId into a table with a key first.',
	].join(' '),
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-xfyun.iflytekAiCall',
			relationHint:
				'Places the calls whose results start this trigger; it belongs in another workflow',
		},
		{
			nodeType: 'n8n-nodes-xfyun.iflytek',
			relationHint:
				'Analyzes what was said: Text operations with the field "transcript" of the event "dialog"',
		},
	],
	extraTypeDefContent: triggerOutput(outputSchema),
};

/** The name and the description of each event. */
const events = PUSH_KINDS.map(({ kind, description }) => `"${kind}": ${description}`).join('; ');

export const parameterHints: ParameterHints = {
	events: `Only what the workflow uses. ${events}.`,
	callRecords:
		'Keep "onePerCall", or use "outbound" if inbound calls do not matter: one record for each attempt, with answered, resultName, callAgain, customerNumber, row. "all" gives two records for an outbound call.',
	filters:
		'Only the filters that the user asks for. An event without the filtered field is not filtered out: choose the events, too.',
	requireSecret: 'Keep it off unless the user has a Push Secret in the credential.',
};

/** The names of the events as a JavaScript object, for the subtitle. */
const EVENT_NAMES = JSON.stringify(
	Object.fromEntries(PUSH_KINDS.map(({ kind, name }) => [kind, name])),
);

/** What n8n says while it waits for a push in the editor. */
const HOW_TO_TEST =
	'Enter the Test URL in the iFLYTEK console for the moment, then call your own number';

const TEMPLATE = `={{ $parameter["options"]["responseMode"] || "${IMMEDIATELY}" }}`;

/**
 * The response mode in the webhook's description. Newer versions of n8n call the resolver, which
 * needs no expression engine. Older versions evaluate the template, and newer versions do so too if
 * an option is an expression.
 */
function responseModeField(): { responseMode: string } {
	const resolve = ({ options }: { options?: unknown }) =>
		(isRecord(options) && options.responseMode) || IMMEDIATELY;
	return {
		responseMode: TEMPLATE,
		[Symbol.for('n8n.webhookDescriptionResolvers')]: {
			responseMode: { template: TEMPLATE, resolve },
		},
	};
}

export class IflytekAiCallTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK AI Call Trigger',
		name: 'iflytekAiCallTrigger',
		icon: {
			light: 'file:../../icons/iflytek-call-ended.svg',
			dark: 'file:../../icons/iflytek-call-ended.dark.svg',
		},
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
		default: webhookLifecycle((context) => {
			const kinds = readKinds(context.getNodeParameter('events'));
			// Throws if an ID has lost digits.
			readFilter(context, kinds);
			return modulesOf(kinds);
		}),
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receivePush(this);
	}
}
