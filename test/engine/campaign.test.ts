import { NOON_IN_CHINA, quickClock } from '../setup/quickClock';
import { FULL_SIZE } from '../setup/size';
import { CONSOLE } from '../setup/console';
import { until } from '../setup/until';
import type { Endpoint } from '../simulator/aiCall/endpointList';
import type { Fault } from '../simulator/aiCall/faults';
import {
	begunAt,
	CallBench,
	chosen,
	customers,
	EXPIRED_LINE,
	iflytekAiCallWith,
	RUN as RUN_CAMPAIGN,
} from './aiCall';
import { newExecution, type NodeResult, type NodeRun } from './harness';
import { dyingProcess } from './killed';
import { processedData } from './processedData';

const bench = new CallBench({ speed: 0 });
const RUN = { ...RUN_CAMPAIGN, runMode: 'real', options: { concurrentRequests: 1 } };
const KEYED = { skipCustomers: 'sentKey', rowKey: '={{ $json.客户手机号码 }}' };
const CONTINUE = { settings: { onError: 'continueErrorOutput' as const } };
const refused = { kind: 'code', code: 10003 } as const;
const lost = { kind: 'drop', when: 'after' } as const;
const HOUR_MS = 3_600_000;

const numbers = (count: number) => customers(count).map(({ json }) => json?.客户手机号码);
const states = ({ outputs }: NodeResult) =>
	outputs.map((items) => items.map(({ json }) => json.state ?? stateIn(json.details)));
const stateIn = (details: unknown) => (details as { state?: unknown } | undefined)?.state;
const repeated = <Value>(value: Value, count: number) => Array.from({ length: count }, () => value);
const hints = ({ run }: NodeResult) =>
	run.data.resultData.runData.Node?.[0]?.hints?.map(({ message }) => message);
const endpoints = () => bench.requests().map(({ endpoint }) => endpoint);
/** The platform's tasks: status, whether deleted, and the numbers in it. */
const tasks = (name = RUN.taskName) =>
	bench.platform.tasks
		.filter(({ taskName }) => taskName === name)
		.map(({ status, deleted, taskId }) => ({
			status,
			deleted,
			numbers: bench.platform.acceptedRows
				.filter((row) => row.taskId === taskId)
				.map(({ values }) => values[0]),
		}));
const ALL = (count: number) => ({ status: 1, deleted: false, numbers: numbers(count) });

/** The node in an execution that began at noon, so many hours later. */
const nodeAfter = (hours: number) => {
	const clock = { ...quickClock, date: () => NOON_IN_CHINA + hours * HOUR_MS };
	return { nodeType: begunAt(iflytekAiCallWith(clock), NOON_IN_CHINA) };
};

const run = async (parameters: object = {}, count = 120, options: Partial<NodeRun> = {}) =>
	await bench.run({ ...RUN, ...parameters }, customers(count), { ...nodeAfter(0), ...options });

test('one task is created for all rows, takes them in batches of 50, and is started', async () => {
	const result = await run({ options: { ...RUN.options, end: '2026-11-30T18:00:00+08:00' } });
	expect(endpoints()).toEqual([
		'configQuery',
		'taskCreate',
		'taskQuery',
		...repeated('taskInsert', 3),
		'taskStart',
	]);
	expect(tasks()).toEqual([ALL(120)]);
	const [{ taskId = '' } = {}] = bench.platform.tasks;
	expect(result.outputs).toEqual([
		customers(120).map(({ json = {} }, item) => ({
			json: {
				state: 'accepted',
				task_data_id: bench.platform.acceptedRows[item]?.taskDataId,
				task_id: taskId,
				phoneNumber: json.客户手机号码,
				row: json,
			},
			pairedItem: { item },
		})),
	]);
	expect(hints(result)).toEqual([
		`Task ${taskId} has started: it calls 120 customers, calling begins at once, 09:00-20:00 in China, until 2026-11-30 18:00 in Asia/Shanghai.`,
		expect.stringMatching(/^How each call went comes later/),
		'120 accepted',
	]);
});

