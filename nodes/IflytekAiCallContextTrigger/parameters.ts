import type { INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { CONTEXT_MODULE } from '../shared/aiCall/aiCallLabels';
import {
	urlNotice,
	requireSecret,
	senderOptions,
} from '../shared/aiCall/webhook/webhookParameters';
import { numberField, optionsCollection } from '../shared/n8n/parameters/properties';
import { numberOf } from '../shared/values';

const deadline = numberField({
	displayName: 'Response Timeout (Milliseconds)',
	name: 'deadline',
	typeOptions: { minValue: 50, maxValue: 10_000 },
	// The platform expects a response within 500 ms (document 2, 4.8), network latency included.
	default: 400,
	required: true,
	description:
		'Milliseconds to wait for the workflow, {range}. After that the fallback is returned, and the workflow keeps running. The platform expects a response within 500 ms.',
});

export const properties: INodeProperties[] = [
	urlNotice(
		CONTEXT_MODULE,
		' The first item of the last node is returned as the dynamic variables of the script.',
	),
	deadline,
	{
		displayName: 'Fallback Response',
		name: 'fallback',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. { "name": "customer" }',
		description:
			'JSON object to return if the workflow is late, fails or returns no items. Its keys are the dynamic variables of the script.',
	},
	requireSecret,
	optionsCollection(...senderOptions),
];

/** Response timeout in milliseconds, limited to the allowed range. */
export function readDeadline(context: IWebhookFunctions): number {
	const { minValue, maxValue } = deadline.typeOptions;
	const given = numberOf(context.getNodeParameter(deadline.name, deadline.default));
	return given === undefined || Number.isNaN(given)
		? deadline.default
		: Math.min(Math.max(given, minValue), maxValue);
}
