import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';

import { bindCredentials, readExample } from './examples';
import {
	waitFor,
	type Execution,
	type ExecutionSummary,
	type RestClient,
	type StoredCredential,
} from './rest';
import { productionUrl } from './workflows';

const PATHS: Record<string, 'iflytek-ai-call' | 'iflytek-ai-call-context'> = {
	'n8n-nodes-iflytek.iflytekAiCallTrigger': 'iflytek-ai-call',
	'n8n-nodes-iflytek.iflytekAiCallContextTrigger': 'iflytek-ai-call-context',
};

/** Whether a node is one of this package's triggers. */
export const isCallTrigger = ({ type }: INode): boolean => PATHS[type] !== undefined;

export interface PublishOptions {
	/** The changes that a user makes to a node. */
	change?: (node: INode) => Partial<INode>;
	credentials?: Record<string, StoredCredential>;
	/** The trigger that creates the tables; undefined if the example creates them as it runs. */
	tables?: string | false;
}

/** Imports an example, creates its tables with the click that its note describes, and publishes it. */
export async function publishExample(
	rest: RestClient,
	name: string,
	{
		change = () => ({}),
		credentials = {},
		tables = 'Click Once to Make the Table',
	}: PublishOptions = {},
): Promise<{ id: string; url: string }> {
	const example = bindCredentials(await readExample(name), await rest.nodeTypes(), credentials);
	const webhookId = randomUUID();
	const path = example.nodes.map(({ type }) => PATHS[type]).find((one) => one !== undefined);
	if (!path) throw new Error(`${name} has no trigger of this package`);
	const nodes = example.nodes.map((node) => ({
		...node,
		...(isCallTrigger(node) && { webhookId }),
		...change(node),
	}));
	const { id } = await rest.createWorkflow({ ...example, nodes });
	const setUp = tables === false ? undefined : await rest.run(id, { trigger: tables });
	if (setUp?.error) throw setUp.error;
	await rest.activate(id);
	return { id, url: productionUrl(rest.baseUrl, webhookId, path) };
}

/** Whether an execution has ended. After a wait, an execution that runs again still has the time at which the wait began. */
export const isOver = ({ status }: ExecutionSummary): boolean =>
	['success', 'error', 'crashed', 'canceled'].includes(status);

/** The executions of a workflow in one mode (`webhook` for those of its trigger), once `count` have ended. Oldest first. */
export async function endedExecutions(
	rest: RestClient,
	workflowId: string,
	count: number,
	mode = 'webhook',
	timeoutMs = 60_000,
): Promise<Execution[]> {
	const found = await waitFor(`${count} executions`, timeoutMs, async () => {
		const all = (await rest.executions(workflowId)).filter(
			(one) => one.mode === mode && one.stoppedAt !== null && isOver(one),
		);
		return all.length >= count ? all : undefined;
	});
	return await Promise.all(found.reverse().map(async ({ id }) => await rest.execution(id)));
}

/** The output of a node in its last run. */
export const jsonOf = (execution: Execution, node: string) =>
	execution.items(node).map(({ json }) => json);
