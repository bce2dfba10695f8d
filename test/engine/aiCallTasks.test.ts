import { quickClock } from '../setup/quickClock';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { CallBench, chosen, EXPIRED_LINE, LINE, SCRIPT } from './aiCall';

const NOON = Date.UTC(2026, 10, 23, 4, 0, 0);
const bench = new CallBench({ startTime: NOON, speed: 0 });
/** The parameters of an operation on tasks. */
const task = (operation: string, more = {}) => ({ resource: 'task', operation, ...more });
/** The parameters of Create that most tests use. */
const plan = {
	taskName: '十一月回访',
	robotId: chosen(SCRIPT),
	lineNum: chosen(LINE),
	begin: '2026-12-01T09:00:00+08:00',
};
/** The parameter that names the task of an operation. */
const ofTask = (id: unknown) => ({ taskId: chosen(String(id), 'id') });

/** Creates a task with the node, and returns its ID. */
async function createTask(name = '十一月回访', more = {}): Promise<string> {
	const [made] = await bench.json(task('create', { ...plan, taskName: name, ...more }));
	return String((made as { task_id: string }).task_id);
}

async function addRow(taskId: string): Promise<void> {
	await bench.json(
		task('addRows', {
			...ofTask(taskId),
			robotId: chosen(''),
			rowsField: 'rows',
			skipCustomers: 'none',
		}),
		[{ json: { rows: [['13800000001', '王', '周五']] } }],
	);
}

describe('Create', () => {
	test('Create sends the values that the user has filled in, with dates in milliseconds', async () => {
		const { outputs } = await bench.run(
			task('create', {
				...plan,
				voiceCode: chosen(' 65580 ', 'id'),
				furtherLines: ['055168204602', LINE],
				end: '2026-12-05 18:00:00',
				callingHours: '9:00-12:00, 13:30:00-17:59:59',
				recalls: 3,
				recallWait: 900,
				options: { concurrentRequests: 1 },
			}),
			[{}, {}],
			{ workflowSettings: { timezone: 'Asia/Shanghai' } },
		);
		expect(outputs).toEqual([
			[0, 1].map((item) => ({
				json: { task_id: '88101', taskName: '十一月回访' },
				pairedItem: { item },
			})),
		]);
		const body = {
			task_name: '十一月回访',
			line_num: `${LINE};055168204602`,
			robot_id: SCRIPT,
			time_begin: Date.UTC(2026, 11, 1, 1, 0, 0),
			time_end: Date.UTC(2026, 11, 5, 10, 0, 0),
			time_range: ['09:00:00-11:59:59', '13:30:00-17:59:58'],
			recall_count: 3,
			time_recall_wait: 900,
			voice_code: '65580',
		};
		expect(bench.bodies('taskCreate')).toEqual([body]);
	});

	test('Create creates one task for all items with identical values, and each item gets the ID of its task', async () => {
		const items = ['a', 'b', 'a', 'a', 'b'].map((name) => ({ json: { name } }));
		const parameters = task('create', { ...plan, taskName: '={{ $json.name }}' });
		const { outputs, run } = await bench.run(parameters, items);
		expect(outputs).toEqual([
			['88101', '88102', '88101', '88101', '88102'].map((task_id, item) => ({
				json: { task_id, taskName: items[item]?.json.name },
				pairedItem: { item },
			})),
		]);
		expect(bench.bodies('taskCreate')).toHaveLength(2);
		const hints = run.data.resultData.runData.Node?.[0]?.hints ?? [];
		expect(hints.map(({ message }) => message)).toEqual(['2 created for 5 items']);
	});

	test('a new task begins at the current time if the user does not set Start Time', async () => {
		const begin = new IflytekAiCall().description.properties.find(
			({ name }) => name === 'begin',
		)?.default;
		await createTask(undefined, { begin });
		expect(bench.bodies('taskCreate')).toMatchObject([{ time_begin: quickClock.date() }]);
	});

	test('an expression for Start Time that finds no time is refused, so that the task does not begin at once', async () => {
		const { error } = await bench.run(task('create', { ...plan, begin: '={{ $json.nothing }}' }));
		expect(error?.message).toBe('Start Time has no value');
		expect(bench.bodies('taskCreate')).toEqual([]);
	});

	test('Create sends nothing if one of several tasks has invalid values', async () => {
		const { error } = await bench.run(task('create', { ...plan, taskName: '={{ $json.name }}' }), [
			{ json: { name: 'a' } },
			{ json: { name: '' } },
		]);
		expect([error?.message, error?.context?.itemIndex]).toEqual([
			'There is a problem with 1 of 2 tasks: Name is empty',
			undefined,
		]);
		expect(bench.bodies('taskCreate')).toEqual([]);
	});

	test('Create creates no task with a line that has expired', async () => {
		const further = task('create', { ...plan, options: { furtherLines: [EXPIRED_LINE] } });
		for (const parameters of [
			task('create', { ...plan, lineNum: chosen(EXPIRED_LINE) }),
			further,
		]) {
			const { error } = await bench.run(parameters);
			expect(error?.message).toBe(`Line ${EXPIRED_LINE} expired on 2024-02-07T02:00:00.000Z`);
		}
		expect(bench.bodies('taskCreate')).toEqual([]);
	});
});

