import { randomUUID } from 'node:crypto';
import { NodeConnectionTypes, type INode, type INodeParameters } from 'n8n-workflow';

import type { StoredCredential, WorkflowJson } from './rest';

export interface NodeSketch {
	name: string;
	type: string;
	typeVersion?: number;
	parameters?: INodeParameters;
	credentials?: StoredCredential[];
	/** Other settings of the node, for example onError, retryOnFail or webhookId. */
	settings?: Partial<INode>;
}

/** The node at which a manual run starts. */
export const MANUAL_TRIGGER: NodeSketch = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

/** A workflow in which each node is connected to the next. */
export function chain(name: string, sketches: NodeSketch[]): WorkflowJson {
	const nodes = sketches.map<INode>(
		(
			{ name: nodeName, type, typeVersion = 1, parameters = {}, credentials = [], settings },
			index,
		) => ({
			id: randomUUID(),
			name: nodeName,
			type,
			typeVersion,
			position: [index * 220, 0],
			parameters,
			...(credentials.length > 0 && {
				credentials: Object.fromEntries(
					credentials.map(({ id, name: label, type: kind }) => [kind, { id, name: label }]),
				),
			}),
			...settings,
		}),
	);
	const connections = Object.fromEntries(
		nodes.slice(0, -1).map((node, index) => [
			node.name,
			{
				main: [[{ node: nodes[index + 1]?.name ?? '', type: NodeConnectionTypes.Main, index: 0 }]],
			},
		]),
	);
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** The production URL of a trigger of this package. In it, n8n puts the webhook ID of the node before the path. */
export function productionUrl(
	n8nUrl: string,
	webhookId: string,
	path: 'iflytek-ai-call' | 'iflytek-ai-call-context',
): string {
	return `${n8nUrl}/webhook/${webhookId}/${path}`;
}
