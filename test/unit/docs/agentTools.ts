/** The tools that n8n makes of the operations for an AI agent. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createNodeAsTool } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import type { INode, INodeType } from 'n8n-workflow';
import { Iflytek } from '../../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCall } from '../../../nodes/IflytekAiCall/IflytekAiCall.node';
import { PAGES } from '../../document';

/** What a model reads about a tool. */
export interface ModelTool {
	name: string;
	description: string;
	parameters: {
		properties: Record<string, { type: string; description?: string }>;
		required?: string[];
	};
}

interface FunctionCalling {
	convertToOpenAITool(tool: unknown): { function: ModelTool };
}

const { convertToOpenAITool } = createRequire(require.resolve('n8n-core'))(
	'@langchain/core/utils/function_calling',
) as FunctionCalling;

const NODES: Record<string, INodeType> = {
	'n8n-nodes-xfyun.iflytekTool': new Iflytek(),
	'n8n-nodes-xfyun.iflytekAiCallTool': new IflytekAiCall(),
};

/** The tool that n8n makes of a node connected to an agent. */
export function toolOf(node: Pick<INode, 'name' | 'type' | 'parameters'>): ModelTool {
	const nodeType = NODES[node.type];
	if (!nodeType) throw new Error(`${node.type} is no tool of this package`);
	const { response } = createNodeAsTool({
		node: { ...node, id: '1', typeVersion: 1, position: [0, 0] },
		nodeType,
		handleToolInvocation: async () => await Promise.resolve(''),
	});
	return convertToOpenAITool(response).function;
}

/** For each operation that agents can use: the tool's node type, and the parameters that a model fills in (`model`). */
export const TOOL_PAGES = PAGES.flatMap(({ node, resource, operation, page: { model } }) =>
	model ? [{ type: `n8n-nodes-xfyun.${node}Tool`, resource, operation, model }] : [],
);

/** Each operation as a tool. The tool's name is the action of the operation, as in n8n's editor. */
export function operationTools(): { key: string; tool: ModelTool }[] {
	return TOOL_PAGES.map(({ type, resource, operation, model }) => ({
		key: `${type} ${resource} ${operation}`,
		tool: toolOf({
			type,
			name: actionOf(type, resource, operation),
			parameters: { resource, operation, ...model },
		}),
	}));
}

/** The action of an operation, which becomes the node's name. */
export function actionOf(type: string, resource: string, operation: string): string {
	const { properties = [] } = NODES[type]?.description ?? {};
	const operationField = properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	);
	const option = operationField?.options?.find(
		(candidate) => 'value' in candidate && candidate.value === operation,
	);
	return option && 'action' in option ? (option.action ?? '') : '';
}

const EXAMPLE = join(__dirname, '../../../examples/agent-tools.json');

/** The tools of the example in which a person approves calls. */
export function exampleTools(): ModelTool[] {
	const { nodes } = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as { nodes: INode[] };
	return nodes.filter(({ type }) => NODES[type]).map(toolOf);
}

/** Rows of a table: tools with the same parameters, and the parameters that the model fills in. */
export function toolRows(tools: ModelTool[]): string[][] {
	const names = new Map<string, string[]>();
	for (const { name, parameters } of tools) {
		const filledIn = Object.entries(parameters.properties)
			.map(([key, { type }]) => `\`${key}\` (${type})`)
			.join(', ');
		names.set(filledIn, [...(names.get(filledIn) ?? []), `\`${name}\``]);
	}
	return [...names].map(([filledIn, list]) => [list.join(', '), filledIn || 'nothing']);
}
