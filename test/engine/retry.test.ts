import {
	createRunExecutionData,
	NodeConnectionTypes,
	WorkflowOperationError,
	type IRun,
	type IRunExecutionData,
	type ITaskData,
} from 'n8n-workflow';
import { SLOT_MS } from '../../nodes/IflytekAiCall/sentBefore/runGuard';
import { Random } from '../simulator/aiCall/random';
import { clockOf, NOON_IN_CHINA, quickClock } from '../setup/quickClock';
import { until } from '../setup/until';
import { ADD_ROWS, ANY_TIME, byHand, CallBench, chosen, CREATE, customers, PLACE } from './aiCall';
import { Agent, Failing, Loop, workflow } from './flows';
import {
	newExecution,
	runWorkflow,
	savedExecutions,
	type ExecutionStart,
	type WorkflowRun,
} from './harness';
import { FULL_SIZE, testInFull } from '../setup/size';
import { processedData } from './processedData';
import { loadProcesses } from './processes';

const SEED = 20_261_125;

const bench = new CallBench({ speed: 0 });
const place = {
	...PLACE,
	runMode: 'real',
	simplify: true,
	callingHours: ANY_TIME,
	options: { concurrentRequests: 1 },
};
const unknownOutcome = { kind: 'drop', when: 'after' } as const;
const refused = { kind: 'code', code: 10005 } as const;

const TASK_DATA = { startTime: 0, executionIndex: 0, executionTime: 0, source: [null] };
/** What n8n puts into the data of a killed execution for a node of which it only knows that it was begun, and maybe ended. */
const RECOVERED: [string, ITaskData][] = [
	[
		'had ended',
		{
			...TASK_DATA,
			executionStatus: 'success',
			data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] },
		},
	],
	[
		'ran',
		{ ...TASK_DATA, executionStatus: 'crashed', error: new WorkflowOperationError('Crashed') },
	],
];

beforeEach(() => processedData.reset());

const called = () => bench.platform.acceptedRows.map(({ values }) => values[0]);
const numbers = (count: number) => customers(count).map(({ json }) => json?.客户手机号码);
/** The state of each item of the last run of Place, on its first and its second output. */
const statesOf = ({ data }: IRun, node = 'Place') =>
	data.resultData.runData[node]
		?.at(-1)
		?.data?.main?.map((items) => items?.map(({ json }) => json.state ?? stateIn(json.details)));
const stateIn = (details: unknown) => (details as { state?: unknown } | undefined)?.state;
const messageOf = ({ data }: IRun) => data.resultData.error?.message;
const repeated = (state: string, count: number) => Array.from({ length: count }, () => state);

/** The request with this number fails; those before it are answered as usual. */
function failRequest(number: number, fault: typeof refused | typeof unknownOutcome): void {
	if (number > 1) bench.platform.failNext('callout', { kind: 'late', ms: 0 }, number - 1);
	bench.platform.failNext('callout', fault);
}

