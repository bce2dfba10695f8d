import { setTimeout as pause } from 'node:timers/promises';

import { AI_CALL, AI_CALL_CREDENTIAL, chosen } from '../../e2e/lib/calls';
import { waitFor } from '../../e2e/lib/rest';
import { print } from '../../e2e/lib/terminal';
import { chain, MANUAL_TRIGGER } from '../../e2e/lib/workflows';
import type { PublishedWebhook } from '../../e2e/lib/webhooks';
import { OUTBOUND } from '../../engine/callPushes';
import type { AcceptedRow } from '../../simulator/aiCall/records';
import { endedExecutions } from '../lib/executions';
import type { Member } from '../lib/member';
import {
	keyedCustomers,
	publishOnce,
	publishSettle,
	type ExampleCredentials,
} from '../lib/onceExample';
import { begunBy, type Stage } from '../lib/stage';

/** 50,000 take some minutes. */
const ROWS = Number(process.env.IFLYTEK_QUEUE_ONCE_ROWS ?? 5000);
/** Two rounds of the example's loop. */
const FEW_ROWS = 600;
const LATENCY_MS = 100;
/** So that there is time to kill a worker between the first requests and the next ones, on a busy machine too. */
const SLOW_MS = 5000;
const ENDED_MS = 600_000;

type Customers = ReturnType<typeof keyedCustomers>;

interface KeptRow {
	key: string;
	state: string;
	taskDataId: string;
}

