import type { IBuilderHint } from 'n8n-workflow';
import { NAMES_OF_PUSHES, PUSH_KINDS } from '../shared/aiCall/pushes/kinds';
import { triggerOutput, type ParameterHints } from '../shared/n8n/aiBuilder';
import outputSchema from './__schema__/v1.0.0/output.json';

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
