/** The tools that an AI agent gets of the operations, as n8n makes them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createNodeAsTool } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import type { INode, INodeParameters, INodeType, NodeParameterValueType } from 'n8n-workflow';
import { Iflytek } from '../../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCall } from '../../../nodes/IflytekAiCall/IflytekAiCall.node';

/** What a model reads of a tool. */
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
	'n8n-nodes-iflytek.iflytekTool': new Iflytek(),
	'n8n-nodes-iflytek.iflytekAiCallTool': new IflytekAiCall(),
};

/** What n8n makes of a node that is connected to an agent. */
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

/** What a model fills in: key, what it is, and type if it is no text. */
type FromAi = [key: string, description: string, type?: 'string' | 'number'];

const fromAi = ([key, description, type = 'string']: FromAi) =>
	`={{ $fromAI('${key}', \`${description}\`, '${type}') }}`;
const byId = (value: FromAi): NodeParameterValueType => ({
	__rl: true,
	mode: 'id',
	value: fromAi(value),
});
const text = (what: string) => ({ text: fromAi(['text', `The Chinese text ${what}`]) });
const imageUrl = {
	inputType: 'url',
	imageUrl: fromAi([
		'image_url',
		'The URL of the image, such as https://example.com/photo.jpg. It must be reachable from the internet.',
	]),
};
const task = {
	taskId: byId(['task_id', 'The ID of the task, such as 88101. Get it from the list of tasks.']),
};

/** The columns of a script, which depend on the script: here a phone number and a name. */
const columns = {
	mappingMode: 'defineBelow',
	value: {
		'Phone Number': fromAi([
			'phone',
			"The customer's mobile number, 11 digits, such as 13800000000",
		]),
		Name: fromAi(['name', "The customer's name"]),
	},
};

/**
 * What is left to the model in each operation, by resource and operation. Everything else stays as a person has set it.
 * Handwriting and Speech work with files, which agents cannot pass.
 */
export const LEFT_TO_THE_MODEL: Record<string, Record<string, Record<string, INodeParameters>>> = {
	'n8n-nodes-iflytek.iflytekTool': {
		image: {
			detectViolence: {
				inputType: 'urls',
				imageUrls: fromAi(['image_urls', 'URLs of images, at most 20, one per line']),
			},
			recognizeExpression: imageUrl,
			recognizeObject: imageUrl,
			recognizeScene: imageUrl,
		},
		text: {
			analyze: text('to analyze'),
			labelSemanticRoles: text('in which to find who did what to whom'),
			parseDependencies: text('whose grammatical relations to find'),
			parseSemanticGraph: text('whose semantic relations to find'),
			parseSemanticTree: text('whose semantic relations to find'),
			recognizeEntities: text('in which to find people, places and organizations'),
			segment: text('to split into words'),
			tagPartsOfSpeech: text('whose words to label'),
		},
	},
	'n8n-nodes-iflytek.iflytekAiCallTool': {
		call: { place: { columns } },
		configuration: { get: {} },
		task: {
			addRows: { ...task, columns },
			create: {
				taskName: fromAi(['name', 'A name for the task, such as Reminders of 2026-11-23']),
			},
			delete: task,
			get: task,
			getAll: {
				limit: fromAi(['limit', 'How many tasks to list, such as 20', 'number']),
				filters: { taskName: fromAi(['name', 'Part of the name of the task; empty for all']) },
			},
			pause: task,
			start: task,
		},
	},
};

/** Each operation as a tool, named as n8n names it in the editor, by its action. */
export function operationTools(): { key: string; tool: ModelTool }[] {
	return Object.entries(LEFT_TO_THE_MODEL).flatMap(([type, resources]) =>
		Object.entries(resources).flatMap(([resource, operations]) =>
			Object.entries(operations).map(([operation, left]) => ({
				key: `${type} ${resource} ${operation}`,
				tool: toolOf({
					type,
					name: actionOf(type, resource, operation),
					parameters: { resource, operation, ...left },
				}),
			})),
		),
	);
}

/** The label of an operation, which becomes the node's name. */
export function actionOf(type: string, resource: string, operation: string): string {
	const { properties = [] } = NODES[type]?.description ?? {};
	const list = properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	);
	const option = list?.options?.find((one) => 'value' in one && one.value === operation);
	return option && 'action' in option ? (option.action ?? '') : '';
}

const EXAMPLE = join(__dirname, '../../../examples/agent-tools.json');

/** The tools of the example with the approval. */
export function exampleTools(): ModelTool[] {
	const { nodes } = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as { nodes: INode[] };
	return nodes.filter(({ type }) => NODES[type]).map(toolOf);
}

/** Rows of a table: name, what the model is told, and what it fills in. */
export function toolRows(tools: ModelTool[]): string[][] {
	return tools.map(({ name, description, parameters }) => [
		`\`${name}\``,
		description,
		Object.entries(parameters.properties)
			.map(([key, { type, description: what = '' }]) => `\`${key}\` (${type}): ${what}`)
			.join('<br>') || 'nothing',
	]);
}
