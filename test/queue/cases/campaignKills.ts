import { setTimeout as pause } from 'node:timers/promises';

import { AI_CALL, AI_CALL_CREDENTIAL, customers, itemsOf, PLACE } from '../../e2e/lib/calls';
import { waitFor, type Execution } from '../../e2e/lib/rest';
import { print } from '../../e2e/lib/terminal';
import { publishWebhook } from '../../e2e/lib/webhooks';
import type { NodeSketch } from '../../e2e/lib/workflows';
import type { Endpoint } from '../../simulator/aiCall/endpointList';
import { begunBy, endOf, trigger, type Stage } from '../lib/stage';

const ROWS = 300;
/** The platform takes this many rows with a request. */
const BATCH = 50;
/** The requests of a killed worker have ended within this time. */
const SETTLE_MS = 1000;
/** n8n notices within this time that a worker has ended; a second start of an execution waits for 45 s. */
const END_MS = 120_000;

/**
 * Where a worker is killed: while the platform holds a request, which it has carried out (`after`) or not (`before`).
 * `number` is the request's place among those of its endpoint in the execution.
 */
interface Step {
	name: string;
	endpoint: Endpoint;
	number: number;
	when: 'before' | 'after';
}

const atStep = (name: string, endpoint: Endpoint, number: number, whens: Step['when'][]) =>
	whens.map((when) => ({ name, endpoint, number, when }));

/** The steps of a run, and after them a request of the next node. One worker runs that many executions at the same time. */
const STEPS: Step[] = [
	...atStep('task created', 'taskCreate', 1, ['before', 'after']),
	...atStep('first rows', 'taskInsert', 1, ['after']),
	...atStep('rows in the middle', 'taskInsert', 4, ['before', 'after']),
	...atStep('last rows', 'taskInsert', ROWS / BATCH, ['before', 'after']),
	...atStep('started', 'taskStart', 1, ['before', 'after']),
	...atStep('next node', 'configQuery', 2, ['before']),
];

/** An execution that has come to its step. */
interface Held {
	step: Step;
	taskName: string;
	executionId: string;
}

