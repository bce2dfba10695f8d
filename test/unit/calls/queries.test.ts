/** The requests and results of the operations that query something or change the state of a task. */
import type { AiCallOperation } from '../../../nodes/IflytekAiCall/entry/operation';
import { get as getConfiguration } from '../../../nodes/IflytekAiCall/actions/configuration/get.operation';
import { get } from '../../../nodes/IflytekAiCall/actions/task/get.operation';
import { getAll } from '../../../nodes/IflytekAiCall/actions/task/getAll.operation';
import {
	deleteTask,
	pause,
	start,
} from '../../../nodes/IflytekAiCall/actions/task/state.operation';
import {
	CONFIGURATION,
	LINE,
	operationRun,
	PAGE,
	SCRIPT,
	VOICE,
	type Answer,
} from './operationRun';

const OPTIONS = { retries: 2, timeoutMs: 60_000 };

describe('Get Many', () => {
	const rows = Array.from({ length: 60 }, (_none, index) => ({ task_id: `t${index}` }));
	/** Answers with the page of `rows` that the request asks for. */
	const pages: Answer = (_method, { page_index: index, page_size: size }) => ({
		total_rows: rows.length,
		rows: rows.slice((Number(index) - 1) * Number(size), Number(index) * Number(size)),
	});
	const getMany = async (parameters: object, answer = pages, timeZone?: string) =>
		await operationRun(
			getAll,
			{
				parameters: { output: 'simplified', limit: 50, ...parameters },
				...(timeZone !== undefined && { timeZone }),
			},
			answer,
		);

	test('Get Many sends the filters that are set', async () => {
		const { asked } = await getMany(
			{
				limit: '3',
				filters: { begin: '2026-12-01', end: 1_800_000_000_000, taskId: 7, taskName: ' a ' },
				sort: { by: { field: 'NAME', order: 'ASC' } },
				options: { retries: 0, timeout: 9 },
			},
			pages,
			'America/New_York',
		);
		expect(asked).toEqual([
			[
				'queryTasks',
				{
					task_id: '7',
					task_name: 'a',
					time_begin: Date.parse('2026-12-01T00:00:00+08:00'),
					time_end: 1_800_000_000_000,
					sort_name: 'NAME',
					sort_order: 'ASC',
					page_index: 1,
					page_size: 3,
				},
				{ retries: 0, timeoutMs: 9000 },
			],
		]);
	});

	test('Get Many reads page by page, with or without a limit', async () => {
		const ids = ({ results }: { results: unknown[] }) =>
			(results as { json: { task_id: string } }[][]).flat().map(({ json }) => json.task_id);
		const all = rows.map(({ task_id }) => task_id);
		expect(ids(await getMany({ returnAll: true, limit: undefined }))).toEqual(all);
		expect(ids(await getMany({ limit: 55 }))).toEqual(all.slice(0, 55));
		const raw = await getMany({ limit: 55, output: 'raw' });
		expect(raw.asked).toEqual([
			['queryTasks', PAGE, OPTIONS],
			['queryTasks', { ...PAGE, page_index: 2 }, OPTIONS],
		]);
		const envelope = (from: number, to: number) => ({
			code: 0,
			message: 'ok',
			result: { total_rows: 60, rows: rows.slice(from, to) },
		});
		expect(raw.results).toEqual([[{ json: { pieces: [envelope(0, 50), envelope(50, 55)] } }]]);
		expect((await getMany({ limit: 2, output: 'raw' })).results).toEqual([
			[{ json: envelope(0, 2) }],
		]);
	});

	test('Get Many says how many tasks are missing if a page stays empty', async () => {
		const short: Answer = (method, body) => ({ ...pages(method, body), total_rows: 64 });
		const { results, hints } = await getMany({ returnAll: true, limit: undefined }, short);
		expect((results as unknown[][])[0]).toHaveLength(60);
		expect(hints).toEqual([
			{
				message:
					'4 tasks are missing: the platform says that there are 64, but sent 60, and page 3 is empty.',
				type: 'warning',
				location: 'outputPane',
			},
		]);
		expect((await getMany({ returnAll: true, limit: undefined })).hints).toEqual([]);
	});

	test.each<[object, string]>([
		[{ limit: 0 }, 'Limit must be a whole number of 1 or more, but is 0'],
		[{ filters: { begin: 'soon' } }, 'From is not a date and time: "soon"'],
		[{ filters: { begin: '2026-12-01 09:00 CST' } }, 'From: "CST" is not a clear time zone'],
		[{ filters: { end: 'late' } }, 'To is not a date and time: "late"'],
		[{ filters: { taskId: {} } }, 'Task ID must be text, but is an object'],
		[{ filters: { taskName: [] } }, 'Name Contains must be text, but is an array'],
		[
			{ sort: { by: { field: 'AGE' } } },
			'Field must be one of: CREATETIME, ENDTIME, ID, NAME, STARTTIME, but is "AGE"',
		],
		[{ sort: { by: { order: 'UP' } } }, 'Order must be one of: ASC, DESC, but is "UP"'],
	])('Get Many refuses %j', async (parameters, message) => {
		const { results, asked } = await getMany(parameters);
		expect([results, asked]).toEqual([[expect.objectContaining({ message })], []]);
	});

	test('Get Many ignores filters and sorting that are not objects', async () => {
		const { asked } = await getMany({ filters: 'none', sort: { by: [] } });
		expect(asked[0]).toEqual(['queryTasks', PAGE, OPTIONS]);
	});
});