test('Check sends queries alone, and each finding is told once', async () => {
	const result = await run(
		{ runMode: 'check', lineNum: chosen('1'), options: { voiceCode: chosen('2') } },
		2,
	);
	expect(bench.requests().map(({ endpoint }) => endpoint)).toEqual(['configQuery']);
	expect(result.outputs[0]?.map(({ json }) => [json.state, json.advice])).toEqual(
		repeated(['problem', 'Choose a voice from the list, or leave it empty.'], 2),
	);
	expect(hints(result)?.[0]).toBe(
		'Check, nothing was sent: 0 ready to be called · 2 with problems: Voice 2 not found in this application',
	);
});

test('Check says when the task calls', async () => {
	const result = await run({ runMode: 'check', options: { end: '2026-11-30T18:00:00+08:00' } }, 2);
	expect(states(result)).toEqual([repeated('ready', 2)]);
	expect(result.outputs[0]?.map(({ json }) => json.afterwards)).toEqual(
		repeated(expect.stringMatching(/^It is started in the same run: calling begins at once/), 2),
	);
	expect(hints(result)).toEqual([
		'Check, nothing was sent: 2 ready to be called. It is started in the same run: calling begins at once, 09:00-20:00 in China, until 2026-11-30 18:00 in Asia/Shanghai.',
	]);
});

test('Check says when each task calls', async () => {
	const options = { begin: '={{ ["2026-12-01", "2026-12-02"][$itemIndex] }}' };
	const later = await run({ runMode: 'check', options }, 2);
	expect(later.outputs[0]?.map(({ json }) => json.afterwards)).toEqual(
		['Tue, Dec 1', 'Wed, Dec 2'].map((day) =>
			expect.stringMatching(`^It is started in the same run: .* ${day}, `),
		),
	);
});

test('Call My Number starts a task of its own with one row, at any hour, and may be repeated', async () => {
	const test = {
		runMode: 'test',
		testNumber: '13900000001',
		options: { callingTimes: { times: { hours: '09:00-09:30' } } },
	};
	for (let times = 1; times <= 2; times++) {
		const result = await run(test, 2);
		expect(states(result)).toEqual([['accepted']]);
		expect(tasks('十一月 (test)')).toEqual(
			Array.from({ length: times }, () => ({ ...ALL(0), numbers: ['13900000001'] })),
		);
	}
	expect(bench.bodies('taskCreate')[0]).toMatchObject({ time_range: ['00:00:00-23:59:59'] });
});

test('items with other choices get a task of their own', async () => {
	const result = await run({ taskName: '={{ $itemIndex % 2 ? "odd" : "even" }}' }, 4);
	const [even, odd] = [0, 1].map((rest) => numbers(4).filter((_, index) => index % 2 === rest));
	expect([tasks('even'), tasks('odd')]).toEqual([
		[{ ...ALL(0), numbers: even }],
		[{ ...ALL(0), numbers: odd }],
	]);
	expect(states(result)).toEqual([repeated('accepted', 4)]);
});

test.each([
	[6, '1 more task has started.'],
	[7, '2 more tasks have started.'],
])('of %i tasks that have started, five are named', async (count, more) => {
	const result = await run({ taskName: '={{ "task " + $itemIndex }}' }, count);
	const ids = bench.platform.tasks.map(({ taskId }) => taskId);
	expect(hints(result)).toEqual([
		...ids
			.slice(0, 5)
			.map(
				(id) =>
					`Task ${id} has started: it calls 1 customer, calling begins at once, 09:00-20:00 in China, with no end time.`,
			),
		more,
		'How each call went comes later, through iFLYTEK AI Call Trigger; iFLYTEK AI Call Task Status Trigger tells when the task has finished.',
		`${count} accepted`,
	]);
});

test('without a row that can be called, no task is created', async () => {
	expect((await run({}, 0)).outputs).toEqual([]);
	const none = await run({ options: { neverCall: numbers(3).join('\n') } }, 3);
	expect(states(none)).toEqual([repeated('neverCall', 3)]);
	expect(bench.bodies('taskCreate')).toEqual([]);
});

test('with a line that has expired, nothing is created', async () => {
	for (const parameters of [
		{ lineNum: chosen(EXPIRED_LINE) },
		{ options: { furtherLines: [EXPIRED_LINE] } },
	]) {
		const { error } = await run(parameters, 2);
		expect(error?.message).toBe(`Line ${EXPIRED_LINE} expired on 2024-02-07T02:00:00.000Z`);
	}
	expect(new Set(bench.requests().map(({ endpoint }) => endpoint))).toEqual(
		new Set(['configQuery']),
	);
});

