import { setTimeout as pause } from 'node:timers/promises';

import {
	AI_CALL,
	AI_CALL_CREDENTIAL,
	customers,
	itemsOf,
	listOf,
	PLACE,
} from '../../e2e/lib/calls';
import { waitFor, type Execution } from '../../e2e/lib/rest';
import { print } from '../../e2e/lib/terminal';
import { publishWebhook } from '../../e2e/lib/webhooks';
import { chain, MANUAL_TRIGGER, type NodeSketch } from '../../e2e/lib/workflows';
import { begunBy, endOf, trigger, type Stage } from '../lib/stage';
import { asSubWorkflow } from '../lib/subWorkflow';

const ROWS = 1000;
/** The platform answers so slowly that a run needs some seconds. */
const LATENCY_MS = 250;
/** n8n notices within this time that a worker has ended. */
const STALLED_MS = 90_000;
/** The requests of a killed worker end within this time. */
const SETTLE_MS = 3000;

/** Rows that were sent are sent again: by n8n's Retry button, and by another execution with Row Key. */
export function againCases(stageOf: () => Stage): void {
	/** The number of rows that the platform had accepted before the case. */
	let acceptedBefore: number;
	let firstNumber = 16_000_000_000;

	beforeEach(() => {
		acceptedBefore = stageOf().simulator.aiCall.acceptedRows.length;
		firstNumber += ROWS;
	});

	afterEach(async () => {
		stageOf().simulator.aiCall.configure({ latencyMs: 0 });
		stageOf().simulator.aiCall.clearFaults();
		await stageOf().cluster.heal();
	});

	const calledNumbers = () =>
		stageOf()
			.simulator.aiCall.acceptedRows.slice(acceptedBefore)
			.map(({ values }) => values[0] ?? '');

	function placing(parameters: NodeSketch['parameters'] = {}): NodeSketch {
		const credential = stageOf().credentials[AI_CALL_CREDENTIAL];
		return {
			name: 'Place',
			type: AI_CALL,
			parameters: { ...PLACE, options: { ...PLACE.options, concurrentRequests: 1 }, ...parameters },
			credentials: credential ? [credential] : [],
		};
	}

	/** Publishes a workflow with these nodes after a webhook, starts one execution by a request, and waits for its end. */
	async function byWebhook(nodes: NodeSketch[]): Promise<Execution> {
		const published = await publishWebhook(stageOf().site, 'Again', [
			itemsOf('body.rows'),
			...nodes,
		]);
		const body = JSON.stringify({ rows: customers(ROWS, firstNumber) });
		return await endOf(stageOf(), await trigger(stageOf(), published, body));
	}

	/** Stores a workflow with these nodes after a manual trigger, starts it as the editor does, and waits for its end. */
	async function byHand(nodes: NodeSketch[]): Promise<Execution> {
		const { rest } = stageOf().cluster;
		const rows = listOf(customers(ROWS, firstNumber));
		const { id } = await rest.createWorkflow(chain('By hand', [MANUAL_TRIGGER, ...rows, ...nodes]));
		return await rest.run(id);
	}

	/** Runs a workflow with these nodes while the platform refuses request number `failingRequest`. Then presses Retry. */
	async function runAndRetry(
		nodes: NodeSketch[],
		failingRequest: number,
		start = byWebhook,
	): Promise<Execution> {
		const { site, simulator } = stageOf();
		// An answer that is 0 ms late is a normal answer. This fault only counts the requests before the one that is refused.
		if (failingRequest > 1)
			simulator.aiCall.failNext('callout', { kind: 'late', ms: 0 }, failingRequest - 1);
		simulator.aiCall.failNext('callout', { kind: 'code', code: 10005 });
		const failed = await start(nodes);
		expect(failed.status).toBe('error');
		const { id: retried } = (await site.rest.call('post', `/rest/executions/${failed.id}/retry`, {
			loadWorkflow: false,
		})) as { id: string };
		const again = await site.rest.finished(retried);
		const twice = calledNumbers().length - new Set(calledNumbers()).size;
		print(
			`Retry: ${(failingRequest - 1) * 50} of ${ROWS} rows accepted, ${calledNumbers().length} after the retry, ${twice} twice; it ended with ${again.status}`,
		);
		expect(twice).toBe(0);
		return again;
	}

	test('Retry sends what is missing, of the workflow itself and of sub-workflows, whether a webhook or a user started the execution', async () => {
		const { rest } = stageOf().cluster;
		const sub = await asSubWorkflow(rest, [placing()]);
		const nested = await asSubWorkflow(rest, [sub]);
		for (const [start, node, failingRequest] of [
			[byWebhook, placing(), 13],
			[byHand, placing(), 13],
			[byWebhook, sub, 13],
			[byHand, sub, 13],
			[byHand, nested, 13],
			[byWebhook, placing(), 1],
			[byWebhook, sub, 1],
		] as const) {
			acceptedBefore = stageOf().simulator.aiCall.acceptedRows.length;
			firstNumber += ROWS;
			const again = await runAndRetry([node], failingRequest, start);
			expect(again.status).toBe('success');
			expect(calledNumbers()).toHaveLength(ROWS);
		}
	});

	/** Kills the worker when it has sent more than half of the rows, and presses Retry. Returns the rows and the retry. */
	async function killAndRetry(node: NodeSketch) {
		const { site, cluster, simulator } = stageOf();
		const published = await publishWebhook(site, 'Killed', [itemsOf('body.rows'), node]);
		const rows = customers(ROWS, firstNumber);
		simulator.aiCall.configure({ latencyMs: LATENCY_MS });
		const id = await trigger(stageOf(), published, JSON.stringify({ rows }));
		await waitFor('More than half of the rows', 60_000, async () =>
			calledNumbers().length > ROWS / 2 ? true : undefined,
		);
		const [worker] = await begunBy(stageOf(), id);
		await worker?.kill();
		// If n8n noticed the end of the worker before it is back, it would keep no data of the execution to retry.
		await cluster.heal();
		await pause(SETTLE_MS);
		simulator.aiCall.configure({ latencyMs: 0 });
		expect((await endOf(stageOf(), id, STALLED_MS)).status).toBe('crashed');
		const { id: retried } = (await site.rest.call('post', `/rest/executions/${id}/retry`, {
			loadWorkflow: false,
		})) as { id: string };
		return { rows, again: await site.rest.finished(retried) };
	}

	test('Retry of an execution whose worker was killed sends what is missing, and reports the rows that were begun as unknown', async () => {
		const settings = { onError: 'continueRegularOutput' as const };
		const { rows, again } = await killAndRetry({ ...placing(), settings });
		const outcomes = again.items('Place').map(({ json }) => json);
		const numbers = new Set(calledNumbers());
		const twice = calledNumbers().length - numbers.size;
		const unknown = outcomes.filter((json) => json.error !== undefined);
		const forgotten = rows.filter(
			({ 客户手机号码: number }, index) =>
				!numbers.has(number) && outcomes[index]?.error === undefined,
		);
		print(
			`Retry after a worker was killed: ${numbers.size} of ${ROWS} rows called, ${twice} twice, ${unknown.length} named as unknown, ${forgotten.length} forgotten; it ended with ${again.status}`,
		);
		expect([outcomes.length, twice, forgotten]).toEqual([ROWS, 0, []]);
	});

	test('Row Key: if the same rows are sent again after a worker was killed, each row is called once or reported as unknown', async () => {
		const { site, cluster, simulator } = stageOf();
		const rowKey = '={{ $json.客户手机号码 }}';
		const published = await publishWebhook(site, 'Row keys', [
			itemsOf('body.rows'),
			{ ...placing({ rowKey }), settings: { onError: 'continueRegularOutput' } },
		]);
		const rows = customers(ROWS, firstNumber);
		const body = JSON.stringify({ rows });
		simulator.aiCall.configure({ latencyMs: LATENCY_MS });
		const id = await trigger(stageOf(), published, body);
		await waitFor('A fifth of the rows', 60_000, async () =>
			calledNumbers().length >= ROWS / 5 ? true : undefined,
		);
		const [worker] = await begunBy(stageOf(), id);
		await worker?.kill();
		await pause(SETTLE_MS);
		simulator.aiCall.configure({ latencyMs: 0 });
		await cluster.heal();
		const again = await endOf(stageOf(), await trigger(stageOf(), published, body));
		expect(again.status).toBe('success');
		const outcomes = again.items('Place').map(({ json }) => json);
		expect(outcomes).toHaveLength(ROWS);
		const numbers = new Set(calledNumbers());
		const isCalled = (index: number) => numbers.has(rows[index]?.客户手机号码 ?? '');
		const unknown = outcomes.filter((json) => json.error !== undefined);
		const wronglySentBefore = outcomes.filter(
			(json, index) => json.state === 'sentBefore' && !isCalled(index),
		);
		const twice = calledNumbers().length - numbers.size;
		print(
			`Row Key, a worker killed: ${numbers.size} of ${ROWS} rows called, ${twice} twice; of the others ${unknown.length} named as unknown, ${wronglySentBefore.length} said to be sent before`,
		);
		expect({ twice, wronglySentBefore }).toEqual({ twice: 0, wronglySentBefore: [] });
		expect(unknown.map(({ details }) => details)).toEqual(
			unknown.map(() => expect.objectContaining({ state: 'unknown' })),
		);
	});
}