describe('Start, Pause and Delete', () => {
	test('Start, Pause and Delete change the state of a task, and return what they have changed', async () => {
		const id = await createTask();
		await addRow(id);
		expect((await bench.run(task('start', ofTask(id)))).outputs).toEqual([
			[{ json: { task_id: id, started: true }, pairedItem: { item: 0 } }],
		]);
		expect(await bench.json(task('pause', ofTask(id)))).toEqual([{ task_id: id, paused: true }]);
		expect(await bench.json(task('start', ofTask(id)))).toEqual([{ task_id: id, started: true }]);
		expect(await bench.json(task('delete', { ...ofTask(id), simplify: false }))).toEqual([
			{ code: 0, message: 'ok', result: {} },
		]);
		expect(bench.bodies('taskStart')).toEqual([{ task_id: id }, { task_id: id }]);
	});

	test.each([
		['start', 'taskStart'],
		['pause', 'taskPause'],
		['delete', 'taskDelete'],
	] as const)('%s is sent again after a lost answer', async (operation, endpoint) => {
		const id = await createTask();
		await addRow(id);
		if (operation === 'pause') await bench.json(task('start', ofTask(id)));
		bench.platform.failNext(endpoint, { kind: 'drop', when: 'after' });
		const [done] = await bench.json(task(operation, ofTask(id)));
		expect(done).toMatchObject({ task_id: id });
		expect(bench.requests(endpoint)).toHaveLength(2);
	});

	test('Start sends one request for a task that several items name, and pairs the result with all of these items', async () => {
		const [first, second] = [await createTask('a'), await createTask('b')];
		for (const id of [first, second]) await addRow(id);
		const items = [first, second, ` ${first} `, first].map((id) => ({ json: { id } }));
		const parameters = task('start', { taskId: chosen('={{ $json.id }}', 'id') });
		const { outputs } = await bench.run(parameters, items);
		expect(outputs).toEqual([
			[
				{
					json: { task_id: first, started: true },
					pairedItem: [{ item: 0 }, { item: 2 }, { item: 3 }],
				},
				{ json: { task_id: second, started: true }, pairedItem: { item: 1 } },
			],
		]);
		// Both are sent at the same time, so either may arrive first.
		expect(new Set(bench.bodies('taskStart'))).toEqual(
			new Set([{ task_id: first }, { task_id: second }]),
		);
		await bench.run(parameters, items);
		expect(bench.requests('taskStart')).toHaveLength(4);
	});

	test('a task ID is refused if it is a number that has lost its last digits', async () => {
		const { error } = await bench.run(
			task('start', { taskId: chosen('={{ 346252615123869699 }}', 'id') }),
		);
		expect([error?.message, error?.description]).toEqual([
			'Task is the number 346252615123869700, which lost its last digits before reaching this node',
			'Pass it as text. Numbers only keep 15 to 16 digits.',
		]);
		expect(bench.platform.requests).toEqual([]);
	});
});

