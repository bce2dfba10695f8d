import './environment';
import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	Expression,
	NodeConnectionTypes,
	NodeHelpers,
	Workflow,
	type IBinaryData,
	type IConnections,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';
import { additionalData, newExecution, type InputItem, type NodeRun } from '../engine/harness';
import { startClock, type Cost } from './measure';

/** A node of a chain: its type and its parameters. */
export interface ChainNode {
	type: INodeType | IVersionedNodeType;
	version?: number;
	parameters: INodeParameters;
}

/** The output of a chain of nodes, and the cost of the run from the moment when the input items were ready. */
export interface ChainRun extends Cost {
	items: INodeExecutionData[];
}

/** Makes all expressions from now on run in an isolated VM, with n8n's default settings. Needs the Node.js of n8n. */
export async function useIsolatedExpressions(): Promise<void> {
	await Expression.initExpressionEngine({
		engine: 'vm',
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
	});
}

type Credentials = NonNullable<NodeRun['credentials']>;

/** A node that outputs these items. It stores their files where n8n keeps binary data, and then calls `onReady`. */
function sourceOf(items: InputItem[], onReady: () => void): INodeType {
	return {
		description: {
			displayName: 'Source',
			name: 'source',
			group: ['transform'],
			version: 1,
			description: 'Items of the bench',
			defaults: { name: 'Source' },
			inputs: [],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		async execute(this: IExecuteFunctions) {
			const results: INodeExecutionData[] = [];
			for (const { json = {}, files } of items)
				results.push({ json, ...(files && { binary: await stored(this, files) }) });
			onReady();
			return [results];
		},
	};
}

async function stored(
	{ helpers }: IExecuteFunctions,
	files: NonNullable<InputItem['files']>,
): Promise<Record<string, IBinaryData>> {
	const binary: Record<string, IBinaryData> = {};
	for (const [field, { data, fileName, mimeType }] of Object.entries(files))
		binary[field] = await helpers.prepareBinaryData(data, fileName, mimeType);
	return binary;
}

/** A connection from an output of one node to another. Node 0 provides the items, node 1 is the first of the chain. */
export interface Link {
	from: number;
	output?: number;
	to: number;
}

/**
 * Runs nodes one after another in n8n's engine.
 * @throws Error of the first node that failed
 */
export async function runChain(
	items: InputItem[],
	chain: ChainNode[],
	credentials: Credentials = [],
): Promise<ChainRun> {
	const links = chain.map((_node, index) => ({ from: index, to: index + 1 }));
	return await runNodes(items, chain, links, chain.length, credentials);
}

/**
 * Runs the nodes of `chain` in n8n's engine, connected by `links`. Returns the items that the node `end` sent to its
 * first output in its last run.
 * @throws Error of the first node that failed
 */
export async function runNodes(
	items: InputItem[],
	chain: ChainNode[],
	links: Link[],
	end: number,
	credentials: Credentials = [],
): Promise<ChainRun> {
	let stopClock: (() => Cost) | undefined;
	const source = sourceOf(items, () => {
		stopClock = startClock();
	});
	const withSource: ChainNode[] = [{ type: source, parameters: {} }, ...chain];
	/** The name of a node's type is the index of the node. */
	const typeOf = (index: string) => withSource[Number(index)]?.type ?? source;
	const nodeTypes: INodeTypes = {
		getByName: typeOf,
		getByNameAndVersion: (index, version) =>
			NodeHelpers.getVersionedNodeType(typeOf(index), version),
		getKnownTypes: () => ({}),
	};
	const nodes = withSource.map<INode>(({ version = 1, parameters }, index) => ({
		id: String(index),
		name: nameOf(index),
		type: String(index),
		typeVersion: version,
		position: [index * 200, 0],
		parameters,
		credentials: Object.fromEntries(
			credentials.map(({ type }) => [type.name, { id: '1', name: type.displayName }]),
		),
	}));
	const executionId = newExecution().id;
	// Each run is a workflow of its own, which remembers nothing of the rows of another.
	const workflow = new Workflow({
		id: `w${executionId}`,
		nodes,
		connections: connectionsOf(links),
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
	});
	const startNode = workflow.getNode(nameOf(0)) ?? undefined;
	const { data } = await new WorkflowExecute(
		{ ...additionalData(credentials), executionId },
		'trigger',
		createRunExecutionData(),
	).run({ workflow, startNode });
	const cost = stopClock?.();
	const { error, runData } = data.resultData;
	if (error) throw error;
	if (!cost) throw new Error('The nodes did not start');
	return { ...cost, items: runData[nameOf(end)]?.at(-1)?.data?.main?.[0] ?? [] };
}

const nameOf = (index: number) => `Node ${index}`;

function connectionsOf(links: Link[]): IConnections {
	const connections: IConnections = {};
	for (const { from, output = 0, to } of links) {
		const outputs = ((connections[nameOf(from)] ??= {}).main ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output]?.push({ node: nameOf(to), type: NodeConnectionTypes.Main, index: 0 });
	}
	return connections;
}
