import { createRunExecutionData, NodeConnectionTypes, type IRun } from 'n8n-workflow';
import { NOON_IN_CHINA, quickClock } from '../setup/quickClock';
import { testInFull } from '../setup/size';
import { Random } from '../simulator/aiCall/random';
import { begunAt, byHand, CallBench, chosen, customers, iflytekAiCallWith, PLACE } from './aiCall';
import { Agent, Loop, workflow } from './flows';
import {
	newExecution,
	runWorkflow,
	savedExecutions,
	type NodeResult,
	type NodeRun,
} from './harness';
import { processedData } from './processedData';
import { loadProcesses } from './processes';

/** When the same rows are sent again: Place, with one request at a time. */

const SEED = 20_261_125;
const DAY_HOURS = 24;
const HOUR_MS = 3_600_000;
const bench = new CallBench({ speed: 0 });
const place = {
	...PLACE,
	runMode: 'real',
	simplify: true,
	skipCustomers: 'sameValues',
	options: { concurrentRequests: 1 },
};
const KEYED = { skipCustomers: 'sentKey', rowKey: '={{ $json.客户手机号码 }}' };
const NONE = { skipCustomers: 'none' };
const refused = { kind: 'code', code: 10005 } as const;
const lost = { kind: 'drop', when: 'after' } as const;
const CONTINUE = { settings: { onError: 'continueErrorOutput' as const } };
const ALREADY = 'sent today already, so nothing was sent';

const called = () => bench.platform.acceptedRows.map(({ values }) => values[0]);
const numbers = (count: number) => customers(count).map(({ json }) => json?.客户手机号码);
const repeated = <Value>(value: Value, count: number) => Array.from({ length: count }, () => value);
const stateIn = (details: unknown) => (details as { state?: unknown } | undefined)?.state;
const statesOf = ({ outputs }: Pick<NodeResult, 'outputs'>) =>
	outputs.map((items) => items.map(({ json }) => json.state ?? stateIn(json.details)));

/** The node in an execution that began so many hours after noon in China, at a later time. */
const nodeAt = (begun: number, hours = begun) => {
	const clock = { ...quickClock, date: () => NOON_IN_CHINA + hours * HOUR_MS };
	return { nodeType: begunAt(iflytekAiCallWith(clock), NOON_IN_CHINA + begun * HOUR_MS) };
};

/** The request with this number fails; those before it are answered as usual. */
function failRequest(number: number, fault: typeof refused | typeof lost): void {
	if (number > 1) bench.platform.failNext('callout', { kind: 'late', ms: 0 }, number - 1);
	bench.platform.failNext('callout', fault);
}

const execution = newExecution();
/** What is done next, what the rows that were accepted are told then, and whether they are called again. */
const AGAIN: [string, object, object, 'sentBefore' | 'accepted', isCalledAgain: boolean][] = [
	['Retry', {}, { mode: 'retry' }, 'sentBefore', false],
	['Retry on the next day', {}, { mode: 'retry', hours: DAY_HOURS }, 'sentBefore', false],
	['another execution', {}, {}, 'sentBefore', false],
	['another one before midnight', {}, { begun: 11 }, 'sentBefore', false],
	['another one after midnight', {}, { begun: 12 }, 'accepted', true],
	['a second start of the execution', {}, { execution }, 'accepted', false],
	['Retry', KEYED, { mode: 'retry' }, 'sentBefore', false],
	['another execution on the next day', KEYED, { begun: DAY_HOURS }, 'sentBefore', false],
	['Retry', NONE, { mode: 'retry' }, 'sentBefore', false],
	['another execution', NONE, {}, 'accepted', true],
	['a second start of the execution', NONE, { execution }, 'accepted', false],
];

test.each(AGAIN)(
	'after a batch was refused, %s (%j, %j) sends what is missing, and what may be sent again',
	async (_name, skip, next, first, isCalledAgain) => {
		const parameters = { ...place, callingHours: '00:00-24:00', ...skip };
		failRequest(3, refused);
		const failed = await bench.run(parameters, customers(200), { ...nodeAt(0), execution });
		const { data } = failed.error?.context ?? {};
		const counts = Object.entries(data ?? {}).flatMap(([state, rows]) =>
			Array.isArray(rows) ? [[state, rows.length]] : [],
		);
		expect(counts).toEqual([
			['accepted', 100],
			['notAccepted', 50],
			['notSent', 50],
		]);
		const {
			mode = 'trigger',
			begun = 0,
			hours = begun,
			execution: same,
		} = next as {
			mode?: 'retry';
			begun?: number;
			hours?: number;
			execution?: NodeRun['execution'];
		};
		const again = await bench.run(parameters, customers(200), {
			...nodeAt(begun, hours),
			execution: same ?? newExecution(mode),
		});
		expect(statesOf(again)).toEqual([[...repeated(first, 100), ...repeated('accepted', 100)]]);
		expect(new Set(called())).toEqual(new Set(numbers(200)));
		expect(called()).toHaveLength(isCalledAgain ? 300 : 200);
	},
);

