import { CONSOLE } from '../setup/console';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	type IRun,
	type IRunExecutionData,
} from 'n8n-workflow';
import { CLAIM_ENTRIES } from '../../nodes/IflytekAiCall/delivery/claim';
import { Random } from '../simulator/aiCall/random';
import {
	ADD_ROWS,
	ANY_TIME,
	byHand,
	CallBench,
	chosen,
	CREATE,
	customer,
	customers,
	PLACE,
} from './aiCall';
import { Agent, Loop, workflow } from './flows';
import { newExecution, runWorkflow, savedExecutions, type ExecutionStart } from './harness';
import { processedData } from './processedData';
import { loadProcesses } from './processes';

const SEED = 20_261_124;

const bench = new CallBench({ speed: 0 });
const place = { ...PLACE, runMode: 'real', simplify: true, callingHours: ANY_TIME };
const HOW_TO_FIND_OUT = `First check which rows were accepted: n8n's log lists the IDs of each batch (search for the execution and this node), and ${CONSOLE} has the rest. Then start a new execution with the missing ones.`;

beforeEach(() => processedData.reset());

const called = () => bench.platform.acceptedRows.map(({ values }) => values[0]);
const numbers = (count: number) => customers(count).map(({ json }) => json?.客户手机号码);

describe('an execution that n8n starts a second time', () => {
	test('a second start places no calls if the first start is still running', async () => {
		const execution = newExecution();
		bench.platform.configure({ latencyMs: 100 });
		const parameters = { ...place, options: { concurrentRequests: 1 } };
		const first = bench.run(parameters, customers(200), { execution });
		while (bench.requests('callout').length === 0)
			await new Promise((resolve) => setTimeout(resolve, 5));
		const second = await bench.run(parameters, customers(200), { execution });
		expect([second.error?.message, second.error?.description, second.error?.context?.data]).toEqual(
			[
				`n8n started execution ${execution.id} a second time, so this run would call people twice`,
				`This start sent nothing. The first start may still be running, or its process has ended; n8n may show this error in the place of what the first start returned. ${HOW_TO_FIND_OUT} Also check that Redis saves its data and that n8n's workers can reach it.`,
				{ advice: expect.any(String), kind: 'invalidInput', state: 'unknown' },
			],
		);
		expect((await first).outputs[0]).toHaveLength(200);
		expect(called().sort()).toEqual(numbers(200));
	});

	test('a second start adds no rows and creates no task', async () => {
		const execution = newExecution();
		const taskId = await bench.newTask({}, { execution });
		expect((await bench.run(CREATE, [{}], { execution })).error?.message).toBe(
			`n8n started execution ${execution.id} a second time, so this run would create the task twice`,
		);
		const addRows = { ...ADD_ROWS, taskId: chosen(taskId) };
		const adding = newExecution();
		await bench.json(addRows, customers(3), { execution: adding });
		expect((await bench.run(addRows, customers(3), { execution: adding })).error?.message).toBe(
			`n8n started execution ${adding.id} a second time, so this run would add rows twice`,
		);
		expect(bench.bodies('taskCreate')).toHaveLength(1);
		expect(called()).toEqual(numbers(3));
	});
});

test('if several processes start the same execution at the same time, only one of them sends, even if the node has no entries in the store yet', async () => {
	const random = new Random(SEED);
	const processes = loadProcesses(bench, 3);
	for (let round = 1; round <= 10; round++) {
		processedData.delays = () => ({ read: random.next() * 8, write: random.next() * 8 });
		// In every other round, the node has no entries in the store.
		if (round % 2 === 1) processedData.lists.clear();
		const execution = newExecution();
		const runs = await Promise.all(
			processes.map(
				async (nodeOf) => await bench.run(place, customers(1), { ...nodeOf(), execution }),
			),
		);
		expect(
			runs.map(({ error }) => error?.message).filter((message) => message !== undefined),
		).toEqual([0, 1].map(() => expect.stringMatching(/^n8n started execution \d+ a second time/)));
		expect(called()).toHaveLength(round);
	}
}, 30_000);