describe("n8n's Retry button sends what is missing", () => {
	const flow = (parameters: object = {}, settings = {}) =>
		workflow(bench, { Place: { ...place, ...parameters } }, { Start: 'Place' }, {}, 200, settings);

	test('after a batch was refused, the others are sent; a second retry sends nothing more', async () => {
		failRequest(3, refused);
		const failed = await runWorkflow(flow());
		expect([messageOf(failed), called()]).toEqual([
			expect.stringMatching(
				/10005.*\(100 of 200 rows accepted, 50 rejected, 0 unknown, 50 not sent\)/,
			),
			numbers(100),
		]);
		const retry = await runWorkflow({ ...flow(), execution: retryOf(failed) });
		expect(statesOf(retry)).toEqual([
			[...repeated('sentBefore', 100), ...repeated('accepted', 100)],
		]);
		const again = await runWorkflow({ ...flow(), execution: retryOf(failed) });
		expect(statesOf(again)).toEqual([repeated('sentBefore', 200)]);
		expect(called()).toEqual(numbers(200));
	});

	test('after an answer was lost, its rows come out as unknown, and the others are sent', async () => {
		failRequest(2, unknownOutcome);
		const failed = await runWorkflow(flow());
		const settings = { onError: 'continueErrorOutput' };
		const retry = await runWorkflow({
			...flow({}, settings),
			execution: retryOf(failed, settings),
		});
		expect(statesOf(retry)).toEqual([
			[...repeated('sentBefore', 50), ...repeated('accepted', 100)],
			repeated('unknown', 50),
		]);
		// The platform had accepted the rows whose answer was lost.
		expect(called()).toHaveLength(200);
		expect(new Set(called())).toEqual(new Set(numbers(200)));
	});

	test('with other values in a column and another line, nobody is called twice', async () => {
		failRequest(3, refused);
		const failed = await runWorkflow(flow());
		const changed = {
			robotId: chosen('5202'),
			columns: byHand(['客户手机号码'], { 客户手机号码: '={{ $json.客户手机号码 }}' }),
		};
		const retry = await runWorkflow({ ...flow(changed), execution: retryOf(failed, {}, changed) });
		expect(messageOf(retry)).toBeUndefined();
		expect(called()).toEqual(numbers(200));
	});

	test('with Row Key filled in since then, nobody is called twice', async () => {
		const withKey = { rowKey: '={{ $json.客户手机号码 }}' };
		const withoutKey = { rowKey: '' };
		failRequest(3, refused);
		const failed = await runWorkflow(flow(withoutKey));
		const filled = await runWorkflow({
			...flow(withKey),
			execution: retryOf(failed, {}, withKey),
		});
		expect([messageOf(filled), called()]).toEqual([undefined, numbers(200)]);
	});

	test('with Row Key cleared since then, nothing is sent until it is filled in again', async () => {
		const withKey = { rowKey: '={{ $json.客户手机号码 }}' };
		const withoutKey = { rowKey: '' };
		failRequest(3, refused);
		const failedWithKey = await runWorkflow(flow(withKey));
		const cleared = await runWorkflow({
			...flow(withoutKey),
			execution: retryOf(failedWithKey, {}, withoutKey),
		});
		const { error } = cleared.data.resultData;
		expect([error?.message, error?.description, called()]).toEqual([
			'This is a retry, and in the failed execution rows had keys, but now Row Key is empty',
			'Nothing was sent. Fill in Row Key as it was and click Retry again: it sends what is missing.',
			numbers(100),
		]);
		const retry = await runWorkflow({ ...flow(withKey), execution: retryOf(failedWithKey) });
		expect([messageOf(retry), called()]).toEqual([undefined, numbers(200)]);
	});

	test('in a loop that broke in its third turn, the third and the later turns are sent', async () => {
		const loop = () =>
			workflow(
				bench,
				{ Loop: new Loop(5), Place: place },
				{ Start: 'Loop', Loop: 'Place', Place: 'Loop' },
			);
		failRequest(3, refused);
		const nodes = loop();
		const failed = await runWorkflow(nodes);
		expect([messageOf(failed), called()]).toEqual([expect.stringMatching(/10005/), numbers(2)]);
		// The loop node of the retry goes on where it was.
		const retry = await runWorkflow({ ...nodes, execution: retryOf(failed) });
		expect([messageOf(retry), called()]).toEqual([undefined, numbers(5)]);
	});

	test('after the process was killed, n8n begins the execution anew without data; a loop then sends only what is missing', async () => {
		const loop = (end: number) =>
			workflow(
				bench,
				{ Loop: new Loop(end), Place: { ...place, options: {} } },
				{ Start: 'Loop', Loop: 'Place', Place: 'Loop' },
			);
		const execution = newExecution();
		await runWorkflow({ ...loop(3), execution });
		expect(called()).toEqual(numbers(3));
		const retry = await runWorkflow({ ...loop(5), execution: crashedRetryOf(execution.id) });
		expect([messageOf(retry), called()]).toEqual([undefined, numbers(5)]);
	});

	test.each(RECOVERED)(
		'after the process was killed, when n8n restores from its log that the node %s, only what is missing is sent, in a loop too',
		async (_, recovered) => {
			const flows = [
				flow(),
				workflow(
					bench,
					{ Loop: new Loop(3), Place: place },
					{ Start: 'Loop', Loop: 'Place', Place: 'Loop' },
				),
			];
			for (const [index, nodes] of flows.entries()) {
				const workflowId = `recovered ${index}`;
				const execution = { ...newExecution(), workflowId };
				await runWorkflow({ ...nodes, execution });
				const { length } = called();
				const retry = recoveredRetryOf(execution.id, nodes, recovered);
				const again = await runWorkflow({ ...nodes, execution: { ...retry, workflowId } });
				expect([messageOf(again), called().length]).toEqual([undefined, length]);
			}
		},
	);

	test('if the node had not begun, all rows are sent; also if the store is full but has entries from before', async () => {
		const withFailing = (fails: boolean) =>
			workflow(
				bench,
				{ Before: new Failing(fails), Place: place },
				{ Start: 'Before', Before: 'Place' },
			);
		const hour = Math.floor(NOON_IN_CHINA / 3_600_000);
		const others = Array.from({ length: 4000 }, (_, at) => `entry ${at}`);
		for (const [index, marker] of ['entry', `hour ${hour - 2}`].entries()) {
			const failed = await runWorkflow(withFailing(true));
			processedData.fill('w n:Place', [...others, marker, ...others]);
			const execution = retryOf(failed, {}, {}, NOON_IN_CHINA);
			const retry = await runWorkflow({ ...withFailing(false), execution });
			const unknown =
				'This is a retry, and it is not known whether this node had already started to call people in the earlier execution';
			expect(messageOf(retry)).toBe(index === 0 ? unknown : undefined);
			expect(called()).toHaveLength(index);
		}
	});

	testInFull(
		'if the store has dropped the first entries of the execution, nothing is sent, also in the same process',
		async () => {
			failRequest(3, refused);
			const failed = await runWorkflow(flow());
			const others = () => workflow(bench, { Place: place }, { Start: 'Place' }, {}, 500);
			while (bench.platform.acceptedRows.length < 5000) await runWorkflow(others());
			const { length } = called();
			const retry = await runWorkflow({
				...flow(),
				execution: retryOf(failed, {}, {}, NOON_IN_CHINA),
			});
			expect([messageOf(retry), called().length]).toEqual([
				expect.stringMatching(/^This is a retry, and it is not known/),
				length,
			]);
		},
	);

	test('nothing is sent if n8n does not tell of which execution it is a retry', async () => {
		failRequest(3, refused);
		const failed = await runWorkflow(flow());
		const execution = retryOf(failed);
		const retry = await runWorkflow({
			...flow(),
			execution: { ...execution, data: { ...execution.data, resumeToken: '' } },
		});
		expect(messageOf(retry)).toMatch(/^This is a retry, and it is not known/);
		expect(called()).toHaveLength(100);
	});
});