/** A new task in the answer of the platform. */
const rawTask = (id: string, more = {}) => ({
	task_id: id,
	task_name: '十一月回访',
	status: 0,
	task_type: 0,
	deleted: 0,
	time_task_start: 0,
	process_count: 0,
	process_tel_count: 0,
	process_through_count: 0,
	process_through_rate: 0,
	count_tel: 0,
	count_total_task: 0,
	count_recalled: 0,
	time_task_estimate_begin: Date.UTC(2026, 11, 1, 1, 0, 0),
	time_task_estimate_end: 0,
	line_num: LINE,
	robot_id: SCRIPT,
	robot_name: '售后回访',
	voice_speed: 1,
	count_max_recall: 2,
	time_recall_wait: 0,
	...more,
});
/** The same task in the form in which Get returns it. */
const simplifiedTask = (id: string) => ({
	task_id: id,
	name: '十一月回访',
	statusName: 'New',
	deletedName: 'Not deleted',
	total: 0,
	called: 0,
	answered: 0,
	progressPercent: 0,
	callingHours: '09:00-12:00',
	timeTaskEstimateEnd: null,
});
/** The other fields that can be chosen. */
const otherFields = {
	timeTaskEstimateBegin: '2026-12-01T01:00:00.000Z',
	timeTaskStart: null,
	taskTypeName: 'Ordinary task',
	process_count: 0,
	process_through_rate: 0,
	count_total_task: 0,
	count_recalled: 0,
	line_num: LINE,
	robot_id: SCRIPT,
	robot_name: '售后回访',
	voice_speed: 1,
	count_max_recall: 2,
	time_recall_wait: 0,
	intention_push: ['A', 'B'],
	status_recall: [0, 0],
};
/** The fields in which the platform returns lists as JSON text. */
const listsAsText = {
	time_range: '["09:00:00-11:59:59"]',
	intention_push: '["A","B"]',
	status_recall: '[0,0]',
};
const settings = { callingHours: '09:00-12:00', recalls: 2 };

describe('Get', () => {
	test('Get returns the task in readable form', async () => {
		const id = await createTask(undefined, settings);
		expect((await bench.run(task('get', ofTask(id)))).outputs).toEqual([
			[{ json: simplifiedTask(id), pairedItem: { item: 0 } }],
		]);
		expect(await bench.json(task('get', { ...ofTask(id), output: 'raw' }))).toEqual([
			{ code: 0, message: 'ok', result: { total_rows: 1, rows: [rawTask(id, listsAsText)] } },
		]);
	});

	test('Selected Fields are in the result beside the ID, and a field that is not in the list is refused', async () => {
		const id = await createTask(undefined, settings);
		const chosen = async (fields: unknown) =>
			await bench.run(task('get', { ...ofTask(id), output: 'fields', fields }));
		expect((await chosen(Object.keys(otherFields))).outputs).toEqual([
			[{ json: { task_id: id, ...otherFields }, pairedItem: { item: 0 } }],
		]);
		expect((await chosen([])).outputs).toEqual([
			[{ json: { task_id: id }, pairedItem: { item: 0 } }],
		]);
		expect((await chosen(['status'])).error?.message).toMatch(/^Fields must be one of: task_id, /);
	});

	test('if the task does not exist, Get returns the empty answer if its Output is Raw, and fails otherwise', async () => {
		expect(await bench.json(task('get', { ...ofTask('999'), output: 'raw' }))).toEqual([
			{ code: 0, message: 'ok', result: { total_rows: 0, rows: [] } },
		]);
		const { error } = await bench.run(task('get', ofTask('999')));
		expect([error?.message, error?.description]).toEqual([
			'Task 999 not found',
			'There is no such task in this application. Use the ID returned by Create or Get Many, as text. Long IDs lose digits when converted to numbers.',
		]);
	});
});

