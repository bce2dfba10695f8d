import './environment';
import { Container } from '@n8n/di';
import { ErrorReporter, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
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
import { additionalData, type InputItem, type NodeRun } from '../engine/harness';
import { startClock, type Cost } from './measure';

/** A node of a chain: its type and how it is set. */
export interface ChainNode {
	type: INodeType | IVersionedNodeType;
	version?: number;
	parameters: INodeParameters;
}

/** What a chain of nodes gave out at its end, and what it cost from the moment in which it had its items. */
export interface ChainRun extends Cost {
	items: INodeExecutionData[];
}

type Credentials = NonNullable<NodeRun['credentials']>;

/** A node that hands over the items, their files stored where n8n keeps binary data, and then says so. */
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
			for (const { json = {}, files } of items) results.push({ json, ...(files && { binary: await stored(this, files) }) });
			onReady();
			return [results];
		},
	};
}

async function stored({ helpers }: IExecuteFunctions, files: NonNullable<InputItem['files']>): Promise<Record<string, IBinaryData>> {
	const binary: Record<string, IBinaryData> = {};
	for (const [field, { data, fileName, mimeType }] of Object.entries(files)) binary[field] = await helpers.prepareBinaryData(data, fileName, mimeType);
	return binary;
}

/**
 * Runs nodes one after another in n8n's engine.
 * @throws Error of the first node that failed
 */
export async function runChain(items: InputItem[], chain: ChainNode[], credentials: Credentials = []): Promise<ChainRun> {
	Container.get(ErrorReporter);
	let stopClock: (() => Cost) | undefined;
	const source = sourceOf(items, () => {
		stopClock = startClock();
	});
	const sketches: ChainNode[] = [{ type: source, parameters: {} }, ...chain];
	const nodes = sketches.map<INode>(({ version = 1, parameters }, index) => ({
		id: String(index),
		name: `Node ${index}`,
		type: String(index),
		typeVersion: version,
		position: [index * 200, 0],
		parameters,
		credentials: Object.fromEntries(credentials.map(({ type }) => [type.name, { id: '1', name: type.displayName }])),
	}));
	const connections = Object.fromEntries(nodes.slice(1).map(({ name }, index) => [`Node ${index}`, { main: [[{ node: name, type: 'main', index: 0 }]] }])) as IConnections;
	const typeOf = (place: string) => sketches[Number(place)]?.type ?? source;
	const nodeTypes: INodeTypes = {
		getByName: typeOf,
		getByNameAndVersion: (place, version) => NodeHelpers.getVersionedNodeType(typeOf(place), version),
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ id: 'w', nodes, connections, active: false, nodeTypes, settings: { executionOrder: 'v1' } });
	const startNode = workflow.getNode('Node 0') ?? undefined;
	const { data } = await new WorkflowExecute(additionalData(credentials), 'trigger', createRunExecutionData()).run({ workflow, startNode });
	const cost = stopClock?.();
	const { error, runData } = data.resultData;
	if (error) throw error;
	if (!cost) throw new Error('The chain did not start');
	return { ...cost, items: runData[nodes.at(-1)?.name ?? '']?.[0]?.data?.main?.[0] ?? [] };
}