describe('a sub-workflow', () => {
	/** Calls the sub-workflow for one customer, as its parent does for each item. */
	const runForCustomer = (index: number, start: ExecutionStart, node: object = place) =>
		runWorkflow({
			...workflow(
				bench,
				{ Given: new Loop(index + 1, index), Place: node },
				{ Start: 'Given', Given: 'Place' },
			),
			execution: start,
		});

	test('in a retry of its parent, and in a second start of it, only the rows that are missing are sent', async () => {
		// n8n gives an execution and its retries the same token, and different IDs.
		const sameToken = { resumeToken: 'a secret' };
		const [parent, retry, secondRetry] = [newExecution().id, newExecution().id, newExecution().id];
		for (const id of [parent, retry, secondRetry])
			savedExecutions.set(id, createRunExecutionData(sameToken));
		failRequest(3, refused);
		for (const index of [0, 1, 2]) await runForCustomer(index, calledBy({ id: parent, at: 100 }));
		expect(called()).toEqual(numbers(2));
		for (const id of [retry, secondRetry, parent])
			for (const index of [0, 1, 2, 3]) await runForCustomer(index, calledBy({ id, at: 100 }));
		expect(called()).toEqual(numbers(4));
		// Another execution may call the same people.
		await runForCustomer(0, calledBy({ id: newExecution().id, at: 300 }));
		expect(called()).toHaveLength(5);
	});

	test('in a retry of a parent that was started by hand, only the rows that are missing are sent', async () => {
		const [parent, retry] = [newExecution().id, newExecution().id];
		await runForCustomer(0, calledBy({ id: parent, at: 100 }, 'manual'));
		await runForCustomer(0, calledBy({ id: retry, at: 100 }, 'manual'));
		await runForCustomer(1, calledBy({ id: retry, at: 100 }, 'manual'));
		expect(called()).toEqual(numbers(2));
	});
});

