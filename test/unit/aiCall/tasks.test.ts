import type { AiCallClient } from '../../../nodes/shared/aiCall/transport/aiCallClient';
import {
	createdTaskId,
	taskCreationBody,
	type TaskPlan,
} from '../../../nodes/shared/aiCall/tasks/taskCreation';
import {
	collectTasks,
	findTask,
	readTaskPage,
	taskQueryBody,
	withoutOtherTasks,
	type Page,
} from '../../../nodes/shared/aiCall/tasks/taskQuery';
import {
	readableTask,
	simplifyTask,
	taskFields,
} from '../../../nodes/shared/aiCall/tasks/readableTask';
import { fetchTask, fetchTaskPage } from '../../../nodes/shared/aiCall/tasks/fetchTasks';
import { readResponse } from '../../../nodes/shared/aiCall/protocol/aiCallEnvelope';

const PLAN: TaskPlan = {
	name: ' 十一月回访 ',
	robotId: '801',
	lineNums: ['055100000001', ' 055100000002;055100000001 '],
	begin: 1_800_000_000_000,
	periods: ['09:00:00-20:00:00'],
	voiceCode: '',
};

describe('readableTask', () => {
	it('gives an ordinary task readable names, values and dates', () => {
		const body = `{"code":0,"message":"ok","result":{"total_rows":1,"rows":[{"task_id":4711,"task_name":"回访","status":3,"task_type":0,"deleted":0,
			"time_task_start":1700000000000,"time_task_finish":0,"time_task_estimate_begin":1700000000000,"time_task_estimate_end":0,"count_tel":12,
			"line_num":"055100000001","robot_id":801,"voice_speed":1,"status_recall":"[2,5]","time_recall_wait":600,
			"time_range":"[\\"08:30:00-11:30:00\\",\\"14:00:00-18:00:00\\"]","intention_push":"[\\"A\\"]","process_through_rate":0.25}]}}`;
		const { rows } = readTaskPage(readResponse('queryTasks', body).result);
		const [simplified = {}] = rows.map((task) => readableTask(task));
		expect([simplified]).toEqual([
			{
				name: '回访',
				statusName: 'Paused',
				total: 12,
				progressPercent: 0,
				callingHours: '08:30-11:30, 14:00-18:00',
				timeTaskEstimateEnd: null,
				timeTaskEstimateBegin: '2023-11-14T22:13:20.000Z',
				timeTaskStart: '2023-11-14T22:13:20.000Z',
				timeTaskFinish: null,
				taskTypeName: 'Ordinary task',
				deletedName: 'Not deleted',
				task_id: '4711',
				line_num: '055100000001',
				robot_id: '801',
				voice_speed: 1,
				status_recall: [2, 5],
				time_recall_wait: 600,
				intention_push: ['A'],
				process_through_rate: 0.25,
			},
		]);
		// The fields that users need most come first.
		expect(Object.keys(simplified).slice(0, 6)).toEqual([
			'name',
			'statusName',
			'total',
			'progressPercent',
			'callingHours',
			'timeTaskEstimateEnd',
		]);
	});

	it('values that cannot be unpacked stay as they were sent, and the name of an unknown status is null', () => {
		expect(
			readableTask({
				task_id: '1',
				status: 42,
				task_type: 2,
				time_range: '["08:30',
				intention_push: 'A',
				status_recall: '',
				statusName: 'theirs',
				count_tel: 'many',
				time_task_start: 'today',
			}),
		).toEqual({
			task_id: '1',
			status: 42,
			statusName: null,
			platform_statusName: 'theirs',
			count_tel: 'many',
			progressPercent: 0,
			time_task_start: 'today',
			timeTaskStart: null,
			taskTypeName: 'Task pool',
			time_range: '["08:30',
			intention_push: 'A',
			status_recall: '',
		});
	});

	it('reads calling periods from plain text, and keeps `time_range` if they cannot be read', () => {
		const time_range = '08:30:00-11:30:00;14:00:00-18:00:00';
		expect(readableTask({ time_range })).toEqual({ callingHours: '08:30-11:30, 14:00-18:00' });
		expect(readableTask({ time_range: '["08:30:30-11:30:00"]' })).toEqual({
			callingHours: '08:30:30-11:30',
		});
		for (const other of ['', '全天', '[]', '["all day"]', null])
			expect(readableTask({ time_range: other })).toHaveProperty('time_range');
	});

	it('a time of 10 digits is in seconds', () => {
		expect(
			readableTask({ time_task_start: 1_732_154_400, time_task_finish: '1732154400' }),
		).toMatchObject({
			timeTaskStart: '2024-11-21T02:00:00.000Z',
			timeTaskFinish: '2024-11-21T02:00:00.000Z',
		});
	});
});

