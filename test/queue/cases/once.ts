import { setTimeout as pause } from 'node:timers/promises';

import { AI_CALL, AI_CALL_CREDENTIAL, chosen } from '../../e2e/lib/calls';
import { waitFor } from '../../e2e/lib/rest';
import { print } from '../../e2e/lib/terminal';
import { chain, MANUAL_TRIGGER } from '../../e2e/lib/workflows';
import { OnceDesk } from '../lib/onceDesk';
import { keyedCustomers } from '../lib/onceExample';
import type { Stage } from '../lib/stage';

/** 50,000 rows take some minutes. */
const ROWS = Number(process.env.IFLYTEK_QUEUE_ONCE_ROWS ?? 5000);
/** Two rounds of the example's loop. */
const FEW_ROWS = 600;
const LATENCY_MS = 100;
/** Slow enough to kill a worker between the first requests and the next ones, even on a busy machine. */
const SLOW_MS = 5000;
const ENDED_MS = 600_000;

/** The examples place-once, add-rows-once and place-once-settle: rows in a table with a key. */
export function onceCases(stageOf: () => Stage): void {
	let place: OnceDesk;
	let nextNumber = 15_000_000_000;

	beforeAll(async () => {
		place = await OnceDesk.open(stageOf(), 'place-once');
	});

	function take(desk: OnceDesk, count: number): void {
		desk.customers = keyedCustomers(count, nextNumber);
		nextNumber += count;
	}

	beforeEach(() => stageOf().simulator.aiCall.configure({ latencyMs: LATENCY_MS }));

	afterEach(async () => {
		stageOf().simulator.aiCall.configure({ latencyMs: 0 });
		await stageOf().cluster.heal();
	});

	/** After a crash: rows that were begun are settled, and the same rows are sent again. */
	async function settleAndRepeat(how?: Parameters<OnceDesk['settleBegun']>[0]): Promise<void> {
		await place.settleBegun(how);
		await place.post(1);
		await place.ended();
	}

	/** Nobody is called twice, nobody is forgotten, and every row has one state, with the platform's own ID. */
	async function check(desk: OnceDesk, what: string): Promise<void> {
		const { customers } = desk;
		const platform = desk.accepted();
		const table = await desk.kept();
		const ids = new Map(platform.map(({ values, taskDataId }) => [values[3], taskDataId]));
		const twice = platform.length - ids.size;
		const forgotten = customers.filter(({ 编号 }) => !ids.has(编号)).length;
		print(
			`Rows once, ${what}: ${customers.length} rows, ${platform.length} accepted, ${twice} twice, ${forgotten} forgotten`,
		);
		expect({ twice, forgotten }).toEqual({ twice: 0, forgotten: 0 });
		expect(table).toHaveLength(customers.length);
		expect(
			table.filter(
				({ key, state, taskDataId }) => state !== 'accepted' || taskDataId !== ids.get(key),
			),
		).toEqual([]);
	}

	test(`examples/place-once.json: ${ROWS} rows at two workers at the same moment, a worker killed, PostgreSQL restarted: nobody twice, nobody forgotten`, async () => {
		const { cluster } = stageOf();
		take(place, ROWS);
		const started = performance.now();
		await place.post(2);
		const until = async (share: number) =>
			await waitFor(`${share} of the rows`, ENDED_MS, async () =>
				place.accepted().length >= ROWS * share ? true : undefined,
			);
		await until(0.2);
		const both = await cluster.postgres.query('select distinct execution from iflytek_rows');
		expect(both).toHaveLength(2);
		await cluster.workers[0]?.kill();
		await until(0.4);
		await cluster.postgres.restart();
		await cluster.heal();
		await place.ended();
		print(
			`Rows once: ${place.accepted().length} of ${ROWS} rows by both in ${((performance.now() - started) / 1000).toFixed(1)} s`,
		);
		await settleAndRepeat();
		await check(place, 'a worker killed, PostgreSQL restarted');
	}, 1_800_000);

	test('examples/place-once.json: a worker that is killed before it has begun its rows, and one whose rows another has begun', async () => {
		const { cluster } = stageOf();
		for (const isCarriedOut of [false, true]) {
			take(place, FEW_ROWS);
			const release = await cluster.postgres.hold('iflytek_rows');
			await place.post(1);
			const [pid = ''] = await place.untilWaiting('WITH given');
			await (await place.busyWorker()).kill();
			if (!isCarriedOut) await cluster.postgres.query(`select pg_terminate_backend(${pid})`);
			await release();
			await waitFor('The statement', 20_000, async () =>
				(await place.waiting('WITH given')).length === 0 ? true : undefined,
			);
			expect((await place.kept()).length).toBe(isCarriedOut ? 500 : 0);
			expect(place.accepted()).toEqual([]);
			await settleAndRepeat();
			await check(
				place,
				isCarriedOut ? 'killed after rows were begun' : 'killed before rows were begun',
			);
		}
	});

	test('examples/place-once.json: a worker that is killed while it sends its rows, and one before it writes their outcomes; the pushes of the calls settle both', async () => {
		const { cluster, simulator } = stageOf();
		/** All calls take place, and the platform pushes their results. */
		const calls = async () => {
			simulator.aiCall.setUrls({ receiveCallRecord: place.settle.url });
			simulator.aiCall.runCalls();
			await simulator.aiCall.settled();
		};
		for (const isSent of [false, true]) {
			// Calls of earlier cases.
			simulator.aiCall.setUrls({});
			simulator.aiCall.runCalls();
			take(place, FEW_ROWS);
			simulator.aiCall.configure({ latencyMs: SLOW_MS });
			await place.post(1);
			const worker = await place.busyWorker();
			// The platform accepts the first five batches within SLOW_MS, and only then the others are sent.
			await waitFor('The first requests', 30_000, async () =>
				(await worker.log()).split(' started execution ').at(-1)?.includes('sending 50 rows')
					? true
					: undefined,
			);
			if (isSent) {
				const release = await cluster.postgres.hold('iflytek_rows');
				const [pid = ''] = await place.untilWaiting('WITH outcome');
				await worker.kill();
				await cluster.postgres.query(`select pg_terminate_backend(${pid})`);
				await release();
			} else {
				await worker.kill();
			}
			simulator.aiCall.configure({ latencyMs: LATENCY_MS });
			// The requests under way have reached the platform.
			await pause(SLOW_MS);
			expect(isSent || place.accepted().length < 500).toBe(true);
			expect((await place.kept()).map(({ state }) => state)).toEqual(Array(500).fill('begun'));
			await settleAndRepeat({ push: calls });
			await check(
				place,
				isSent ? 'killed before the outcomes were written' : 'killed while rows were sent',
			);
		}
	});

	test(`examples/add-rows-once.json: ${FEW_ROWS} rows at two workers at the same moment are in the task once`, async () => {
		const { cluster } = stageOf();
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
						voiceCode: chosen(''),
					},
					credentials: [stageOf().credentials[AI_CALL_CREDENTIAL]].flatMap(
						(stored) => stored ?? [],
					),
				},
			]),
		);
		const [task] = (await cluster.rest.run(id)).items('Create');
		const taskId = String(task?.json.task_id);
		const add = await OnceDesk.open(stageOf(), 'add-rows-once', { settings: { taskId } });
		take(add, FEW_ROWS);
		await add.post(2);
		await add.ended();
		const executions = await cluster.rest.executions(add.example.workflowId);
		const results = await Promise.all(
			executions.map(async (execution) => await cluster.rest.execution(execution.id)),
		);
		const counts = results.flatMap((execution) =>
			execution.items('Result').map(({ json }) => json.accepted),
		);
		expect(counts.map(Number).reduce((sum, count) => sum + count, 0)).toBe(FEW_ROWS);
		const inTask = results.flatMap((execution) =>
			execution.items('Count in the Task').map(({ json }) => json.total),
		);
		expect(Math.max(...inTask.map(Number))).toBe(FEW_ROWS);
		expect(add.accepted().every((row) => row.taskId === taskId)).toBe(true);
		await check(add, 'two workers, Add Rows');
	});
}