describe('who may send the same rows again', () => {
	test('each turn of a loop, each use of a tool, each execution, and each test call', async () => {
		const same = { ...place, columns: byHand(['客户手机号码'], { 客户手机号码: '13800000000' }) };
		const parameters = { ...same, robotId: chosen('5202') };
		const loop = workflow(
			bench,
			{ Loop: new Loop(3), Place: parameters },
			{ Start: 'Loop', Loop: 'Place', Place: 'Loop' },
		);
		expect(messageOf(await runWorkflow(loop))).toBeUndefined();
		expect(called()).toEqual(repeated('13800000000', 3));

		const agent = workflow(
			bench,
			{ Agent: new Agent(repeated('13800000001', 4)), Place: toolParameters },
			{ Start: 'Agent' },
		);
		const connections = {
			...agent.connections,
			Place: { ai_tool: [[{ node: 'Agent', type: NodeConnectionTypes.AiTool, index: 0 }]] },
		};
		await runWorkflow({ ...agent, connections });
		expect(called().slice(3)).toEqual(repeated('13800000001', 4));

		for (let run = 0; run < 2; run++)
			await bench.json(parameters, [{}], { execution: newExecution('manual') });
		expect(called()).toHaveLength(9);

		const execution = newExecution();
		const test = { ...parameters, runMode: 'test', testNumber: '13900000000' };
		for (let run = 0; run < 2; run++) await bench.json(test, [{}], { execution });
		expect(called().slice(9)).toEqual(repeated('13900000000', 2));
		// A run without an execution cannot be started again.
		const none = { id: undefined, workflowId: 'w' };
		const calls = processedData.calls;
		for (let run = 0; run < 2; run++) await bench.json(parameters, [{}], { execution: none });
		expect([called().length, processedData.calls]).toEqual([13, calls]);
	});

	const toolParameters = {
		...place,
		robotId: chosen('5202'),
		columns: byHand(['客户手机号码'], { 客户手机号码: "={{ $fromAI('number') }}" }),
	};
});

describe('Retry On Fail', () => {
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };

	test.each([
		['the node throws', {}],
		['the node continues on errors', { onError: 'continueRegularOutput' as const }],
	])(
		'if %s, the second try sends the rows that were certainly not accepted, and has all IDs',
		async (_, more) => {
			// Not the first row of the output, because n8n only looks at that one.
			failRequest(1, refused);
			const { outputs } = await bench.run(place, customers(120), {
				settings: { ...settings, ...more },
			});
			expect(outputs[0]?.map(({ json }) => json.task_data_id)).toEqual(
				[...bench.platform.acceptedRows]
					.sort((a, b) => String(a.values[0]).localeCompare(String(b.values[0])))
					.map(({ taskDataId }) => taskDataId),
			);
			expect([...called()].sort()).toEqual(numbers(120));
		},
	);

	test('rows of the first try keep their IDs and their unknown outcomes', async () => {
		failRequest(2, unknownOutcome);
		const { outputs, error } = await bench.run(place, customers(150), { settings });
		expect([outputs, error?.message]).toEqual([
			[],
			expect.stringMatching(/\(100 of 150 rows accepted, 0 rejected, 50 unknown, 0 not sent\)$/),
		]);
		const { accepted } = error?.context?.data as { accepted: { task_data_id: string }[] };
		expect(accepted.map(({ task_data_id: id }) => id).sort()).toEqual(
			bench.platform.acceptedRows
				.filter(
					({ values }) =>
						!numbers(100)
							.slice(50)
							.includes(values[0] ?? ''),
				)
				.map(({ taskDataId }) => taskDataId)
				.sort(),
		);
		expect([...called()].sort()).toEqual(numbers(150));
	});
});

