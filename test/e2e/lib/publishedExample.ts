import { randomUUID } from 'node:crypto';
import type { IDataObject, INode } from 'n8n-workflow';

import { bindCredentials, readRealExample } from './examples';
import {
	waitFor,
	type Execution,
	type ExecutionSummary,
	type RestClient,
	type StoredCredential,
} from './rest';
import { addOtherTables, takesTable } from './tables';
import { chain, MANUAL_TRIGGER, productionUrl } from './workflows';

/** The last part of the URL of each call trigger, by the type of the trigger. */
const PATHS: Record<string, 'iflytek-ai-call' | 'iflytek-ai-call-context'> = {
	'n8n-nodes-xfyun.iflytekAiCallTrigger': 'iflytek-ai-call',
	'n8n-nodes-xfyun.iflytekAiCallContextTrigger': 'iflytek-ai-call-context',
};

/** Whether a node is one of the two call triggers. */
export const isCallTrigger = ({ type }: INode): boolean => PATHS[type] !== undefined;

export interface PublishOptions {
	/** The changes that a user makes to a node. */
	change?: (node: INode) => Partial<INode>;
	credentials?: Record<string, StoredCredential>;
	/** The name of the manual trigger that creates the table of the example, if it has one. */
	tableTrigger?: string;
	/** A table that takes the place of the table of calls, because all tests share one n8n. */
	table?: string;
}

/** The names of the tables that the examples make. */
const TABLES = /iFLYTEK (Call|Caller) Table/g;

/** A node that uses this table instead of that of the examples. */
export function inTable(node: INode, table: string): INode {
	const parameters = JSON.stringify(node.parameters).replace(TABLES, table);
	return { ...node, parameters: JSON.parse(parameters) as INode['parameters'] };
}

/**
 * Imports an example with Mode Real, and runs the trigger that creates its table. n8n keeps the data of its executions.
 * Returns the ID of the workflow, and the ID in the URLs of its triggers.
 */
export async function storeExample(
	rest: RestClient,
	name: string,
	{ change = () => ({}), credentials = {}, tableTrigger, table }: PublishOptions = {},
): Promise<{ id: string; webhookId: string; nodes: INode[] }> {
	const example = bindCredentials(await readRealExample(name), await rest.nodeTypes(), credentials);
	const webhookId = randomUUID();
	const nodes = example.nodes
		.map((node) => (table === undefined ? node : inTable(node, table)))
		.map((node) => ({
			...node,
			...(isCallTrigger(node) && { webhookId }),
			...change(node),
		}));
	const settings = { ...example.settings, saveDataSuccessExecution: 'all' as const };
	const { id } = await rest.createWorkflow({ ...example, nodes, settings });
	if (tableTrigger !== undefined) {
		const { error } = await rest.run(id, { trigger: tableTrigger });
		if (error) throw error;
	}
	return { id, webhookId, nodes };
}

/** Stores an example that has a call trigger, and publishes it. Returns the ID of the workflow and the URL of its call trigger. */
export async function publishExample(
	rest: RestClient,
	name: string,
	options: PublishOptions = {},
): Promise<{ id: string; url: string }> {
	const { id, webhookId, nodes } = await storeExample(rest, name, options);
	const path = nodes.map(({ type }) => PATHS[type]).find((known) => known !== undefined);
	if (!path) throw new Error(`${name} has no trigger of this package`);
	await rest.activate(id);
	return { id, url: productionUrl(rest.baseUrl, webhookId, path) };
}

/**
 * Publishes the example calls, which makes this table and writes the pushes into it. Tables of other purposes stand beside it,
 * which no example may take for it.
 */
export async function publishCalls(
	rest: RestClient,
	table: string,
	options: Pick<PublishOptions, 'change'> = {},
): Promise<{ id: string; url: string }> {
	const published = await publishExample(rest, 'calls', { ...options, table });
	const [made] = await endedExecutions(rest, published.id, 1, 'trigger');
	if (made?.error) throw made.error;
	await addOtherTables(rest, table);
	return published;
}

/** A change with which the call trigger lets every push through, also one that came before. */
export const everyPush = (node: INode): Partial<INode> =>
	isCallTrigger(node)
		? { parameters: { ...node.parameters, callRecords: 'all', options: {} } }
		: {};

/** Inserts a line with this number that is ticked never_call. */
export async function neverCall(rest: RestClient, table: string, phone: string): Promise<void> {
	const value = { phone, never_call: true };
	const schema = Object.entries(value).map(([id, sample]) => ({
		id,
		displayName: id,
		required: false,
		defaultMatch: false,
		display: true,
		type: typeof sample,
	}));
	const insert = {
		name: 'Never',
		type: 'n8n-nodes-base.dataTable',
		typeVersion: 1.1,
		parameters: {
			resource: 'row',
			operation: 'insert',
			dataTableId: await takesTable(rest, table),
			columns: { mappingMode: 'defineBelow', value, matchingColumns: [], schema },
		},
	};
	const { id } = await rest.createWorkflow(chain('Never', [MANUAL_TRIGGER, insert]));
	const { error } = await rest.run(id);
	if (error) throw error;
}

/** All lines of a table, oldest first. */
export async function linesOf(rest: RestClient, table: string): Promise<IDataObject[]> {
	const get = {
		name: 'Lines',
		type: 'n8n-nodes-base.dataTable',
		typeVersion: 1.1,
		parameters: {
			resource: 'row',
			operation: 'get',
			dataTableId: await takesTable(rest, table),
			returnAll: true,
		},
	};
	const { id } = await rest.createWorkflow(chain(`Lines of ${table}`, [MANUAL_TRIGGER, get]));
	return jsonOf(await rest.run(id), 'Lines');
}

/** Whether an execution has ended. `stoppedAt` does not tell, because n8n also sets it when an execution begins to wait. */
export const isOver = ({ status }: ExecutionSummary): boolean =>
	['success', 'error', 'crashed', 'canceled'].includes(status);

/**
 * Waits until `count` executions of a workflow have ended, and returns them, oldest first.
 * @param mode the mode of the executions that count. An execution that a call trigger has started has the mode `webhook`.
 */
export async function endedExecutions(
	rest: RestClient,
	workflowId: string,
	count: number,
	mode = 'webhook',
	timeoutMs = 60_000,
): Promise<Execution[]> {
	const found = await waitFor(`${count} executions`, timeoutMs, async () => {
		const ended = (await rest.executions(workflowId)).filter(
			(execution) => execution.mode === mode && execution.stoppedAt !== null && isOver(execution),
		);
		return ended.length >= count ? ended : undefined;
	});
	return await Promise.all(found.reverse().map(async ({ id }) => await rest.execution(id)));
}

/** The JSON of the items in the last output of a node. */
export const jsonOf = (execution: Execution, node: string) =>
	execution.items(node).map(({ json }) => json);
