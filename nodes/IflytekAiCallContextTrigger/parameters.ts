import type { INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { noticeOf } from '../shared/n8n/parameters/properties';
import { requireSecret, senderOptions } from '../shared/n8n/webhook/parameters';
import { numberOf } from '../shared/values';

/** The platform asks for an answer within half a second (document 2, 4.8), the way there and back included. */
const DEFAULT_DEADLINE_MS = 400;

const DEADLINE_LIMITS = { minValue: 50, maxValue: 10_000 };

export const properties: INodeProperties[] = [
	noticeOf(
		'Enter the Production URL of this node in the platform\'s console as the address of <b>getDialogContext</b>. With a Push Secret in the credential, append <b>?secret=</b> and the secret. The first item of the last node is the answer: its fields are the script\'s dynamic entries.',
		'urlNotice',
	),
	{
		displayName: 'Answer Within (Milliseconds)',
		name: 'deadline',
		type: 'number',
		typeOptions: DEADLINE_LIMITS,
		default: DEFAULT_DEADLINE_MS,
		required: true,
		description: 'When the workflow has not ended by then, the fallback is answered and the workflow goes on. The platform asks for an answer within 500 milliseconds, including the way there and back.',
	},
	{
		displayName: 'Fallback',
		name: 'fallback',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. { "name": "customer" }',
		description: 'What to answer when the workflow is late, fails or gives no item: a JSON object with the script\'s dynamic entries',
	},
	requireSecret,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: senderOptions,
	},
];

/** Milliseconds within which to answer; what an expression gives outside the limits is brought to the nearer one. */
export function deadlineOf(context: IWebhookFunctions): number {
	const given = numberOf(context.getNodeParameter('deadline', DEFAULT_DEADLINE_MS));
	return given === undefined || Number.isNaN(given) ? DEFAULT_DEADLINE_MS : Math.min(Math.max(given, DEADLINE_LIMITS.minValue), DEADLINE_LIMITS.maxValue);
}