test.each([
	['the same day', {}],
	['with the same key', KEYED],
])(
	'rows that an earlier execution has sent %s are left out; if all were sent, no task is created',
	async (_name, repeat) => {
		for (const [count, sent] of [
			[100, 0],
			[100, 100],
			[120, 100],
		] as const) {
			const result = await run(repeat, count, { ...CONTINUE, execution: newExecution() });
			expect(states(result)).toEqual([
				[...repeated('sentBefore', sent), ...repeated('accepted', count - sent)],
				[],
			]);
			if (sent > 0)
				expect(hints(result)?.slice(-1)).toEqual([
					'100 rows were sent before and left out. To send them again, set Skip Customers to None for one run.',
				]);
			if (count > sent)
				expect(hints(result)?.join()).toMatch(
					new RegExp(`Task \\d+ has started: it calls ${count - sent} customers,`),
				);
		}
		expect(tasks()).toEqual([ALL(100), { ...ALL(0), numbers: numbers(120).slice(100) }]);
		expect(bench.requests('taskCreate')).toHaveLength(2);
	},
);

test('with Repeat set to Each Run, another execution calls all rows again', async () => {
	for (let times = 1; times <= 2; times++) await run({ skipCustomers: 'none' }, 3);
	expect(tasks()).toEqual([ALL(3), ALL(3)]);
});

test('two executions at the same moment call each customer once, one after the other', async () => {
	const results = await Promise.all([1, 2].map(async () => await run({}, 60, CONTINUE)));
	expect(tasks()).toEqual([ALL(60)]);
	expect(results.map((result) => states(result)[0]).sort()).toEqual([
		repeated('accepted', 60),
		repeated('sentBefore', 60),
	]);
});