describe('Get Many', () => {
	const nameOf = (index: number) => `任务${String(index).padStart(3, '0')}`;
	const createTasks = async (count: number) => {
		await bench.json(
			task('create', {
				...plan,
				taskName: '={{ $json.name }}',
				options: { concurrentRequests: 1 },
			}),
			Array.from({ length: count }, (_, index) => ({ json: { name: nameOf(index) } })),
		);
	};
	const foundNames = async (more: object) =>
		(await bench.json(task('getAll', more))).map((found) => (found as { name: string }).name);

	test('Get Many reads all pages, or as many tasks as the limit allows', async () => {
		await createTasks(120);
		const all = await foundNames({
			returnAll: true,
			sort: { by: { field: 'NAME', order: 'ASC' } },
		});
		expect(all).toEqual(Array.from({ length: 120 }, (_, index) => nameOf(index)));
		expect(bench.bodies('taskQuery')).toEqual(
			[1, 2, 3].map((page_index) => ({
				sort_name: 'NAME',
				sort_order: 'ASC',
				page_index,
				page_size: 50,
			})),
		);
		expect(await foundNames({ limit: 55, sort: { by: { field: 'ID', order: 'DESC' } } })).toEqual(
			Array.from({ length: 55 }, (_, index) => nameOf(119 - index)),
		);
	});

	test('Get Many filters by each field', async () => {
		await createTasks(12);
		bench.platform.clock.advance(3_600_000);
		await createTask('别的任务');
		expect(
			await foundNames({
				filters: { taskName: '任务01' },
				sort: { by: { field: 'ID', order: 'ASC' } },
			}),
		).toEqual([nameOf(10), nameOf(11)]);
		const begin = new Date(NOON + 1_800_000).toISOString();
		expect(await foundNames({ filters: { begin } })).toEqual(['别的任务']);
		expect(await foundNames({ filters: { end: begin } })).toHaveLength(12);
		expect(bench.bodies('taskQuery').at(-1)).toEqual({
			time_end: NOON + 1_800_000,
			page_index: 1,
			page_size: 50,
		});
	});

	test('with Raw as its Output, Get Many returns the envelope of one page or the envelopes of several pages, within the limit', async () => {
		await createTasks(120);
		const envelopes = async (more: object) =>
			await bench.json(
				task('getAll', { output: 'raw', sort: { by: { field: 'ID', order: 'ASC' } }, ...more }),
			);
		const page = (from: number, to: number) => {
			const rows = Array.from({ length: to - from }, (_, index) =>
				expect.objectContaining({ task_name: nameOf(from + index) }),
			);
			return { code: 0, message: 'ok', result: { total_rows: 120, rows } };
		};
		expect(await envelopes({ limit: 70 })).toEqual([{ pieces: [page(0, 50), page(50, 70)] }]);
		expect(await envelopes({ limit: 100 })).toEqual([{ pieces: [page(0, 50), page(50, 100)] }]);
		expect(await envelopes({ limit: 7 })).toEqual([page(0, 7)]);
		expect(await envelopes({ returnAll: true })).toEqual([
			{ pieces: [page(0, 50), page(50, 100), page(100, 120)] },
		]);
	});

	test("Get Many reads the times of its filters in China's time zone, whatever that of the workflow is", async () => {
		await bench.run(
			task('getAll', { filters: { begin: '2026-12-01T00:00:00', end: '2026-12-02' } }),
			[{}],
			{
				workflowSettings: { timezone: 'America/New_York' },
			},
		);
		expect(bench.bodies('taskQuery')).toEqual([
			{
				time_begin: Date.UTC(2026, 10, 30, 16),
				time_end: Date.UTC(2026, 11, 1, 16),
				page_index: 1,
				page_size: 50,
			},
		]);
	});

	test('Get Many returns no item if there is no task', async () => {
		expect((await bench.run(task('getAll', { returnAll: true }))).outputs).toEqual([[]]);
	});
});