describe('who may send', () => {
	test('in one execution, each run of a loop and each node may send, but in a second start no node may', async () => {
		const execution = newExecution();
		const flow = () => ({
			...workflow(
				bench,
				{ Loop: new Loop(3), Place: place, Second: place },
				{ Start: 'Loop', Loop: 'Place', Place: 'Loop' },
				{ Loop: 'Second' },
			),
			execution,
		});
		const run = await runWorkflow(flow());
		expect(run.data.resultData.error).toBeUndefined();
		expect([
			run.data.resultData.runData.Place?.length,
			run.data.resultData.runData.Second?.length,
		]).toEqual([3, 1]);
		expect(called()).toEqual(['13800000000', '13800000001', '13800000002', '13800000003']);
		expect((await runWorkflow(flow())).data.resultData.error?.message).toMatch(
			/^n8n started execution \d+ a second time/,
		);
		expect(called()).toHaveLength(4);
	});

	test('a tool may send as often as an agent uses it in one execution, but not in a second start', async () => {
		const execution = newExecution();
		const agent = () => new Agent(['13800000000', '13800000001', '13800000002', '13800000003']);
		const parameters = {
			...place,
			robotId: chosen('5202'),
			columns: byHand(['客户手机号码'], { 客户手机号码: "={{ $fromAI('number') }}" }),
		};
		const flow = () => {
			const flowOfAgent = workflow(
				bench,
				{ Agent: agent(), Place: parameters },
				{ Start: 'Agent' },
			);
			return {
				...flowOfAgent,
				connections: {
					...flowOfAgent.connections,
					Place: { ai_tool: [[{ node: 'Agent', type: NodeConnectionTypes.AiTool, index: 0 }]] },
				},
				execution,
			};
		};
		const run = await runWorkflow(flow());
		expect(answersOf(run)).toEqual([0, 1, 2, 3].map(() => expect.stringContaining('task_data_id')));
		expect(called().sort()).toEqual(['13800000000', '13800000001', '13800000002', '13800000003']);
		expect(answersOf(await runWorkflow(flow()))).toEqual(
			[0, 1, 2, 3].map(() => expect.stringMatching(/^n8n started execution \d+ a second time/)),
		);
		expect(called()).toHaveLength(4);
	});
});

describe('the store', () => {
	test('the store is not used if nothing would be sent', async () => {
		await bench.run({ ...place, rowsFrom: 'field', rowsField: 'rows' }, [{ json: { rows: [] } }]);
		await bench.run(place, [{ json: { ...customer(0), 客户手机号码: '1' } }]);
		await bench.json({ resource: 'configuration', operation: 'get', kind: 'voices' });
		expect(processedData.calls).toBe(0);
	});

	test('if the store fails three times, nothing is sent; if it fails once, the rows are sent', async () => {
		processedData.failures = Array.from(
			{ length: 3 },
			() => new Error('connect ECONNREFUSED 127.0.0.1:5432'),
		);
		const { error } = await bench.run(place, customers(2));
		expect([error?.message, error?.description, error?.context?.data]).toEqual([
			"n8n's database could not be asked what was sent before: connect ECONNREFUSED 127.0.0.1:5432",
			"Nothing was sent. Check n8n's log and its database, then run the workflow again.",
			{ advice: expect.any(String), kind: 'unavailable', state: 'notSent' },
		]);
		expect(called()).toEqual([]);
		processedData.failures = [new Error('UNIQUE constraint failed: processed_data.context')];
		await bench.json(place, customers(2));
		expect(called()).toEqual(numbers(2));
	});

	test('nothing is sent if the workflow is not saved', async () => {
		const { error } = await bench.run(place, customers(1), {
			execution: { id: '1', workflowId: undefined },
		});
		expect(error?.message).toBe(
			"n8n's database could not be asked what was sent before: the workflow is not saved",
		);
		expect(called()).toEqual([]);
	});

	test('if the list in the store is full, the oldest entries are dropped', async () => {
		processedData.lists.set(
			'w n:node',
			Array.from({ length: CLAIM_ENTRIES }, (_, index) => `entry ${index}`),
		);
		await bench.json(place, customers(1));
		const list = processedData.lists.get('w n:node') ?? [];
		expect([list.length, list.includes('entry 4'), list.includes('entry 5')]).toEqual([
			CLAIM_ENTRIES,
			false,
			true,
		]);
	});
});

