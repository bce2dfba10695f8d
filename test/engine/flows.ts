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
 * A workflow of nodes in this order. Entries that are parameters become the AI Call node, or its tool if there is
 * an agent. `first` and `second` name the node that follows each node's first and second output.
 */
export function workflow(
	bench: CallBench,
	nodes: Record<string, INodeType | object>,
	first: Record<string, string>,
	second: Record<string, string> = {},
	items = 1,
	settings: Partial<INode> = {},
): WorkflowRun {
	const credentials = [{ type: new IflytekAiCallApi(), data: bench.credential }];
	const isType = (one: INodeType | object): one is INodeType => 'description' in one;
	const aiCall = iflytekAiCallWith(quickClock);
	const types: Record<string, INodeType> = {
		start: new Start(items),
		aiCall,
		aiCallTool: asTool(),
	};
	const list: INode[] = [
		{ id: 'Start', name: 'Start', type: 'start', typeVersion: 1, position: [0, 0], parameters: {} },
	];
	for (const [name, one] of Object.entries(nodes)) {
		if (isType(one)) types[name] = one;
		const type = isType(one) ? name : 'Agent' in nodes ? 'aiCallTool' : 'aiCall';
		const parameters = isType(one) ? {} : (one as INode['parameters']);
		list.push({
			id: name,
			name,
			type,
			typeVersion: 1,
			position: [0, 0],
			parameters,
			...(isType(one) ? {} : { credentials: namesOf(credentials), ...settings }),
		});
	}
	const target = (node: string | undefined) =>
		node === undefined ? [] : [{ node, type: NodeConnectionTypes.Main, index: 0 }];
	const connections = Object.fromEntries(
		list.map(({ name }) => [name, { main: [target(first[name]), target(second[name])] }]),
	);
	return { nodes: list, connections, types, credentials, start: 'Start' };
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

abstract class Small implements INodeType {
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

/** Returns the first customers. */
class Start extends Small {
	constructor(items: number) {
		super();
		this.execute = async () => [customers(items).map(({ json = {} }) => ({ json })), []];
	}
	execute: () => Promise<INodeExecutionData[][]>;
}

/** Returns one customer per run through its first output, `times` times, and the next customer through its second output. */
export class Loop extends Small {
	/** @param from number of the first customer */
	constructor(times: number, from = 0) {
		super();
		let run = from;
		this.execute = async () => {
			const item = [{ json: customer(run++) }];
			return run <= times ? [item, []] : [[], item];
		};
	}
	execute: () => Promise<INodeExecutionData[][]>;
}

/** Fails, or passes its items on. */
export class Failing extends Small {
	constructor(fails: boolean) {
		super();
		this.execute = async function (this: IExecuteFunctions) {
			if (fails) throw new Error('The node before failed');
			return [this.getInputData(), []];
		};
	}
	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
}

/** Uses its tool once for each number: for half of them one after another, for the other half at once. */
export class Agent extends Small {
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
			const use = async (number: string) =>
				String(await tool?.invoke({ number }).catch((error: unknown) => (error as Error).message));
			const half = callees.length / 2;
			const answers: string[] = [];
			for (const callee of callees.slice(0, half)) answers.push(await use(callee));
			answers.push(...(await Promise.all(callees.slice(half).map(use))));
			return [answers.map((answer) => ({ json: { answer } }))];
		};
	}
	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
}
