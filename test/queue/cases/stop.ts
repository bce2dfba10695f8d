import { setTimeout as pause } from 'node:timers/promises';

import {
	AI_CALL,
	AI_CALL_CREDENTIAL,
	customers,
	itemsOf,
	listOf,
	PLACE,
} from '../../e2e/lib/calls';
import { waitFor } from '../../e2e/lib/rest';
import { print } from '../../e2e/lib/terminal';
import { publishWebhook } from '../../e2e/lib/webhooks';
import { chain, MANUAL_TRIGGER, type NodeSketch } from '../../e2e/lib/workflows';
import { endOf, trigger, type Stage } from '../lib/stage';

const ROWS = 2000;
/** The time for each batch before Stop. Place sends one batch at a time, so a run needs some seconds. */
const LATENCY_MS = 150;
const BATCH = 50;
/** The time for each batch after Stop. In this time Stop reaches a worker, even on a busy machine. */
const SLOW_MS = 1500;
/** If no row arrives for this time, which is longer than a batch needs, no further row will arrive. */
const QUIET_MS = 4000;
/** The execution time-out. All rows together need twice this time. */
const TIMEOUT_S = 3;

/** Stop is pressed in the editor while a worker places calls. */
export function stopCases(stageOf: () => Stage): void {
	let place: NodeSketch;
	/** The number of rows that the platform had accepted before the case. */
	let acceptedBefore: number;

	beforeEach(() => {
		const { credentials, simulator } = stageOf();
		const credential = credentials[AI_CALL_CREDENTIAL];
		place = {
			name: 'Place',
			type: AI_CALL,
			parameters: { ...PLACE, options: { ...PLACE.options, concurrentRequests: 1 } },
			credentials: credential ? [credential] : [],
		};
		simulator.aiCall.configure({ latencyMs: LATENCY_MS });
		acceptedBefore = accepted();
	});

	afterEach(() => stageOf().simulator.aiCall.configure({ latencyMs: 0 }));

	const accepted = () => stageOf().simulator.aiCall.acceptedRows.length;

	const placed = () => accepted() - acceptedBefore;

	/** Presses Stop after some batches. Returns the number of rows that were accepted until then. */
	async function stopAfterSome(executionId: string): Promise<number> {
		await waitFor('Some batches', 60_000, async () => (placed() >= 4 * BATCH ? true : undefined));
		await stageOf().cluster.rest.call('post', `/rest/executions/${executionId}/stop`, {});
		return placed();
	}

	/** Waits until no more rows arrive. Returns the number of accepted rows. */
	async function finallyPlaced(): Promise<number> {
		let last = -1;
		while (last !== accepted()) {
			last = accepted();
			await pause(QUIET_MS);
		}
		return last - acceptedBefore;
	}

	test('Stop reaches the worker if main has put the execution into the queue', async () => {
		const { rest } = stageOf().cluster;
		const { id } = await rest.createWorkflow(
			chain('Stop by main', [MANUAL_TRIGGER, ...listOf(customers(ROWS, 13_100_000_000)), place]),
		);
		const placedAtStop = await stopAfterSome(await rest.start(id));
		stageOf().simulator.aiCall.configure({ latencyMs: SLOW_MS });
		const rows = await finallyPlaced();
		print(
			`Stop of an execution that main has put into the queue: ${placedAtStop} rows when Stop was pressed, ${rows} of ${ROWS} in the end`,
		);
		expect(rows).toBeLessThan(ROWS);
	});

	test('Stop does not reach the worker if a webhook processor has put the execution into the queue: n8n shows canceled, and all rows are placed', async () => {
		const stage = stageOf();
		const published = await publishWebhook(stage.site, 'Stop by processor', [
			itemsOf('body.rows'),
			place,
		]);
		const executionId = await trigger(
			stage,
			published,
			JSON.stringify({ rows: customers(ROWS, 13_200_000_000) }),
		);
		const placedAtStop = await stopAfterSome(executionId);
		// The panel of Place and docs/scaling.md describe this behavior. If n8n changes it, both must be changed.
		await waitFor(`All ${ROWS} rows`, 120_000, async () => (placed() === ROWS ? true : undefined));
		print(
			`Stop of an execution that a webhook processor has put into the queue: ${placedAtStop} rows when Stop was pressed, all ${ROWS} in the end`,
		);
	});

	test("the workflow's execution time-out reaches the worker, even if a webhook processor has put the execution into the queue", async () => {
		const stage = stageOf();
		const published = await publishWebhook(stage.site, 'Time-out', [itemsOf('body.rows'), place], {
			settings: { executionTimeout: TIMEOUT_S },
		});
		const executionId = await trigger(
			stage,
			published,
			JSON.stringify({ rows: customers(ROWS, 13_300_000_000) }),
		);
		const { status } = await endOf(stage, executionId);
		const rows = await finallyPlaced();
		print(
			`Time-out of ${TIMEOUT_S} s for an execution that a webhook processor has put into the queue: ${rows} of ${ROWS} rows; the execution ended with ${status}`,
		);
		expect(status).toBe('canceled');
		expect(rows).toBeGreaterThanOrEqual(BATCH);
		expect(rows).toBeLessThan(ROWS);
	});
}
