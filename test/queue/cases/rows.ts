import { setTimeout as pause } from 'node:timers/promises';

import { AI_CALL, AI_CALL_CREDENTIAL, customers, itemsOf, PLACE } from '../../e2e/lib/calls';
import { waitFor, type Execution } from '../../e2e/lib/rest';
import { print } from '../../e2e/lib/terminal';
import { storeTrigger } from '../../e2e/lib/triggers';
import { publishWebhook, type PublishedWebhook } from '../../e2e/lib/webhooks';
import type { NodeSketch } from '../../e2e/lib/workflows';
import type { AcceptedRow } from '../../simulator/aiCall/records';
import { endedExecutions } from '../lib/executions';
import type { Member } from '../lib/member';
import { begunBy, endOf, trigger, type Stage } from '../lib/stage';
import { asSubWorkflow } from '../lib/subWorkflow';

const ROWS = Number(process.env.IFLYTEK_QUEUE_ROWS ?? 5000);
/** The platform answers so slowly that a run needs some seconds. */
const LATENCY_MS = 250;
/** The platform answers so slowly that a run needs more time than the start of a worker. */
const SLOW_MS = 10_000;
/** n8n notices within this time that a worker has ended. */
const STALLED_MS = 90_000;
/** The requests of an ended worker arrive within this time. */
const SETTLE_MS = 3000;
/** The results of the calls of a killed worker arrive within this time. */
const RESULTS_MS = 180_000;

/** What the cases have in common: workflows with Place, and how the rows of a case are begun and checked. */
function useRows(stageOf: () => Stage) {
	let published: PublishedWebhook;
	/** A workflow that calls Place in a sub-workflow. */
	let publishedWithSub: PublishedWebhook;
	/** The number of rows that the platform had accepted before the case. */
	let acceptedBefore: number;
	let firstNumber = 13_000_000_000;

	const accepted = (): readonly AcceptedRow[] =>
		stageOf().simulator.aiCall.acceptedRows.slice(acceptedBefore);

	beforeAll(async () => {
		const stage = stageOf();
		const credential = stage.credentials[AI_CALL_CREDENTIAL];
		const place: NodeSketch = {
			name: 'Place',
			type: AI_CALL,
			parameters: PLACE,
			credentials: credential ? [credential] : [],
		};
		published = await publishWebhook(stage.site, 'Rows', [itemsOf('body.rows'), place]);
		const subWorkflow = await asSubWorkflow(stage.cluster.rest, [place]);
		publishedWithSub = await publishWebhook(stage.site, 'Rows below', [
			itemsOf('body.rows'),
			subWorkflow,
		]);
	});

	beforeEach(() => {
		stageOf().simulator.aiCall.configure({ latencyMs: LATENCY_MS });
		acceptedBefore = stageOf().simulator.aiCall.acceptedRows.length;
		firstNumber += ROWS;
	});

	afterEach(async () => {
		stageOf().simulator.aiCall.configure({ latencyMs: 0 });
		await stageOf().cluster.heal();
	});

	/** Starts to place the rows, and waits until a fifth of them is accepted. */
	async function beginRows(): Promise<{ id: string; worker: Member }> {
		const id = await trigger(
			stageOf(),
			published,
			JSON.stringify({ rows: customers(ROWS, firstNumber) }),
		);
		await waitFor('A fifth of the rows', 60_000, async () =>
			accepted().length >= ROWS / 5 ? true : undefined,
		);
		const [worker] = await begunBy(stageOf(), id);
		if (!worker) throw new Error(`No worker has begun execution ${id}`);
		return { id, worker };
	}

	/** Checks that no number was called twice. Returns the accepted rows whose IDs are in no log and no output of n8n. */
	async function check(what: string, execution: Execution): Promise<readonly AcceptedRow[]> {
		const rows = accepted();
		const numbers = rows.map(({ values }) => values[0]);
		const logged = (await stageOf().cluster.logs()).match(/\d+/g);
		const known = new Set([
			...(logged ?? []),
			...execution.items('Place').map(({ json }) => String(json.task_data_id)),
		]);
		const lost = rows.filter(({ taskDataId }) => !known.has(taskDataId));
		const doubled = numbers.length - new Set(numbers).size;
		print(
			`Rows, ${what}: ${rows.length} of ${ROWS} accepted, ${doubled} called twice, ${lost.length} IDs in no log and no output; the execution ended with ${execution.status}`,
		);
		expect(doubled).toBe(0);
		return lost;
	}

	/** Lets all calls take place. Returns the IDs of the rows in the results that the trigger gets. */
	async function idsOfResults(): Promise<Set<string>> {
		const { cluster, simulator } = stageOf();
		const { workflowId, url } = await storeTrigger(
			cluster.rest,
			{ kind: 'call', parameters: { callRecords: 'outbound' } },
			{ webhookUrl: cluster.balancer.url },
		);
		simulator.aiCall.setUrls({ receiveCallRecord: url });
		const first = simulator.aiCall.pushes.length;
		simulator.aiCall.runCalls();
		await simulator.aiCall.settled();
		const pushes = simulator.aiCall.pushes
			.slice(first)
			.filter(({ body }) => body.includes('task_row_index'));
		expect(pushes.every(({ state }) => state === 'delivered')).toBe(true);
		await endedExecutions(stageOf(), workflowId, pushes.length, RESULTS_MS);
		const data = await cluster.postgres.query(
			`select d.data from execution_entity e join execution_data d on d."executionId" = e.id where e."workflowId" = '${workflowId}'`,
		);
		return new Set(data.flatMap((text) => text.match(/\d{15,}/g) ?? []));
	}

	/** The largest number of requests that were under way at the same time, from the platform's records. */
	function mostRequestsAtOnce(): number {
		const times = stageOf()
			.simulator.aiCall.requests.filter(({ endpoint }) => endpoint === 'callout')
			.slice(-Math.ceil(ROWS / 50))
			.map(({ at }) => at);
		return Math.max(
			...times.map((at) => times.filter((other) => other > at - LATENCY_MS && other <= at).length),
		);
	}

	/** Waits until the platform gets no more rows. */
	async function noMoreRows(): Promise<void> {
		let last = -1;
		while (last !== accepted().length) {
			last = accepted().length;
			await pause(SETTLE_MS);
		}
	}

	return {
		published: () => published,
		publishedWithSub: () => publishedWithSub,
		/** The first phone number of the case's rows. */
		firstNumber: () => firstNumber,
		accepted,
		beginRows,
		check,
		idsOfResults,
		mostRequestsAtOnce,
		noMoreRows,
	};
}

