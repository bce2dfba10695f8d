import { AI_CALL_CREDENTIAL } from '../../e2e/lib/calls';
import { waitFor } from '../../e2e/lib/rest';
import { print } from '../../e2e/lib/terminal';
import type { PublishedWebhook } from '../../e2e/lib/webhooks';
import { OUTBOUND } from '../../engine/callPushes';
import type { AcceptedRow } from '../../simulator/aiCall/records';
import { endedExecutions, type StoredExecution } from './executions';
import type { Member } from './member';
import {
	publishOnce,
	publishSettle,
	type ExampleChanges,
	type ExampleCredentials,
	type keyedCustomers,
} from './onceExample';
import { begunBy, type Stage } from './stage';

type Customers = ReturnType<typeof keyedCustomers>;

/** A row in the table of the examples. */
export interface TableRow {
	key: string;
	state: string;
	reason: string;
	taskDataId: string;
}

const ENDED_MS = 600_000;
const PUSHED_AT_ONCE = 10;

/** Publishes place-once or add-rows-once together with place-once-settle, and does with them what the tests need. */
export class OnceDesk {
	/** The rows of the running case. */
	customers: Customers = [];
	/** The number of executions that the posts have started. */
	private executionCount = 0;

	private constructor(
		private readonly stage: Stage,
		readonly example: PublishedWebhook & { path: string },
		readonly settle: PublishedWebhook,
	) {}

	/** Publishes an example together with place-once-settle. Runs the example once without rows, which creates the tables. */
	static async open(
		stage: Stage,
		name: 'place-once' | 'add-rows-once',
		changes: ExampleChanges = {},
	): Promise<OnceDesk> {
		const { credentials: stored, postgresCredential: postgres, site } = stage;
		const iflytekAiCallApi = stored[AI_CALL_CREDENTIAL];
		if (!iflytekAiCallApi) throw new Error('The credential of the platform is missing');
		const credentials: ExampleCredentials = { postgres, iflytekAiCallApi };
		const example = await publishOnce(site, name, credentials, changes);
		const desk = new OnceDesk(stage, example, await publishSettle(site, credentials));
		await desk.post(1);
		await desk.ended();
		return desk;
	}

	/** The rows of this case that the platform has accepted. */
	accepted(): AcceptedRow[] {
		const keys = new Set(this.customers.map(({ 编号 }) => 编号));
		return this.stage.simulator.aiCall.acceptedRows.filter(({ values }) =>
			keys.has(values[3] ?? ''),
		);
	}

	/** The rows of this case in the table. */
	async rowsInTable(): Promise<TableRow[]> {
		const rows = await this.stage.cluster.postgres.query(
			'select key, state, reason, task_data_id from iflytek_rows',
		);
		const keys = new Set(this.customers.map(({ 编号 }) => 编号));
		return rows
			.map((row) => row.split('|'))
			.map(([key = '', state = '', reason = '', taskDataId = '']) => ({
				key,
				state,
				reason,
				taskDataId,
			}))
			.filter(({ key }) => keys.has(key));
	}

	/** Posts the same rows to this many processors at the same moment. */
	async post(processors: number, customers = this.customers): Promise<void> {
		const bodies = Array.from({ length: processors }, () => customers);
		await this.postEach(bodies);
	}

	/** Posts each list of rows to its own processor, at the same moment. */
	async postEach(lists: readonly Customers[]): Promise<void> {
		// No connection is kept, because n8n may close a kept connection while a request is sent.
		const headers = { 'Content-Type': 'application/json', Connection: 'close' };
		const { processors } = this.stage.cluster;
		const answers = await Promise.all(
			lists.map(async (customers, index) => {
				const url = `${processors[index]?.url}/webhook/${this.example.path}`;
				return await fetch(url, { method: 'POST', headers, body: JSON.stringify({ customers }) });
			}),
		);
		expect(answers.map(({ status }) => status)).toEqual(lists.map(() => 200));
		this.executionCount += lists.length;
	}

	/** Waits until all executions have ended, including those whose worker was killed. */
	async ended(): Promise<StoredExecution[]> {
		return await endedExecutions(
			this.stage,
			this.example.workflowId,
			this.executionCount,
			ENDED_MS,
		);
	}