test('after an answer was lost, its rows are unknown to the next run, and the others are sent; Send Interrupted Rows sends them', async () => {
	failRequest(2, { kind: 'drop', when: 'after' });
	await bench.run(place, customers(200), nodeAt(0));
	const retry = { ...nodeAt(0, 1), ...CONTINUE, execution: newExecution('retry') };
	expect(statesOf(await bench.run(place, customers(200), retry))).toEqual([
		[...repeated('sentBefore', 50), ...repeated('accepted', 100)],
		repeated('unknown', 50),
	]);
	expect([...called()].sort()).toEqual(numbers(200));
	const options = { ...place.options, sendInterrupted: true };
	const sent = await bench.run({ ...place, options }, customers(200), nodeAt(1));
	expect(statesOf(sent)[0]?.filter((state) => state === 'accepted')).toHaveLength(50);
});

describe('if all rows were sent today', () => {
	test('the run ends in an error that says how to send them again', async () => {
		for (const [count, text] of [
			[1, 'The row was'],
			[3, 'All 3 rows were'],
		] as const) {
			processedData.reset();
			await bench.run(place, customers(count), nodeAt(0));
			const { error, outputs } = await bench.run(place, customers(count), nodeAt(1));
			expect([error?.message, error?.description, error?.context?.data, outputs]).toEqual([
				`${text} ${ALREADY}`,
				'If you mean a repetition, set Skip Customers to None for one run. Otherwise nothing has to be done.',
				expect.objectContaining({ state: 'sentBefore' }),
				[],
			]);
		}
	});

	test.each<[string, object, Partial<NodeRun>]>([
		['in a retry', {}, { execution: newExecution('retry') }],
		['in a sub-workflow', {}, { execution: newExecution('integrated') }],
		['if the run continues on errors', {}, { settings: { onError: 'continueRegularOutput' } }],
		['with keys', KEYED, {}],
		['with another row that is sent', { others: 1 }, {}],
	])('it goes on %s', async (_name, more, options) => {
		const { others = 0, ...repeat } = more as { others?: number };
		await bench.run({ ...place, ...repeat }, customers(2), nodeAt(0));
		const again = await bench.run({ ...place, ...repeat }, customers(2 + others), {
			...nodeAt(1),
			...options,
		});
		expect(again.error).toBeUndefined();
		expect(statesOf(again)[0]).toEqual([
			...repeated('sentBefore', 2),
			...repeated('accepted', others),
		]);
	});
});

describe('a loop and an agent', () => {
	const messageOf = ({ data }: IRun) => data.resultData.error?.message;
	const same = { ...place, robotId: chosen('5202') };

	test.each([
		['once', {}, 1],
		['in each turn with Each Run', NONE, 3],
	])('call the number of all turns of a loop %s', async (_name, repeat, times) => {
		const columns = byHand(['客户手机号码'], { 客户手机号码: '13800000000' });
		const loop = workflow(
			bench,
			{ Loop: new Loop(3), Place: { ...same, ...repeat, columns } },
			{ Start: 'Loop', Loop: 'Place', Place: 'Loop' },
		);
		expect(messageOf(await runWorkflow(loop))).toBeUndefined();
		expect(called()).toEqual(repeated('13800000000', times));
	});

	test('call each number of a loop, and after the process was killed those that are missing', async () => {
		const loop = (end: number) =>
			workflow(
				bench,
				{ Loop: new Loop(end), Place: place },
				{ Start: 'Loop', Loop: 'Place', Place: 'Loop' },
			);
		await runWorkflow(loop(3));
		const again = await runWorkflow({ ...loop(5), execution: newExecution('retry') });
		expect([messageOf(again), called()]).toEqual([undefined, numbers(5)]);
	});

	test('call the number of all uses of a tool once', async () => {
		const columns = byHand(['客户手机号码'], { 客户手机号码: "={{ $fromAI('number') }}" });
		const agent = workflow(
			bench,
			{ Agent: new Agent(repeated('13800000001', 4)), Place: { ...same, columns } },
			{ Start: 'Agent' },
		);
		const tool = [[{ node: 'Agent', type: NodeConnectionTypes.AiTool, index: 0 }]];
		const connections = { ...agent.connections, Place: { ai_tool: tool } };
		const run = await runWorkflow({ ...agent, connections });
		const answers = run.data.resultData.runData.Agent?.[0]?.data?.main?.[0] ?? [];
		expect(called()).toEqual(['13800000001']);
		expect(answers.map(({ json }) => /accepted|sentBefore/.exec(String(json.answer))?.[0])).toEqual(
			['accepted', ...repeated('sentBefore', 3)],
		);
	});
});

