import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';

import { bindCredentials, readRealExample } from './examples';
import {
	waitFor,
	type Execution,
	type ExecutionSummary,
	type RestClient,
	type StoredCredential,
} from './rest';
import { productionUrl } from './workflows';

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
	/** The name of the manual trigger that creates the tables. False if the example has no such trigger. */
	tableTrigger?: string | false;
}

/**
 * Imports an example with Mode Real, runs the trigger that creates its tables, and publishes it. Returns the ID of the workflow and the URL of
 * its call trigger.
 */
export async function publishExample(
	rest: RestClient,
	name: string,
	{
		change = () => ({}),
		credentials = {},
		tableTrigger = 'Click Once to Make the Table',
	}: PublishOptions = {},
): Promise<{ id: string; url: string }> {
	const example = bindCredentials(await readRealExample(name), await rest.nodeTypes(), credentials);
	const webhookId = randomUUID();
	const path = example.nodes.map(({ type }) => PATHS[type]).find((known) => known !== undefined);
	if (!path) throw new Error(`${name} has no trigger of this package`);
	const nodes = example.nodes.map((node) => ({
		...node,
		...(isCallTrigger(node) && { webhookId }),
		...change(node),
	}));
	const { id } = await rest.createWorkflow({ ...example, nodes });
	if (tableTrigger !== false) {
		const { error } = await rest.run(id, { trigger: tableTrigger });
		if (error) throw error;
	}
	await rest.activate(id);
	return { id, url: productionUrl(rest.baseUrl, webhookId, path) };
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