	/**
	 * Does what happens after a crash. The platform pushes the results of the calls that were placed. A day later, the
	 * operator frees the rows that are still begun.
	 * @param push sends the pushes for the begun rows that were called
	 * @param passDay lets a day or a little more pass
	 */
	async settleBegunRows({
		push = async (called: AcceptedRow[]) => await this.pushResults(called),
		passDay = async () => await this.passDays(25 / 24),
	} = {}): Promise<void> {
		const { cluster } = this.stage;
		await cluster.heal();
		const begunKeys = new Set(
			(await this.rowsInTable()).filter(({ state }) => state === 'begun').map(({ key }) => key),
		);
		const called = this.accepted().filter(({ values }) => begunKeys.has(values[3] ?? ''));
		await push(called);
		await waitFor('The rows that were called', 120_000, async () =>
			(await this.rowsInTable()).filter(({ state }) => state === 'begun').length ===
			begunKeys.size - called.length
				? true
				: undefined,
		);
		await passDay();
		const listed = await cluster.rest.run(this.settle.workflowId, { trigger: 'Every Morning' });
		const freed = listed.items('Begun and Not Ended').flatMap(({ json }) => json.key ?? []);
		expect(freed).toHaveLength(begunKeys.size - called.length);
		await cluster.rest.run(this.settle.workflowId, { trigger: 'Click to Free Them' });
		print(
			`Rows once: ${begunKeys.size} rows were begun and had no outcome; the pushes settled ${called.length}, ${freed.length} were freed`,
		);
	}

	/** Makes the rows in the table older by this many days. */
	async passDays(days: number): Promise<void> {
		await this.stage.cluster.postgres.query(
			`update iflytek_rows set begun_at = begun_at - ${days} * interval '1 day'`,
		);
	}

	/** Pushes results of calls for these rows. The platform's calls do not take place, because they would push results for all rows. */
	async pushResults(rows: AcceptedRow[]): Promise<void> {
		const { simulator } = this.stage;
		simulator.aiCall.setUrls({ receiveCallRecord: this.settle.url });
		for (let first = 0; first < rows.length; first += PUSHED_AT_ONCE)
			await Promise.all(
				rows.slice(first, first + PUSHED_AT_ONCE).map(
					async ({ taskDataId, columns, values }) =>
						await simulator.aiCall.push('receiveCallRecord', {
							...OUTBOUND,
							call_uuid: `call-${taskDataId}`,
							task_data_id: taskDataId,
							task_row_head: columns,
							task_row_value: values,
						}),
				),
			);
	}

	/** Waits until a row is begun, and returns the worker of the row that was begun last. */
	async sendingWorker(): Promise<Member> {
		return await waitFor('A worker that sends', 120_000, async () => {
			const [id] = await this.stage.cluster.postgres.query(
				"select execution from iflytek_rows where state = 'begun' order by begun_at desc limit 1",
			);
			return id === undefined ? undefined : (await begunBy(this.stage, id))[0];
		});
	}

	/** The worker that runs the execution that began last. */
	async busyWorker(): Promise<Member> {
		const [id] = await this.stage.cluster.postgres.query(
			`select id from execution_entity where "workflowId" = '${this.example.workflowId}' order by id desc limit 1`,
		);
		return await waitFor(
			'The worker',
			20_000,
			async () => (await begunBy(this.stage, id ?? ''))[0],
		);
	}

	/** The process IDs of connections whose statement contains this text and waits for a lock. */
	async pidsWaiting(statement: string): Promise<string[]> {
		return await this.stage.cluster.postgres.query(
			`select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%${statement}%'`,
		);
	}

	/** Waits until this many connections wait for a lock with such a statement. Returns their process IDs. */
	async untilWaiting(statement: string, count = 1): Promise<string[]> {
		return await waitFor(`${count} statements that wait: ${statement}`, 30_000, async () => {
			const pids = await this.pidsWaiting(statement);
			return pids.length >= count ? pids : undefined;
		});
	}
}
