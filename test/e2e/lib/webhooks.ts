import { randomUUID } from 'node:crypto';
import { NodeConnectionTypes, type IWorkflowSettings } from 'n8n-workflow';

import type { RestClient } from './rest';
import { chain, type NodeSketch } from './workflows';

/** A published workflow that begins with n8n's own Webhook node. */
export interface PublishedWebhook {
	workflowId: string;
	url: string;
}

/** The n8n in which a workflow is published. */
export interface Site {
	rest: RestClient;
	/** The address of production webhooks. If one process does everything, it is the address of the editor. */
	webhookUrl: string;
}

/**
 * Publishes a workflow whose first node, `Webhook`, outputs the posted body: JSON, or a file in the binary field `data`.
 * @param then the nodes after `Webhook`, each connected to the next
 * @param sideBySide if true, each of these nodes is connected to `Webhook` instead
 * @param settings the settings of the workflow
 */
export async function publishWebhook(
	{ rest, webhookUrl }: Site,
	name: string,
	then: NodeSketch[],
	{
		sideBySide = false,
		settings = {},
	}: { sideBySide?: boolean; settings?: IWorkflowSettings } = {},
): Promise<PublishedWebhook> {
	const webhookId = randomUUID();
	const parameters = {
		httpMethod: 'POST',
		path: webhookId,
		responseMode: 'onReceived',
		options: { binaryPropertyName: 'data' },
	};
	const webhook: NodeSketch = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		parameters,
		settings: { webhookId },
	};
	const workflow = chain(name, [webhook, ...then]);
	if (sideBySide)
		workflow.connections = {
			Webhook: {
				main: [then.map(({ name: node }) => ({ node, type: NodeConnectionTypes.Main, index: 0 }))],
			},
		};
	workflow.settings = { ...workflow.settings, ...settings };
	const { id } = await rest.createWorkflow(workflow);
	await rest.activate(id);
	return { workflowId: id, url: `${webhookUrl}/webhook/${webhookId}` };
}
