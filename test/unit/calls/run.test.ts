/** What Run Campaign asks the platform, says and shows, whatever fails on the way. */
import { RUN as SENTENCES } from '../../../nodes/IflytekAiCall/entry/sentences';
import { run } from '../../../nodes/IflytekAiCall/actions/task/run.operation';
import { RefusalError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import { TransportError } from '../../../nodes/shared/failure';
import type { JsonRecord } from '../../../nodes/shared/values';
import type { Surroundings } from '../delivery/context';
import {
	CONFIGURATION,
	LINE,
	NOW,
	operationRun,
	PAGE,
	SCRIPT,
	starts,
	type Answer,
} from './operationRun';

/** By default the platform refuses the request before it looks at the rows. */
const refused = (code = '10003') => new RefusalError('addRows', code, 'no');
/** The platform refuses a number. */
const WRONG_NUMBER = '200203';
const lost = () => new TransportError('The connection broke', 'Try again.', 'interrupted');

interface Task extends JsonRecord {
	task_id: string;
	count_tel: number | undefined;
}

/** A platform with tasks. The answer to a request fails with the error that `fail` returns for it, if any. */
class Platform {
	readonly tasks: Task[] = [];
	/** The status of a task that was not started. */
	firstStatus = 0;
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
			tasks.push({ ...body, task_id, status: this.firstStatus, count_tel: 0 });
			return { task_id };
		}
		if (method === 'queryTasks') {
			if (body.task_id !== undefined)
				return {
					rows: tasks.filter(({ task_id: id }) => id === body.task_id).map((task) => ({ ...task })),
				};
			// A list may have blanks around an ID, or none.
			const rows = tasks.map((task) => ({ ...task, task_id: ` ${task.task_id} ` }));
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
/** The rows of the first campaign of the day. */
const GROUP = 'campaign 2026-11-23 1';
const KEYED = { skipCustomers: 'sentKey', rowKey: (index: number) => `key ${index}` };
const COUNT = 60;
const number = (index: number) => String(13_800_000_000 + index);

/** The outcomes of the rows that differ, each with the number of its rows. */
function outcomesIn(results: unknown[]) {
	const counts = new Map<string, number>();
	for (const result of results) {
		// The error of the run has no items.
		const [item] = Array.isArray(result) ? (result as { json: JsonRecord }[]) : [];
		if (!item) continue;
		const { json } = item;
		const { task_id: task, error, details, state } = json;
		const { advice, ...known } = (details ?? {}) as JsonRecord;
		const outcome = {
			state: state ?? known.state,
			task: task ?? known.task_id,
			...(error !== undefined && { error, kind: known.kind }),
			...(advice !== undefined && { advice }),
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
	answer = platform.answer,
) {
	const items = Array.from({ length: count }, (_none, index) => ({ rows: [[number(index), 'a']] }));
	const { results, asked, hints, lines } = await operationRun(
		run,
		{ parameters: { ...RUN, ...change }, items, continueOnFail: true, ...surroundings },
		answer,
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
/** The requests of a campaign until its rows are in the task. */
const CREATED = ['queryConfiguration', 'createTask', 'queryTasks', 'addRows', 'addRows'];
const { taskDeleted: DELETED } = SENTENCES;
const REFUSAL =
	'Row 1: The AI call platform refused to add rows to a task: wrong application id (code 10003, the platform says: no)';

let platform = new Platform();
beforeEach(() => (platform = new Platform()));

/** Fails with the errors of `answers` when the last rows are added, in their order. */
const failLastBatch = (...answers: (Error | undefined)[]) => {
	let times = 0;
	platform.fail = (method, body) => (isLastBatch(method, body) ? answers[times++] : undefined);
};

test('a campaign is created, filled and started; the log and the panel say so', async () => {
	const { outcomes, requests, hints, lines } = await campaign(platform);
	expect(outcomes).toEqual([{ count: 60, state: 'accepted', task: 't1' }]);
	expect(requests.map(([method]) => method)).toEqual([...CREATED, 'startTask']);
	expect(requests[1]?.[2]).toEqual({ timeoutMs: 7000 });
	expect(requests[2]).toEqual(['queryTasks', { task_id: 't1', ...PAGE }]);
	expect(requests.at(-1)).toEqual(['startTask', { task_id: 't1' }, { timeoutMs: 7000 }]);
	expect(lines.at(-1)).toBe('info Calls: execution without id: task t1 started');
	expect(hints).toEqual([
		'Task t1 has started: it calls 60 customers, calling begins at once, 09:00-20:00 in China, with no end time.',
		expect.stringMatching(/^How each call went comes later/),
		'60 accepted',
	]);
});

test('of several rows with the same key only the first is added', async () => {
	const platform = new Platform();
	const { outcomes } = await campaign(platform, { ...KEYED, rowKey: () => 'same' }, {}, 3);
	expect(platform.tasks.map(({ count_tel: count }) => count)).toEqual([1]);
	expect(outcomes.map(({ count }) => count)).toEqual([1, 2]);
});

test('the panel names five tasks, and counts the others', async () => {
	const taskName = (index: number) => `Survey ${index}`;
	const callingHours = '09:00-12:00, 14:00-20:00';
	const five = await campaign(platform, { taskName, callingHours }, {}, 5);
	const tasks = [1, 2, 3, 4, 5].map(
		(task) =>
			`Task t${task} has started: it calls 1 customer, calling begins Mon, Nov 23, 14:00 (UTC+8), 09:00-12:00, 14:00-20:00 in China, with no end time.`,
	);
	const counted = (count: number) => [expect.stringMatching(/^How each/), `${count} accepted`];
	expect(five.hints).toEqual([...tasks, ...counted(5)]);
	const six = await campaign(new Platform(), { taskName, callingHours }, {}, 6);
	expect(six.hints).toEqual([...tasks, '1 more task has started.', ...counted(6)]);
	const seven = await campaign(new Platform(), { taskName, callingHours }, {}, 7);
	expect(seven.hints).toEqual([...tasks, '2 more tasks have started.', ...counted(7)]);
});

describe('if anything fails, the task is deleted and nobody is called', () => {
	test.each([
		['without keys', {}],
		['with keys', KEYED],
	])('%s, because a batch was refused as a whole', async (_name, change) => {
		failLastBatch(refused());
		const { outcomes, asked, hints } = await campaign(platform, change, starts()('trigger'));
		const error = { error: REFUSAL, kind: 'refused' };
		expect(outcomes).toEqual([
			{
				count: 60,
				state: 'notSent',
				...error,
				advice: `${DELETED} ${refused().details.advice}`,
			},
		]);
		expect(asked).toEqual([...CREATED, 'queryTasks', 'deleteTask']);
		expect(platform.tasks).toMatchObject([{ deleted: '1', status: 0 }]);
		expect(hints).toEqual([
			'0 accepted · 60 not sent: wrong application id (code 10003, the platform says: no)',
		]);
	});

	test('because it could not be created', async () => {
		platform.fail = (method) => (method === 'createTask' ? refused() : undefined);
		const { outcomes, asked } = await campaign(platform);
		expect(outcomes).toMatchObject([
			{
				count: 60,
				state: 'notSent',
				error: REFUSAL,
				advice: expect.stringMatching(/^No task is left\. /) as string,
			},
		]);
		expect(asked).toEqual(['queryConfiguration', 'createTask']);
	});

	test('because the answer to its creation was lost: an empty task may stay', async () => {
		platform.lose = (method) => (method === 'createTask' ? lost() : undefined);
		const { outcomes } = await campaign(platform);
		expect(outcomes).toMatchObject([
			{
				count: 60,
				state: 'notSent',
				advice: 'An empty task may be left, which calls nobody. Try again.',
			},
		]);
	});

	test('because it could not be started, and the platform then did not answer', async () => {
		let isStartRefused = false;
		platform.fail = (method) => {
			if (method === 'startTask') isStartRefused = true;
			if (method === 'startTask') return refused();
			return isStartRefused && method === 'queryTasks' ? lost() : undefined;
		};
		const { outcomes } = await campaign(platform);
		expect(outcomes).toMatchObject([{ count: 60, state: 'notSent', error: REFUSAL }]);
		expect(platform.tasks).toMatchObject([{ deleted: '1', status: 0 }]);
	});

	test('because it could not be started', async () => {
		platform.fail = (method) => (method === 'startTask' ? refused() : undefined);
		const { outcomes, asked } = await campaign(platform);
		expect(outcomes).toMatchObject([
			{
				count: 60,
				state: 'notSent',
				error: REFUSAL,
				advice: expect.stringContaining(DELETED) as string,
			},
		]);
		expect(asked).toEqual([...CREATED, 'startTask', 'queryTasks', 'deleteTask']);
	});

	test('because the execution was stopped before it was created', async () => {
		const stop = new AbortController();
		platform.fail = () => {
			stop.abort();
			return undefined;
		};
		const { asked, outcomes } = await campaign(platform, {}, { stopped: stop.signal });
		expect(asked).toEqual(['queryConfiguration']);
		expect(outcomes).toEqual([
			{
				count: 1,
				state: 'notSent',
				error: 'Row 1: The execution was stopped',
				kind: 'stopped',
				advice: 'No task is left. Nothing is wrong with the request.',
			},
		]);
	});

	test('because the execution was stopped while the last rows were added', async () => {
		const stop = new AbortController();
		platform.lose = (method, body) => {
			if (isLastBatch(method, body)) stop.abort();
			return undefined;
		};
		const { asked, outcomes } = await campaign(platform, {}, { stopped: stop.signal });
		expect(asked).toEqual([...CREATED, 'deleteTask']);
		expect(outcomes).toMatchObject([
			{ count: 60, state: 'notSent', error: 'Row 1: The execution was stopped' },
		]);
	});

	test('and the rows that were called before stay so', async () => {
		const stored = new Set<string>();
		await campaign(platform, {}, starts(stored)('trigger'));
		platform.fail = (method) => (method === 'startTask' ? refused() : undefined);
		const { outcomes } = await campaign(platform, {}, starts(stored)('trigger'), 61);
		expect(outcomes).toMatchObject([
			{ count: 60, state: 'sentBefore' },
			{ count: 1, state: 'notSent', advice: expect.stringContaining(DELETED) as string },
		]);
	});

	test.each([
		[1, { state: 'notSent' }],
		[2, { state: 'accepted', task: 't1' }],
	])('of several tasks, the error of task %i says what became of it', async (task, first) => {
		platform.fail = (method, { task_id: id }) =>
			method === 'startTask' && id === `t${task}` ? refused() : undefined;
		const taskName = (index: number) => `Survey ${index}`;
		const { outcomes } = await campaign(platform, { taskName }, {}, 2);
		expect(outcomes[0]).toMatchObject(first);
		expect(outcomes[task - 1]).toMatchObject({
			advice: expect.stringContaining(DELETED) as string,
		});
	});

	test('also if the answer to a row that is wrong for another reason was lost', async () => {
		failLastBatch(new RefusalError('addRows', '3020003', 'no'));
		const { outcomes, asked, requests } = await campaign(platform);
		expect(outcomes).toMatchObject([
			{ count: 60, state: 'notSent', advice: expect.stringContaining(DELETED) as string },
		]);
		expect(asked).toEqual([...CREATED, 'deleteTask']);
		// Whoever stops the execution meanwhile leaves no task behind.
		expect(requests.at(-1)).toEqual(['deleteTask', { task_id: 't1' }, { evenIfStopped: true }]);
	});

	test('because a batch was refused as a whole, also if the answer to another one was lost', async () => {
		platform.fail = (method, body) => {
			if (method !== 'addRows') return undefined;
			return isLastBatch(method, body) ? refused() : lost();
		};
		const options = { ...RUN.options, concurrentRequests: 2 };
		const { outcomes, asked } = await campaign(platform, { options });
		expect(outcomes).toMatchObject([{ count: 60, state: 'notSent', error: REFUSAL }]);
		expect(asked.filter((method) => method === 'createTask')).toHaveLength(1);
	});

	test('and rows in doubt keep their own error', async () => {
		const stored = new Set([
			...['task t1', 'begun key key 0', `key key 0 in ${GROUP}`, GROUP, `${GROUP} is t1`],
		]);
		platform.tasks.push({ task_id: 't1', status: 1, count_tel: 1 });
		platform.fail = (method) => (method === 'addRows' ? refused() : undefined);
		const { outcomes } = await campaign(platform, KEYED, starts(stored)('trigger'), 2);
		expect(outcomes).toMatchObject([
			{ count: 1, state: 'unknown' },
			{ count: 1, state: 'notSent', error: REFUSAL },
		]);
	});

	test('and the next task is not created, if one row of it was not sent or its start is in doubt', async () => {
		const taskName = (index: number) => `Survey ${Math.floor(index / 2)}`;
		const options = { ...RUN.options, ifProblems: 'sendNothing' };
		platform.lose = (method) => (method === 'startTask' ? lost() : undefined);
		platform.fail = (method, { task_id: id }) =>
			method === 'queryTasks' && id === 't1' && platform.tasks[0]?.status === 1
				? lost()
				: undefined;
		const inDoubt = await campaign(platform, { taskName, options }, {}, 4);
		expect(inDoubt.outcomes).toMatchObject([
			{ count: 2, state: 'unknown' },
			{ count: 2, state: 'notSent' },
		]);
		const other = new Platform();
		other.fail = (method) => (method === 'startTask' ? refused() : undefined);
		const stored = new Set(['begun key key 0', 'sent key key 0']);
		const failed = await campaign(
			other,
			{ ...KEYED, taskName, options },
			starts(stored)('trigger'),
			4,
			other.answer,
		);
		expect(failed.asked.filter((method) => method === 'createTask')).toHaveLength(1);
		expect(failed.outcomes).toMatchObject([{ state: 'sentBefore' }, { count: 1 }, { count: 2 }]);
	});

	test('and the error of a run that stops says it once, with all rows in its data', async () => {
		failLastBatch(refused());
		await expect(campaign(platform, {}, { continueOnFail: false })).rejects.toMatchObject({
			message: refused().message,
			details: {
				advice: `Nobody was called. ${DELETED} ${refused().details.advice} Then run it again.`,
				facts: { notSent: { length: 60 } },
			},
		});
	});
});

describe('numbers that the platform refuses', () => {
	/** The platform refuses a request with one of the last two numbers. */
	beforeEach(() => {
		platform.fail = (method, body) =>
			method === 'addRows' &&
			(body.call_list as string[][]).some(([tel]) => Number(tel) >= Number(number(58)))
				? refused(WRONG_NUMBER)
				: undefined;
	});

	test('are named, and the task is deleted', async () => {
		const asked: string[] = [];
		const answer: Answer = (method, body) => {
			asked.push(method);
			return platform.answer(method, body);
		};
		await expect(
			campaign(platform, {}, { continueOnFail: false }, COUNT, answer),
		).rejects.toMatchObject({
			message:
				'The platform refused 2 of 60 rows: wrong outbound number (code 200203, the platform says: no)',
			details: {
				advice: `Affected: ${number(58)} (item 59, row 1), ${number(59)} (item 60, row 1). Nobody was called. ${DELETED} ${refused(WRONG_NUMBER).details.advice} Then run it again.`,
			},
		});
		expect(asked.filter((method) => method !== 'addRows')).toEqual([
			'queryConfiguration',
			'createTask',
			'queryTasks',
			'queryTasks',
			'deleteTask',
		]);
		expect(platform.tasks).toMatchObject([{ deleted: '1', status: 0 }]);
	});

	test('are left out if the others are sent, and the task starts with the others', async () => {
		const { outcomes, asked, hints } = await campaign(platform, {
			options: { ...RUN.options, ifProblems: 'sendOthers' },
		});
		expect(hints[0]).toMatch(/^Task t1 has started: it calls 58 customers, /);
		expect(outcomes).toMatchObject([
			{ count: 58, state: 'accepted', task: 't1' },
			{ count: 2, state: 'notAccepted' },
		]);
		expect(asked.at(-1)).toBe('startTask');
		expect(platform.tasks).toMatchObject([{ count_tel: 58, status: 1 }]);
	});

	test('are not recorded as in the task', async () => {
		const stored = new Set<string>();
		const platform = new Platform();
		platform.fail = (method, body) =>
			method === 'addRows' && JSON.stringify(body).includes(number(3))
				? refused(WRONG_NUMBER)
				: undefined;
		const options = { ...RUN.options, ifProblems: 'sendOthers' };
		await campaign(platform, { ...KEYED, options }, starts(stored)('trigger'), 5);
		const inTask = [...stored].filter((text) => text.includes(' in campaign '));
		expect(inTask).toEqual([0, 1, 2, 4].map((index) => `key key ${index} in ${GROUP}`));
	});

	test('leave no task if nobody else is to be called', async () => {
		platform.fail = (method) => (method === 'addRows' ? refused(WRONG_NUMBER) : undefined);
		const options = { ...RUN.options, ifProblems: 'sendOthers' };
		const { outcomes, asked, hints } = await campaign(platform, { options }, {}, 1);
		expect(outcomes).toMatchObject([{ count: 1, state: 'notAccepted' }]);
		expect(asked).not.toContain('startTask');
		expect(hints).toEqual([expect.stringMatching(/^0 accepted · 1 rejected: /)]);
		expect(platform.tasks).toMatchObject([{ deleted: '1', status: 0 }]);
	});

	test('let another task take the others if the platform does not know the first one', async () => {
		const options = { ...RUN.options, ifProblems: 'sendOthers' };
		const { lose } = platform;
		platform.lose = (method, body) => {
			if (method === 'createTask') isListed = platform.tasks.length > 1;
			return lose(method, body);
		};
		let isListed = false;
		const { answer } = platform;
		const listing: Answer = (method, body) =>
			method === 'queryTasks' && !isListed ? { rows: [] } : answer(method, body);
		const { outcomes } = await campaign(platform, { options }, {}, COUNT, listing);
		expect(outcomes).toMatchObject([
			{ count: 58, state: 'accepted', task: 't2' },
			{ count: 2, state: 'notAccepted' },
		]);
	});

	test('let another task take the others if it is not certain what the first one has', async () => {
		const { fail } = platform;
		platform.fail = (method, body) => {
			const error = fail(method, body);
			const [first] = platform.tasks;
			// The first task has a row of the batch that was refused.
			if (error && first && body.task_id === 't1') first.count_tel = 51;
			return error;
		};
		const { outcomes } = await campaign(platform, {
			options: { ...RUN.options, ifProblems: 'sendOthers' },
		});
		expect(outcomes).toMatchObject([
			{ count: 58, state: 'accepted', task: 't2' },
			{ count: 2, state: 'notAccepted' },
		]);
		expect(platform.tasks).toMatchObject([
			{ deleted: '1', status: 0 },
			{ count_tel: 58, status: 1 },
		]);
	});
});

describe('if the answer to a batch was lost', () => {
	test('another task takes all rows', async () => {
		failLastBatch(lost());
		const { outcomes, asked } = await campaign(platform);
		expect(outcomes).toEqual([{ count: 60, state: 'accepted', task: 't2' }]);
		expect(asked).toEqual([...CREATED, 'deleteTask', ...CREATED.slice(1), 'startTask']);
		expect(platform.tasks).toMatchObject([
			{ deleted: '1', status: 0 },
			{ count_tel: 60, status: 1 },
		]);
	});

	test('three times, nobody is called', async () => {
		failLastBatch(lost(), lost(), lost());
		const { outcomes } = await campaign(platform);
		expect(outcomes).toEqual([
			{
				count: 60,
				state: 'notSent',
				error: 'Row 1: The answers to requests were lost again and again',
				kind: 'interrupted',
				advice: 'No task is left. Check the connection to the platform.',
			},
		]);
		expect(platform.tasks).toMatchObject([1, 2, 3].map(() => ({ deleted: '1', status: 0 })));
	});
});

describe('if the answer to the start was lost', () => {
	test('the task counts as started if the platform says so', async () => {
		platform.lose = (method) => (method === 'startTask' ? lost() : undefined);
		const { outcomes, asked } = await campaign(platform);
		expect(outcomes).toEqual([{ count: 60, state: 'accepted', task: 't1' }]);
		expect(asked).toEqual([...CREATED, 'startTask', 'queryTasks']);
	});

	test('the task counts as started even if the platform did not list it at first', async () => {
		platform.lose = (method) => (method === 'startTask' ? lost() : undefined);
		const { answer } = platform;
		const listing: Answer = (method, body) =>
			method === 'queryTasks' && platform.tasks[0]?.status === 0
				? { rows: [] }
				: answer(method, body);
		const { outcomes } = await campaign(platform, {}, {}, COUNT, listing);
		expect(outcomes).toEqual([{ count: 60, state: 'accepted', task: 't1' }]);
	});

	test.each([
		['0', 0, (task: Task) => task],
		['another number', 5, (task: Task) => task],
		['unknown, because the task is gone', 0, () => undefined],
	])(
		'the task counts as not started if its status is as at first: %s',
		async (_name, firstStatus, later) => {
			Object.assign(platform, { firstStatus });
			let isLost = false;
			platform.fail = (method) => {
				isLost ||= method === 'startTask';
				return method === 'startTask' ? lost() : undefined;
			};
			const { answer } = platform;
			const listing: Answer = (method, body) =>
				method === 'queryTasks' && isLost
					? { rows: platform.tasks.flatMap((task) => later({ ...task }) ?? []) }
					: answer(method, body);
			const { outcomes } = await campaign(platform, {}, {}, COUNT, listing);
			expect(outcomes).toMatchObject([
				{
					count: 60,
					state: 'notSent',
					error: 'Row 1: The connection broke',
					advice: expect.stringContaining(DELETED) as string,
				},
			]);
		},
	);

	test('and the database fails after the start, the log warns of it', async () => {
		let isAway = false;
		platform.lose = (method) => {
			isAway ||= method === 'startTask';
			return undefined;
		};
		const { outcomes, lines } = await campaign(
			platform,
			{},
			{
				...starts()('trigger'),
				isDatabaseAway: () => isAway,
			},
		);
		expect(outcomes).toEqual([{ count: 60, state: 'accepted', task: 't1' }]);
		expect(lines.filter((line) => line.startsWith('warn'))).toEqual([expect.any(String)]);
	});

	test('and the platform does not answer any more, nobody knows', async () => {
		let isAway = false;
		platform.fail = (method) => {
			isAway ||= method === 'startTask';
			return isAway ? lost() : undefined;
		};
		const { outcomes, asked, hints } = await campaign(platform);
		expect(hints[0]).not.toContain('has started');
		expect(outcomes).toEqual([
			{
				count: 60,
				state: 'unknown',
				error: 'Row 1: It is not known whether task t1 was started: the answer was lost',
				kind: 'interrupted',
				advice: 'Run it again when the platform answers: it asks for the task first.',
			},
		]);
		expect(asked.at(-1)).toBe('queryTasks');
	});
});

test('a task that cannot be deleted is named: the next run deletes it', async () => {
	platform.fail = (method, body) =>
		method === 'deleteTask' || isLastBatch(method, body) ? refused() : undefined;
	const stored = new Set<string>();
	const adviceOf = ({ outcomes: [first] }: Awaited<ReturnType<typeof campaign>>) =>
		(first as { advice?: string } | undefined)?.advice;
	const withId = await campaign(platform, {}, starts(stored)('trigger'));
	expect(adviceOf(withId)).toMatch(/^Task t1 was not started\. The next run deletes it\. /);
	platform.fail = () => undefined;
	const { outcomes, asked } = await campaign(platform, {}, starts(stored)('trigger'));
	expect(outcomes).toEqual([{ count: 60, state: 'accepted', task: 't2' }]);
	expect(asked.filter((method) => method === 'deleteTask')).toHaveLength(1);
	expect(platform.tasks).toMatchObject([{ deleted: '1' }, { count_tel: 60, status: 1 }]);
	// Nothing is recorded of an execution without an ID.
	platform = new Platform();
	platform.fail = (method, body) =>
		method === 'deleteTask' || isLastBatch(method, body) ? refused() : undefined;
	expect(adviceOf(await campaign(platform))).toMatch(
		/^Task t1 was not started\. Delete it \(Task: Delete\)\. /,
	);
});

describe('rows that were called before', () => {
	test.each([
		['on the same day', {}],
		['with the same keys', KEYED],
	])('%s are left out: no task is created', async (_name, change) => {
		const stored = new Set<string>();
		await campaign(platform, change, starts(stored)('trigger'));
		// They were called through a task, and not at once.
		expect([...stored].filter((text) => text.startsWith('placed '))).toEqual([]);
		const again = await campaign(platform, change, starts(stored)('trigger'));
		expect(again.outcomes).toEqual([{ count: 60, state: 'sentBefore', task: 't1' }]);
		expect(again.asked).toEqual(['queryConfiguration', 'queryTasks']);
		expect(again.hints).toEqual([
			'0 accepted · 60 sent before',
			'60 rows were sent before and left out. To send them again, set Skip Customers to None for one run.',
		]);
	});

	test('are left out, and a task calls those that were not', async () => {
		const stored = new Set<string>();
		await campaign(platform, {}, starts(stored)('trigger'));
		const more = await campaign(platform, {}, starts(stored)('trigger'), 61);
		expect(more.outcomes).toEqual([
			{ count: 60, state: 'sentBefore', task: 't1' },
			{ count: 1, state: 'accepted', task: 't2' },
		]);
		expect(more.asked).toEqual([
			'queryConfiguration',
			'queryTasks',
			'createTask',
			'queryTasks',
			'addRows',
			'startTask',
		]);
		expect(more.hints[0]).toMatch(/^Task t2 has started: it calls 1 customer, /);
	});

	test('are called again if each run sends all rows, but not by a second start of the same run', async () => {
		const stored = new Set<string>();
		const each = { skipCustomers: 'none' };
		const start = starts(stored)('trigger');
		await campaign(platform, each, start);
		expect((await campaign(platform, each, start)).outcomes).toEqual([
			{ count: 60, state: 'accepted' },
		]);
		expect((await campaign(platform, each, starts(stored)('trigger'))).outcomes).toEqual([
			{ count: 60, state: 'accepted', task: 't2' },
		]);
	});

	test('are shown by a check, which records nothing', async () => {
		const stored = new Set<string>();
		await campaign(platform, {}, starts(stored)('trigger'));
		const before = [...stored];
		const check = { runMode: 'check' };
		const { hints, asked } = await campaign(platform, check, starts(stored)('trigger'), 61);
		expect(hints[0]).toMatch(/^Check, nothing was sent: 1 ready to be called · 60 sent before\. /);
		expect([asked, [...stored]]).toEqual([['queryConfiguration', 'queryTasks'], before]);
	});
});

describe('a process that was killed', () => {
	/** What a killed process leaves: nothing that it has recorded is taken back. */
	async function killedAt(method: string, change: object = {}) {
		const stored = new Set<string>();
		let left: string[] = [];
		platform.lose = (asked) => {
			if (asked === method) left = [...stored];
			return undefined;
		};
		await campaign(platform, change, starts(stored)('trigger'), 1);
		platform.lose = () => undefined;
		// The slots of its lock are over.
		return new Set(left.filter((text) => !text.startsWith('slot ')));
	}

	test('before the task was started leaves a task that the next run deletes', async () => {
		const stored = await killedAt('addRows');
		Object.assign(platform.tasks[0] ?? {}, { status: 0 });
		const { outcomes } = await campaign(platform, {}, starts(stored)('trigger'), 1);
		expect(outcomes).toEqual([{ count: 1, state: 'accepted', task: 't2' }]);
		expect(platform.tasks[0]).toMatchObject({ deleted: '1' });
	});

	test('after the task was started leaves a task whose rows were sent', async () => {
		const stored = await killedAt('startTask');
		const { outcomes } = await campaign(platform, {}, starts(stored)('trigger'), 1);
		expect(outcomes).toEqual([{ count: 1, state: 'sentBefore', task: 't1' }]);
		expect(platform.tasks).toMatchObject([{ status: 1 }]);
	});

	test('before all rows were in a task that somebody has started leaves a doubt', async () => {
		const stored = await killedAt('addRows');
		const { outcomes } = await campaign(platform, {}, starts(stored)('trigger'), 1);
		expect(outcomes).toMatchObject([
			{
				count: 1,
				state: 'unknown',
				error: 'Row 1: Task t1 was started before all its rows were in it',
			},
		]);
		const options = { ...RUN.options, sendInterrupted: true };
		const again = await campaign(platform, { options }, starts(stored)('trigger'), 1);
		expect(again.outcomes).toEqual([{ count: 1, state: 'accepted', task: 't2' }]);
	});
});

test("n8n's database is not asked if no row is to be sent", async () => {
	const { outcomes } = await campaign(
		platform,
		{ rowsField: 'rows', options: { ...RUN.options, neverCall: number(0) } },
		{ ...starts()('trigger'), isDatabaseAway: () => true },
		1,
	);
	expect(outcomes).toMatchObject([{ count: 1, state: 'neverCall' }]);
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

test('a check says when each task calls, and warns of many tasks', async () => {
	const taskName = (index: number) => `Survey ${index}`;
	const { hints, asked } = await campaign(platform, { runMode: 'check', taskName }, {}, 21);
	expect(hints).toEqual([
		'Check, nothing was sent: 21 ready to be called. It is started in the same run: calling begins at once, 09:00-20:00 in China, with no end time.',
		expect.stringMatching(/^21 different tasks would be created\./),
	]);
	expect(asked).toEqual(['queryConfiguration']);
});

describe('a Start Time without a zone', () => {
	const WINTER = { timeZone: 'America/New_York' };
	const START = '2026-11-24T09:00:00';

	test("is in the zone of Calling Times: China's, unless it is changed", async () => {
		const begins = [];
		for (const change of [{}, { callingHoursZone: 'Asia/Tokyo' }]) {
			const platform = new Platform();
			await campaign(platform, { begin: START, ...change }, WINTER, 1);
			begins.push(platform.tasks[0]?.time_begin);
		}
		expect(begins).toEqual(['+08:00', '+09:00'].map((zone) => Date.parse(START + zone)));
	});

	test('that Calling Times move is a warning with both times, in a check and in a run', async () => {
		const late = { begin: '2026-11-24T22:00:00' };
		const moved =
			'Start Time (2026-11-24 22:00 in Asia/Shanghai) is outside the Calling Times: calling begins on 2026-11-25 09:00 in Asia/Shanghai. To call at Start Time, change Calling Times.';
		for (const runMode of ['check', 'real'])
			expect((await campaign(platform, { ...late, runMode }, WINTER, 1)).hints).toContain(moved);
		const inTime = await campaign(platform, { begin: START, runMode: 'check' }, WINTER, 1);
		expect(inTime.hints).toHaveLength(1);
	});
});

test('a check and a run warn of pushes for whose script the platform has no URL', async () => {
	const urls = [
		{ url: 'https://n8n.example/webhook', url_module: 'receiveCallRecord' },
		{ url: ' ', url_module: 'receiveVoice' },
		{ url: 'https://n8n.example/webhook', url_module: 'receiveDialog||other' },
	];
	const answer: Answer = (method, body) =>
		method === 'queryConfiguration' ? { ...CONFIGURATION, urls } : platform.answer(method, body);
	for (const runMode of ['check', 'real'])
		expect((await campaign(platform, { runMode }, {}, 1, answer)).hints).toContainEqual(
			expect.stringMatching(
				/^The platform has no URL for Recordings \(receiveVoice\) and Dialogs \(receiveDialog\)\. /,
			),
		);
});