/** A worker is killed while Place sends rows. */
export function killedRowsCase(stageOf: () => Stage): void {
	const { beginRows, check, idsOfResults, mostRequestsAtOnce } = useRows(stageOf);

	test('if a worker is killed, no row is called twice, and the ID of each accepted row is in the log or in its result', async () => {
		const { simulator } = stageOf();
		// Ends the calls of earlier cases.
		simulator.aiCall.setUrls({});
		simulator.aiCall.runCalls();
		const { id, worker } = await beginRows();
		await worker.kill();
		const execution = await endOf(stageOf(), id, STALLED_MS);
		await pause(SETTLE_MS);
		expect(execution.status).not.toBe('success');
		const lost = await check('SIGKILL', execution);
		// Only rows of requests that were under way are lost, because nobody receives the answers.
		expect(new Set(lost.map(({ request }) => request)).size).toBeLessThanOrEqual(
			mostRequestsAtOnce(),
		);
		const idsInResults = await idsOfResults();
		const nowhere = lost.filter(({ taskDataId }) => !idsInResults.has(taskDataId));
		print(
			`Rows, SIGKILL: the results of the calls contained ${lost.length - nowhere.length} of the ${lost.length} lost IDs`,
		);
		expect(nowhere).toEqual([]);
	});
}

/** A worker is ended, or Redis is restarted, while Place sends rows. */
export function rowsCases(stageOf: () => Stage): void {
	const { published, publishedWithSub, firstNumber, accepted, beginRows, check, noMoreRows } =
		useRows(stageOf);

	test('a worker that gets SIGTERM finishes its rows, or logs the accepted rows', async () => {
		const { id, worker } = await beginRows();
		await worker.stop(60_000);
		expect(await check('SIGTERM', await endOf(stageOf(), id, STALLED_MS))).toEqual([]);
	});

	test.each([
		['Place', published],
		['Place in a sub-workflow', publishedWithSub],
	])(
		'%s: if Redis loses its last changes and an execution is begun twice, no row is called twice',
		async (what, workflow) => {
			const { cluster } = stageOf();
			const [first, second] = cluster.workers;
			if (!first || !second) throw new Error('Two workers are needed');
			await Promise.all(cluster.workers.map(async (worker) => await worker.stop()));
			const id = await trigger(
				stageOf(),
				workflow(),
				JSON.stringify({ rows: customers(ROWS, firstNumber()) }),
			);
			// Redis will come back with this state, in which the execution still waits for a worker.
			await cluster.redis.command('SAVE');
			await first.start();
			await waitFor('A fifth of the rows', 60_000, async () =>
				accepted().length >= ROWS / 5 ? true : undefined,
			);
			// Now the platform is so slow that the first worker still runs the execution when a worker begins it again.
			stageOf().simulator.aiCall.configure({ latencyMs: SLOW_MS });
			await second.start();
			await cluster.redis.kill();
			await pause(2000);
			await cluster.redis.start();
			await waitFor('The execution is begun again', 60_000, async () =>
				(await begunBy(stageOf(), id)).length > 1 ? true : undefined,
			);
			stageOf().simulator.aiCall.configure({ latencyMs: LATENCY_MS });
			const execution = await endOf(stageOf(), id, STALLED_MS);
			await noMoreRows();
			print(
				`Rows, Redis without saving, ${what}: begun by ${(await begunBy(stageOf(), id)).map(({ name }) => name).join(', then by ')}`,
			);
			expect(
				await check('Redis without saving', await cluster.rest.execution(execution.id)),
			).toEqual([]);
		},
	);
}
