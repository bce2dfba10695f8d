import { randomUUID } from 'node:crypto';
import { EVERY_EVENT } from '../document/pushes';
import { startSimulator, type Simulator } from '../simulator';
import { localCredentials } from './lib/platform';
import { waitFor, type Execution, type RestClient } from './lib/rest';
import { TaskWatch } from './lib/taskWatch';
import { chain, productionUrl, type NodeSketch } from './lib/workflows';
import { sharedN8n } from './shared';

const TYPE = 'iflytekAiCallApi';
/** The platform answers so slowly that a poll is still running while n8n publishes. */
const SLOW_MS = 3000;

let rest: RestClient;
let url: string;
let simulator: Simulator;

beforeAll(async () => {
	({ rest, url } = sharedN8n());
	simulator = await startSimulator({
		aiCall: { speed: 0, pushTimeoutMs: 30_000, contextTimeoutMs: 30_000 },
	});
});

afterAll(async () => await simulator.close());

/** Publishes a workflow with a trigger, and tells the local platform the URL of the trigger. Returns the workflow's ID. */
async function publish(
	type: 'iflytekAiCallTrigger' | 'iflytekAiCallContextTrigger',
	then: NodeSketch[],
	parameters = {},
) {
	const webhookId = randomUUID();
	const trigger = {
		name: 'Trigger',
		type: `n8n-nodes-xfyun.${type}`,
		parameters,
		settings: { webhookId },
	};
	const { id } = await rest.createWorkflow(chain(type, [trigger, ...then]));
	await rest.activate(id);
	if (type === 'iflytekAiCallTrigger') {
		const address = productionUrl(url, webhookId, 'iflytek-ai-call');
		simulator.aiCall.setUrls({
			receiveCallRecord: address,
			receiveVoice: address,
			receiveDialog: address,
		});
	} else {
		simulator.aiCall.setUrls({
			getDialogContext: productionUrl(url, webhookId, 'iflytek-ai-call-context'),
		});
	}
	return id;
}

/** Waits until `count` executions of a workflow have ended, and returns its executions. */
async function finished(workflowId: string, count: number): Promise<Execution[]> {
	const summaries = await waitFor(`${count} executions`, 60_000, async () => {
		const all = await rest.executions(workflowId);
		return all.filter(({ stoppedAt }) => stoppedAt !== null).length >= count ? all : undefined;
	});
	return await Promise.all(summaries.map(async ({ id }) => await rest.execution(id)));
}

test('every part of an inbound call starts an execution, and each push is answered with success', async () => {
	const workflowId = await publish('iflytekAiCallTrigger', [], { events: EVERY_EVENT });
	const { call } = await simulator.aiCall.placeInboundCall({ robot_id: '5201', ask: false });
	simulator.aiCall.runCalls();
	await simulator.aiCall.settled();
	const { pushes } = simulator.aiCall;
	expect(pushes.length).toBeGreaterThanOrEqual(3);
	expect(pushes.map(({ state, attempts }) => ({ state, attempts: attempts.length }))).toEqual(
		pushes.map(() => ({ state: 'delivered', attempts: 1 })),
	);

	const executions = await finished(workflowId, pushes.length);
	expect(executions.map(({ status }) => status)).toEqual(pushes.map(() => 'success'));
	const eventIds = executions.map((execution) => execution.items('Trigger')[0]?.json.eventId);
	expect(eventIds.sort()).toEqual(
		expect.arrayContaining([
			`${call.callUuid}:callRecord:basic`,
			`${call.callUuid}:dialog`,
			`${call.callUuid}:recording`,
		]),
	);
	expect(new Set(eventIds).size).toBe(pushes.length);
});

describe('the context of an inbound call', () => {
	test('the context of an inbound call comes from the last node', async () => {
		const workflowId = await publish(
			'iflytekAiCallContextTrigger',
			[
				{
					name: 'Answer',
					type: 'n8n-nodes-base.set',
					typeVersion: 3.4,
					parameters: {
						assignments: {
							assignments: [{ id: randomUUID(), name: 'name', value: 'Li Lei', type: 'string' }],
						},
						options: {},
					},
				},
			],
			{ deadline: 9000 },
		);
		const { context } = await simulator.aiCall.placeInboundCall({ robot_id: '5201', ask: true });
		expect(context?.context).toEqual({ name: 'Li Lei' });
		expect((await finished(workflowId, 1)).map(({ status }) => status)).toEqual(['success']);
	});

	test('if the workflow is late, the context of an inbound call is the fallback, and the workflow still succeeds', async () => {
		const workflowId = await publish(
			'iflytekAiCallContextTrigger',
			[
				{
					name: 'Wait',
					type: 'n8n-nodes-base.wait',
					typeVersion: 1.1,
					parameters: { amount: 2, unit: 'seconds' },
				},
			],
			{ deadline: 400, fallback: '{"name": "customer"}' },
		);
		const { context } = await simulator.aiCall.placeInboundCall({ robot_id: '5201', ask: true });
		expect(context?.context).toEqual({ name: 'customer' });
		expect((await finished(workflowId, 1)).map(({ status }) => status)).toEqual(['success']);
	});
});

test('if the workflow is published again during a poll, each event comes once', async () => {
	const ids = simulator.aiCall.stageTasks(20);
	const queryCount = () =>
		simulator.aiCall.requests.filter(({ endpoint }) => endpoint === 'taskQuery').length;
	const nextQuery = async () => {
		const before = queryCount();
		await waitFor('The next query', 60_000, async () => (queryCount() > before ? true : undefined));
	};
	const { name, data } = localCredentials(simulator)[TYPE] ?? { name: '', data: {} };
	const watch = await TaskWatch.store(rest, await rest.createCredential(TYPE, name, data));
	await rest.activate(watch.workflowId);

	simulator.aiCall.configure({ latencyMs: SLOW_MS });
	await nextQuery();
	for (const id of ids) simulator.aiCall.changeTask(id, { status: 2 });
	// n8n only registers a trigger again if the trigger was changed. So one parameter is changed.
	const { nodes } = await rest.workflow(watch.workflowId);
	await rest.updateWorkflow(watch.workflowId, {
		nodes: nodes.map((node) => ({
			...node,
			parameters: { ...node.parameters, options: { simplify: false } },
		})),
	});
	await rest.activate(watch.workflowId);
	simulator.aiCall.configure({ latencyMs: 0 });
	await watch.waitForEvents(ids.length);
	await nextQuery();
	await nextQuery();

	const items = await watch.items();
	expect(items.map(({ task_id, event }) => [task_id, event])).toEqual(
		ids.map((id) => [id, 'started']),
	);
	await rest.deactivate(watch.workflowId);
});