describe('if something fails, nobody is called, and the next run calls everybody once', () => {
	/** The requests of a run up to its task, and to an inserted row or two. */
	const CREATED = ['configQuery', 'taskCreate', 'taskQuery'];
	const WHOLE = [...CREATED.slice(1), ...repeated('taskInsert', 3), 'taskStart'];
	const WRONG_APP = `The platform did not find the application of this App Key and App Secret. Copy both again from ${CONSOLE}.`;
	const LEFT = 'The task was deleted, so it calls nobody.';
	const DELETED = `Nobody was called. ${LEFT}`;
	const AGAIN = 'Then run it again.';
	const OCCUPIED = 'The AI call platform refused to start a task: the line is occupied';
	const FREE_THE_LINE =
		'Wait until the task that uses this line is finished or paused, or choose another line.';
	interface Failure {
		name: string;
		faults: [Endpoint, Fault, number?][];
		message: RegExp;
		description: string;
		requests: string[];
		/** Whether a task is left, which the next run deletes. */
		isTaskLeft?: true;
	}
	const FAILURES: Failure[] = [
		{
			name: 'the configuration cannot be asked for',
			faults: [['configQuery', refused]],
			message: /^The AI call platform refused to query the configuration: wrong application id/,
			description: `Nobody was called. ${WRONG_APP} ${AGAIN}`,
			requests: ['configQuery'],
		},
		{
			name: 'the task cannot be created',
			faults: [['taskCreate', refused]],
			message: /^The AI call platform refused to create a task: wrong application id/,
			description: `Nobody was called. No task is left. ${WRONG_APP} ${AGAIN}`,
			requests: CREATED.slice(0, 2),
		},
		{
			name: 'the task cannot be asked for',
			faults: [['taskQuery', refused]],
			message: /^The AI call platform refused to query tasks: wrong application id/,
			description: `${DELETED} ${WRONG_APP} ${AGAIN}`,
			requests: [...CREATED, 'taskDelete'],
		},
		{
			name: 'a batch is refused',
			faults: [
				['taskInsert', { kind: 'late', ms: 0 }],
				['taskInsert', refused],
			],
			message: /^The AI call platform refused to add rows to a task: wrong application id/,
			description: `${DELETED} ${WRONG_APP} ${AGAIN}`,
			requests: [...CREATED, ...repeated('taskInsert', 2), 'taskQuery', 'taskDelete'],
		},
		{
			name: 'a batch is refused, and the task cannot be deleted',
			faults: [
				['taskInsert', { kind: 'late', ms: 0 }],
				['taskInsert', refused],
				['taskDelete', refused],
			],
			message: /^The AI call platform refused to add rows to a task: wrong application id/,
			description: `Nobody was called. Task ID was not started. The next run deletes it. ${WRONG_APP} ${AGAIN}`,
			requests: [...CREATED, ...repeated('taskInsert', 2), 'taskQuery', 'taskDelete'],
			isTaskLeft: true,
		},
		{
			name: 'the answers are lost again and again',
			faults: [['taskInsert', lost, 3]],
			message: /^The answers to requests were lost again and again$/,
			description: `Nobody was called. No task is left. Check the connection to the platform. ${AGAIN}`,
			requests: [
				'configQuery',
				...repeated(['taskCreate', 'taskQuery', 'taskInsert', 'taskDelete'], 3).flat(),
			],
		},
		{
			name: 'the start is refused',
			faults: [['taskStart', { kind: 'code', code: 3030002 }]],
			message: new RegExp(`^${OCCUPIED}`),
			description: `${DELETED} ${FREE_THE_LINE} ${AGAIN}`,
			requests: ['configQuery', ...WHOLE, 'taskQuery', 'taskDelete'],
		},
	];

	test.each(
		FAILURES.flatMap((failure) =>
			(['trigger', 'retry'] as const).flatMap((mode) =>
				[{}, { ifProblems: 'sendOthers' }].map((options) => ({ ...failure, mode, options })),
			),
		),
	)('$name, then $mode ($options)', async (one) => {
		for (const [endpoint, fault, times] of one.faults)
			bench.platform.failNext(endpoint, fault, times);
		const parameters = { options: { ...RUN.options, ...one.options } };
		const { error, outputs } = await run(parameters);
		const [{ taskId = 'none' } = {}] = bench.platform.tasks;
		const text = (error?.description ?? '').replaceAll(taskId, 'ID');
		expect(outputs).toEqual([]);
		expect(error?.message).toMatch(one.message);
		expect(text).toEqual(one.description);
		expect(endpoints()).toEqual(one.requests);
		const left = tasks().filter(({ deleted }) => !deleted);
		expect(left).toMatchObject(one.isTaskLeft ? [{ status: 0 }] : []);
		bench.platform.clearFaults();
		const next = await run(parameters, 120, { ...nodeAfter(1), execution: newExecution(one.mode) });
		expect(states(next)).toEqual([repeated('accepted', 120)]);
		expect(tasks().filter(({ deleted }) => !deleted)).toEqual([ALL(120)]);
	});

	test('with keys, too, the next run deletes a task that was left, and calls its rows', async () => {
		bench.platform.failNext('taskStart', { kind: 'code', code: 3030002 });
		bench.platform.failNext('taskDelete', refused);
		const { error } = await run(KEYED);
		expect(error?.description).toMatch(
			/^Nobody was called\. Task \d+ was not started\. The next run deletes it\./,
		);
		expect(tasks()).toMatchObject([{ status: 0, deleted: false }]);
		bench.platform.clearFaults();
		const next = await run(KEYED, 120, { ...nodeAfter(1), execution: newExecution('trigger') });
		expect(states(next)).toEqual([repeated('accepted', 120)]);
		expect(tasks()).toEqual([{ status: 0, deleted: true, numbers: numbers(120) }, ALL(120)]);
	});

	test('with an error output, each row says that nobody was called', async () => {
		bench.platform.failNext('taskStart', { kind: 'code', code: 3030002 });
		const result = await run({}, 2, CONTINUE);
		expect(result.outputs).toEqual([
			[],
			[0, 1].map((item) => ({
				json: {
					...customers(2)[item]?.json,
					error: `${OCCUPIED} (code 3030002, the platform says: Number occupied)`,
					details: {
						kind: 'refused',
						code: '3030002',
						desc: 'Number occupied',
						advice: `${LEFT} ${FREE_THE_LINE}`,
						state: 'notSent',
					},
				},
				pairedItem: { item },
			})),
		]);
		expect(hints(result)).toEqual([
			'0 accepted · 2 not sent: the line is occupied (code 3030002, the platform says: Number occupied)',
		]);
	});

	test('if the answer to a batch is lost, another task takes all rows', async () => {
		bench.platform.failNext('taskInsert', { kind: 'late', ms: 0 });
		bench.platform.failNext('taskInsert', lost);
		expect(states(await run())).toEqual([repeated('accepted', 120)]);
		expect(tasks()).toEqual([{ status: 0, deleted: true, numbers: numbers(100) }, ALL(120)]);
		expect(endpoints()).toEqual([...CREATED, ...repeated('taskInsert', 2), 'taskDelete', ...WHOLE]);
	});

	test('if the answer to the start was lost, the task counts as started', async () => {
		bench.platform.failNext('taskStart', lost);
		const result = await run();
		expect([states(result), tasks()]).toEqual([[repeated('accepted', 120)], [ALL(120)]]);
	});

	test('if the platform does not tell whether the task was started, the rows are unknown, and the next run finds the task', async () => {
		bench.platform.failNext('taskQuery', { kind: 'late', ms: 0 });
		bench.platform.failNext('taskStart', lost, 99);
		bench.platform.failNext('taskQuery', refused, 99);
		const { error } = await run();
		const [{ taskId = '' } = {}] = bench.platform.tasks;
		expect([error?.message, error?.description]).toEqual([
			`It is not known whether task ${taskId} was started: the answer was lost`,
			'Run it again when the platform answers: it asks for the task first.',
		]);
		bench.platform.clearFaults();
		const next = await run({}, 120, { ...nodeAfter(1), execution: newExecution('retry') });
		expect(states(next)).toEqual([repeated('sentBefore', 120)]);
		expect(tasks().filter(({ deleted }) => !deleted)).toEqual([ALL(120)]);
	});

	test('if a person stops the execution, the task is deleted', async () => {
		bench.platform.failNext('taskInsert', { kind: 'late', ms: 0 });
		bench.platform.failNext('taskInsert', { kind: 'stall', when: 'after' });
		await run({}, 120, {
			onStart: (cancel) => void until(() => bench.requests('taskInsert').length === 2).then(cancel),
		});
		await until(() => bench.requests('taskDelete').length === 1);
		expect(tasks()).toMatchObject([{ status: 0, deleted: true }]);
	});

	test('a task that a person has started meanwhile is not replaced', async () => {
		bench.platform.failNext('taskInsert', { kind: 'late', ms: 0 });
		bench.platform.failNext('taskInsert', refused);
		bench.platform.failNext('taskDelete', refused);
		await run();
		const [{ taskId = '' } = {}] = bench.platform.tasks;
		await bench.json({ resource: 'task', operation: 'start', taskId: chosen(taskId) });
		const next = await run({}, 120, {
			...CONTINUE,
			...nodeAfter(1),
			execution: newExecution('retry'),
		});
		expect(states(next)).toEqual([[], repeated('unknown', 120)]);
		expect(next.outputs[1]?.[0]?.json.error).toBe(
			`Task ${taskId} was started before all its rows were in it`,
		);
		expect(tasks().filter(({ deleted }) => !deleted)).toEqual([ALL(50)]);
	});

	test.each([
		['nothing', {}, []],
		['the others', { ifProblems: 'sendOthers' }, [ALL(0)]],
	])('with refused numbers and Send %s', async (_name, options, expected) => {
		const bad = [7, 60].map((index) => numbers(61)[index] ?? '');
		for (const number of bad) bench.platform.setup.sensitiveNumbers.add(String(number));
		const others = numbers(120).filter((number) => !bad.includes(number ?? ''));
		const result = await run({ options: { ...RUN.options, ...options } });
		expect(
			tasks()
				.filter(({ deleted }) => !deleted)
				.map((task) => ({ ...task, numbers: [...task.numbers].sort() })),
		).toEqual(expected.map((task) => ({ ...task, numbers: others })));
		if (expected.length === 0)
			expect([result.error?.message, result.error?.description]).toEqual([
				'The platform refused 2 of 120 rows: wrong outbound number (code 200203, the platform says: Wrong outbound number)',
				`Affected: ${bad[0]} (item 8), ${bad[1]} (item 61). ${DELETED} It is not a mobile number, or it is on a do-not-call list of the platform. Correct it, or remove the row. ${AGAIN}`,
			]);
		else
			expect(states(result)).toEqual([
				numbers(120).map((number) => (bad.includes(number ?? '') ? 'notAccepted' : 'accepted')),
			]);
	});

	test('a row with a problem prevents the task; with Send the Others, it starts with the others', async () => {
		const items = [...customers(2), { json: { ...customers(1)[0]?.json, 客户手机号码: '12' } }];
		const { error } = await bench.run(RUN, items);
		expect([error?.message, tasks()]).toEqual([
			expect.stringMatching(/^There is a problem with 1 of 3 rows: "12"/),
			[],
		]);
		const options = { ...RUN.options, ifProblems: 'sendOthers' };
		const result = await bench.run({ ...RUN, options }, items, CONTINUE);
		expect(states(result)).toEqual([repeated('accepted', 2), ['problem']]);
		expect(tasks()).toEqual([ALL(2)]);
	});

	test('if the task of one item fails, the task of the item before it calls, and the error says so', async () => {
		bench.platform.failNext('taskStart', { kind: 'late', ms: 0 });
		bench.platform.failNext('taskStart', { kind: 'code', code: 3030002 });
		const { error } = await run({ taskName: '={{ "task " + $itemIndex }}' }, 3);
		expect([error?.message, error?.description]).toEqual([
			'1 of 3 rows could not be sent: the line is occupied (code 3030002, the platform says: Number occupied)',
			`Affected: ${numbers(2)[1]} (item 2). Of the others: 1 accepted, 1 more. ${LEFT} ${FREE_THE_LINE} Then run it again today: what was sent is left out.`,
		]);
		expect([tasks('task 0'), tasks('task 1'), tasks('task 2')]).toEqual([
			[ALL(1)],
			[{ status: 0, deleted: true, numbers: numbers(2).slice(1) }],
			[],
		]);
	});

	test('Retry On Fail makes another task, and the output has all IDs', async () => {
		bench.platform.failNext('taskInsert', refused);
		const result = await run({}, 120, {
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		});
		expect(tasks()).toEqual([{ status: 0, deleted: true, numbers: [] }, ALL(120)]);
		expect(result.outputs[0]?.map(({ json }) => json.task_data_id)).toEqual(
			bench.platform.acceptedRows.map(({ taskDataId }) => taskDataId),
		);
	});
});

