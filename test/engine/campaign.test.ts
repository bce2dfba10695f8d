import { createRunExecutionData, type IExecuteFunctions } from 'n8n-workflow';
import { clockOf, NOON_IN_CHINA, QUICK, quickClock } from '../setup/quickClock';
import { testInFull } from '../setup/size';
import { byName, CallBench, chosen, customers, EXPIRED_LINE, LINE, SCRIPT } from './aiCall';
import { newExecution, type NodeResult, type NodeRun } from './harness';
import { processedData } from './processedData';
import { loadProcesses } from './processes';

const bench = new CallBench({ speed: 0 });
const RUN = {
	resource: 'task',
	operation: 'run',
	runMode: 'real',
	taskName: '十一月',
	robotId: chosen(SCRIPT),
	lineNum: chosen(LINE),
	columns: byName,
	options: { concurrentRequests: 1 },
};
const KEYED = { rowKey: '={{ $json.客户手机号码 }}' };
const CONTINUE = { settings: { onError: 'continueErrorOutput' as const } };
const refused = { kind: 'code', code: 10003 } as const;
const lost = { kind: 'drop', when: 'after' } as const;
const lostBefore = { kind: 'drop', when: 'before' } as const;

beforeEach(() => processedData.reset());

const numbers = (count: number) => customers(count).map(({ json }) => json?.客户手机号码);
const states = ({ outputs }: NodeResult) =>
	outputs.map((items) => items.map(({ json }) => json.state ?? stateIn(json.details)));
const stateIn = (details: unknown) => (details as { state?: unknown } | undefined)?.state;
const repeated = (state: string, count: number) => Array.from({ length: count }, () => state);
const hints = ({ run }: NodeResult) =>
	run.data.resultData.runData.Node?.[0]?.hints?.map(({ message }) => message);
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

/** An execution, and as many retries of it as are needed. */
function executions(token = 'a secret', workflowId = token) {
	const data = createRunExecutionData({ resumeToken: token });
	return (mode: 'trigger' | 'retry') => ({
		...newExecution(mode),
		workflowId,
		data: structuredClone(data),
	});
}

const run = async (parameters: object = {}, count = 120, options: Partial<NodeRun> = {}) =>
	await bench.run({ ...RUN, ...parameters }, customers(count), options);

