import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { CallBench, chosen, LINE, SCRIPT } from './aiCall';

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
			rowsFrom: 'field',
			rowsField: 'rows',
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
				additionalFields: {
					recalls: 3,
					recallWait: 900,
				},
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

	test('Create creates one task for all items even if Start Time is the current time', async () => {
		const items = Array.from({ length: 200 }, () => ({}));
		const begin = '={{ $now.minus({ days: 1000 }).plus({ milliseconds: $itemIndex }) }}';
		const output = await bench.json(task('create', { ...plan, begin }), items);
		expect(output).toEqual(items.map(() => ({ task_id: '88101', taskName: '十一月回访' })));
		expect(bench.requests('taskCreate')).toHaveLength(1);
	});

	test('a check counts identical tasks once, and warns once if more than 20 different tasks would be created', async () => {
		const check = async (differentTasks: number) => {
			const { outputs, run } = await bench.run(
				task('create', { ...plan, runMode: 'check', taskName: '={{ $json.name }}' }),
				Array.from({ length: 42 }, (_, index) => ({
					json: { name: `t${index % differentTasks}` },
				})),
			);
			const warnings = (outputs[0] ?? []).flatMap(({ json }) => json.warnings);
			const hints = run.data.resultData.runData.Node?.[0]?.hints ?? [];
			return [warnings, hints.map(({ message }) => message)];
		};
		const warning =
			'21 different tasks would be created. Items with identical values share a task. For one task, enter the same name, script, lines and times for all items.';
		expect(await check(20)).toEqual([
			[],
			['Check, nothing was sent: 20 tasks would be created for 42 items'],
		]);
		expect(await check(21)).toEqual([
			[warning],
			['Check, nothing was sent: 21 tasks would be created for 42 items', warning],
		]);
		expect(bench.requests('taskCreate')).toEqual([]);
	});

	test('Create refuses a task that would call nobody before any request, and the error has its times in both time zones', async () => {
		const { error } = await bench.run(
			task('create', { ...plan, begin: '2026-12-01T08:00', end: '2026-12-01T17:00' }),
			[{}],
			{ workflowSettings: { timezone: 'America/New_York' } },
		);
		expect([error?.message, error?.description]).toEqual([
			'The task would call nobody: the Calling Hours 09:00-20:00 in Asia/Shanghai do not begin between 2026-12-01 08:00 in America/New_York, 21:00 in Asia/Shanghai, and End Time, 2026-12-01 17:00 in America/New_York, 2026-12-02 06:00 in Asia/Shanghai',
			"Choose a later End Time or other hours. A time without a time zone is read in the workflow's (Settings > Timezone).",
		]);
		expect(bench.requests('taskCreate')).toEqual([]);
	});

	test('Create leaves out a voice that consists of spaces', async () => {
		await createTask(undefined, { voiceCode: chosen('  ', 'id') });
		expect(bench.bodies('taskCreate')).toEqual([
			expect.not.objectContaining({ voice_code: expect.anything() }),
		]);
	});

	test('a new task begins at the current time if the user does not set Start Time', async () => {
		const begin = new IflytekAiCall().description.properties.find(
			({ name }) => name === 'begin',
		)?.default;
		const before = Date.now();
		await createTask(undefined, { begin });
		const [sent] = bench.bodies('taskCreate') as { time_begin: number }[];
		expect(sent?.time_begin).toBeGreaterThanOrEqual(before);
		expect(sent?.time_begin).toBeLessThanOrEqual(Date.now());
	});

	test('the Create node of examples/call-again.json gives the task at least an hour, even at the end of a day in China', async () => {
		const { nodes } = JSON.parse(
			readFileSync(join(__dirname, '../../examples/call-again.json'), 'utf8'),
		) as { nodes: { name: string; parameters: { begin?: string; end?: string } }[] };
		const { begin = '', end = '' } =
			nodes.find(({ name }) => name === 'Create a Task')?.parameters ?? {};
		const atNight = (expression: string) =>
			expression.replace('$now', "DateTime.fromISO('2026-11-30T23:59:59.999+08:00')");
		await createTask(undefined, { begin: atNight(begin), end: atNight(end) });
		const [sent] = bench.bodies('taskCreate') as { time_begin: number; time_end: number }[];
		const { time_begin: from, time_end: to } = sent ?? { time_begin: 0, time_end: 0 };
		expect(from).toBe(Date.parse('2026-11-30T23:59:59.999+08:00'));
		expect(to).toBeGreaterThanOrEqual(from + 3_600_000);
	});

	test('Create leaves out empty fields, and only sends the high-performance mode if the user has set it', async () => {
		await createTask();
		await createTask(undefined, { additionalFields: { highPerformance: false } });
		const body = {
			task_name: '十一月回访',
			line_num: LINE,
			robot_id: SCRIPT,
			time_begin: Date.UTC(2026, 11, 1, 1, 0, 0),
			time_range: ['09:00:00-19:59:59'],
		};
		expect(bench.bodies('taskCreate')).toEqual([body, { ...body, trubo_mode: false }]);
	});

	test('Create returns the envelope if Simplify is off', async () => {
		expect(await bench.json(task('create', { ...plan, simplify: false }))).toEqual([
			{ code: 0, message: 'ok', result: { task_id: '88101' } },
		]);
	});

	test.each<[string, object, string]>([
		['an End Time before Start Time', { end: '2026-11-30' }, 'End Time must be after Start Time'],
		[
			'four redials',
			{ additionalFields: { recalls: 4 } },
			'Redials must be a whole number from 0 to 3, but is 4',
		],
		[
			'a Redial Wait below 0',
			{ additionalFields: { recallWait: -1 } },
			'Redial Wait (Seconds) must be a whole number of 0 or more, but is -1',
		],
		['an empty Start Time', { begin: '={{ "" }}' }, 'Start Time is empty'],
		[
			'a Start Time without a day',
			{ begin: '09:00' },
			'Start Time is not a date and time: "09:00"',
		],
		['an End Time without a day', { end: '18:00' }, 'End Time is not a date and time: "18:00"'],
		['no name', { taskName: ' ' }, 'Name is empty'],
		['no script', { robotId: chosen('={{ "" }}', 'id') }, 'Script is empty'],
		['no line', { lineNum: chosen('={{ "" }}', 'id') }, 'Line is empty'],
	])('Create refuses %s before any request', async (_name, wrong, message) => {
		const { error } = await bench.run(task('create', { ...plan, ...wrong }));
		expect([error?.name, error?.message]).toEqual(['NodeOperationError', message]);
		expect(bench.platform.requests).toEqual([]);
	});

	test('Create sends nothing if one of several tasks has invalid values', async () => {
		const { error } = await bench.run(task('create', { ...plan, taskName: '={{ $json.name }}' }), [
			{ json: { name: 'a' } },
			{ json: { name: '' } },
		]);
		expect([error?.message, error?.context?.itemIndex]).toEqual(['Name is empty', 1]);
		expect(bench.platform.requests).toEqual([]);
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

	test('a second Delete succeeds, because the task is already deleted', async () => {
		const id = await createTask();
		expect(await bench.json(task('delete', ofTask(id)))).toEqual([{ task_id: id, deleted: true }]);
		expect(await bench.json(task('delete', ofTask(id)))).toEqual([
			{ task_id: id, deleted: true, alreadyDone: true },
		]);
		const { error } = await bench.run(task('start', ofTask(id)));
		expect(error?.message).toBe(
			'The AI call platform refused to start a task: the task is already deleted (code 3010102, the platform says: Task already deleted)',
		);
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

	test('if the answer to an earlier attempt was lost, the error says that this attempt may have succeeded', async () => {
		const id = await createTask();
		await addRow(id);
		bench.platform.failNext('taskStart', { kind: 'drop', when: 'after' });
		bench.platform.failNext('taskStart', { kind: 'code', code: 3030002 });
		const { error } = await bench.run(task('start', ofTask(id)));
		expect(error?.message).toBe(
			'It is unclear whether the request to start a task succeeded. Last attempt: The AI call platform refused to start a task: the number is occupied (code 3030002, the platform says: Number occupied)',
		);
		expect(error?.description).toMatch(
			/^An earlier attempt got no response and may have succeeded\. Check the task first \(Task > Get\)\. The line or the number/,
		);
		expect(error?.context?.data).toMatchObject({ code: '3030002' });
	});

	test.each([
		['start', /running already, or have no rows/],
		['pause', /not be started yet/],
	] as const)(
		'the advice on a refused %s concerns the state of the task',
		async (operation, advice) => {
			const { error } = await bench.run(task(operation, ofTask(await createTask())));
			expect(error?.httpCode).toBe('200200');
			expect(error?.description).toMatch(advice);
		},
	);

	test('an item fails before anything is sent if its value of Simplify cannot be read', async () => {
		const id = await createTask();
		const requestsBefore = bench.platform.requests.length;
		const unreadable = { simplify: '={{ $("Nope").first().json.x }}' };
		for (const parameters of [task('start', ofTask(id)), task('create', plan)]) {
			expect((await bench.run({ ...parameters, ...unreadable })).error).toBeDefined();
			const { outputs } = await bench.run({ ...parameters, ...unreadable }, [{}], {
				settings: { onError: 'continueErrorOutput' },
			});
			expect(outputs.map((items) => items.length)).toEqual([0, 1]);
		}
		expect(bench.platform.requests).toHaveLength(requestsBefore);
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
		expect(bench.bodies('taskStart')).toEqual([{ task_id: first }, { task_id: second }]);
		await bench.run(parameters, items);
		expect(bench.requests('taskStart')).toHaveLength(4);
	});

	test.each([
		['pause', 'taskPause'],
		['delete', 'taskDelete'],
	])(
		'%s sends one request for a thousand items with the same task',
		async (operation, endpoint) => {
			const id = await createTask();
			await addRow(id);
			await bench.json(task('start', ofTask(id)));
			const { outputs } = await bench.run(
				task(operation, ofTask(id)),
				Array.from({ length: 1000 }, () => ({})),
			);
			expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
				Array.from({ length: 1000 }, (_, item) => ({ item })),
			]);
			expect(bench.bodies(endpoint)).toEqual([{ task_id: id }]);
		},
	);

	test('if the platform refuses to start a task, Start fails once for all items of this task, and starts the other tasks', async () => {
		const [empty, ready] = [await createTask('a'), await createTask('b')];
		await addRow(ready);
		const items = [empty, empty, ready].map((id, row) => ({ json: { id, row } }));
		const parameters = task('start', { taskId: chosen('={{ $json.id }}', 'id') });
		const { outputs } = await bench.run(parameters, items, {
			settings: { onError: 'continueErrorOutput' },
		});
		expect(outputs).toEqual([
			[{ json: { task_id: ready, started: true }, pairedItem: { item: 2 } }],
			[
				{
					json: {
						id: empty,
						row: 0,
						error: expect.stringMatching(/the data does not match/),
						details: expect.objectContaining({ code: '200200' }),
					},
					pairedItem: [{ item: 0 }, { item: 1 }],
				},
			],
		]);
		expect(bench.bodies('taskStart')).toEqual([{ task_id: empty }, { task_id: ready }]);
		const { error } = await bench.run(parameters, items);
		expect(error?.context?.itemIndex).toBe(0);
	});

	test('an item without a task stops the run before anything is sent; if the run continues on errors, only this item fails', async () => {
		const id = await createTask();
		await addRow(id);
		const items = [{ json: { id } }, { json: { id: '' } }];
		const parameters = task('start', { taskId: chosen('={{ $json.id }}', 'id') });
		const { error } = await bench.run(parameters, items);
		expect([error?.message, error?.context?.itemIndex, bench.requests('taskStart')]).toEqual([
			'Task is empty',
			1,
			[],
		]);
		const { outputs } = await bench.run(parameters, items, {
			settings: { onError: 'continueErrorOutput' },
		});
		expect(outputs.map((output) => output.map(({ pairedItem }) => pairedItem))).toEqual([
			[{ item: 0 }],
			[{ item: 1 }],
		]);
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

	test('an empty task ID is refused before any request', async () => {
		const { error } = await bench.run(task('start', { taskId: chosen('={{ "" }}', 'id') }));
		expect(error?.message).toBe('Task is empty');
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
const settings = { callingHours: '09:00-12:00', additionalFields: { recalls: 2 } };

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

	test('Get Many stays within the limit even if the platform ignores the page size, and leaves the other fields of the envelope unchanged', async () => {
		const rows = ['1', '2', '3'].map((task_id) => ({ task_id }));
		bench.platform.failNext('taskQuery', {
			kind: 'body',
			text: JSON.stringify({ code: 0, message: 'ok', result: { total_rows: 3, rows, later: 1 } }),
			contentType: 'application/json',
		});
		expect(await bench.json(task('getAll', { limit: 2, output: 'raw' }))).toEqual([
			{ code: 0, message: 'ok', result: { total_rows: 3, rows: rows.slice(0, 2), later: 1 } },
		]);
	});

	test('Get Many accepts the ID of one task as a filter', async () => {
		await createTasks(3);
		expect(await foundNames({ filters: { taskId: ' 88102 ' } })).toEqual([nameOf(1)]);
		expect(bench.bodies('taskQuery')).toEqual([{ task_id: '88102', page_index: 1, page_size: 50 }]);
		const { error } = await bench.run(
			task('getAll', { filters: { taskId: '={{ 346252615123869699 }}' } }),
		);
		expect(error?.message).toBe(
			'Task ID is the number 346252615123869700, which lost its last digits before reaching this node',
		);
	});

	test("Get Many reads the times of its filters in the workflow's time zone", async () => {
		await bench.run(
			task('getAll', { filters: { begin: '2026-12-01T00:00:00', end: '2026-12-02' } }),
			[{}],
			{
				workflowSettings: { timezone: 'America/New_York' },
			},
		);
		expect(bench.bodies('taskQuery')).toEqual([
			{
				time_begin: Date.UTC(2026, 11, 1, 5),
				time_end: Date.UTC(2026, 11, 2, 5),
				page_index: 1,
				page_size: 50,
			},
		]);
	});

	test('Get Many returns no item if there is no task', async () => {
		expect((await bench.run(task('getAll', { returnAll: true }))).outputs).toEqual([[]]);
	});
});