describe('Create', () => {
	const create = { ...CREATE, runMode: 'real', taskName: 'Wave' };
	const flow = (parameters: object = {}, fails = false) =>
		workflow(
			bench,
			{ Create: { ...create, ...parameters }, After: new Failing(fails) },
			{ Start: 'Create', Create: 'After' },
		);
	const taskOf = ({ data }: IRun) =>
		data.resultData.runData.Create?.at(-1)?.data?.main?.[0]?.map(({ json }) => [
			json.state,
			json.task_id,
		]);

	test('a retry that begins anew finds the task of the first start, also among tasks of the same name', async () => {
		const execution = newExecution();
		await runWorkflow({ ...flow({ begin: '2026-11-23T03:00:00.000Z' }), execution });
		await bench.json({ ...create, begin: '2026-11-23T03:00:01.000Z' });
		const [first] = bench.platform.tasks;
		const retry = await runWorkflow({
			...flow({ begin: '2026-11-23T03:59:00.007Z' }),
			execution: crashedRetryOf(execution.id),
		});
		expect(taskOf(retry)).toEqual([['sentBefore', first?.taskId]]);
		expect(bench.platform.tasks).toHaveLength(2);
	});

	test('a retry finds the task whose answer was lost, and creates it if the platform has none', async () => {
		for (const when of ['after', 'before'] as const) {
			const { length } = bench.platform.tasks;
			// A task of another execution, with the same name.
			await runWorkflow(flow());
			bench.platform.failNext('taskCreate', { kind: 'drop', when });
			const failed = await runWorkflow(flow());
			expect(messageOf(failed)).toMatch(/^It is not known whether the task was created/);
			const retry = await runWorkflow({ ...flow(), execution: retryOf(failed) });
			const { taskId } = bench.platform.tasks.at(-1) ?? {};
			expect(taskOf(retry)).toEqual([[when === 'after' ? 'sentBefore' : undefined, taskId]]);
			expect(bench.platform.tasks).toHaveLength(length + 2);
		}
	});

	test('Retry On Fail creates one task', async () => {
		bench.platform.failNext('taskCreate', unknownOutcome);
		const { outputs } = await bench.run(create, [{}], {
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		});
		expect(outputs[0]?.map(({ json }) => json.task_id)).toEqual(
			bench.platform.tasks.map(({ taskId }) => taskId),
		);
	});
});

test('rows for a task are added once by a retry, and again to another task', async () => {
	const [first, second] = [await bench.newTask(), await bench.newTask()];
	const flow = (taskId: string) =>
		workflow(
			bench,
			{
				Place: {
					...ADD_ROWS,
					runMode: 'real',
					options: { concurrentRequests: 1 },
					taskId: chosen(taskId),
				},
			},
			{ Start: 'Place' },
			{},
			60,
		);
	bench.platform.failNext('taskInsert', { kind: 'late', ms: 0 });
	// The platform refuses this request before it looks at the rows.
	bench.platform.failNext('taskInsert', { kind: 'code', code: 10003 });
	const failed = await runWorkflow(flow(first));
	for (const taskId of [first, second])
		await runWorkflow({
			...flow(taskId),
			execution: retryOf(failed, {}, { taskId: chosen(taskId) }),
		});
	expect(bench.platform.tasks.map(({ rows }) => rows)).toEqual([60, 60]);
});

/** So many rounds count, of at most ten times as many. In every other round, the node has no entries in the store. */
const ROUNDS = FULL_SIZE ? 10 : 4;

