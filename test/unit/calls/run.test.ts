/** What Run Campaign asks the platform, says and shows, whatever fails on the way. */
import { run } from '../../../nodes/IflytekAiCall/actions/task/run.operation';
import { RefusalError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { TransportError } from '../../../nodes/shared/failure';
import type { JsonRecord } from '../../../nodes/shared/values';
import { testInFull } from '../../setup/size';
import type { Surroundings } from '../delivery/context';
import { LINE, NOW, operationRun, PAGE, SCRIPT, starts, type Answer } from './operationRun';
import { randomUUID } from '../../setup/chance';

/** By default the platform refuses the request before it looks at the rows. */
const refused = (code = '10003') => new RefusalError('addRows', code, 'no');
/** With a code that is not documented, it is not known whether rows were added. */
const UNKNOWN_CODE = '3020003';
const lost = () => new TransportError('The connection broke', 'Try again.', 'interrupted');

interface Task extends JsonRecord {
	task_id: string;
	count_tel: number | undefined;
}

/** A platform with tasks. The answer to a request fails with the error that `fail` returns for it, if any. */
class Platform {
	readonly tasks: Task[] = [];
	/** Called before a request is carried out. */
	fail: (method: string, body: JsonRecord) => Error | undefined = () => undefined;
	/** Called after a request was carried out. */
	lose: (method: string, body: JsonRecord) => Error | undefined = () => undefined;

	readonly answer: Answer = (method, body) =>
		this.fail(method, body) ?? this.carryOut(method, body, this.lose(method, body));

	private carryOut(method: string, body: JsonRecord, lostAnswer?: Error) {
		const result = this.resultOf(method, body);
		return lostAnswer ?? result;
	}

	private resultOf(method: string, body: JsonRecord): JsonRecord | undefined {
		const { tasks } = this;
		if (method === 'createTask') {
			const task_id = `t${tasks.length + 1}`;
			tasks.push({ ...body, task_id, status: 0, count_tel: 0 });
			return { task_id };
		}
		if (method === 'queryTasks') {
			if (body.task_id !== undefined)
				return { rows: tasks.filter(({ task_id: id }) => id === body.task_id) };
			// A query of names may have blanks around an ID, or none.
			const named = tasks.filter(({ task_name: name }) => name === body.task_name);
			const rows = named.map((task) => ({ ...task, task_id: ` ${task.task_id} ` }));
			return { rows: [...rows, { ...rows[0], task_id: undefined }] };
		}
		const task = tasks.find(({ task_id: id }) => id === body.task_id);
		if (!task) return undefined;
		if (method === 'startTask') task.status = 1;
		if (method === 'deleteTask') task.deleted = '1';
		if (method !== 'addRows') return {};
		const numbers = (body.call_list as string[][]).map(([number]) => number);
		task.count_tel = (task.count_tel ?? 0) + numbers.length;
		return { total: numbers.length, task_data_ids: numbers.map((number) => `id${number}`) };
	}
}

const RUN = {
	runMode: 'real',
	taskName: 'Survey',
	robotId: SCRIPT,
	lineNum: LINE,
	callingHours: '09:00-20:00',
	rowsField: 'rows',
	options: { concurrentRequests: 1, timeout: 7 },
};
const KEYED = { rowKey: (index: number) => `key ${index}` };
const COUNT = 60;
const number = (index: number) => String(13_800_000_000 + index);

/** The outcomes of the rows that differ, each with the number of its rows. */
function outcomesIn(results: unknown[]) {
	const counts = new Map<string, number>();
	for (const [item] of results as { json: JsonRecord }[][]) {
		if (!item) continue;
		const { json } = item;
		const { task_id: task, error, details, state } = json;
		const { advice, ...known } = (details ?? {}) as JsonRecord;
		const outcome = {
			state: state ?? known.state,
			task: task ?? known.task_id,
			...(error !== undefined && { error, kind: known.kind }),
			// The advice goes on with what is not the campaign's: the row, and the refused rows together.
			...(advice !== undefined && {
				advice: String(advice).replace(/ (Rows:|The platform did).*/, ''),
			}),
		};
		const text = JSON.stringify(outcome);
		counts.set(text, (counts.get(text) ?? 0) + 1);
	}
	return Array.from(counts, ([text, count]) => ({ count, ...(JSON.parse(text) as object) }));
}

/** Runs a campaign with an item for each row. */
async function campaign(
	platform: Platform,
	change: object = {},
	surroundings: Partial<Surroundings> = {},
	count = COUNT,
) {
	const items = Array.from({ length: count }, (_none, index) => ({ rows: [[number(index), 'a']] }));
	const { results, asked, hints, lines } = await operationRun(
		run,
		{ parameters: { ...RUN, ...change }, items, continueOnFail: true, ...surroundings },
		platform.answer,
	);
	return {
		results,
		outcomes: outcomesIn(results),
		asked: asked.map(([method]) => method),
		requests: asked,
		hints: (hints as { message: string }[]).map(({ message }) => message),
		lines,
	};
}

/** Whether a request adds the last ten rows. */
const isLastBatch = (method: string, body: JsonRecord) =>
	method === 'addRows' && (body.call_list as unknown[]).length < 50;
const CREATED = ['queryConfiguration', 'createTask', 'addRows', 'addRows'];
const notStarted = (task: string) => `Task ${task} was not started: it calls nobody.`;
const RETRY =
	'Retry in the list of executions goes on with this task and starts it. To give it up, delete it (Task: Delete).';
const DOUBTFUL =
	'It is not known which rows it has. Delete it (Task: Delete) and click Retry in the list of executions: another task takes all rows. Or compare total (Task: Get) and start it (Task: Start).';
const KEYS =
	'A new execution would leave out the rows that it has, because their keys count as sent.';
const REFUSAL =
	'The AI call platform refused to add rows to a task: wrong application id (code 10003, the platform says: no)';
const NOT_SENT = {
	state: 'notSent',
	error: 'Not sent: another row failed or has a problem, or the execution was stopped',
	kind: 'stopped',
	advice: 'It can be sent again.',
};

let platform = new Platform();
beforeEach(() => (platform = new Platform()));

test('a campaign is created, filled and started; the log and the panel say so', async () => {
	const { outcomes, requests, hints, lines } = await campaign(platform);
	expect(outcomes).toEqual([{ count: 60, state: 'accepted', task: 't1' }]);
	expect(requests.map(([method]) => method)).toEqual([...CREATED, 'startTask']);
	expect(requests.at(-1)).toEqual(['startTask', { task_id: 't1' }, { timeoutMs: 7000 }]);
	expect(lines.at(-1)).toBe('info Calls: execution without id: task t1 started');
	expect(hints).toEqual([
		'Task t1 has started: it calls 60 customers, 09:00-20:00 in China, with no end time.',
		expect.stringMatching(/^How each call went comes later/),
		'60 accepted',
	]);
});

test('the panel names five tasks, and counts the others', async () => {
	const taskName = (index: number) => `Survey ${index}`;
	const callingHours = '09:00-12:00, 14:00-20:00';
	const five = await campaign(platform, { taskName, callingHours }, {}, 5);
	const tasks = [1, 2, 3, 4, 5].map(
		(task) =>
			`Task t${task} has started: it calls 1 customer, 09:00-12:00, 14:00-20:00 in China, with no end time.`,
	);
	const counted = (count: number) => [expect.stringMatching(/^How each/), `${count} accepted`];
	expect(five.hints).toEqual([...tasks, ...counted(5)]);
	const six = await campaign(new Platform(), { taskName, callingHours }, {}, 6);
	expect(six.hints).toEqual([...tasks, '1 more task has started.', ...counted(6)]);
	const seven = await campaign(new Platform(), { taskName, callingHours }, {}, 7);
	expect(seven.hints).toEqual([...tasks, '2 more tasks have started.', ...counted(7)]);
});

describe('a task that lacks rows is not started', () => {
	test.each([
		['without keys', {}, RETRY],
		['with keys', KEYED, `${RETRY} ${KEYS}`],
	])('%s, because a batch was refused', async (_name, change, advice) => {
		platform.fail = (method, body) => (isLastBatch(method, body) ? refused() : undefined);
		const { outcomes, asked, hints } = await campaign(platform, change, starts()('trigger'));
		const failed = {
			task: 't1',
			error: `Task t1 was not started: ${REFUSAL}`,
			kind: 'refused',
			advice: `${notStarted('t1')} ${advice}`,
		};
		expect(outcomes).toEqual([
			{ count: 50, state: 'notStarted', ...failed },
			{ count: 10, state: 'notAccepted', ...failed },
		]);
		expect(asked).toEqual(CREATED);
		expect(hints).toEqual([
			'0 accepted · 10 rejected: no (10003) · 50 in a task that was not started: no (10003)',
		]);
	});

	test('because it could not be created', async () => {
		platform.fail = (method) => (method === 'createTask' ? refused() : undefined);
		const { outcomes, asked } = await campaign(platform);
		const error = { error: REFUSAL, kind: 'refused' };
		expect(outcomes).toEqual([
			{
				count: 50,
				state: 'notAccepted',
				...error,
				advice: `The task was not started: it calls nobody. ${RETRY}`,
			},
			{ count: 10, ...NOT_SENT },
		]);
		expect(asked).toEqual(['queryConfiguration', 'createTask']);
	});

	test('because the execution was stopped', async () => {
		const stop = new AbortController();
		platform.fail = (method) => {
			if (method === 'addRows') stop.abort();
			return undefined;
		};
		const { outcomes } = await campaign(platform, {}, { stopped: stop.signal });
		expect(outcomes).toEqual([
			{
				count: 50,
				state: 'notStarted',
				task: 't1',
				error: 'Task t1 was not started: the execution was stopped before all rows were in it',
				kind: 'stopped',
				advice: `${notStarted('t1')} ${RETRY}`,
			},
			{ count: 10, ...NOT_SENT },
		]);
	});

	test('because the execution was stopped before it was created', async () => {
		const stop = new AbortController();
		platform.fail = () => {
			stop.abort();
			return undefined;
		};
		const { outcomes, asked } = await campaign(platform, {}, { stopped: stop.signal });
		expect([outcomes, asked]).toEqual([[{ count: 1, ...NOT_SENT }], ['queryConfiguration']]);
	});

	test('because one batch was refused and the answer to another was lost', async () => {
		platform.fail = (method, body) => {
			if (method !== 'addRows') return undefined;
			return isLastBatch(method, body) ? lost() : refused();
		};
		const { outcomes, asked } = await campaign(platform, { options: { concurrentRequests: 2 } });
		const advice = `${notStarted('t1')} ${DOUBTFUL}`;
		expect(outcomes).toEqual([
			{
				count: 50,
				state: 'notAccepted',
				task: 't1',
				error: `Task t1 was not started: ${REFUSAL}`,
				kind: 'refused',
				advice,
			},
			{ ...UNKNOWN, advice },
		]);
		expect(asked).toEqual(CREATED);
	});
});

const UNKNOWN = {
	count: 10,
	state: 'unknown',
	task: 't1',
	error:
		'It is not known whether this row was accepted: Task t1 was not started: The connection broke',
	kind: 'interrupted',
	advice: `${notStarted('t1')} ${DOUBTFUL}`,
};

describe('if the answer to a batch was lost', () => {
	const failLastBatch = (before: () => void = () => undefined) => {
		let times = 0;
		platform.fail = (method, body) => {
			if (!isLastBatch(method, body) || times++ > 0) return undefined;
			before();
			return lost();
		};
	};

	test('the task is started if it has all rows', async () => {
		platform.lose = (method, body) => (isLastBatch(method, body) ? lost() : undefined);
		const { outcomes, requests, hints } = await campaign(platform);
		expect(outcomes).toEqual([
			{ count: 50, state: 'accepted', task: 't1' },
			{ count: 10, state: 'sentBefore', task: 't1' },
		]);
		expect(requests.map(([method]) => method)).toEqual([...CREATED, 'queryTasks', 'startTask']);
		expect(requests.at(-2)).toEqual(['queryTasks', { task_id: 't1', ...PAGE }]);
		expect(hints.at(-1)).toBe('50 accepted · 10 sent before');
	});

	test('another task takes all rows if it has too few', async () => {
		failLastBatch();
		const { outcomes, asked } = await campaign(platform);
		expect(outcomes).toEqual([{ count: 60, state: 'accepted', task: 't2' }]);
		const another = ['deleteTask', 'createTask', 'addRows', 'addRows', 'startTask'];
		expect(asked).toEqual([...CREATED, 'queryTasks', ...another]);
		expect(platform.tasks).toMatchObject([
			{ deleted: '1', status: 0 },
			{ count_tel: 60, status: 1 },
		]);
	});

	test.each<[string, () => void]>([
		['the platform does not list it', () => (platform.tasks.length = 0)],
		[
			'its number of rows is not known',
			() => Object.assign(platform.tasks[0] ?? {}, { count_tel: '' }),
		],
	])('the task stays as it is if %s', async (_name, before) => {
		failLastBatch(before);
		const { outcomes, asked } = await campaign(platform);
		expect(outcomes).toEqual([
			{
				count: 50,
				state: 'notStarted',
				task: 't1',
				error: 'Task t1 was not started: The connection broke',
				kind: 'interrupted',
				advice: `${notStarted('t1')} ${DOUBTFUL} Try again.`,
			},
			UNKNOWN,
		]);
		expect(asked).toEqual([...CREATED, 'queryTasks']);
	});

	test('the task stays as it is if somebody has started it, and it is not said that it calls nobody', async () => {
		failLastBatch(() => Object.assign(platform.tasks[0] ?? {}, { status: 1 }));
		const { outcomes, asked } = await campaign(platform);
		expect(outcomes).toEqual([
			{ count: 50, state: 'accepted', task: 't1' },
			{
				count: 10,
				state: 'unknown',
				kind: 'interrupted',
				error: 'It is not known whether this row was accepted: The connection broke',
				advice: expect.not.stringMatching(/was not started/) as string,
			},
		]);
		expect(asked).toEqual([...CREATED, 'queryTasks']);
	});

	test('the task stays as it is if the platform has refused another batch, which it would refuse again', async () => {
		platform.fail = (method, body) => {
			if (method !== 'addRows') return undefined;
			return isLastBatch(method, body) ? lost() : refused(UNKNOWN_CODE);
		};
		const { outcomes, asked } = await campaign(platform, { options: { concurrentRequests: 2 } });
		expect(outcomes).toMatchObject([
			{ count: 50, state: 'unknown', kind: 'refused', advice: UNKNOWN.advice },
			{ count: 10, state: 'unknown', kind: 'interrupted', advice: UNKNOWN.advice },
		]);
		expect(asked).toEqual([...CREATED, 'queryTasks']);
	});
});

describe('a start of the task that fails', () => {
	test('leaves it with all rows, and a retry starts it', async () => {
		const start = starts();
		platform.fail = (method) => (method === 'startTask' ? refused() : undefined);
		const first = await campaign(platform, {}, start('trigger'));
		expect(first.outcomes).toEqual([
			{
				count: 60,
				state: 'notStarted',
				task: 't1',
				error: `Task t1 was not started: ${REFUSAL}`,
				kind: 'refused',
				advice: `${notStarted('t1')} ${RETRY}`,
			},
		]);
		expect(first.asked).toEqual([...CREATED, 'startTask', 'queryTasks']);
		platform.fail = () => undefined;
		const retry = await campaign(platform, {}, start());
		expect(retry.outcomes).toEqual([{ count: 60, state: 'sentBefore', task: 't1' }]);
		expect(retry.requests.map(([method, body]) => [method, body])).toEqual([
			['queryConfiguration', { type: 0 }],
			['queryTasks', expect.objectContaining({ task_name: 'Survey' })],
			['queryTasks', { task_id: 't1', ...PAGE }],
			['startTask', { task_id: 't1' }],
		]);
		const again = await campaign(platform, {}, start());
		expect(again.asked).toEqual(['queryConfiguration', 'queryTasks', 'queryTasks']);
		expect(again.hints[0]).toMatch(/^Task t1 was started before: it calls 60 customers, /);
	});

	test('counts as done if the platform says that the task has started', async () => {
		platform.lose = (method) => (method === 'startTask' ? lost() : undefined);
		const { outcomes, asked } = await campaign(platform);
		expect(outcomes).toEqual([{ count: 60, state: 'accepted', task: 't1' }]);
		expect(asked).toEqual([...CREATED, 'startTask', 'queryTasks']);
	});
});

describe('a retry', () => {
	/** A start of which the task was created, but not the answer arrived. */
	const loseCreation = () => {
		platform.lose = (method) => (method === 'createTask' ? lost() : undefined);
	};
	const recover = () => (platform.lose = () => undefined);

	test('finds the task whose creation was not answered, and no other of its name', async () => {
		const start = starts();
		loseCreation();
		await campaign(platform, {}, start('trigger'));
		const [created] = platform.tasks;
		platform.tasks.push({ ...created, task_id: 'other', robot_id: '1', count_tel: 0 });
		recover();
		const { outcomes } = await campaign(platform, {}, start());
		expect(outcomes).toEqual([{ count: 60, state: 'accepted', task: 't1' }]);
	});

	test('finds each task of several', async () => {
		const start = starts();
		const taskName = (index: number) => `Survey ${index}`;
		platform.fail = (method) => (method === 'startTask' ? refused() : undefined);
		await campaign(platform, { taskName }, start('trigger'), 2);
		platform.fail = () => undefined;
		const { outcomes } = await campaign(platform, { taskName }, start(), 2);
		expect(outcomes).toEqual([
			{ count: 1, state: 'sentBefore', task: 't1' },
			{ count: 1, state: 'sentBefore', task: 't2' },
		]);
		expect(platform.tasks).toMatchObject([1, 2].map(() => ({ status: 1, count_tel: 1 })));
	});

	test('of which nobody knows what the earlier execution did sends nothing', async () => {
		const retry = { execution: { id: randomUUID(), mode: 'retry' } };
		await expect(campaign(platform, {}, retry)).rejects.toThrow(
			'This is a retry, and it is not known whether this node had already started to call people in the earlier execution',
		);
	});

	test('does not create a task again if its creation was not answered and it is gone', async () => {
		const start = starts();
		loseCreation();
		await campaign(platform, {}, start('trigger'));
		recover();
		const first = await campaign(platform, {}, start());
		expect(first.outcomes).toMatchObject([{ state: 'accepted', task: 't1' }]);
		Object.assign(platform.tasks[0] ?? {}, { task_name: 'another' });
		const { outcomes, asked } = await campaign(platform, {}, start());
		expect(asked).toEqual(['queryConfiguration', 'queryTasks']);
		expect(outcomes).toEqual([
			{
				count: 60,
				state: 'notStarted',
				error:
					'The task was not started: An earlier start of this execution has begun to create the task, and no single task "Survey" can be its',
				kind: 'invalidInput',
				advice: `The task was not started: it calls nobody. ${RETRY} It was deleted, or its name or script is now another one in this node. Enter them as they were and click Retry, or start a new execution.`,
			},
		]);
	});

	// In npm test, it would wait most of the time: n8n's database is read back after a pause.
	testInFull(
		'makes another task if a person has deleted the one before, at most twenty times',
		async () => {
			const start = starts();
			platform.fail = (method) => (method === 'startTask' ? refused() : undefined);
			await campaign(platform, {}, start('trigger'), 1);
			for (let tasks = 2; tasks <= 20; tasks++) {
				for (const task of platform.tasks) task.deleted = '1';
				await campaign(platform, {}, start(), 1);
				expect(platform.tasks).toHaveLength(tasks);
			}
			for (const task of platform.tasks) task.deleted = '1';
			const { outcomes, asked } = await campaign(platform, {}, start(), 1);
			expect(outcomes).toEqual([
				{
					count: 1,
					state: 'notStarted',
					error: 'The task was not started: 20 tasks of this execution were deleted',
					kind: 'invalidInput',
					advice: `The task was not started: it calls nobody. ${RETRY} Start a new execution.`,
				},
			]);
			expect(asked).not.toContain('createTask');
		},
		60_000,
	);

	test('adds no rows to a task that a person has started', async () => {
		const start = starts();
		platform.fail = (method, body) => (isLastBatch(method, body) ? refused() : undefined);
		await campaign(platform, {}, start('trigger'));
		platform.fail = () => undefined;
		Object.assign(platform.tasks[0] ?? {}, { status: 1 });
		const { outcomes, asked } = await campaign(platform, {}, start());
		expect(outcomes).toEqual([
			{ count: 50, state: 'sentBefore', task: 't1' },
			{
				count: 10,
				state: 'notAccepted',
				error: 'Task t1 has been started before, so it takes no more rows',
				kind: 'invalidInput',
				advice: 'These rows were not added. Start a new execution with them.',
			},
		]);
		expect(asked).not.toContain('addRows');
	});
});

describe('with Row Key', () => {
	test('a retry finds the task, asks for it once, and starts it', async () => {
		const start = starts();
		platform.fail = (method) => (method === 'startTask' ? refused() : undefined);
		await campaign(platform, KEYED, start('trigger'));
		platform.fail = () => undefined;
		const { outcomes, asked } = await campaign(platform, KEYED, start());
		expect(outcomes).toEqual([{ count: 60, state: 'sentBefore', task: 't1' }]);
		expect(asked).toEqual(['queryConfiguration', 'queryTasks', 'queryTasks', 'startTask']);
	});

	test('another task is created before its rows are recorded: if the process is killed between, they are not in doubt', async () => {
		const stored = new Set<string>();
		const start = starts(stored);
		platform.fail = (method) => (method === 'startTask' ? refused() : undefined);
		await campaign(platform, KEYED, start('trigger'), 1);
		for (const task of platform.tasks) task.deleted = '1';
		const begun = () => [...stored].filter((text) => text.startsWith('begun ')).length;
		const before = begun();
		let atCreation = 0;
		platform.fail = (method) => {
			if (method === 'createTask') atCreation = begun();
			return undefined;
		};
		const { outcomes } = await campaign(platform, KEYED, start(), 1);
		expect(outcomes).toEqual([{ count: 1, state: 'accepted', task: 't2' }]);
		// The task itself, and then its row.
		expect([atCreation - before, begun() - before]).toEqual([1, 2]);
	});

	test('so is the first task', async () => {
		const stored = new Set<string>();
		let atCreation: string[] = [];
		platform.fail = (method) => {
			if (method === 'createTask') atCreation = [...stored];
			return undefined;
		};
		const { outcomes } = await campaign(platform, KEYED, starts(stored)('trigger'), 1);
		expect(outcomes).toEqual([{ count: 1, state: 'accepted', task: 't1' }]);
		expect(atCreation.filter((text) => text.includes('key key 0'))).toEqual([]);
		expect([...stored]).toContain('sent key key 0');
	});

	test('a task of which another execution has sent all rows is not started', async () => {
		const stored = new Set<string>();
		const start = starts(stored);
		platform.fail = (method) => (method === 'addRows' ? refused() : undefined);
		await campaign(platform, KEYED, start('trigger'), 1);
		platform.fail = () => undefined;
		await campaign(platform, KEYED, starts(stored)('trigger'), 1);
		const { outcomes, asked } = await campaign(platform, KEYED, start(), 1);
		expect(outcomes).toEqual([{ count: 1, state: 'sentBefore', task: 't1' }]);
		expect(asked).not.toContain('startTask');
	});

	test('no task is created if other executions have sent all rows, and one for the rows that they have not', async () => {
		const stored = new Set<string>();
		await campaign(platform, KEYED, starts(stored)('trigger'));
		const again = await campaign(platform, KEYED, starts(stored)('trigger'));
		expect(again.outcomes).toEqual([{ count: 60, state: 'sentBefore' }]);
		expect(again.asked).toEqual(['queryConfiguration']);
		expect(again.hints).toEqual(['0 accepted · 60 sent before']);
		const more = await campaign(platform, KEYED, starts(stored)('trigger'), 61);
		expect(more.outcomes).toEqual([
			{ count: 60, state: 'sentBefore', task: 't2' },
			{ count: 1, state: 'accepted', task: 't2' },
		]);
		expect(more.asked).toEqual(['queryConfiguration', 'createTask', 'addRows', 'startTask']);
		expect(more.hints[0]).toMatch(/^Task t2 has started: it calls 1 customer, /);
	});

	test('a call to the own number records nothing, and may be repeated', async () => {
		const stored = new Set<string>();
		const own = { ...KEYED, runMode: 'test', testNumber: '13900000001' };
		for (const task of ['t1', 't2']) {
			const { hints } = await campaign(platform, own, {
				...starts(stored)('trigger'),
				isDatabaseAway: () => true,
			});
			expect(hints[0]).toMatch(`Task ${task} has started: it calls 1 customer, `);
		}
		expect(platform.tasks).toMatchObject(
			[1, 2].map(() => ({ task_name: 'Survey (test)', time_begin: NOW, count_tel: 1 })),
		);
		expect(stored.size).toBe(0);
	});
});

test('a row that was refused alone is not said to be refused together with others', async () => {
	platform.fail = (method) => (method === 'addRows' ? refused() : undefined);
	const { outcomes, results } = await campaign(platform, {}, {}, 1);
	expect(outcomes).toMatchObject([
		{ state: 'notAccepted', error: expect.stringContaining(REFUSAL) },
	]);
	expect(JSON.stringify(results)).not.toMatch('together');
});

test('a check says when each task calls, and warns of many tasks', async () => {
	const taskName = (index: number) => `Survey ${index}`;
	const { hints, asked } = await campaign(platform, { runMode: 'check', taskName }, {}, 21);
	expect(hints).toEqual([
		'Check, nothing was sent: 21 ready to be called. It is started in the same run: calling begins at once, 09:00-20:00 in China, with no end time.',
		expect.stringMatching(/^21 different tasks would be created\./),
	]);
	expect(asked).toEqual(['queryConfiguration']);
});