describe('a sub-workflow', () => {
	/** Runs the sub-workflow, which calls one customer. */
	const runForCustomer = (index: number, start: ExecutionStart) =>
		runWorkflow({
			...workflow(
				bench,
				{ Given: new Loop(index + 1, index), Place: place },
				{ Start: 'Given', Given: 'Place' },
			),
			execution: start,
		});
	const messageOf = ({ data }: IRun) => data.resultData.error?.message;

	test('a sub-workflow sends the same rows only once, even if a second start of its parent has the same time as the first, as in queue mode', async () => {
		const parent = { id: newExecution().id, at: 100 };
		await runForCustomer(0, calledBy(parent));
		await runForCustomer(1, calledBy(parent));
		for (const index of [0, 1])
			expect(messageOf(await runForCustomer(index, calledBy(parent)))).toBe(
				`Execution ${parent.id}, which called this sub-workflow, called it with these rows before, so this run could call people twice`,
			);
		await runForCustomer(2, calledBy(parent));
		// Another execution may call the same people.
		await runForCustomer(0, calledBy({ id: newExecution().id, at: 300 }));
		expect(called()).toEqual([...numbers(3), ...numbers(1)]);
	});
});

describe("n8n's Retry button", () => {
	/** The message and the description of the error. */
	const errorTexts = (message: string) => [
		message,
		`Nothing was sent. ${HOW_TO_FIND_OUT} To make later executions safe to retry, fill in Row Key: a retry of an execution with row keys sends only what was not sent before.`,
	];

	test('a retry sends nothing if the node had begun to send', async () => {
		bench.platform.failNext('callout', { kind: 'drop', when: 'after' });
		const failed = await runWorkflow(workflow(bench, { Place: place }, { Start: 'Place' }, {}, 60));
		expect(failed.data.resultData.error?.message).toMatch(/^It is not known whether/);
		const retry = await runWorkflow({
			...workflow(bench, { Place: place }, { Start: 'Place' }, {}, 60),
			execution: retryOf(failed),
		});
		expect([
			retry.data.resultData.error?.message,
			retry.data.resultData.error?.description,
		]).toEqual(
			errorTexts(
				'This is a retry of an execution in which this node had already started to call people',
			),
		);
		const third = await runWorkflow({
			...workflow(bench, { Place: place }, { Start: 'Place' }, {}, 60),
			execution: retryOf(retry),
		});
		expect(third.data.resultData.error?.message).toBe(
			'This is a retry of an execution in which this node had already started to call people',
		);
		expect(bench.requests('callout')).toHaveLength(2);
	});

	test('a retry sends the rows if the platform certainly accepted none before', async () => {
		const flow = () => workflow(bench, { Place: place }, { Start: 'Place' }, {}, 2);
		bench.platform.failNext('callout', { kind: 'code', code: 200209 });
		const failed = await runWorkflow(flow());
		expect([failed.data.resultData.error?.message, called()]).toEqual([
			expect.stringMatching(/200209/),
			[],
		]);
		const retry = await runWorkflow({ ...flow(), execution: retryOf(failed) });
		expect([retry.data.resultData.error, called()]).toEqual([undefined, numbers(2)]);
	});
});

/** The start with which n8n retries an execution. Its data are those that the execution left, without the run that failed. */
function retryOf(run: IRun): ExecutionStart & { data: IRunExecutionData } {
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
	return { ...newExecution('retry'), data };
}

/** The start with which n8n calls a sub-workflow from a parent execution. The parent execution began at the time `at`. */
function calledBy(parent: { id: string; at: number }): ExecutionStart & {
	id: string;
	data: IRunExecutionData;
} {
	const parentExecution = {
		executionId: parent.id,
		workflowId: 'parent',
		executionContext: { version: 1 as const, establishedAt: parent.at, source: 'trigger' as const },
	};
	if (!savedExecutions.has(parent.id)) savedExecutions.set(parent.id, createRunExecutionData());
	return { ...newExecution('integrated'), data: createRunExecutionData({ parentExecution }) };
}

/** The answers that the agent got from its tool. */
function answersOf(run: IRun): unknown[] {
	if (run.data.resultData.error) throw run.data.resultData.error;
	return (
		run.data.resultData.runData.Agent?.[0]?.data?.main?.[0]?.map(({ json }) => json.answer) ?? []
	);
}