describe('if the process is killed at any call, to the platform or to the database', () => {
	const COUNT = 60;
	const EARLIER = 20;
	/** In short, every ninth call. */
	const STEP = FULL_SIZE ? 1 : 9;

	test.each([
		['before', 'without keys', {}, 0],
		['after', 'without keys', {}, 0],
		['before', 'with keys, after another execution', KEYED, EARLIER],
		['after', 'with keys, after another execution', KEYED, EARLIER],
	] as const)(
		'%s it, %s: Retry and a new execution end with one task that has each row once',
		async (when, _name, repeat, earlier) => {
			const noon = { ...quickClock, date: () => NOON_IN_CHINA };
			for (let call = 1; ; call += STEP) {
				processedData.reset();
				const taskName = `${when} call ${call}`;
				const at = async (node: Partial<NodeRun>, mode: 'trigger' | 'retry') =>
					await run({ ...repeat, taskName }, COUNT, { ...node, execution: newExecution(mode) });
				if (earlier > 0) await run({ ...repeat, taskName: 'earlier' }, earlier, nodeAfter(1));
				const { node, killed } = dyingProcess(bench, { call, when, counts: 'all' }, noon);
				const dying = { ...node, nodeType: begunAt(node.nodeType, NOON_IN_CHINA) };
				const end = await Promise.race([at(dying, 'trigger'), killed]);
				if (end !== 'killed') {
					expect(call).toBeGreaterThan(20);
					return;
				}
				const isRetry = (call + (when === 'after' ? 1 : 0)) % 2 === 0;
				const { error } = await at(nodeAfter(1), isRetry ? 'retry' : 'trigger');
				const message = error?.message ?? '';
				// What the killed execution has called is left out; of all rows, that is an error. If it was
				// killed while it asked what the other execution has called, that stays in doubt.
				const isExpected = isRetry ? message === '' : /^$|sent today already/.test(message);
				const { unknown } = (error?.context?.data ?? {}) as { unknown?: unknown[] };
				const isInDoubt = earlier > 0 && unknown?.length === earlier;
				const started = tasks(taskName).filter(({ status }) => status !== 0);
				const filled = tasks(taskName).filter((task) => !task.deleted && task.numbers.length > 0);
				expect({
					call,
					message: isExpected || isInDoubt || message,
					started,
					filled: filled.length,
				}).toEqual({
					call,
					message: true,
					started: [{ ...ALL(0), numbers: numbers(COUNT).slice(earlier) }],
					filled: 1,
				});
			}
		},
		300_000,
	);
});