describe('the fields of a task in an output', () => {
	const task = { task_id: '1', task_name: '回访', status: 3, robot_id: '801', count_tel: 2 };

	it('a simplified task has the fields that people read, at most ten', () => {
		expect(simplifyTask({ ...task, deleted: 0, time_range: '["09:00:00-12:00:00"]' })).toEqual({
			task_id: '1',
			name: '回访',
			statusName: 'Paused',
			deletedName: 'Not deleted',
			total: 2,
			progressPercent: 0,
			callingHours: '09:00-12:00',
		});
	});

	it('a status without a name comes out as it was sent, beside the null', () => {
		expect(simplifyTask({ task_id: '1', status: 42 })).toEqual({
			task_id: '1',
			statusName: null,
			status: 42,
		});
	});

	it('chosen fields come out in the order in which they are given, and those that the task lacks do not', () => {
		const fields = taskFields(readableTask(task), ['robot_id', 'timeTaskFinish', 'task_id']);
		expect(Object.entries(fields)).toEqual([
			['robot_id', '801'],
			['task_id', '1'],
		]);
	});
});

test('the progress of a task is the share of its numbers that were called, or the percentage that readableTask is given', () => {
	const task = { count_tel: '200', process_tel_count: 150, process_through_count: '90' };
	expect(readableTask(task)).toEqual({
		total: 200,
		called: 150,
		answered: 90,
		progressPercent: 75,
	});
	expect(readableTask(task, 80)).toMatchObject({ progressPercent: 80 });
	expect(readableTask({})).toEqual({});
});

describe('taskCreationBody', () => {
	it('the body has only the values that are set', () => {
		expect(taskCreationBody(PLAN)).toStrictEqual({
			task_name: '十一月回访',
			line_num: '055100000001;055100000002',
			robot_id: '801',
			time_begin: 1_800_000_000_000,
			time_range: ['09:00:00-20:00:00'],
		});
		expect(
			taskCreationBody({
				...PLAN,
				end: 1_800_000_600_000,
				periods: ['09:00:00-11:30:00', '13:00:30-23:59:59'],
				recalls: 3,
				recallWaitSeconds: 0,
				voiceCode: '60030',
			}),
		).toEqual({
			task_name: '十一月回访',
			line_num: '055100000001;055100000002',
			robot_id: '801',
			time_begin: 1_800_000_000_000,
			time_end: 1_800_000_600_000,
			time_range: ['09:00:00-11:30:00', '13:00:30-23:59:59'],
			recall_count: 3,
			time_recall_wait: 0,
			voice_code: '60030',
		});
	});

	it.each([true, false])(
		'sends highPerformance %p as `trubo_mode`, which is how the platform spells it',
		(highPerformance) => {
			expect(taskCreationBody({ ...PLAN, highPerformance })).toMatchObject({
				trubo_mode: highPerformance,
			});
		},
	);

	it('sends each line once, and skips empty lines', () => {
		expect(taskCreationBody({ ...PLAN, lineNums: ['1;;2； ', ' ', '2'] })).toMatchObject({
			line_num: '1;2',
		});
	});

	it.each<[Partial<TaskPlan>, string]>([
		[{ lineNums: [] }, 'The task has no line'],
		[{ lineNums: [';', ' '] }, 'The task has no line'],
		[{ end: PLAN.begin }, 'End Time must be after Start Time'],
	])('refuses %j', (change, message) => {
		expect(() => taskCreationBody({ ...PLAN, ...change })).toThrow(message);
	});

	it('reads the ID of the created task as text', () => {
		expect(
			createdTaskId(
				readResponse('createTask', '{"code":0,"result":{"task_id":846252615123869697}}').result,
			),
		).toBe('846252615123869697');
		for (const result of [{}, { task_id: ' ' }]) {
			expect(() => createdTaskId(result)).toThrow(
				expect.objectContaining({
					message: 'The platform reported success but returned no task ID',
					kind: 'unreadable',
				}),
			);
		}
	});
});