/** A process reads back after at least this time what it has recorded. If another one takes longer to write what it has read, that proves nothing. */
const MIN_PAUSE_MS = 20;

describe('several processes', () => {
	test('if they start the same execution at the same time, each row is sent once', async () => {
		const random = new Random(SEED);
		const processes = loadProcesses(bench, 3, quickClock);
		let judged = 0;
		for (let round = 1; round <= ROUNDS * 10 && judged < ROUNDS; round++) {
			processedData.delays = () => ({ read: random.next() * 8, write: random.next() * 8 });
			if (round % 2 === 1) processedData.lists.clear();
			const before = called().length;
			processedData.longestChangeMs = 0;
			const execution = { ...newExecution(), data: createRunExecutionData() };
			await Promise.all(
				processes.map(async (nodeOf) =>
					bench.run(place, customers(1), {
						...nodeOf(),
						execution: { ...execution, data: structuredClone(execution.data) },
					}),
				),
			);
			if (processedData.longestChangeMs >= MIN_PAUSE_MS) continue;
			judged++;
			expect(called().length - before).toBe(1);
		}
		expect(judged).toBeGreaterThan(0);
	});

	testInFull(
		'of an execution with many rows, each start in another process sends what is missing; after many entries of others, a start that cannot know sends nothing',
		async () => {
			const MANY = 5000;
			// n8n tells the time of the machine. By this clock, each run begins after the execution.
			const clock = { ...quickClock, date: () => Date.now() + 3_600_000 };
			const processes = loadProcesses(bench, 6, clock);
			const data = createRunExecutionData({ resumeToken: 'many' });
			const { id } = newExecution();
			const start = async (mode: 'trigger' | 'retry', count: number) =>
				await bench.run({ ...place, options: {} }, customers(count), {
					...processes.pop()?.(),
					execution: {
						...newExecution(mode),
						...(mode === 'trigger' && { id }),
						data: structuredClone(data),
					},
				});
			for (const [mode, count] of [
				['trigger', 4400],
				['trigger', 4600],
				['retry', MANY],
				['retry', MANY],
			] as const) {
				expect((await start(mode, count)).error).toBeUndefined();
				expect(called()).toHaveLength(count);
			}
			const others = processes.pop();
			for (let run = 0; run < 3; run++)
				await bench.run(place, customers(60), { ...others?.(), execution: newExecution() });
			const before = called().length;
			const { error } = await start('retry', MANY);
			expect([error?.message, called().length - before]).toEqual([
				expect.stringMatching(/^This is a retry, and it is not known/),
				0,
			]);
		},
	);

	testInFull(
		'a retry that waits before its first row, while it renews what it has recorded of itself, drops no row of an earlier start',
		async () => {
			const ROWS = 4200;
			let slots = 0;
			// Each look at this clock finds the next slot.
			const hurried = { ...quickClock, date: () => Date.now() + slots++ * SLOT_MS };
			const [first] = loadProcesses(bench, 1, quickClock);
			const [second] = loadProcesses(bench, 1, hurried);
			const data = createRunExecutionData({ resumeToken: 'hurried' });
			const { id } = newExecution();
			const ofTrigger = { ...newExecution('trigger'), id, data: structuredClone(data) };
			await bench.run(place, customers(ROWS), { ...first?.(), execution: ofTrigger });
			expect(called()).toHaveLength(ROWS);
			const ofRetry = { ...newExecution('retry'), data: structuredClone(data) };
			await bench.run(place, customers(ROWS), { ...second?.(), execution: ofRetry });
			expect(called()).toHaveLength(ROWS);
		},
	);

	test('while one process sends, another start of the execution sends nothing and says so; a retry then sends what is missing', async () => {
		const SPEED = 25;
		const begun = performance.now();
		const clock = {
			...clockOf(SPEED),
			date: () => NOON_IN_CHINA + (performance.now() - begun) * SPEED,
		};
		const [first, second] = loadProcesses(bench, 2, clock);
		const execution = { ...newExecution(), data: createRunExecutionData({ resumeToken: 'a' }) };
		// Each request takes half a slot, and the run longer than the other start waits.
		bench.platform.configure({ latencyMs: SLOT_MS / SPEED / 2 });
		const start = async (process: typeof first) =>
			await bench.run(place, customers(600), {
				...process?.(),
				execution: { ...execution, data: structuredClone(execution.data) },
			});
		const running = start(first);
		await until(() => bench.requests('callout').length > 1);
		const { error } = await start(second);
		expect([error?.message, error?.description, error?.context?.data]).toEqual([
			'Another start of this execution is still running, so this one could call people twice',
			'This start sent nothing. Wait until the other one has ended, then click Retry: it sends what is missing. n8n starts an execution twice if Redis has lost its data; it can also show an execution as failed that still runs.',
			{ advice: expect.any(String), kind: 'invalidInput', state: 'unknown' },
		]);
		expect((await running).outputs[0]).toHaveLength(600);
		expect((await start(second)).outputs[0]?.map(({ json }) => json.state)).toEqual(
			repeated('sentBefore', 600),
		);
		expect(called()).toEqual(numbers(600));
	});
});

