/** An example as n8n evaluates it: its nodes, the items that each gives, and its expressions with these items. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compileFunction } from 'node:vm';
import {
	createRunExecutionData,
	Expression,
	Workflow,
	WorkflowDataProxy,
	type IConnections,
	type IDataObject,
	type IExecuteData,
	type INode,
	type INodeExecutionData,
	type IWorkflowDataProxyData,
	type NodeParameterValue,
} from 'n8n-workflow';
import { samplesOf, type Variant } from './samples';

const EXAMPLES = join(__dirname, '../../../examples');

export const NAMES = readdirSync(EXAMPLES)
	.filter((file) => file.endsWith('.json'))
	.map((file) => basename(file, '.json'));

export interface Example {
	nodes: INode[];
	connections: IConnections;
}

export const readExample = (name: string): Example =>
	JSON.parse(readFileSync(join(EXAMPLES, `${name}.json`), 'utf8')) as Example;

export const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';

/** Each expression in the parameters of a node, with its path. */
export function expressionsIn(value: unknown, path = ''): [path: string, expression: string][] {
	if (typeof value === 'string') return value.startsWith('=') ? [[path, value]] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		expressionsIn(inner, path === '' ? key : `${path}.${key}`),
	);
}

const ZONE = 'Asia/Shanghai';

/** No node type is known, so the parameters stay as they stand in the example. */
const NODE_TYPES = { getByNameAndVersion: () => undefined } as never;

/** What leaves through an error output. */
const failed = (items: INodeExecutionData[]): INodeExecutionData[] =>
	items.map((item) => ({
		...item,
		json: {
			...item.json,
			error: 'It failed',
			details: { state: 'unknown', sid: 's', advice: 'Try again.' },
		},
	}));

/** What runs in n8n with an example, if its nodes get items of this kind. */
export class Run {
	private readonly workflow: Workflow;
	private readonly outputs = new Map<string, INodeExecutionData[]>();
	/** The nodes that do not run. */
	private readonly idle = new Set<string>();
	private readonly data = new Map<string, IWorkflowDataProxyData>();

	constructor(
		private readonly example: Example,
		private readonly variant: Variant,
		/** Changes a sample of a node. */
		private readonly change = (_node: string, json: IDataObject): IDataObject => json,
	) {
		const { nodes, connections } = example;
		this.workflow = new Workflow({
			id: 'w',
			name: 'Campaign',
			nodes,
			connections,
			active: false,
			nodeTypes: NODE_TYPES,
			settings: { timezone: ZONE },
		});
	}

	/** The nodes from which a node gets its items; those of a loop come last. */
	sourcesOf(name: string): INode[] {
		const after = this.after(name);
		const sources = this.example.nodes.filter((node) =>
			(this.example.connections[node.name]?.main ?? []).some((output) =>
				output?.some((target) => target.node === name),
			),
		);
		return sources.sort(
			(one, other) => Number(after.has(one.name)) - Number(after.has(other.name)),
		);
	}

	/** The nodes that run after a node. */
	private after(name: string, found = new Set<string>()): Set<string> {
		const next = (this.example.connections[name]?.main ?? []).flatMap((output) => output ?? []);
		for (const { node } of next)
			if (!found.has(node)) {
				found.add(node);
				this.after(node, found);
			}
		return found;
	}

	/** The items that a node gets from one of the nodes before it, by default the first. */
	inputOf(name: string, [source] = this.sourcesOf(name)): INodeExecutionData[] {
		return source ? this.outputOf(source) : [{ json: {} }];
	}

	/** The items that a node gives. In a loop, a node that asks for its own items gets one without fields. */
	private outputOf(node: INode): INodeExecutionData[] {
		const known = this.outputs.get(node.name);
		if (known) return known;
		this.outputs.set(node.name, [{ json: {} }]);
		const items = this.itemsOf(node).map((item, index) => ({
			pairedItem: { item: index },
			...item,
			json: this.change(node.name, item.json),
		}));
		this.outputs.set(node.name, items);
		return items;
	}

