import type { INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { noticeOf, optionsCollection } from '../shared/n8n/parameters/properties';
import { requireSecret, senderOptions } from '../shared/n8n/webhook/parameters';
import { numberOf } from '../shared/values';

/** The platform expects a response within 500 ms (document 2, 4.8), network latency included. */
const DEFAULT_DEADLINE_MS = 400;

const DEADLINE_LIMITS = { minValue: 50, maxValue: 10_000 };

export const properties: INodeProperties[] = [
	noticeOf(
		'In the platform\'s console, enter the Production URL of this node for getDialogContext. If the credential has a Push Secret, append ?secret= and the secret. The first item of the last node is returned as the dynamic variables of the script.',
		'urlNotice',
	),
	{
		displayName: 'Response Timeout (Milliseconds)',
		name: 'deadline',
		type: 'number',
		typeOptions: DEADLINE_LIMITS,
		default: DEFAULT_DEADLINE_MS,
		required: true,
		description: 'Milliseconds to wait for the workflow, from 50 to 10,000. If it has not finished by then, the fallback is returned and the workflow keeps running. The platform expects a response within 500 ms, including network latency.',
	},
	{
		displayName: 'Fallback Response',
		name: 'fallback',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. { "name": "customer" }',
		description: 'JSON object to return if the workflow is late, fails or returns no items. Its keys are the dynamic variables of the script.',
	},
	requireSecret,
	optionsCollection(...senderOptions),
];

/** Response timeout in milliseconds, limited to the allowed range. */
export function deadlineOf(context: IWebhookFunctions): number {
	const given = numberOf(context.getNodeParameter('deadline', DEFAULT_DEADLINE_MS));
	return given === undefined || Number.isNaN(given) ? DEFAULT_DEADLINE_MS : Math.min(Math.max(given, DEADLINE_LIMITS.minValue), DEADLINE_LIMITS.maxValue);
}