test('one task is created for all rows, takes them in batches of 50, and is started', async () => {
	const result = await run({ options: { ...RUN.options, end: '2026-11-30T18:00:00+08:00' } });
	expect(bench.requests().map(({ endpoint }) => endpoint)).toEqual([
		'configQuery',
		'taskCreate',
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
		`Task ${taskId} has started: it calls 120 customers, 09:00-20:00 in China, until 2026-11-30 05:00 in America/New_York, 18:00 in Asia/Shanghai.`,
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
	expect(result.outputs[0]?.map(({ json }) => [json.state, json.problems])).toEqual([
		['problem', [expect.stringMatching(/^Voice 2 /), expect.stringMatching(/^Line 1 /)]],
		['problem', undefined],
	]);
	expect(hints(result)?.[0]).toBe(
		'Check, nothing was sent: 0 ready to be called · 2 with problems, all the same: Voice 2 not found in this application',
	);
});

test('Check says when the task calls', async () => {
	const result = await run({ runMode: 'check', options: { end: '2026-11-30T18:00:00+08:00' } }, 2);
	expect(states(result)).toEqual([repeated('ready', 2)]);
	expect(result.outputs[0]?.map(({ json }) => json.note)).toEqual([
		expect.stringMatching(
			/^Would be called\. It is started in the same run: calling begins at once/,
		),
		'Would be called',
	]);
	expect(hints(result)).toEqual([
		'Check, nothing was sent: 2 ready to be called. It is started in the same run: calling begins at once, 09:00-20:00 in China, until 2026-11-30 05:00 in America/New_York, 18:00 in Asia/Shanghai.',
	]);
});

test('Check says when each task calls, at its first row', async () => {
	const options = { begin: '={{ ["2026-12-01", "2026-12-02"][$itemIndex] }}' };
	const later = await run({ runMode: 'check', options }, 2);
	expect(later.outputs[0]?.map(({ json }) => json.note)).toEqual(
		['Tue, Dec 1', 'Wed, Dec 2'].map((day) =>
			expect.stringMatching(`^Would be called. It is started in the same run: .* ${day}, `),
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
					`Task ${id} has started: it calls 1 customer, 09:00-20:00 in China, with no end time.`,
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

test('with Row Key, rows that an earlier execution has sent are left out; if all were sent, no task is created', async () => {
	for (const [count, sent] of [
		[100, 0],
		[100, 100],
		[120, 100],
	] as const) {
		const result = await run(KEYED, count);
		expect(states(result)).toEqual([
			[...repeated('sentBefore', sent), ...repeated('accepted', count - sent)],
		]);
	}
	expect(tasks()).toEqual([ALL(100), { ...ALL(0), numbers: numbers(120).slice(100) }]);
});

test('with Row Key, the hint counts only the rows that this task has', async () => {
	await run(KEYED, 100);
	expect(hints(await run(KEYED, 120))?.[0]).toMatch(
		/^Task \d+ has started: it calls 20 customers,/,
	);
});

describe('if something fails', () => {
	test('a row with a problem prevents the task', async () => {
		const items = [...customers(2), { json: { ...customers(1)[0]?.json, 客户手机号码: '12' } }];
		const { error } = await bench.run(RUN, items);
		expect(error?.message).toMatch(/12/);
		expect(tasks()).toEqual([]);
	});

	test('with Send the Others, the task starts with the other rows; but not if adding them fails', async () => {
		const options = { ...RUN.options, ifProblems: 'sendOthers' };
		const items = [{ json: { ...customers(1)[0]?.json, 客户手机号码: '12' } }, ...customers(2)];
		const result = await bench.run({ ...RUN, options }, items, CONTINUE);
		expect(states(result)).toEqual([repeated('accepted', 2), ['problem']]);
		expect(tasks()).toEqual([ALL(2)]);
		bench.platform.failNext('taskInsert', refused);
		const failed = await run({ options, taskName: 'second' }, 60, CONTINUE);
		expect(states(failed)).toEqual([
			[],
			[...repeated('notAccepted', 50), ...repeated('notStarted', 10)],
		]);
		expect(tasks('second')).toMatchObject([{ status: 0, numbers: numbers(60).slice(50) }]);
	});

	test('if the task cannot be created, no row is sent, and a retry creates it', async () => {
		const start = executions();
		bench.platform.failNext('taskCreate', refused);
		const failed = await run({}, 120, { execution: start('trigger') });
		expect([failed.error?.message, tasks()]).toEqual([expect.stringMatching(/create a task/), []]);
		const retry = await run({}, 120, { execution: start('retry') });
		expect([states(retry), tasks()]).toEqual([[repeated('accepted', 120)], [ALL(120)]]);
	});

	test.each([{}, CONTINUE])(
		'if a batch is refused, the task is not started, the error has its ID, and a retry goes on with it (%j)',
		async (settings) => {
			const start = executions();
			bench.platform.failNext('taskInsert', { kind: 'late', ms: 0 });
			bench.platform.failNext('taskInsert', refused);
			const failed = await run({}, 120, { ...settings, execution: start('trigger') });
			const [{ taskId = '' } = {}] = bench.platform.tasks;
			expect(tasks()).toMatchObject([{ status: 0, deleted: false }]);
			if (failed.error) {
				expect(failed.error.message).toMatch(`Task ${taskId} was not started: `);
				expect(failed.error.description).toMatch(
					`Task ${taskId} was not started: it calls nobody. Retry in the list of executions goes on with this task and starts it. To give it up, delete it (Task: Delete). `,
				);
				expect(failed.error.description).not.toContain('leave out the rows');
				expect(failed.error.context?.data).toMatchObject({ task_id: taskId });
			} else
				expect(states(failed)).toEqual([
					[],
					[
						...repeated('notStarted', 50),
						...repeated('notAccepted', 50),
						...repeated('notSent', 20),
					],
				]);
			const retry = await run({}, 120, { execution: start('retry') });
			expect(retry.error).toBeUndefined();
			expect(tasks().map((task) => ({ ...task, numbers: [...task.numbers].sort() }))).toEqual([
				ALL(120),
			]);
		},
	);

	test('if the answer to a batch was lost and all rows are in, a retry starts the task', async () => {
		const start = executions();
		bench.platform.failNext('taskInsert', lost);
		await run({}, 120, { execution: start('trigger') });
		const retry = await run({}, 120, { execution: start('retry') });
		expect(states(retry)).toEqual([[...repeated('sentBefore', 50), ...repeated('accepted', 70)]]);
		expect(tasks()).toEqual([ALL(120)]);
	});

	test('if the platform refuses a row, or a person has started the task meanwhile, the task is not replaced', async () => {
		bench.platform.failNext('taskInsert', { kind: 'code', code: 200203 });
		const rejected = await run({ taskName: 'rejected' }, 2);
		expect(rejected.error?.message).toMatch(/Task \d+ was not started: .*200203/);
		expect(tasks('rejected')).toEqual([{ status: 0, deleted: false, numbers: [] }]);
		const start = executions();
		bench.platform.failNext('taskInsert', { kind: 'late', ms: 0 });
		bench.platform.failNext('taskInsert', lostBefore);
		await run({}, 120, { execution: start('trigger') });
		const [, { taskId = '' } = {}] = bench.platform.tasks;
		await bench.json({ resource: 'task', operation: 'start', taskId: chosen(taskId) });
		const retry = await run({}, 120, { execution: start('retry') });
		expect(retry.error?.message).toMatch(/20 rejected, 50 unknown, 0 not sent, 50 sent before/);
		expect(tasks()).toEqual([ALL(50)]);
	});

	test('if the start is refused, all rows are in a task that a retry starts once', async () => {
		const start = executions();
		bench.platform.failNext('taskStart', { kind: 'code', code: 3030002 });
		const failed = await run({}, 120, { ...CONTINUE, execution: start('trigger') });
		expect(states(failed)).toEqual([[], repeated('notStarted', 120)]);
		expect(failed.outputs[1]?.[0]?.json).toMatchObject({
			error: expect.stringMatching(/^Task \d+ was not started: .*occupied/),
			details: { task_id: expect.any(String), task_data_id: expect.any(String) },
		});
		for (let times = 0; times < 2; times++) {
			const retry = await run({}, 120, { execution: start('retry') });
			expect(states(retry)).toEqual([repeated('sentBefore', 120)]);
		}
		expect([tasks(), bench.requests('taskStart').length]).toEqual([[ALL(120)], 2]);
	});

	test('if it is not known which rows a task has, and the platform does not tell, the error says how to find out', async () => {
		bench.platform.failNext('taskInsert', lostBefore);
		bench.platform.failNext('taskQuery', refused, 9);
		const { error } = await run({}, 2);
		const [{ taskId = '' } = {}] = bench.platform.tasks;
		expect(error?.description).toContain(
			`Task ${taskId} was not started: it calls nobody. It is not known which rows it has. Delete it (Task: Delete) and click Retry in the list of executions: another task takes all rows. Or compare total (Task: Get) and start it (Task: Start). `,
		);
	});

	test('a retry says that the task was started before', async () => {
		const start = executions();
		await run({}, 2, { execution: start('trigger') });
		const retry = await run({}, 2, { execution: start('retry') });
		expect(hints(retry)?.[0]).toMatch(/^Task \d+ was started before: it calls 2 customers, /);
	});

	test('a task that was started and then paused is not started again by a retry', async () => {
		const start = executions();
		await run({}, 120, { execution: start('trigger') });
		const [{ taskId = '' } = {}] = bench.platform.tasks;
		await bench.json({ resource: 'task', operation: 'pause', taskId: chosen(taskId) });
		const retry = await run({}, 120, { execution: start('retry') });
		expect(states(retry)).toEqual([repeated('sentBefore', 120)]);
		expect(tasks()).toMatchObject([{ status: 3 }]);
	});

	test('a task that a person has deleted is replaced by a retry; one that a person has started takes no more rows', async () => {
		for (const [operation, expected] of [
			['delete', [ALL(120)]],
			['start', []],
		] as const) {
			const taskName = `then ${operation}`;
			const start = executions(taskName);
			bench.platform.failNext('taskInsert', { kind: 'late', ms: 0 });
			bench.platform.failNext('taskInsert', refused);
			await run({ taskName }, 120, { execution: start('trigger') });
			const { taskId = '' } = bench.platform.tasks.at(-1) ?? {};
			await bench.json({ resource: 'task', operation, taskId: chosen(taskId) });
			const retry = await run({ taskName }, 120, { execution: start('retry') });
			expect(tasks(taskName).slice(1)).toEqual(expected);
			if (operation === 'start')
				expect(retry.error?.message).toMatch(
					/^Task \d+ has been started before, so it takes no more rows \(0 of 120 rows accepted/,
				);
		}
	});

	describe('with Row Key', () => {
		test('the error says that a new execution leaves out the rows; if a person has deleted the task, a retry creates another one for all rows', async () => {
			const start = executions();
			bench.platform.failNext('taskInsert', { kind: 'late', ms: 0 });
			bench.platform.failNext('taskInsert', refused);
			const failed = await run(KEYED, 120, { execution: start('trigger') });
			expect(failed.error?.description).toContain(
				'delete it (Task: Delete). A new execution would leave out the rows that it has, because their keys count as sent. ',
			);
			const [{ taskId = '' } = {}] = bench.platform.tasks;
			await bench.json({ resource: 'task', operation: 'delete', taskId: chosen(taskId) });
			const retry = await run(KEYED, 120, { execution: start('retry') });
			expect(states(retry)).toEqual([repeated('accepted', 120)]);
			expect(tasks()).toMatchObject([{ status: 0, deleted: true }, ALL(120)]);
		});

		test('if it is not known which rows a task has, another one takes them, but not those of another execution', async () => {
			await run(KEYED, 40);
			bench.platform.failNext('taskInsert', { kind: 'late', ms: 0 }, 2);
			bench.platform.failNext('taskInsert', lostBefore);
			const result = await run({ ...KEYED, taskName: 'then' }, 120);
			expect(states(result)).toEqual([
				[...repeated('sentBefore', 40), ...repeated('accepted', 80)],
			]);
			expect(tasks('then')).toEqual([
				{ status: 0, deleted: true, numbers: numbers(120).slice(40, 100) },
				{ ...ALL(0), numbers: numbers(120).slice(40) },
			]);
			expect(hints(result)?.[0]).toMatch(/^Task \d+ has started: it calls 80 customers,/);
		});

		test('rows that were in a task that was deleted, and that the next one has refused, are new to another execution', async () => {
			bench.platform.failNext('taskInsert', { kind: 'late', ms: 0 });
			bench.platform.failNext('taskInsert', lostBefore);
			bench.platform.failNext('taskInsert', refused);
			await run(KEYED, 100, { execution: executions('first', 'workflow')('trigger') });
			expect(tasks()).toMatchObject([{ numbers: numbers(50) }, { status: 0, numbers: [] }]);
			const taskName = 'next';
			const start = executions(taskName, 'workflow');
			bench.platform.failNext('taskInsert', lostBefore);
			await run({ ...KEYED, taskName }, 100, { execution: start('trigger') });
			await run({ ...KEYED, taskName }, 100, { execution: start('retry') });
			expect(tasks(taskName).at(-1)).toEqual(ALL(100));
		});

		test('rows that another execution has left in doubt are left out, also by a retry, unless Send Interrupted Rows is on', async () => {
			bench.platform.failNext('taskInsert', lostBefore);
			await run(KEYED, 120, { execution: executions('first', 'workflow')('trigger') });
			const others = numbers(120).slice(50);
			const start = executions('next', 'workflow');
			bench.platform.failNext('taskInsert', { kind: 'late', ms: 0 });
			bench.platform.failNext('taskInsert', refused);
			await run(KEYED, 120, { ...CONTINUE, execution: start('trigger') });
			const retry = await run(KEYED, 120, { ...CONTINUE, execution: start('retry') });
			expect(states(retry)).toEqual([
				[...repeated('sentBefore', 50), ...repeated('accepted', 20)],
				repeated('unknown', 50),
			]);
			expect(tasks().slice(1)).toEqual([{ ...ALL(0), numbers: others }]);
			const options = { ...RUN.options, sendInterrupted: true };
			const last = await run({ ...KEYED, options }, 120, {
				execution: executions('last', 'workflow')('trigger'),
			});
			expect(states(last)).toEqual([[...repeated('accepted', 50), ...repeated('sentBefore', 70)]]);
			expect(tasks()[2]).toEqual(ALL(50));
		});

		testInFull(
			'if the database fails for a moment while rows are recorded, rows that another execution has left in doubt stay left out',
			async () => {
				const inDoubt = new Set(numbers(50));
				let complete = 0;
				// These calls record the rows.
				for (let failed = 22; failed <= 29; failed++) {
					processedData.reset();
					const taskName = `call ${failed}`;
					const runNow = async (token: string, mode: 'trigger' | 'retry') =>
						await run({ ...KEYED, taskName }, 120, {
							...CONTINUE,
							execution: executions(token, taskName)(mode),
						});
					bench.platform.failNext('taskInsert', lostBefore);
					await runNow(`${failed} first`, 'trigger');
					const before = processedData.calls;
					// Each call is tried three times.
					processedData.delays = () => {
						const call = processedData.calls - before;
						if (call >= failed && call < failed + 3) throw new Error('Connection terminated');
						return { read: 0, write: 0 };
					};
					bench.platform.failNext('taskInsert', { kind: 'late', ms: 0 });
					bench.platform.failNext('taskInsert', lostBefore);
					await runNow(`${failed} next`, 'trigger');
					bench.platform.clearFaults();
					await runNow(`${failed} next`, 'retry');
					const left = tasks(taskName)
						.slice(1)
						.filter(({ deleted }) => !deleted);
					// If the database fails while it frees this start, the retry sends nothing, and says so.
					const twice = left.flatMap((task) => task.numbers).filter((one) => inDoubt.has(one));
					expect({ failed, tasks: left.length <= 1, twice }).toEqual({
						failed,
						tasks: true,
						twice: [],
					});
					if (left[0]?.status === 1) complete++;
				}
				expect(complete).toBeGreaterThan(3);
			},
			120_000,
		);
	});

	test('with another name in the changed workflow, a retry creates no other task', async () => {
		const start = executions();
		bench.platform.failNext('taskStart', refused);
		await run({}, 120, { execution: start('trigger') });
		const retry = await run({ taskName: 'another' }, 120, { execution: start('retry') });
		expect(retry.error?.message).toMatch(/An earlier start of this execution has begun/);
		expect(bench.platform.tasks).toHaveLength(1);
	});

	test('Retry On Fail goes on with the same task, and the output has all IDs', async () => {
		bench.platform.failNext('taskInsert', refused);
		const result = await run({}, 120, {
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		});
		expect(tasks()).toEqual([ALL(120)]);
		expect(result.outputs[0]?.map(({ json }) => json.task_data_id)).toEqual(
			bench.platform.acceptedRows.map(({ taskDataId }) => taskDataId),
		);
	});

	test('if the answer to the start was lost, the task counts as started', async () => {
		bench.platform.failNext('taskStart', lost, 1);
		const result = await run();
		expect([states(result), tasks()]).toEqual([[repeated('accepted', 120)], [ALL(120)]]);
	});
});

describe('if the process is killed at any step', () => {
	const alive = { first: true };
	const dying = {
		...quickClock,
		sleep: async (ms: number) => {
			if (alive.first) await clockOf(QUICK).sleep(ms);
			else await new Promise(() => undefined);
		},
	};
	/** An hour later, when no process can believe that the killed one still runs. */
	const later = { ...quickClock, date: () => NOON_IN_CHINA + 3_600_000 };
	afterAll(() => (alive.first = false));

	testInFull.each([
		['without Row Key', {}, 120, 0, false],
		['with Row Key', KEYED, 120, 0, false],
		['with Row Key, after another execution', KEYED, 120, 40, false],
		['with Row Key, when its first task was deleted', KEYED, 60, 0, true],
	] as const)(
		'%s, Retry ends with one task that has each row once and was started once',
		async (_, more, count, earlier, isDeleted) => {
			const [first, second] = [dying, later].flatMap((clock) => loadProcesses(bench, 1, clock));
			let doubts = 0;
			for (let step = 1; ; step++) {
				const taskName = `after call ${step}`;
				const start = executions(taskName);
				const parameters = { ...RUN, ...more, taskName };
				if (earlier > 0)
					await bench.run({ ...RUN, ...more, taskName: 'earlier' }, customers(earlier), {
						...second?.(),
						execution: executions(`before ${taskName}`, taskName)('trigger'),
					});
				if (isDeleted) {
					bench.platform.failNext('taskStart', refused);
					await bench.run(parameters, customers(count), {
						...second?.(),
						execution: start('trigger'),
					});
					const { taskId = '' } = bench.platform.tasks.at(-1) ?? {};
					await bench.json({ resource: 'task', operation: 'delete', taskId: chosen(taskId) });
				}
				const { node, killed } = killedAt(first?.(), step);
				const execution = start(isDeleted ? 'retry' : 'trigger');
				const at = await Promise.race([
					bench.run(parameters, customers(count), { ...node, execution }),
					killed,
				]);
				if (typeof at !== 'string') {
					expect(step).toBeGreaterThan(20);
					expect(doubts).toBe(earlier > 0 ? 2 : 0);
					return;
				}
				const retry = await bench.run(parameters, customers(count), {
					...second?.(),
					execution: start('retry'),
				});
				const left = tasks(taskName).filter(({ deleted }) => !deleted);
				const all = { ...ALL(0), numbers: numbers(count).slice(earlier) };
				expect({ at, left }).toEqual({ at, left: [all] });
				// Killed while it asks what another execution has sent, it leaves that in doubt.
				if (retry.error?.message.includes(' 40 unknown')) doubts++;
				else expect(retry.error).toBeUndefined();
			}
		},
		180_000,
	);
});

type Loaded = ReturnType<ReturnType<typeof loadProcesses>[number]>;

/**
 * A node whose process ends after its call with this number, to n8n's database or to the platform: nothing that it waits
 * for happens any more.
 */
function killedAt(loaded: Loaded | undefined, step: number) {
	if (!loaded) throw new Error('There is no process');
	let calls = 0;
	let kill: (at: string) => void = () => undefined;
	const killed = new Promise<string>((resolve) => (kill = resolve));
	const never = new Promise<never>(() => undefined);
	const counted =
		<Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
		async (...args: Args): Promise<Result> => {
			const number = ++calls;
			if (number > step) return await never;
			const result = await call(...args);
			if (number < step && calls < step + 1) return result;
			kill(`after call ${step}`);
			return await never;
		};
	const { nodeType } = loaded;
	const { execute } = nodeType;
	nodeType.execute = async function (this: IExecuteFunctions) {
		const context = Object.create(this) as IExecuteFunctions;
		const { helpers } = this;
		context.helpers = {
			...helpers,
			httpRequestWithAuthentication: counted(
				helpers.httpRequestWithAuthentication.bind(context),
			) as typeof helpers.httpRequestWithAuthentication,
			checkProcessedAndRecord: counted(helpers.checkProcessedAndRecord),
			removeProcessed: counted(helpers.removeProcessed),
			getProcessedDataCount: counted(helpers.getProcessedDataCount),
		};
		return (await execute?.call(context)) ?? [];
	};
	return { node: loaded, killed };
}