describe('task query', () => {
	it('the query has only the filters that are set', () => {
		expect(taskQueryBody({})).toStrictEqual({ page_index: 1, page_size: 50 });
		expect(
			taskQueryBody(
				{
					taskId: ' 9 ',
					taskName: ' 回 ',
					begin: 0,
					end: 5,
					sortField: 'CREATETIME',
					sortOrder: 'DESC',
				},
				{ index: 2, size: 20 },
			),
		).toEqual({
			task_id: '9',
			task_name: '回',
			time_begin: 0,
			time_end: 5,
			sort_name: 'CREATETIME',
			sort_order: 'DESC',
			page_index: 2,
			page_size: 20,
		});
		expect(taskQueryBody({ begin: 1, end: 1 }, { index: 1, size: 1 })).toStrictEqual({
			time_begin: 1,
			time_end: 1,
			page_index: 1,
			page_size: 1,
		});
		expect([{ begin: 1 }, { end: -1 }].map((query) => taskQueryBody(query))).toStrictEqual([
			{ time_begin: 1, page_index: 1, page_size: 50 },
			{ time_end: -1, page_index: 1, page_size: 50 },
		]);
		expect(() => taskQueryBody({ begin: 2, end: 1 })).toThrow(
			'The filter To is before the filter From',
		);
	});

	it('finds the requested task, and no other', () => {
		const page = readTaskPage({ rows: [{ task_id: '7' }, { task_id: '8' }] });
		expect(findTask(page, ' 8 ')).toEqual({ task_id: '8' });
		expect(findTask(page, '9')).toBeUndefined();
	});
});

describe('fetching tasks', () => {
	/** A client whose platform returns two tasks, whatever is asked for; it keeps what it is sent. */
	function clientOfTwo() {
		const requests: unknown[] = [];
		const client: AiCallClient = async (method, body) => {
			requests.push([method, body]);
			return readResponse(
				method,
				'{"code":0,"result":{"total_rows":2,"rows":[{"task_id":7},{"task_id":8}]}}',
			);
		};
		return { client, requests };
	}

	it('fetches a page of tasks', async () => {
		const { client, requests } = clientOfTwo();
		expect(
			await fetchTaskPage(client, { taskName: 'a', sortField: 'ID' }, { index: 2, size: 20 }),
		).toEqual({ totalRows: 2, rows: [{ task_id: '7' }, { task_id: '8' }] });
		expect(requests).toEqual([
			['queryTasks', { task_name: 'a', sort_name: 'ID', page_index: 2, page_size: 20 }],
		]);
	});

	it('fetches one task, and asks for no other', async () => {
		const { client, requests } = clientOfTwo();
		expect(await fetchTask(client, '8')).toEqual({ task_id: '8' });
		expect(await fetchTask(client, '9')).toBeUndefined();
		expect(requests).toEqual(
			['8', '9'].map((task_id) => ['queryTasks', { task_id, page_index: 1, page_size: 50 }]),
		);
	});
});

describe('withoutOtherTasks', () => {
	const kept = { task_id: '1' };
	const other = { task_id: '2' };

	it('removes the tasks that were not kept, and keeps everything else', () => {
		const sent = { code: 0, result: { total_rows: 2, rows: [kept, other, 'x', null] } };
		expect(withoutOtherTasks(sent, new Set([kept]))).toEqual({
			code: 0,
			result: { total_rows: 2, rows: [kept, 'x', null] },
		});
		expect(sent.result.rows).toHaveLength(4);
	});

	it.each([{ code: 0 }, { code: 0, result: { rows: 'x' } }, { code: 0, result: { rows: [kept] } }])(
		'leaves %j as it is',
		(sent) => {
			expect(withoutOtherTasks(sent, new Set([kept]))).toBe(sent);
		},
	);
});

