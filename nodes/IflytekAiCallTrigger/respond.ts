import type { INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { isRecord } from '../shared/values';

/** The response that stops the platform from resending (document 2, part 6). */
export const ACKNOWLEDGED = 'success';

const IMMEDIATELY = 'onReceived';
const WHEN_FINISHED = 'lastNode';

export const respondOption: INodeProperties = {
	displayName: 'Respond',
	name: 'responseMode',
	type: 'options',
	default: IMMEDIATELY,
	// n8n reads this from the stored workflow, before it evaluates any expression.
	noDataExpression: true,
	description:
		'When to acknowledge a push. The platform resends one that is not acknowledged within three seconds. If the workflow has slow steps, such as Wait, choose Immediately.',
	options: [
		{
			name: 'Immediately',
			value: IMMEDIATELY,
			description:
				'As soon as n8n has stored the execution. If its process is killed, the push is lost.',
		},
		{
			name: 'When Workflow Finishes',
			value: WHEN_FINISHED,
			description:
				'Only if the workflow succeeds. Otherwise the platform resends the push and the workflow starts again. For workflows that finish within three seconds.',
		},
	],
};

const TEMPLATE = `={{ $parameter["options"]["responseMode"] || "${IMMEDIATELY}" }}`;

/**
 * The response mode in the webhook's description. Newer versions of n8n call the resolver, which
 * needs no expression engine. Older versions evaluate the template, and newer versions do so too if
 * an option is an expression.
 */
export function responseModeField(): { responseMode: string } {
	const resolve = ({ options }: { options?: unknown }) =>
		(isRecord(options) && options.responseMode) || IMMEDIATELY;
	return {
		responseMode: TEMPLATE,
		[Symbol.for('n8n.webhookDescriptionResolvers')]: {
			responseMode: { template: TEMPLATE, resolve },
		},
	};
}

/** Whether the user chose When Workflow Finishes. */
export function respondsWhenFinished(responseMode: unknown): boolean {
	return responseMode === WHEN_FINISHED;
}

/**
 * If the user chose When Workflow Finishes, the push is acknowledged when n8n responds at the end
 * of a workflow that succeeded.
 */
export function acknowledgeWhenFinished(context: IWebhookFunctions, responseMode: unknown): void {
	if (!respondsWhenFinished(responseMode)) return;
	const response = context.getResponseObject();
	// Middleware may have replaced these functions.
	const { json, send } = response;
	response.json = (body: unknown) => {
		// Only the first response is replaced.
		Object.assign(response, { json });
		return response.statusCode < 400
			? send.call(response, ACKNOWLEDGED)
			: json.call(response, body);
	};
}
