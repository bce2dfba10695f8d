import { randomUUID } from 'node:crypto';

import { startSimulator, type Simulator } from '../simulator';
import { waitFor, type Execution, type RestClient } from './lib/rest';
import { chain, productionUrl, type NodeSketch } from './lib/workflows';
import { sharedN8n } from './shared';

let rest: RestClient;
let url: string;
let simulator: Simulator;

beforeAll(async () => {
	({ rest, url } = sharedN8n());
	simulator = await startSimulator({ aiCall: { pushTimeoutMs: 30_000, contextTimeoutMs: 30_000 } });
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
	const workflowId = await publish('iflytekAiCallTrigger', []);
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
