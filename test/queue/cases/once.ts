import { setTimeout as pause } from 'node:timers/promises';

import { AI_CALL, AI_CALL_CREDENTIAL, chosen } from '../../e2e/lib/calls';
import { waitFor } from '../../e2e/lib/rest';
import { print } from '../../e2e/lib/terminal';
import { chain, MANUAL_TRIGGER } from '../../e2e/lib/workflows';
import { OnceDesk } from '../lib/onceDesk';
import { keyedCustomers } from '../lib/onceExample';
import type { Stage } from '../lib/stage';

/** The number of rows. 50,000 rows need some minutes. */
const ROWS = Number(process.env.IFLYTEK_QUEUE_ONCE_ROWS ?? 5000);
/** The number of rows that the example handles in one round of its loop. */
const ROWS_PER_ROUND = 500;
/** The example needs two rounds for these rows. */
const FEW_ROWS = 600;
const LATENCY_MS = 100;
/** The platform answers so slowly that a worker can be killed between its first and its next requests. */
const SLOW_MS = 5000;
/** The limit of the wait until the platform has accepted a share of the rows. */
const ACCEPTED_TIMEOUT_MS = 600_000;

/** The examples place-once, add-rows-once and place-once-settle, which keep rows in a table with a key. */
export function onceCases(stageOf: () => Stage): void {
	/** The desk of the example place-once. */
	let place: OnceDesk;
	let nextNumber = 15_000_000_000;

	beforeAll(async () => {
		place = await OnceDesk.open(stageOf(), 'place-once');
	});

	/** Gives a desk new rows for a case. */
	function takeRows(desk: OnceDesk, count: number): void {
		desk.customers = keyedCustomers(count, nextNumber);
		nextNumber += count;
	}

	beforeEach(() => stageOf().simulator.aiCall.configure({ latencyMs: LATENCY_MS }));

	afterEach(async () => {
		stageOf().simulator.aiCall.configure({ latencyMs: 0 });
		await stageOf().cluster.heal();
	});

	/** What an operator does after a crash: settles the rows that were begun, and sends the same rows again. */
	async function settleAndRepeat(
		options?: Parameters<OnceDesk['settleBegunRows']>[0],
	): Promise<void> {
		await place.settleBegunRows(options);
		await place.post(1);
		await place.ended();
	}

	/** Checks that each row was called exactly once, and is in the table once with the platform's ID. */
	async function check(desk: OnceDesk, what: string): Promise<void> {
		const { customers } = desk;
		const platform = desk.accepted();
		const table = await desk.rowsInTable();
		// The fourth value of a row is its key.
		const idsByKey = new Map(platform.map(({ values, taskDataId }) => [values[3], taskDataId]));
		const twice = platform.length - idsByKey.size;
		const forgotten = customers.filter(({ 编号 }) => !idsByKey.has(编号)).length;
		print(
			`Rows once, ${what}: ${customers.length} rows, ${platform.length} accepted, ${twice} twice, ${forgotten} forgotten`,
		);
		expect({ twice, forgotten }).toEqual({ twice: 0, forgotten: 0 });
		expect(table).toHaveLength(customers.length);
		expect(
			table.filter(
				({ key, state, taskDataId }) => state !== 'accepted' || taskDataId !== idsByKey.get(key),
			),
		).toEqual([]);
	}

	test(`examples/place-once.json: if two workers send ${ROWS} rows at the same moment, a worker is killed and PostgreSQL is restarted, each row is called exactly once`, async () => {
		const { cluster } = stageOf();
		takeRows(place, ROWS);
		const started = performance.now();
		await place.post(2);
		const untilAccepted = async (share: number) =>
			await waitFor(`${share} of the rows`, ACCEPTED_TIMEOUT_MS, async () =>
				place.accepted().length >= ROWS * share ? true : undefined,
			);
		await untilAccepted(0.2);
		// Both executions have sent rows.
		const executions = await cluster.postgres.query('select distinct execution from iflytek_rows');
		expect(executions).toHaveLength(2);
		await cluster.workers[0]?.kill();
		await untilAccepted(0.4);
		await cluster.postgres.restart();
		await cluster.heal();
		await place.ended();
		print(
			`Rows once: ${place.accepted().length} of ${ROWS} rows by both in ${((performance.now() - started) / 1000).toFixed(1)} s`,
		);
		await settleAndRepeat();
		await check(place, 'a worker killed, PostgreSQL restarted');
	}, 1_800_000);

	test('examples/place-once.json: if a worker is killed while it begins its rows, each row is called exactly once, whether or not PostgreSQL carries out its statement', async () => {
		const { cluster } = stageOf();
		for (const isCarriedOut of [false, true]) {
			takeRows(place, FEW_ROWS);
			const release = await cluster.postgres.lock('iflytek_rows');
			await place.post(1);
			const [pid = ''] = await place.untilWaiting('WITH given');
			await (await place.busyWorker()).kill();
			if (!isCarriedOut) await cluster.postgres.query(`select pg_terminate_backend(${pid})`);
			await release();
			await waitFor('The statement', 20_000, async () =>
				(await place.pidsWaiting('WITH given')).length === 0 ? true : undefined,
			);
			expect((await place.rowsInTable()).length).toBe(isCarriedOut ? ROWS_PER_ROUND : 0);
			expect(place.accepted()).toEqual([]);
			await settleAndRepeat();
			await check(
				place,
				isCarriedOut ? 'killed after rows were begun' : 'killed before rows were begun',
			);
		}
	});

	test('examples/place-once.json: if a worker is killed while it sends its rows, or before it writes their outcomes, the pushes of the calls settle the rows', async () => {
		const { cluster, simulator } = stageOf();
		/** Lets all calls take place. The platform pushes their results. */
		const pushResults = async () => {
			simulator.aiCall.setUrls({ receiveCallRecord: place.settle.url });
			simulator.aiCall.runCalls();
			await simulator.aiCall.settled();
		};
		for (const hasSentAll of [false, true]) {
			// Ends the calls of earlier cases.
			simulator.aiCall.setUrls({});
			simulator.aiCall.runCalls();
			takeRows(place, FEW_ROWS);
			simulator.aiCall.configure({ latencyMs: SLOW_MS });
			await place.post(1);
			const worker = await place.busyWorker();
			// The worker sends five batches, and only sends the next ones after SLOW_MS, when the platform has answered.
			await waitFor('The first requests', 30_000, async () =>
				(await worker.log()).split(' started execution ').at(-1)?.includes('sending 50 rows')
					? true
					: undefined,
			);
			if (hasSentAll) {
				const release = await cluster.postgres.lock('iflytek_rows');
				const [pid = ''] = await place.untilWaiting('WITH outcome');
				await worker.kill();
				await cluster.postgres.query(`select pg_terminate_backend(${pid})`);
				await release();
			} else {
				await worker.kill();
			}
			simulator.aiCall.configure({ latencyMs: LATENCY_MS });
			// After this time the platform has carried out the requests that were under way.
			await pause(SLOW_MS);
			expect(hasSentAll || place.accepted().length < ROWS_PER_ROUND).toBe(true);
			expect((await place.rowsInTable()).map(({ state }) => state)).toEqual(
				Array(ROWS_PER_ROUND).fill('begun'),
			);
			await settleAndRepeat({ push: pushResults });
			await check(
				place,
				hasSentAll ? 'killed before the outcomes were written' : 'killed while rows were sent',
			);
		}
	});

	test(`examples/add-rows-once.json: ${FEW_ROWS} rows that two workers send at the same moment are in the task once`, async () => {
		const { cluster, credentials } = stageOf();
		const credential = credentials[AI_CALL_CREDENTIAL];
		const { id } = await cluster.rest.createWorkflow(
			chain('A task', [
				MANUAL_TRIGGER,
				{
					name: 'Create',
					type: AI_CALL,
					parameters: {
						resource: 'task',
						operation: 'create',
						runMode: 'real',
						taskName: 'Once',
						robotId: chosen('5207'),
						lineNum: chosen('055168204601'),
					},
					credentials: credential ? [credential] : [],
				},
			]),
		);
		const [task] = (await cluster.rest.run(id)).items('Create');
		const taskId = String(task?.json.task_id);
		const add = await OnceDesk.open(stageOf(), 'add-rows-once', { settings: { taskId } });
		takeRows(add, FEW_ROWS);
		await add.post(2);
		await add.ended();
		const executions = await cluster.rest.executions(add.example.workflowId);
		const results = await Promise.all(
			executions.map(async (execution) => await cluster.rest.execution(execution.id)),
		);
		const acceptedCounts = results.flatMap((execution) =>
			execution.items('Result').map(({ json }) => json.accepted),
		);
		expect(acceptedCounts.map(Number).reduce((sum, count) => sum + count, 0)).toBe(FEW_ROWS);
		const totalsInTask = results.flatMap((execution) =>
			execution.items('Count in the Task').map(({ json }) => json.total),
		);
		expect(Math.max(...totalsInTask.map(Number))).toBe(FEW_ROWS);
		expect(add.accepted().every((row) => row.taskId === taskId)).toBe(true);
		await check(add, 'two workers, Add Rows');
	});
}