/**
 * The start with which n8n retries an execution: with the data that it left, without the run that failed.
 * @param settings settings of Place in the changed workflow
 * @param parameters parameters of Place in the changed workflow
 */
function retryOf(
	run: IRun,
	settings: object = {},
	parameters: object = {},
	establishedAt?: number,
): ExecutionStart & { data: IRunExecutionData } {
	const data = structuredClone({
		...run.data,
		resultData: {
			...run.data.resultData,
			error: undefined,
			runData: JSON.parse(
				JSON.stringify(run.data.resultData.runData),
			) as IRunExecutionData['resultData']['runData'],
		},
	});
	const runs = data.resultData.runData[data.resultData.lastNodeExecuted ?? ''];
	if (runs?.at(-1)?.error) runs.pop();
	for (const waiting of data.executionData?.nodeExecutionStack ?? [])
		waiting.node = {
			...waiting.node,
			...settings,
			parameters: { ...waiting.node.parameters, ...parameters },
		};
	if (data.executionData && establishedAt !== undefined)
		data.executionData.runtimeData = { version: 1, establishedAt, source: 'trigger' };
	return { ...newExecution('retry'), data };
}

/** The start with which n8n retries an execution whose process was killed: only what it began with is left. */
function crashedRetryOf(id: string): ExecutionStart & { data: IRunExecutionData } {
	const data = structuredClone(savedExecutions.get(id));
	if (!data) throw new Error(`No execution ${id}`);
	return { ...newExecution('retry'), data };
}

/**
 * The same, if the process is back and has found in its log which nodes were begun: n8n gives each of them a run. The retry
 * begins at the first node all the same.
 */
function recoveredRetryOf(
	id: string,
	{ nodes }: WorkflowRun,
	recovered: ITaskData,
): ReturnType<typeof crashedRetryOf> {
	const retry = crashedRetryOf(id);
	const [start] = nodes;
	if (start)
		retry.data.executionData?.nodeExecutionStack.push({
			node: start,
			data: { main: [[{ json: {} }]] },
			source: null,
		});
	retry.data.resultData.runData = { Place: [recovered] };
	return retry;
}

/** The start with which n8n calls a sub-workflow from a parent execution. The parent execution began at the time `at`. */
function calledBy(
	parent: { id: string; at: number },
	source: 'trigger' | 'manual' = 'trigger',
): ExecutionStart & { id: string; data: IRunExecutionData } {
	const parentExecution = {
		executionId: parent.id,
		workflowId: 'parent',
		executionContext: { version: 1 as const, establishedAt: parent.at, source },
	};
	if (!savedExecutions.has(parent.id)) savedExecutions.set(parent.id, createRunExecutionData());
	return { ...newExecution('integrated'), data: createRunExecutionData({ parentExecution }) };
}
