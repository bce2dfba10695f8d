import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { quickClock } from '../setup/quickClock';
import { customer, customers, iflytekAiCallWith, type CallBench } from './aiCall';
import { namesOf, type WorkflowRun } from './harness';

/**
 * A workflow that begins with the node Start.
 * @param nodes the other nodes by name: a node type, or the parameters of an AI Call node, which becomes a tool if there is
 *   an agent
 * @param afterFirstOutput for the name of a node: the name of the node that follows its first output
 * @param afterSecondOutput the same for the second output of a node
 * @param items the number of items that Start returns
 * @param settings settings of the AI Call nodes, such as onError
 */
export function workflow(
	bench: CallBench,
	nodes: Record<string, INodeType | object>,
	afterFirstOutput: Record<string, string>,
	afterSecondOutput: Record<string, string> = {},
	items = 1,
	settings: Partial<INode> = {},
): WorkflowRun {
	const credentials = [{ type: new IflytekAiCallApi(), data: bench.credential }];
	const isType = (typeOrParameters: INodeType | object): typeOrParameters is INodeType =>
		'description' in typeOrParameters;
	const aiCall = iflytekAiCallWith(quickClock);
	const types: Record<string, INodeType> = {
		start: new Start(items),
		aiCall,
		aiCallTool: asTool(),
	};
	const aiCallType = 'Agent' in nodes ? 'aiCallTool' : 'aiCall';
	const workflowNodes: INode[] = [
		{ id: 'Start', name: 'Start', type: 'start', typeVersion: 1, position: [0, 0], parameters: {} },
	];
	for (const [name, typeOrParameters] of Object.entries(nodes)) {
		const hasOwnType = isType(typeOrParameters);
		if (hasOwnType) types[name] = typeOrParameters;
		const type = hasOwnType ? name : aiCallType;
		const parameters = hasOwnType ? {} : (typeOrParameters as INode['parameters']);
		workflowNodes.push({
			id: name,
			name,
			type,
			typeVersion: 1,
			position: [0, 0],
			parameters,
			...(hasOwnType ? {} : { credentials: namesOf(credentials), ...settings }),
		});
	}
	const target = (node: string | undefined) =>
		node === undefined ? [] : [{ node, type: NodeConnectionTypes.Main, index: 0 }];
	const connections = Object.fromEntries(
		workflowNodes.map(({ name }) => [
			name,
			{ main: [target(afterFirstOutput[name]), target(afterSecondOutput[name])] },
		]),
	);
	return { nodes: workflowNodes, connections, types, credentials, start: 'Start' };
}

/** The AI Call node in the form that n8n offers to agents. */
function asTool(): INodeType {
	const tool = iflytekAiCallWith(quickClock);
	const { displayName, name, properties } = tool.description;
	Object.assign(tool.description, {
		displayName: `${displayName} Tool`,
		name: `${name}Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
		properties: [
			...properties,
			{
				displayName: 'Description',
				name: 'toolDescription',
				type: 'string',
				default: 'Calls people',
			},
		],
	});
	return tool;
}

/** A node type of these tests, with two outputs. */
abstract class SmallNode implements INodeType {
	description: INodeType['description'] = {
		displayName: 'Small',
		name: 'small',
		group: ['transform'],
		version: 1,
		description: 'A node of a test',
		defaults: { name: 'Small' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		properties: [],
	};
	abstract execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}

/** Returns the first `items` customers. */
class Start extends SmallNode {
	constructor(items: number) {
		super();
		this.execute = async () => [customers(items).map(({ json = {} }) => ({ json })), []];
	}
	execute: () => Promise<INodeExecutionData[][]>;
}

/** Returns the next customer in each run. Customers before `end` leave through the first output, and all others through the second output. */
export class Loop extends SmallNode {
	/**
	 * @param end number of the first customer that leaves through the second output, counted from 0
	 * @param firstCustomer number of the customer of the first run
	 */
	constructor(end: number, firstCustomer = 0) {
		super();
		let next = firstCustomer;
		this.execute = async () => {
			const item = [{ json: customer(next++) }];
			return next <= end ? [item, []] : [[], item];
		};
	}
	execute: () => Promise<INodeExecutionData[][]>;
}

/** Fails, or returns its input items. */
export class Failing extends SmallNode {
	constructor(fails: boolean) {
		super();
		this.execute = async function (this: IExecuteFunctions) {
			if (fails) throw new Error('The node before failed');
			return [this.getInputData(), []];
		};
	}
	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
}

/** Uses its tool once for each number: for the first half one after another, and for the second half at the same time. */
export class Agent extends SmallNode {
	constructor(callees: string[]) {
		super();
		this.description = {
			...this.description,
			inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool, displayName: 'Tool' }],
		};
		this.execute = async function (this: IExecuteFunctions) {
			const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as {
				invoke(input: object): Promise<unknown>;
			}[];
			const useTool = async (number: string) =>
				String(await tool?.invoke({ number }).catch((error: unknown) => (error as Error).message));
			const half = callees.length / 2;
			const answers: string[] = [];
			for (const callee of callees.slice(0, half)) answers.push(await useTool(callee));
			answers.push(...(await Promise.all(callees.slice(half).map(useTool))));
			return [answers.map((answer) => ({ json: { answer } }))];
		};
	}
	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
}