	private itemsOf(node: INode): INodeExecutionData[] {
		const after = this.after(node.name);
		const sources = this.sourcesOf(node.name).filter(({ name }) => !after.has(name));
		const inputs = sources.map((source) => this.inputOf(node.name, [source]));
		// A node that gets nothing does not run.
		if (inputs.length > 0 && inputs.every((items) => items.length === 0)) {
			this.idle.add(node.name);
			return [];
		}
		if (node.type === 'n8n-nodes-base.code') return this.runCode(node);
		if (node.type === 'n8n-nodes-base.set') return this.runSet(node);
		const input = this.inputOf(node.name);
		if (node.type === 'n8n-nodes-base.aggregate') {
			const field = String(node.parameters.destinationFieldName ?? 'data');
			return [{ json: { [field]: input.map(({ json }) => json) } }];
		}
		if (node.type === 'n8n-nodes-base.splitOut') {
			const field = String(node.parameters.fieldToSplitOut);
			const entries = input.flatMap(({ json }) => json[field] ?? []);
			if (entries.every((entry) => typeof entry === 'object'))
				return entries.map((entry) => ({ json: entry as IDataObject }));
		}
		return samplesOf(node, this.variant) ?? input;
	}

	/** What a node Set makes of each item. */
	private runSet(node: INode): INodeExecutionData[] {
		const { assignments, jsonOutput, includeOtherFields } = node.parameters as {
			assignments?: { assignments: { name: string; value: NodeParameterValue }[] };
			jsonOutput?: string;
			includeOtherFields?: boolean;
		};
		return this.inputOf(node.name).map(({ json, binary }, index) => {
			const kept = includeOtherFields === true ? json : {};
			if (jsonOutput !== undefined) {
				const value = this.valueOf(node, jsonOutput, index);
				const set = (typeof value === 'string' ? JSON.parse(value) : value) as IDataObject;
				return { json: { ...kept, ...set }, binary };
			}
			const fields = (assignments?.assignments ?? []).map(({ name, value }) => [
				name,
				this.valueOf(node, value, index),
			]);
			return { json: { ...kept, ...Object.fromEntries(fields) }, binary };
		});
	}

	/** What the code of a node returns. */
	runCode(node: INode): INodeExecutionData[] {
		const { jsCode } = node.parameters as { jsCode: string };
		const data = this.dataFor(node, 0);
		const names = ['$', '$input', '$json', '$now', '$today', '$workflow', '$execution', 'DateTime'];
		const code = compileFunction(jsCode, names) as (...values: unknown[]) => INodeExecutionData[];
		return code(...names.map((name) => data[name] as unknown));
	}

	/** The value of a parameter for an item; an expression is evaluated. */
	valueOf(node: INode, value: NodeParameterValue, index = 0, sources?: INode[]): unknown {
		return new Expression(ZONE).resolveSimpleParameterValue(
			value,
			this.dataFor(node, index, sources),
		);
	}

	/** What an expression of a node reads for an item. */
	private dataFor(node: INode, index: number, sources?: INode[]): IWorkflowDataProxyData {
		const key = JSON.stringify([node.name, index, sources?.map(({ name }) => name)]);
		const data = this.data.get(key) ?? this.readData(node, index, sources);
		this.data.set(key, data);
		return data;
	}

	private readData(node: INode, index: number, sources?: INode[]): IWorkflowDataProxyData {
		const after = this.after(node.name);
		for (const other of this.example.nodes)
			if (!isNote(other) && other !== node && !after.has(other.name)) this.outputOf(other);
		const runData = Object.fromEntries(
			[...this.outputs]
				.filter(([name]) => !this.idle.has(name))
				.map(([name, items]) => [
					name,
					[
						{
							startTime: 0,
							executionTime: 0,
							executionIndex: 0,
							source: this.sourcesOf(name)
								.slice(0, 1)
								.map(({ name: previousNode }) => ({ previousNode })),
							data: { main: [items, failed(items)] },
						},
					],
				]),
		);
		const input = this.inputOf(node.name, sources);
		const source = (sources ?? this.sourcesOf(node.name))
			.slice(0, 1)
			.map(({ name: previousNode }) => ({ previousNode }));
		const execution = createRunExecutionData({ resultData: { runData } });
		const execute: IExecuteData = { node, data: { main: [input] }, source: { main: source } };
		const keys = {
			$execution: { id: '7', mode: 'test' as const, resumeUrl: '', resumeFormUrl: '' },
		};
		const proxy = new WorkflowDataProxy(
			this.workflow,
			execution,
			0,
			Math.min(index, input.length - 1),
			node.name,
			input,
			node.parameters,
			'manual',
			keys,
			execute,
		);
		return proxy.getDataProxy();
	}
}