describe('Get', () => {
	const answer: Answer = () => ({ rows: [{ task_id: '7', task_name: 'a' }] });
	const getTask = async (taskId: unknown, output = 'simplified', fields: unknown = []) =>
		await operationRun(
			get,
			{ parameters: { taskId, output, fields, options: { retries: 1 } } },
			answer,
		);

	test('Get returns the task', async () => {
		const { results, asked } = await getTask(' 7 ');
		expect(results).toEqual([[{ json: { name: 'a', task_id: '7' } }]]);
		expect(asked).toEqual([
			['queryTasks', { task_id: '7', ...PAGE }, { retries: 1, timeoutMs: 60_000 }],
		]);
		expect((await getTask('8', 'raw')).results).toEqual([
			[{ json: { code: 0, message: 'ok', result: answer('', {}) } }],
		]);
	});

	test('Get returns the selected fields, also if an expression returns one name instead of an array', async () => {
		for (const fields of ['name', ['name']])
			expect((await getTask('7', 'fields', fields)).results).toEqual([
				[{ json: { task_id: '7', name: 'a' } }],
			]);
		expect((await getTask('7', 'some')).results).toEqual([
			expect.objectContaining({
				message: 'Output must be one of: raw, fields, simplified, but is "some"',
			}),
		]);
	});

	test('Get says if the task does not exist or none was entered', async () => {
		expect((await getTask(' 8 ')).results).toEqual([
			expect.objectContaining({ message: 'Task 8 not found' }),
		]);
		const { results, asked } = await getTask(' ');
		expect([results, asked]).toEqual([[expect.objectContaining({ message: 'Task is empty' })], []]);
	});
});

describe.each([
	{ operation: start, method: 'startTask', done: 'started' },
	{ operation: pause, method: 'pauseTask', done: 'paused' },
	{ operation: deleteTask, method: 'deleteTask', done: 'deleted' },
])('$operation.option.name', ({ operation, method, done }) => {
	const run = async (parameters: object) =>
		await operationRun(
			operation,
			{ parameters: { taskId: ' 7 ', simplify: true, ...parameters } },
			() => ({}),
		);

	test('the operation says what was done, also if the task already was in this state', async () => {
		const { results, asked } = await run({ options: { timeout: 5 } });
		expect(results).toEqual([[{ json: { task_id: '7', [done]: true }, pairedItem: { item: 0 } }]]);
		expect(asked[0]).toEqual([method, { task_id: '7' }, { retries: 2, timeoutMs: 5000 }]);
		// After a start the platform is asked when the calls begin.
		expect(asked.slice(1).map(([name, , options]) => [name, options])).toEqual(
			method === 'startTask' ? [['queryTasks', { retries: 0, timeoutMs: 5000 }]] : [],
		);
		expect((await run({ simplify: false })).results).toEqual([
			[{ json: { code: 0, message: 'ok', result: {} }, pairedItem: { item: 0 } }],
		]);
		// With this code the platform says that the task already is in this state.
		const again = await operationRun(
			operation,
			{ parameters: { taskId: '7', simplify: true } },
			() => ({}),
			'3010102',
		);
		expect(again.results).toEqual([
			[{ json: { task_id: '7', [done]: true, alreadyDone: true }, pairedItem: { item: 0 } }],
		]);
		expect((await run({ taskId: '' })).results).toEqual([
			expect.objectContaining({ message: 'Task is empty' }),
		]);
	});
});