test('the rows of a sub-workflow are sent once on the day of its outermost execution', async () => {
	/** Starts the sub-workflow from an execution that another one has called, which began so many hours after noon. */
	const start = async (begun: number) => {
		const [outer, inner] = [newExecution().id, newExecution().id];
		const calledBy = (executionId: string, hours: number) =>
			createRunExecutionData({
				parentExecution: {
					executionId,
					workflowId: 'parent',
					executionContext: {
						version: 1 as const,
						establishedAt: NOON_IN_CHINA + hours * HOUR_MS,
						source: 'trigger',
					},
				},
			});
		savedExecutions.set(outer, createRunExecutionData());
		savedExecutions.set(inner, calledBy(outer, begun));
		const clock = { ...quickClock, date: () => NOON_IN_CHINA + DAY_HOURS * HOUR_MS };
		const nodes = workflow(bench, { Place: place }, { Start: 'Place' }, {}, 2);
		const run = await runWorkflow({
			...nodes,
			types: { ...nodes.types, aiCall: iflytekAiCallWith(clock) },
			execution: { ...newExecution('integrated'), data: calledBy(inner, DAY_HOURS) },
		});
		const items = run.data.resultData.runData.Place?.[0]?.data?.main ?? [];
		return statesOf({ outputs: items.map((output) => output ?? []) })[0];
	};
	expect(await start(0)).toEqual(repeated('accepted', 2));
	expect(await start(1)).toEqual(repeated('sentBefore', 2));
	expect(await start(DAY_HOURS)).toEqual(repeated('accepted', 2));
});

test.each([
	['after a refusal sends what is missing, and has all rows', refused, 200],
	['after a lost answer sends the others, and the error names the rows in doubt', lost, 150],
])('Retry On Fail %s', async (_name, fault, known) => {
	failRequest(2, fault);
	const { outputs, error } = await bench.run(place, customers(200), {
		...nodeAt(0),
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
	});
	expect([...called()].sort()).toEqual(numbers(200));
	if (known === 200) expect(statesOf({ outputs })).toEqual([repeated('accepted', 200)]);
	else
		expect(error?.context?.data).toMatchObject({
			unknown: numbers(100)
				.slice(50)
				.map((label, index) => ({ item: 50 + index, label })),
		});
});

test('a retry on another day sends nothing if the store is full and has forgotten the day', async () => {
	failRequest(3, refused);
	await bench.run(place, customers(200), nodeAt(0));
	const others = Array.from({ length: 8000 }, (_, at) => `entry ${at}`);
	processedData.fill('w n:node', others);
	const { error } = await bench.run(place, customers(200), {
		...nodeAt(0, DAY_HOURS),
		execution: newExecution('retry'),
	});
	expect([error?.message, error?.description, called().length]).toEqual([
		'This retries an execution of an earlier day, and it is not known any more which of its rows were sent',
		expect.stringMatching(
			/^Nothing was sent\. Look in .* which rows were called, then start a new execution with the others\.$/,
		),
		100,
	]);
});

test('an execution without an ID records nothing, unless its rows have keys', async () => {
	const none = { id: undefined, workflowId: 'w' };
	for (const [repeat, times] of [
		[{}, 2],
		[KEYED, 1],
	] as const) {
		const before = called().length;
		for (let run = 0; run < 2; run++)
			await bench.run({ ...place, ...repeat }, customers(1), { ...nodeAt(0), execution: none });
		expect(called().length - before).toBe(times);
	}
});

test('executions of one process that send the same rows at the same moment send each once', async () => {
	const runs = await Promise.all(
		[1, 2, 3].map(async () => await bench.run(place, customers(60), { ...nodeAt(0), ...CONTINUE })),
	);
	expect([...called()].sort()).toEqual(numbers(60));
	const states = runs.flatMap((run) => statesOf(run)[0] ?? []);
	expect(states.filter((state) => state === 'sentBefore')).toHaveLength(120);
});

/** Three processes send the same row at the same moment, in so many rounds. In every other one, the node has no entries. */
async function* rounds(count: number) {
	const processes = loadProcesses(bench, 3, quickClock);
	for (let round = 1; round <= count; round++) {
		processedData.lists = new Map();
		if (round % 2 === 0) processedData.fill('w n:node', ['an entry']);
		const before = called().length;
		const start = async (load: (typeof processes)[number]) => {
			const node = load();
			const nodeType = begunAt(node.nodeType, NOON_IN_CHINA);
			return await bench.run(place, customers(1), { ...node, nodeType, ...CONTINUE });
		};
		const states = (await Promise.all(processes.map(start))).flatMap(statesOf).flat();
		yield { calls: called().length - before, isInDoubt: states.includes('unknown') };
	}
}

test('executions of several processes that send the same row at the same moment send it once', async () => {
	for await (const { calls } of rounds(4)) expect(calls).toBe(1);
});

/** Longer than a process waits until it looks for what it has recorded. */
const STANDS_STILL_MS = 150;

testInFull(
	`so do they if the database reads and writes slowly, so that they overwrite each other, and processes stand still (seed ${SEED})`,
	async () => {
		const random = new Random(SEED);
		const writeMs = () => (random.next() < 0.1 ? STANDS_STILL_MS : random.next() * 8);
		processedData.delays = () => ({ read: random.next() * 8, write: writeMs() });
		for await (const { calls, isInDoubt } of rounds(15))
			expect(isInDoubt ? [0, 1] : [1]).toContain(calls);
	},
	180_000,
);
