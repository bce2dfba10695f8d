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
		'Milliseconds to wait for the workflow, {range}. After that the fallback is returned, and the workflow keeps running: to see this among the executions, end it with Stop and Error after answerBy. The platform expects a response within 500 ms.',
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
		hint: 'For a script with the variables name and level, e.g. { "name": "customer", "level": "standard" }',
		description:
			'JSON object to return if the workflow is late, fails or returns no items. Its keys are the dynamic variables of the script, as the workflow returns them.',
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