describe('a check of Start and Delete', () => {
	const TASK = {
		task_id: '7',
		task_name: 'Reminder',
		robot_id: SCRIPT,
		robot_name: 'After-sales',
		line_num: LINE,
		status: '0',
		count_tel: 191,
		time_range: ['13:00:00-19:59:59'],
	};
	const run = async (operation: AiCallOperation, task?: object, runMode = 'check') =>
		await operationRun(operation, { parameters: { taskId: '7', runMode } }, (method) =>
			method === 'queryTasks'
				? { total_rows: 1, rows: task ? [{ ...TASK, ...task }] : [] }
				: undefined,
		);
	const changing = (asked: [string, ...unknown[]][]) =>
		asked.map(([method]) => method).filter((method) => !method.startsWith('query'));

	test('a check says whom the task would call and from when on, and changes nothing', async () => {
		const { results, asked, hints } = await run(start, {});
		const note =
			"Task 7 'Reminder': 191 rows, script After-sales, hours 13:00-20:00: calling begins Mon, Nov 23, 13:00 (UTC+8). Nothing was started.";
		expect(results).toEqual([
			[
				{
					json: {
						state: 'ready',
						task_id: '7',
						name: 'Reminder',
						total: 191,
						callingHours: '13:00-20:00',
						note,
					},
					pairedItem: { item: 0 },
				},
			],
		]);
		expect(hints).toEqual([{ message: `Check: ${note}`, location: 'outputPane' }]);
		expect(changing(asked)).toEqual([]);
		expect((await run(deleteTask, {})).results).toMatchObject([
			[
				{
					json: {
						state: 'ready',
						note: "Task 7 'Reminder': 191 rows, status New: it would be deleted permanently, with its rows. Nothing was deleted.",
					},
				},
			],
		]);
	});

	test.each<[string, object | undefined, RegExp]>([
		['does not exist', undefined, /7/],
		['is deleted', { deleted: '1' }, /^Task 7 is deleted\. /],
		['is under way', { status: '2' }, /^Task 7 cannot be started: its status is Running\. /],
		['has no rows', { count_tel: 0 }, /^Task 7 has no rows\. Add rows first/],
		['has ended', { time_task_estimate_end: 1 }, /^The End Time of task 7 has passed/],
		['is that of direct calls', { task_type: '2' }, /long-term task of direct calls/],
		['has a script that is gone', { robot_id: '1' }, /1/],
	])('a task that %s has a problem, and is not started', async (_name, task, problem) => {
		const { results, asked, hints } = await run(start, task);
		expect(results).toMatchObject([
			[{ json: { state: 'problem', note: expect.stringMatching(problem) as string } }],
		]);
		expect(hints).toMatchObject([{ type: 'warning' }]);
		expect(changing(asked)).toEqual([]);
	});

	test('after a start the output panel says when the calls begin', async () => {
		const { results, hints } = await run(start, { status: '1' }, 'real');
		expect(results).toMatchObject([[{ json: { task_id: '7', started: true } }]]);
		expect(hints).toEqual([
			{
				message:
					"Started. Task 7 'Reminder': 191 rows, script After-sales, hours 13:00-20:00: calling begins Mon, Nov 23, 13:00 (UTC+8).",
				location: 'outputPane',
			},
		]);
	});

	test.each(['check', 'real'])(
		'of many tasks the output panel names the first five (%s)',
		async (runMode) => {
			const items = Array.from({ length: 12 }, () => ({}));
			const parameters = { taskId: (index: number) => String(index + 1), runMode };
			const { hints, results } = await operationRun(
				start,
				{ parameters, items },
				(method, { task_id }) =>
					method === 'queryTasks' ? { rows: [{ ...TASK, task_id }] } : undefined,
			);
			expect([hints.length, results.length]).toEqual([5, 12]);
			expect(hints[4]).toMatchObject({ message: expect.stringMatching(/ Task 5 'Reminder'/) });
		},
	);

	test('after a start of a task that the platform does not list, nothing is shown', async () => {
		expect((await run(start, undefined, 'real')).hints).toEqual([]);
	});

	test('a mode that is missing is a check, and an expression is refused', async () => {
		const parameters = { taskId: '7' };
		for (const operation of [start, deleteTask]) {
			const { asked } = await operationRun(
				operation,
				{ parameters: { ...parameters, runMode: undefined } },
				() => ({ total_rows: 1, rows: [TASK] }),
			);
			expect(changing(asked)).toEqual([]);
			await expect(
				operationRun(operation, { parameters: { ...parameters, runMode: () => 'real' } }),
			).rejects.toThrow('Mode has a value that the panel does not offer: "={{ … }}"');
		}
	});
});

describe('Configuration, Get', () => {
	const run = async (parameters: object) =>
		await operationRun(getConfiguration, { parameters: { simplify: true, ...parameters } });

	test('Configuration, Get returns one item with everything, or one item for each entry of the chosen type', async () => {
		const { results, asked } = await run({ kind: 'all', options: { retries: 0 } });
		expect(results).toEqual([
			[
				{
					json: {
						robots: [expect.objectContaining({ robot_id: SCRIPT })],
						lines: [expect.objectContaining({ line_num: LINE })],
						urls: Array(3).fill(expect.objectContaining({ url: expect.any(String) as string })),
						voices: [{ voice_code: VOICE, gender: 'Female' }],
					},
				},
			],
		]);
		expect(asked).toEqual([['queryConfiguration', { type: 0 }, { retries: 0, timeoutMs: 60_000 }]]);
		const voices = await run({ kind: 'voices' });
		expect(voices.results).toEqual([[{ json: { voice_code: VOICE, gender: 'Female' } }]]);
		expect(voices.asked[0]?.[1]).toEqual({ type: 4 });
		expect((await run({ kind: 'voices', simplify: false })).results).toEqual([
			[{ json: { code: 0, message: 'ok', result: CONFIGURATION } }],
		]);
		expect((await run({ kind: 'robots' })).results).toEqual([
			expect.objectContaining({
				message: 'Type must be one of: all, scripts, lines, urls, voices, but is "robots"',
			}),
		]);
	});
});
