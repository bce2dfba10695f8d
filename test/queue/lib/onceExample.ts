import { randomUUID } from 'node:crypto';
import type { INode, INodeParameters } from 'n8n-workflow';

import { AI_CALL_CREDENTIAL } from '../../e2e/lib/calls';
import { readRealExample } from '../../e2e/lib/examples';
import type { StoredCredential, WorkflowJson } from '../../e2e/lib/rest';
import type { PublishedWebhook, Site } from '../../e2e/lib/webhooks';

/** The name of the trigger that the button of the editor starts. */
const START = 'When clicking ‘Execute workflow’';

/** The credentials of the examples, by type. */
export type ExampleCredentials = Record<'postgres' | typeof AI_CALL_CREDENTIAL, StoredCredential>;

/** `count` rows for the script 5207, each with its own phone number and key. */
export const keyedCustomers = (count: number, first: number) =>
	Array.from({ length: count }, (_, index) => ({
		客户手机号码: String(first + index),
		姓名: `客户${index}`,
		预约时间: '周五',
		编号: `K-${first + index}`,
	}));

/** Reads an example, chooses its credentials, and changes some of its nodes. */
async function readExampleWith(
	name: string,
	{ postgres, iflytekAiCallApi }: ExampleCredentials,
	changed: (node: INode) => Partial<INode>,
): Promise<WorkflowJson> {
	const example = await readRealExample(name);
	const withCredential = (type: string, { id, name: label }: StoredCredential) => ({
		credentials: { [type]: { id, name: label } },
	});
	const nodes = example.nodes.map((node) => ({
		...node,
		...(node.type.endsWith('.postgres') && withCredential('postgres', postgres)),
		...(node.type.endsWith('.iflytekAiCall') &&
			withCredential(AI_CALL_CREDENTIAL, iflytekAiCallApi)),
		...changed(node),
	}));
	return { ...example, nodes };
}

/** A test's changes to an example. */
export interface ExampleChanges {
	/** Other values for fields of the node Settings. */
	settings?: Record<string, string | number>;
	/** Other Options of the node that sends the rows. */
	sending?: INodeParameters;
}

/** Publishes place-once or add-rows-once. A webhook that accepts `{ customers }` replaces the trigger of the editor. */
export async function publishOnce(
	{ rest, webhookUrl }: Site,
	example: 'place-once' | 'add-rows-once',
	credentials: ExampleCredentials,
	{ settings = {}, sending = {} }: ExampleChanges = {},
): Promise<PublishedWebhook & { path: string }> {
	const path = randomUUID();
	const workflow = await readExampleWith(example, credentials, (node) => {
		if (node.name === START) {
			const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
			const type = 'n8n-nodes-base.webhook';
			return { type, typeVersion: 2.1, webhookId: path, parameters };
		}
		if (node.name === 'Customers') {
			const jsonOutput = `={{ $('${START}').first().json.body }}`;
			return { parameters: { ...node.parameters, jsonOutput } };
		}
		if (node.name === 'Place the Calls' || node.name === 'Add the Rows')
			return { parameters: withOptions(node.parameters, sending) };
		return node.name === 'Settings' ? { parameters: withSettings(node.parameters, settings) } : {};
	});
	const { id } = await rest.createWorkflow(workflow);
	await rest.activate(id);
	return { workflowId: id, path, url: `${webhookUrl}/webhook/${path}` };
}

/** The parameters of the node that sends the rows, with these Options besides its own. */
function withOptions(parameters: INodeParameters, options: INodeParameters): INodeParameters {
	return { ...parameters, options: { ...(parameters.options as INodeParameters), ...options } };
}

/** The parameters of the node Settings, with other values for some fields. */
function withSettings(
	parameters: INodeParameters,
	settings: Record<string, string | number>,
): INodeParameters {
	const { assignments } = parameters.assignments as {
		assignments: { name: string; value: string | number }[];
	};
	const changed = assignments.map((field) => ({
		...field,
		value: settings[field.name] ?? field.value,
	}));
	return { ...parameters, assignments: { assignments: changed } };
}

/** Publishes place-once-settle. Returns its ID, and the URL for the pushes. */
export async function publishSettle(
	{ rest, webhookUrl }: Site,
	credentials: ExampleCredentials,
): Promise<PublishedWebhook> {
	const webhookId = randomUUID();
	const workflow = await readExampleWith('place-once-settle', credentials, ({ type }) =>
		type.endsWith('iflytekAiCallTrigger') ? { webhookId } : {},
	);
	const { id } = await rest.createWorkflow(workflow);
	await rest.activate(id);
	return { workflowId: id, url: `${webhookUrl}/webhook/${webhookId}/iflytek-ai-call` };
}