/** Run Campaign, if its worker is killed at each of its steps. */
export function campaignKillsCases(stageOf: () => Stage): void {
	let firstNumber = 14_000_000_000;
	let campaigns = 0;
	const KEYS = { skipCustomers: 'sentKey', rowKey: '={{ $json.客户手机号码 }}' };

	afterEach(async () => {
		stageOf().simulator.aiCall.clearFaults();
		await stageOf().cluster.heal();
	});

	/** Run Campaign, and a node after it that asks the platform for something else. */
	function nodes(taskName: string, parameters: object): NodeSketch[] {
		const credential = stageOf().credentials[AI_CALL_CREDENTIAL];
		const credentials = credential ? [credential] : [];
		const { columns, robotId, lineNum, options } = PLACE;
		const run = { resource: 'task', operation: 'run', runMode: 'real', taskName, robotId, lineNum };
		// A request is held for longer than the default time-out.
		const slow = { concurrentRequests: 1, timeout: 600 };
		return [
			itemsOf('body.rows'),
			{
				name: 'Run',
				type: AI_CALL,
				parameters: { ...run, columns, options: { ...options, ...slow }, ...parameters },
				credentials,
			},
			{
				name: 'Next',
				type: AI_CALL,
				parameters: { resource: 'configuration', operation: 'get', options: { timeout: 600 } },
				credentials,
				settings: { executeOnce: true },
			},
		];
	}

	/** Starts an execution, and returns when the platform holds the request of this step. */
	async function runUntil(step: Step, parameters: object): Promise<Held> {
		const { aiCall } = stageOf().simulator;
		const taskName = `Killed ${++campaigns}`;
		const published = await publishWebhook(stageOf().site, taskName, nodes(taskName, parameters));
		const rows = customers(ROWS, (firstNumber += ROWS));
		// An answer that is 0 ms late is a usual one. This fault counts the requests before the one that is held.
		if (step.number > 1) aiCall.failNext(step.endpoint, { kind: 'late', ms: 0 }, step.number - 1);
		aiCall.failNext(step.endpoint, { kind: 'stall', when: step.when });
		const before = aiCall.requests.length;
		const executionId = await trigger(stageOf(), published, JSON.stringify({ rows }));
		await waitFor(`${taskName}: ${step.name}`, 60_000, async () =>
			aiCall.requests
				.slice(before)
				.some(({ fault, carriedOut }) => fault?.kind === 'stall' && carriedOut === isDone(step))
				? true
				: undefined,
		);
		return { step, taskName, executionId };
	}

	const isDone = ({ when }: Step) => when === 'after';

	/** Checks the tasks of a campaign, and returns a line for the log. */
	function check({ step, taskName }: Held, { status, error }: Execution, what: string) {
		const { aiCall } = stageOf().simulator;
		const all = aiCall.tasks.filter((task) => task.taskName === taskName);
		// After a lost answer to its creation an empty task may stay, which calls nobody.
		const left = all.filter(({ deleted, rows }) => !deleted && rows > 0);
		const inTasks = aiCall.acceptedRows
			.filter((row) => left.some(({ taskId }) => taskId === row.taskId))
			.map(({ values }) => values[0]);
		const startsOf = (taskId: string) =>
			aiCall.requests.filter(
				({ endpoint, carriedOut, code, body }) =>
					endpoint === 'taskStart' && carriedOut && code === 0 && body.includes(taskId),
			).length;
		const counts = {
			tasks: left.length,
			twice: inTasks.length - new Set(inTasks).size,
			forgotten: ROWS - new Set(inTasks).size,
			started: all.reduce((sum, { taskId }) => sum + startsOf(taskId), 0),
		};
		const { tasks, twice, forgotten, started } = counts;
		const end = error ? `${status}: ${error.message}` : status;
		print(
			`Campaign, ${what}, killed ${step.when} ${step.name}: ${tasks} task (${all.length - tasks} deleted or empty), ${twice} rows twice, ${forgotten} forgotten, started ${started} times; ${end}`,
		);
		return { step: `${step.when} ${step.name}`, status: end, ...counts };
	}

	/** Lets one worker run an execution up to each step, and kills it. */
	async function killAtEachStep(parameters: object): Promise<Held[]> {
		const [first, second] = stageOf().cluster.workers;
		await second?.stop();
		const held: Held[] = [];
		for (const step of STEPS) held.push(await runUntil(step, parameters));
		await first?.kill();
		await pause(SETTLE_MS);
		return held;
	}

	/** One task that has each row once, and was started once. */
	const complete = ({ step }: Held) => ({
		step: `${step.when} ${step.name}`,
		status: 'success',
		tasks: 1,
		twice: 0,
		forgotten: 0,
		started: 1,
	});

	test.each([
		['without Row Key', {}],
		['with Row Key', KEYS],
	])(
		'%s: if the worker is killed at any step, Retry ends with one task that has each row once and was started once',
		async (what, parameters) => {
			const { site, cluster } = stageOf();
			const held = await killAtEachStep(parameters);
			// The worker tells n8n which executions it ran, so that they can be retried.
			await cluster.workers[0]?.start();
			const checked = held.map(async (one) => {
				expect((await endOf(stageOf(), one.executionId, END_MS)).status).toBe('crashed');
				const { id: retried } = (await site.rest.call(
					'post',
					`/rest/executions/${one.executionId}/retry`,
					{ loadWorkflow: false },
				)) as { id: string };
				return check(one, await endOf(stageOf(), retried, END_MS), `${what}, Retry`);
			});
			expect(await Promise.all(checked)).toEqual(held.map(complete));
		},
	);

	test('if the worker is killed at any step, and Redis has the execution as one that waits for a worker, its second start ends with one task that has each row once and was started once, and says so if the first had started it', async () => {
		const { cluster } = stageOf();
		const [first, second] = cluster.workers;
		const held = await killAtEachStep({});
		const ids = (await cluster.redis.command('LRANGE', 'bull:jobs:active', '0', '-1')).split('\n');
		expect(ids).toHaveLength(held.length);
		// Redis has this if it comes back with the data of the moment before a worker took the executions.
		await cluster.redis.command('DEL', ...ids.map((id) => `bull:jobs:${id}:lock`));
		await cluster.redis.command('RENAME', 'bull:jobs:active', 'bull:jobs:wait');
		await second?.start();
		const checked = held.map(async (one) =>
			check(one, await endOf(stageOf(), one.executionId, END_MS), 'second start'),
		);
		// Of a task that was started, all rows were sent today.
		const isStarted = ({ endpoint, when }: Step) =>
			endpoint === 'configQuery' || (endpoint === 'taskStart' && when === 'after');
		const status = `error: All ${ROWS} rows were sent today already, so nothing was sent`;
		expect(await Promise.all(checked)).toEqual(
			held.map((one) => ({ ...complete(one), ...(isStarted(one.step) && { status }) })),
		);
		for (const { executionId } of held)
			expect(await begunBy(stageOf(), executionId)).toEqual([first, second]);
	});
}