describe('collectTasks', () => {
	const all = Array.from({ length: 120 }, (_, index) => ({ task_id: String(index) }));
	const ids = (tasks: Record<string, unknown>[]) => tasks.map(({ task_id }) => Number(task_id));
	const numbersBelow = (count: number) => Array.from({ length: count }, (_, index) => index);

	function platformWith(rows = all, total: number | undefined = rows.length) {
		const askedPages: Page[] = [];
		const fetchPage = async (page: Page) => {
			askedPages.push(page);
			return {
				totalRows: total,
				rows: rows.slice((page.index - 1) * page.size, page.index * page.size),
			};
		};
		return { askedPages, fetchPage };
	}

	it('reads all pages of fifty', async () => {
		const { askedPages, fetchPage } = platformWith();
		expect(ids(await collectTasks(fetchPage))).toEqual(numbersBelow(120));
		expect(askedPages).toEqual([1, 2, 3].map((index) => ({ index, size: 50 })));
	});

	it('asks for no page after the last one', async () => {
		const full = platformWith(all.slice(0, 100));
		expect(ids(await collectTasks(full.fetchPage))).toEqual(numbersBelow(100));
		expect(full.askedPages).toHaveLength(2);
		const askedPages: number[] = [];
		const withoutTotal = async ({ index, size }: Page) => {
			askedPages.push(index);
			return { totalRows: undefined, rows: all.slice((index - 1) * size, index * size) };
		};
		expect(ids(await collectTasks(withoutTotal))).toEqual(numbersBelow(120));
		expect(askedPages).toEqual([1, 2, 3]);
	});

	it('collectTasks keeps every task that has no ID', async () => {
		expect(
			await collectTasks(async () => ({
				totalRows: 2,
				rows: [{ task_name: 'a' }, { task_name: 'b' }],
			})),
		).toEqual([{ task_name: 'a' }, { task_name: 'b' }]);
	});

	it('requests no more than the limit needs', async () => {
		const short = platformWith();
		expect(ids(await collectTasks(short.fetchPage, 7))).toEqual(numbersBelow(7));
		expect(short.askedPages).toEqual([{ index: 1, size: 7 }]);
		const longer = platformWith();
		expect(ids(await collectTasks(longer.fetchPage, 75))).toEqual(numbersBelow(75));
		expect(longer.askedPages).toEqual([1, 2].map((index) => ({ index, size: 50 })));
	});

	it('collectTasks ends if the total is missing or wrong', async () => {
		expect(ids(await collectTasks(platformWith(all.slice(0, 100), Number.NaN).fetchPage))).toEqual(
			numbersBelow(100),
		);
		expect(
			ids(
				await collectTasks(async ({ index, size }) => ({
					totalRows: undefined,
					rows: all.slice((index - 1) * size, index * size),
				})),
			),
		).toEqual(numbersBelow(120));
		expect(
			ids(await collectTasks(async () => ({ totalRows: undefined, rows: all.slice(0, 50) }))),
		).toEqual(numbersBelow(50));
		const said: string[] = [];
		const tell = (text: string) => void said.push(text);
		expect(ids(await collectTasks(platformWith(all, 1000).fetchPage, 500, tell))).toEqual(
			numbersBelow(120),
		);
		await collectTasks(platformWith([], 1).fetchPage, undefined, tell);
		await collectTasks(platformWith(all, 1000).fetchPage, 100, tell);
		await collectTasks(platformWith(all).fetchPage, undefined, tell);
		expect(said).toEqual([
			'880 tasks are missing: the platform says that there are 1000, but sent 120, and page 4 is empty.',
			'1 task is missing: the platform says that there are 1, but sent 0, and page 1 is empty.',
		]);
		expect(ids(await collectTasks(platformWith([], 0).fetchPage))).toEqual([]);
	});

	/** The pages of a platform that always has another page. */
	const endless = async ({ index, size }: Page) => ({
		totalRows: 1e9,
		rows: Array.from({ length: size }, (_, row) => ({ task_id: `${index}-${row}` })),
	});

	it('collectTasks ends with an error after a thousand pages', async () => {
		await expect(collectTasks(endless)).rejects.toMatchObject({
			kind: 'invalidInput',
			message: 'There are more tasks than the 1000 pages that are read: 50000 have come so far',
			details: { advice: 'Ask for fewer with From, To or Name Contains under Filters.' },
		});
		expect(await collectTasks(endless, 50_000)).toHaveLength(50_000);
	});

	it('collectTasks ends with an error if a page repeats earlier ones before the total is reached', async () => {
		const rows = all.slice(0, 50);
		await expect(collectTasks(async () => ({ totalRows: 1e9, rows }))).rejects.toMatchObject({
			kind: 'unreadable',
			message:
				'The platform says that there are 1000000000 tasks, but sent 50 and then only repeats (page 2)',
			details: {
				advice: 'Try again. If it keeps happening, ask for fewer with From and To under Filters.',
			},
		});
	});

	it('lists a task only once if it moves to the next page, and misses none', async () => {
		let rows = [...all];
		let pages = 0;
		const tasks = await collectTasks(async ({ index, size }) => {
			const page = { totalRows: rows.length, rows: rows.slice((index - 1) * size, index * size) };
			pages++;
			rows = [{ task_id: `new ${index}` }, ...rows];
			return page;
		});
		expect(ids(tasks)).toEqual(numbersBelow(120));
		expect(pages).toBe(3);
	});
});

test('a page has no tasks if the platform states none, but a stated task must be there', () => {
	expect([readTaskPage({}), readTaskPage({ total_rows: '0' })]).toEqual([
		{ totalRows: undefined, rows: [] },
		{ totalRows: 0, rows: [] },
	]);
	expect(() => readTaskPage({ total_rows: 1 })).toThrow();
});

test('nothing is missing if there are no tasks', async () => {
	const onMissing = jest.fn();
	expect(await collectTasks(async () => ({ totalRows: 0, rows: [] }), 10, onMissing)).toEqual([]);
	expect(onMissing).not.toHaveBeenCalled();
});