/** The examples place-once, add-rows-once and place-once-settle: rows in a table with a key. */
export function onceCases(stageOf: () => Stage): void {
	let place: PublishedWebhook & { path: string };
	let settle: PublishedWebhook;
	let customers: Customers = [];
	let nextNumber = 15_000_000_000;
	let runs = 0;

	function credentials(): ExampleCredentials {
		const { credentials: stored, postgresCredential: postgres } = stageOf();
		const iflytekAiCallApi = stored[AI_CALL_CREDENTIAL];
		if (!iflytekAiCallApi) throw new Error('The credential of the platform is missing');
		return { postgres, iflytekAiCallApi };
	}

	beforeAll(async () => {
		place = await publishOnce(stageOf().site, 'place-once', credentials());
		settle = await publishSettle(stageOf().site, credentials());
		// The first run makes the table.
		take(0);
		await post(place, 1);
		await ended(place);
	});

	function take(count: number): void {
		customers = keyedCustomers(count, nextNumber);
		nextNumber += count;
	}

	beforeEach(() => stageOf().simulator.aiCall.configure({ latencyMs: LATENCY_MS }));

	afterEach(async () => {
		stageOf().simulator.aiCall.configure({ latencyMs: 0 });
		await stageOf().cluster.heal();
	});

	/** What the platform has taken of the rows of this case. */
	function accepted(): AcceptedRow[] {
		const numbers = new Set(customers.map(({ 客户手机号码 }) => 客户手机号码));
		return stageOf().simulator.aiCall.acceptedRows.filter(({ values }) =>
			numbers.has(values[0] ?? ''),
		);
	}

	/** What the table has of them. */
	async function kept(): Promise<KeptRow[]> {
		const rows = await stageOf().cluster.postgres.query(
			'select key, state, task_data_id from iflytek_rows',
		);
		const keys = new Set(customers.map(({ 编号 }) => 编号));
		return rows
			.map((row) => row.split('|'))
			.map(([key = '', state = '', taskDataId = '']) => ({ key, state, taskDataId }))
			.filter(({ key }) => keys.has(key));
	}

	/** Posts all rows of this case to that many processors at the same moment. */
	async function post({ path }: { path: string }, processors: number): Promise<void> {
		const body = JSON.stringify({ customers });
		// A connection that was kept open may be closed by n8n at this very moment.
		const headers = { 'Content-Type': 'application/json', Connection: 'close' };
		const urls = stageOf().cluster.processors.slice(0, processors);
		const answers = await Promise.all(
			urls.map(
				async ({ url }) => await fetch(`${url}/webhook/${path}`, { method: 'POST', headers, body }),
			),
		);
		expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200));
		runs += processors;
	}

	const ended = async ({ workflowId }: { workflowId: string }) =>
		await endedExecutions(stageOf(), workflowId, runs, ENDED_MS);

	/** What an operator does after a crash: the pushes of the calls, then freeing what had none, then the same rows again. */
	async function settleAndRepeat(push: (begun: AcceptedRow[]) => Promise<void>): Promise<void> {
		const { cluster } = stageOf();
		await cluster.heal();
		const begun = new Set(
			(await kept()).filter(({ state }) => state === 'begun').map(({ key }) => key),
		);
		const called = accepted().filter(({ values }) => begun.has(values[3] ?? ''));
		await push(called);
		await waitFor('The rows that were called', 120_000, async () =>
			(await kept()).filter(({ state }) => state === 'begun').length === begun.size - called.length
				? true
				: undefined,
		);
		// A day goes by.
		await cluster.postgres.query(
			"update iflytek_rows set begun_at = begun_at - interval '25 hours'",
		);
		const listed = await cluster.rest.run(settle.workflowId, { trigger: 'Every Morning' });
		const left = listed.items('Begun and Not Ended').flatMap(({ json }) => json.key ?? []);
		expect(left).toHaveLength(begun.size - called.length);
		await cluster.rest.run(settle.workflowId, { trigger: 'Click to Free Them' });
		print(
			`Rows once: ${begun.size} were begun and had no end; the pushes settled ${called.length}, ${left.length} were freed`,
		);
		await post(place, 1);
		await ended(place);
	}

	/** Nobody twice, nobody forgotten, every row in one state, with the platform's own id. */
	async function check(what: string): Promise<void> {
		const platform = accepted();
		const table = await kept();
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

	/** The pushes of calls, sent by hand: of most rows no push is needed. */
	async function pushOf(rows: AcceptedRow[]): Promise<void> {
		const { simulator } = stageOf();
		simulator.aiCall.setUrls({ receiveCallRecord: settle.url });
		for (const { taskDataId, columns, values } of rows) {
			await simulator.aiCall.push('receiveCallRecord', {
				...OUTBOUND,
				call_uuid: `call-${taskDataId}`,
				task_data_id: taskDataId,
				task_row_head: columns,
				task_row_value: values,
			});
		}
	}

	/** The worker that runs the one execution under way. */
	async function busyWorker(): Promise<Member> {
		const [id] = await stageOf().cluster.postgres.query(
			`select id from execution_entity where "workflowId" = '${place.workflowId}' order by id desc limit 1`,
		);
		return await waitFor('The worker', 20_000, async () => (await begunBy(stageOf(), id ?? ''))[0]);
	}

	/** Connections of the example's nodes that wait for the table, by what their statement begins with. */
	const waiting = async (statement: string) =>
		await stageOf().cluster.postgres.query(
			`select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '${statement}%'`,
		);

	async function untilWaiting(statement: string): Promise<string[]> {
		return await waitFor(`A statement that waits: ${statement}`, 30_000, async () => {
			const pids = await waiting(statement);
			return pids.length > 0 ? pids : undefined;
		});
	}

	test(`examples/place-once.json: ${ROWS} rows at two workers at the same moment, a worker killed, PostgreSQL restarted: nobody twice, nobody forgotten`, async () => {
		const { cluster } = stageOf();
		take(ROWS);
		const started = performance.now();
		await post(place, 2);
		const until = async (share: number) =>
			await waitFor(`${share} of the rows`, ENDED_MS, async () =>
				accepted().length >= ROWS * share ? true : undefined,
			);
		await until(0.2);
		const both = await cluster.postgres.query('select distinct execution from iflytek_rows');
		expect(both).toHaveLength(2);
		await cluster.workers[0]?.kill();
		await until(0.4);
		await cluster.postgres.restart();
		await cluster.heal();
		await ended(place);
		print(
			`Rows once: ${accepted().length} of ${ROWS} rows by both in ${((performance.now() - started) / 1000).toFixed(1)} s`,
		);
		await settleAndRepeat(pushOf);
		await check('a worker killed, PostgreSQL restarted');
	}, 1_800_000);

	test('examples/place-once.json: a worker that is killed before its rows are begun, and one whose rows were begun without it', async () => {
		const { cluster } = stageOf();
		for (const isCarriedOut of [false, true]) {
			take(FEW_ROWS);
			const release = await cluster.postgres.hold('iflytek_rows');
			await post(place, 1);
			const [pid = ''] = await untilWaiting('WITH given');
			await (await busyWorker()).kill();
			if (!isCarriedOut) await cluster.postgres.query(`select pg_terminate_backend(${pid})`);
			await release();
			await waitFor('The statement', 20_000, async () =>
				(await waiting('WITH given')).length === 0 ? true : undefined,
			);
			expect((await kept()).length).toBe(isCarriedOut ? 500 : 0);
			expect(accepted()).toEqual([]);
			await settleAndRepeat(pushOf);
			await check(isCarriedOut ? 'killed after rows were begun' : 'killed before rows were begun');
		}
	});

	test('examples/place-once.json: a worker that is killed while its rows are sent, and one before it writes what became of them; the pushes of their calls settle them', async () => {
		const { cluster, simulator } = stageOf();
		/** All calls take place, and the platform pushes their results. */
		const calls = async () => {
			simulator.aiCall.setUrls({ receiveCallRecord: settle.url });
			simulator.aiCall.runCalls();
			await simulator.aiCall.settled(120_000);
		};
		for (const isSent of [false, true]) {
			// The calls of the cases before.
			simulator.aiCall.setUrls({});
			simulator.aiCall.runCalls();
			take(FEW_ROWS);
			simulator.aiCall.configure({ latencyMs: SLOW_MS });
			await post(place, 1);
			const worker = await busyWorker();
			// The platform takes the first five batches in SLOW_MS, and only then the others are sent.
			await waitFor('The first requests', 30_000, async () =>
				(await worker.log()).split(' started execution ').at(-1)?.includes('sending 50 rows')
					? true
					: undefined,
			);
			if (isSent) {
				const release = await cluster.postgres.hold('iflytek_rows');
				const [pid = ''] = await untilWaiting('WITH outcome');
				await worker.kill();
				await cluster.postgres.query(`select pg_terminate_backend(${pid})`);
				await release();
			} else {
				await worker.kill();
			}
			simulator.aiCall.configure({ latencyMs: LATENCY_MS });
			// What was under way has reached the platform.
			await pause(SLOW_MS);
			expect(isSent || accepted().length < 500).toBe(true);
			expect((await kept()).map(({ state }) => state)).toEqual(Array(500).fill('begun'));
			await settleAndRepeat(calls);
			await check(
				isSent ? 'killed before the outcomes were written' : 'killed while rows were sent',
			);
		}
	});

	test(`examples/add-rows-once.json: ${FEW_ROWS} rows at two workers at the same moment are in the task once`, async () => {
		const { site, cluster } = stageOf();
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
					credentials: [credentials().iflytekAiCallApi],
				},
			]),
		);
		const [task] = (await cluster.rest.run(id)).items('Create');
		const taskId = String(task?.json.task_id);
		const add = await publishOnce(site, 'add-rows-once', credentials(), { taskId });
		take(FEW_ROWS);
		runs = 0;
		await post(add, 2);
		await ended(add);
		const executions = await cluster.rest.executions(add.workflowId);
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
		expect(accepted().every((row) => row.taskId === taskId)).toBe(true);
		await check('two workers, Add Rows');
	});
}
