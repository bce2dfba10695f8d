import type { INodeExecutionData } from 'n8n-workflow';
import {
	ADD_ROWS,
	byHand,
	byName,
	CallBench,
	chosen,
	customer,
	customers,
	EXPIRED_LINE,
	iflytekAiCallWith,
	LINE,
	PLACE,
	SCRIPT,
	SEND_OTHERS,
} from './aiCall';
import type { Fault } from '../simulator/aiCall';
import { quickClock } from '../setup/quickClock';

const bench = new CallBench({ speed: 0 });
const COLUMNS = ['客户手机号码', '姓名', '预约时间'];
/** The columns of `customers`, mapped by hand. */
const BY_HAND = byHand(
	COLUMNS,
	Object.fromEntries(COLUMNS.map((column) => [column, `={{ $json.${column} }}`])),
);
/** What is requested to create a task. */
const CREATION = ['configQuery', 'taskCreate'];

/** The IDs that the platform assigned, by phone number. */
const assignedIds = () =>
	new Map(bench.platform.acceptedRows.map(({ values, taskDataId }) => [values[0], taskDataId]));

describe('Place', () => {
	test('Place returns the ID of each item with all digits, whatever batch the item was sent in', async () => {
		const { outputs } = await bench.run(PLACE, customers(120));
		const ids = assignedIds();
		expect(ids.size).toBe(120);
		expect(outputs).toEqual([
			Array.from({ length: 120 }, (_, index) => {
				const row = customer(index);
				return {
					json: {
						state: 'accepted',
						task_data_id: ids.get(row.客户手机号码),
						phoneNumber: row.客户手机号码,
						row,
					},
					pairedItem: { item: index },
				};
			}),
		]);
		expect(
			bench
				.bodies('callout')
				.map((body) => (body as { call_list: unknown[] }).call_list.length)
				.sort(),
		).toEqual([20, 50, 50]);
		expect([...ids.values()].every((id) => /^\d{18}$/.test(id) && String(Number(id)) !== id)).toBe(
			true,
		);
	});

	test('Place sends the script, the line, the voice, the columns and the rows, and tidies the values of the rows', async () => {
		const items = [
			{ json: { tel: ' +86 138-0000-0001', who: '王', when: 3 } },
			{ json: { tel: 13_800_000_002, who: true, when: null } },
		];
		const columns = byHand(COLUMNS, {
			客户手机号码: '={{ $json.tel }}',
			姓名: '={{ $json.who }}',
			预约时间: '={{ $json.when }}',
		});
		const results = await bench.json(
			{ ...PLACE, voiceCode: chosen(' 60030 ', 'id'), columns },
			items,
		);
		expect(bench.bodies('callout')).toEqual([
			{
				robot_id: SCRIPT,
				line_num: LINE,
				call_column: COLUMNS,
				call_list: [
					['13800000001', '王', '3'],
					['13800000002', 'true', ''],
				],
				voice_code: '60030',
			},
		]);
		expect(results).toEqual([
			{
				state: 'accepted',
				task_data_id: assignedIds().get('13800000001'),
				phoneNumber: '13800000001',
				row: { 客户手机号码: '13800000001', 姓名: '王', 预约时间: '3' },
			},
			{
				state: 'accepted',
				task_data_id: assignedIds().get('13800000002'),
				phoneNumber: '13800000002',
				row: { 客户手机号码: '13800000002', 姓名: 'true', 预约时间: '' },
			},
		]);
		expect(bench.requests().map(({ endpoint }) => endpoint)).toEqual(['configQuery', 'callout']);
	});

	test('Place only sends a robot speed if the user has set one', async () => {
		const items = customers(3).map((item, index) => ({
			json: { ...item.json, speed: [1.5, 1.5, ''][index] },
		}));
		await bench.json(
			{ ...PLACE, options: { robotSpeed: '={{ $json.speed }}', concurrentRequests: 1 } },
			items,
		);
		const body = { robot_id: SCRIPT, line_num: LINE, call_column: COLUMNS };
		const row = (index: number) => Object.values(customer(index));
		expect(bench.bodies('callout')).toEqual([
			{ ...body, call_list: [row(0), row(1)], robot_speed: 1.5 },
			{ ...body, call_list: [row(2)] },
		]);
	});

	test.each([0, -1, 'fast'])('Place refuses a speed of %j before any call', async (robotSpeed) => {
		const { error } = await bench.run({
			...PLACE,
			columns: byHand(COLUMNS, customer(0)),
			options: { robotSpeed },
		});
		expect([error?.name, error?.message]).toEqual([
			'NodeOperationError',
			`Robot Speed must be a number above 0, but is ${JSON.stringify(robotSpeed)}`,
		]);
		expect(bench.requests('callout')).toEqual([]);
	});

	test('Place keeps two columns with the same name apart', async () => {
		const columns = ['客户手机号码', '姓名', '金额', '金额'];
		const values = { 客户手机号码: '13800000001', 姓名: '王', 金额: '100', '金额 (2)': '20' };
		await bench.json({ ...PLACE, robotId: chosen('5203'), columns: byHand(columns, values) });
		await bench.json({ ...PLACE, robotId: chosen('5203') }, [{ json: values }]);
		const body = {
			robot_id: '5203',
			line_num: LINE,
			call_column: columns,
			call_list: [['13800000001', '王', '100', '20']],
		};
		expect(bench.bodies('callout')).toEqual([body, body]);
	});

	test('Place puts rows with the same script, line and voice into one request', async () => {
		const items = [0, 1, 2, 3, 4, 5].map((index) => ({
			json: {
				...customer(index),
				line: index % 2 ? LINE : '055168204603',
				voice: index === 4 ? '65580' : '',
			},
		}));
		const results = await bench.json(
			{
				...PLACE,
				lineNum: chosen('={{ $json.line }}', 'id'),
				voiceCode: chosen('={{ $json.voice }}', 'id'),
				options: { concurrentRequests: 1 },
			},
			items,
		);
		// The requests with their line, their voice and the indexes of their rows.
		expect(
			bench.bodies('callout').map((body) => {
				const { line_num, voice_code, call_list } = body as {
					line_num: string;
					voice_code?: string;
					call_list: string[][];
				};
				return [line_num, voice_code, call_list.map(([phone]) => Number(phone) - 13_800_000_000)];
			}),
		).toEqual([
			['055168204603', undefined, [0, 2]],
			[LINE, undefined, [1, 3, 5]],
			['055168204603', '65580', [4]],
		]);
		expect(results.map((result) => (result as { task_data_id: string }).task_data_id)).toEqual(
			items.map(({ json }) => assignedIds().get(json.客户手机号码)),
		);
	});

	test('with Simplify off, Place returns the ID of each row and the envelope of its batch', async () => {
		const results = await bench.json({ ...PLACE, simplify: false }, customers(2));
		const ids = [...assignedIds().values()];
		const response = { code: 0, message: 'ok', result: { total: 2, task_data_ids: ids } };
		expect(results).toEqual(
			ids.map((task_data_id) => ({ state: 'accepted', task_data_id, response })),
		);
	});

	test('Place takes rows from a list in a field', async () => {
		const items = [
			{ json: { job: { rows: [customer(0), ['13800000001', '李', '周六']] } } },
			{ json: { job: { rows: [] } } },
			{ json: { job: { rows: JSON.stringify([customer(2)]) } } },
		];
		const { outputs } = await bench.run({ ...PLACE, rowsField: 'job.rows' }, items);
		const result = (item: number, row: ReturnType<typeof customer>) => ({
			json: {
				state: 'accepted',
				task_data_id: assignedIds().get(row.客户手机号码),
				phoneNumber: row.客户手机号码,
				row,
			},
			pairedItem: { item },
		});
		expect(outputs).toEqual([
			[
				result(0, customer(0)),
				result(0, { 客户手机号码: '13800000001', 姓名: '李', 预约时间: '周六' }),
				result(2, customer(2)),
			],
		]);
		expect(bench.requests().map(({ endpoint }) => endpoint)).toEqual(['configQuery', 'callout']);
	});

	test('Place calls numbers that are not mobile numbers if Check Numbers is off and the line can call them', async () => {
		const parameters = {
			...PLACE,
			robotId: chosen('5202'),
			lineNum: chosen('055168204603'),
			columns: byHand(['客户手机号码'], { 客户手机号码: ' 0551-6820' }),
		};
		expect((await bench.run(parameters)).error?.message).toBe(
			'" 0551-6820" is not a Mainland China mobile number: it has 8 digits, not 11',
		);
		expect(bench.requests('callout')).toEqual([]);
		const [result] = await bench.json({
			...parameters,
			columns: byHand(['客户手机号码'], { 客户手机号码: ' 95533 ' }),
			options: { checkNumbers: false },
		});
		expect(result).toMatchObject({ phoneNumber: '95533' });
	});

	test.each<[string, Fault, number, string, RegExp]>([
		[
			'loses the connection',
			{ kind: 'drop', when: 'before' },
			6,
			'interrupted',
			/was closed before/,
		],
		['stays busy', { kind: 'code', code: 10004 }, 6, 'unavailable', /the service is busy/],
		['fails', { kind: 'http', status: 503 }, 6, 'unavailable', /HTTP status 503/],
		['is in maintenance', { kind: 'code', code: 10020 }, 1, 'refused', /under maintenance/],
	])(
		'if the query of the configuration %s, that is the error, and no item is called invalid',
		async (_name, fault, queries, kind, message) => {
			for (const columns of [byName, BY_HAND]) {
				bench.platform.failNext('configQuery', fault, queries);
				const before = bench.requests().length;
				const { error, outputs } = await bench.run({ ...PLACE, columns }, customers(1000));
				expect(outputs).toEqual([]);
				expect(error?.message).toMatch(message);
				expect(error?.description).toMatch(/^Nothing was sent\. (?!.*invalid)/);
				expect(error?.context?.data).toMatchObject({ kind, state: 'notSent' });
				const endpoints = bench.requests().map(({ endpoint }) => endpoint);
				expect(endpoints.slice(before)).toEqual(
					Array.from({ length: queries }, () => 'configQuery'),
				);
			}
		},
	);

	test.each<[string, object]>([
		['maps its columns automatically', {}],
		['has its columns mapped by hand', { columns: BY_HAND }],
		['makes a test call', { columns: BY_HAND, runMode: 'test', testNumber: '13900000000' }],
		['sends the other rows', { columns: BY_HAND, options: { ifProblems: 'sendOthers' } }],
	])(
		'Place %s: it refuses a line that has expired before any call, as a check does',
		async (_name, parameters) => {
			const expired = { ...PLACE, lineNum: chosen(EXPIRED_LINE), ...parameters };
			const { error } = await bench.run(expired, customers(2));
			expect(error?.message).toBe(`Line ${EXPIRED_LINE} expired on 2024-02-07T02:00:00.000Z`);
			expect(bench.requests().map(({ endpoint }) => endpoint)).toEqual(['configQuery']);
		},
	);

	test.each([
		['script', { robots: [] }, /^Script 5201 not found/],
		['line', { lines: [] }, /^Line 055168204601 not found/],
	])(
		'a %s that the platform does not have is refused before any call, also with columns mapped by hand',
		async (_name, configuration, message) => {
			Object.assign(bench.platform.setup, configuration);
			const { error } = await bench.run({ ...PLACE, columns: BY_HAND }, customers(60));
			expect(error?.message).toMatch(message);
			expect(bench.requests().map(({ endpoint }) => endpoint)).toEqual(['configQuery']);
		},
	);

	test('the query for the columns waits for a busy platform as long as the call does', async () => {
		bench.platform.failNext('configQuery', { kind: 'code', code: 10004 }, 5);
		bench.platform.failNext('callout', { kind: 'code', code: 10004 }, 5);
		expect(await bench.json(PLACE, customers(3))).toHaveLength(3);
		expect(bench.requests().map(({ endpoint }) => endpoint)).toEqual([
			...Array.from({ length: 6 }, () => 'configQuery'),
			...Array.from({ length: 6 }, () => 'callout'),
		]);
	});

	test.each<[string, Fault, RegExp]>([
		['the platform', { kind: 'code', code: 10020 }, /under maintenance/],
		['the connection', { kind: 'drop', when: 'before' }, /was closed before/],
	])(
		'if the query of the configuration fails and the run continues on errors, the rows are not sent because of %s',
		async (_name, fault, reason) => {
			bench.platform.failNext('configQuery', fault, 99);
			const { outputs, run } = await bench.run(PLACE, customers(3), {
				audited: true,
				settings: { onError: 'continueRegularOutput' },
			});
			expect(outputs[0]?.map(({ json }) => json.details)).toEqual(
				Array.from({ length: 3 }, () =>
					expect.objectContaining({ state: 'notSent', reason: expect.stringMatching(reason) }),
				),
			);
			const hints = run.data.resultData.runData.Node?.[0]?.hints ?? [];
			expect(hints.map(({ message }) => message)).toEqual([
				expect.stringMatching(/^0 accepted · 3 not sent: /),
			]);
		},
	);
});

describe('Add Rows', () => {
	test("Add Rows returns the ID of each item, and uses the columns of the task's script", async () => {
		const taskId = await bench.newTask();
		const { outputs } = await bench.run({ ...ADD_ROWS, taskId: chosen(taskId) }, customers(101));
		const ids = assignedIds();
		expect(outputs).toEqual([
			Array.from({ length: 101 }, (_, index) => {
				const row = customer(index);
				return {
					json: {
						state: 'accepted',
						task_data_id: ids.get(row.客户手机号码),
						task_id: taskId,
						phoneNumber: row.客户手机号码,
						row,
					},
					pairedItem: { item: index },
				};
			}),
		]);
		expect(bench.bodies('taskInsert')).toHaveLength(3);
		expect(
			bench.bodies('taskInsert').every((body) => (body as { task_id: string }).task_id === taskId),
		).toBe(true);
		expect(bench.requests().map(({ endpoint }) => endpoint)).toEqual([
			...CREATION,
			'taskQuery',
			'configQuery',
			'taskInsert',
			'taskInsert',
			'taskInsert',
		]);
	});

	test('Add Rows adds rows to several tasks of several scripts in one run', async () => {
		const first = await bench.newTask();
		const second = await bench.newTask({ robotId: chosen('5202') });
		const items = [0, 1, 2, 3].map((index) => ({
			json: { ...customer(index), task: index % 2 ? second : first },
		}));
		const results = await bench.json(
			{ ...ADD_ROWS, taskId: chosen('={{ $json.task }}', 'id') },
			items,
		);
		expect(results).toEqual(
			items.map(({ json: { task, ...row } }) => ({
				state: 'accepted',
				task_data_id: assignedIds().get(row.客户手机号码),
				task_id: task,
				phoneNumber: row.客户手机号码,
				row: task === first ? row : { 客户手机号码: row.客户手机号码 },
			})),
		);
	});

	test('Add Rows adds nothing to the task of direct calls, whether or not the script is chosen', async () => {
		await bench.json(PLACE, customers(1));
		const [{ taskId: direct = '' } = {}] = bench.platform.tasks;
		for (const robotId of [chosen(''), chosen(SCRIPT)]) {
			const parameters = { ...ADD_ROWS, taskId: chosen(direct), robotId };
			const { error } = await bench.run(parameters, customers(1));
			expect([error?.message, error?.description]).toEqual([
				`Task ${direct} is the long-term task of direct calls, which takes no rows`,
				'Nothing was sent. Create another task for these rows. Then run it again.',
			]);
		}
		expect(bench.bodies('taskInsert')).toEqual([]);
	});

	test('the error of Add Rows says that a task does not exist', async () => {
		for (const robotId of [chosen(''), chosen(SCRIPT)]) {
			const parameters = { ...ADD_ROWS, taskId: chosen('999'), robotId };
			const { error } = await bench.run(parameters, customers(1));
			expect([error?.message, error?.description]).toEqual([
				'Task 999 not found',
				expect.stringMatching(/^Nothing was sent\. There is no such task in this application\./),
			]);
		}
		expect(bench.bodies('taskInsert')).toEqual([]);
	});

	test('if one of several tasks cannot be asked for, the rows of the others are added if the user says so', async () => {
		const [first, second] = [await bench.newTask(), await bench.newTask()];
		const items = [first, second].map((task, index) => ({ json: { ...customer(index), task } }));
		bench.platform.failNext('taskQuery', { kind: 'code', code: 10020 });
		const { outputs } = await bench.run(
			{
				...ADD_ROWS,
				taskId: chosen('={{ $json.task }}', 'id'),
				options: { ...SEND_OTHERS, concurrentRequests: 1 },
			},
			items,
			{ settings: { onError: 'continueErrorOutput' } },
		);
		expect(outputs).toEqual([
			[
				{
					json: expect.objectContaining({ state: 'accepted', task_id: second }),
					pairedItem: { item: 1 },
				},
			],
			[
				{
					json: {
						...items[0]?.json,
						error: expect.stringMatching(/under maintenance/),
						details: expect.objectContaining({ state: 'notSent', code: '10020' }),
					},
					pairedItem: { item: 0 },
				},
			],
		]);
	});

	test('Add Rows checks the task and the configuration once, also if the user has mapped the columns by hand', async () => {
		const taskId = await bench.newTask();
		await bench.json(
			{
				...ADD_ROWS,
				taskId: chosen(taskId),
				columns: byHand(COLUMNS, {
					客户手机号码: '={{ $json.客户手机号码 }}',
					姓名: 'A',
					预约时间: '',
				}),
			},
			customers(2),
		);
		expect(bench.requests().map(({ endpoint }) => endpoint)).toEqual([
			...CREATION,
			'taskQuery',
			'configQuery',
			'taskInsert',
		]);
		expect(bench.bodies('taskInsert')).toEqual([
			{
				task_id: taskId,
				call_column: COLUMNS,
				call_list: [
					['13800000000', 'A', ''],
					['13800000001', 'A', ''],
				],
			},
		]);
	});

	test("Add Rows requests columns with the user's concurrency and time-out", async () => {
		const tasks = await Promise.all(Array.from({ length: 6 }, async () => await bench.newTask()));
		bench.platform.configure({ latencyMs: 200 });
		const items = tasks.map((task, index) => ({ json: { ...customer(index), task } }));
		const parameters = { ...ADD_ROWS, taskId: chosen('={{ $json.task }}', 'id') };
		await bench.json({ ...parameters, options: { concurrentRequests: 2 } }, items);
		const times = bench.requests('taskQuery').map(({ at }) => at);
		// The node sends two requests at a time, so the third begins when the first is answered, after about 200 ms. The test asks
		// for 100 ms, because timers of a busy process can fire early.
		expect(times).toHaveLength(6);
		for (const [index, time] of times.entries())
			expect((times[index + 2] ?? Infinity) - time).toBeGreaterThanOrEqual(100);
		// At least two requests begin at almost the same time.
		expect(
			Math.min(...times.slice(1).map((time, index) => time - (times[index] ?? 0))),
		).toBeLessThan(100);
		bench.platform.failNext('taskQuery', { kind: 'stall', when: 'before' }, 6);
		const { error } = await bench.run(
			{ ...parameters, options: { timeout: 1 } },
			items.slice(0, 1),
			{ nodeType: iflytekAiCallWith(quickClock, '/task/query') },
		);
		expect(error?.message).toMatch(/sent no data for 1 second/);
	});

	test('Start accepts Retry On Fail, so that n8n runs it again after an error', async () => {
		const taskId = await bench.newTask();
		await bench.json({ ...ADD_ROWS, taskId: chosen(taskId) }, customers(1));
		bench.platform.failNext('taskStart', { kind: 'code', code: 10005 });
		const settings = { retryOnFail: true, waitBetweenTries: 1 };
		expect(
			await bench.json({ resource: 'task', operation: 'start', taskId: chosen(taskId) }, [{}], {
				settings,
			}),
		).toEqual([{ task_id: taskId, started: true }]);
	});
});

test('if Simplify cannot be read for an item, that item fails before anything is sent, and nobody is called twice', async () => {
	const parameters = {
		...PLACE,
		options: SEND_OTHERS,
		simplify: '={{ $json.age === 7 ? $("Nope").first().json.x : true }}',
	};
	const items = [0, 1, 2].map((index) => ({ json: { ...customer(index), age: 6 + index } }));
	const { outputs } = await bench.run(parameters, items, {
		settings: { onError: 'continueErrorOutput' },
	});
	expect(outputs.map((output) => output.length)).toEqual([2, 1]);
	expect(outputs[1]?.[0]?.json).toMatchObject({ ...items[1]?.json, details: { state: 'problem' } });
	expect(bench.platform.acceptedRows.map(({ values }) => values[0])).toEqual([
		'13800000000',
		'13800000002',
	]);
	const stopping = await bench.run({ ...parameters, options: {} }, items);
	expect(stopping.error?.context?.data).toMatchObject({ state: 'problem' });
	expect(bench.platform.acceptedRows).toHaveLength(2);
});

describe('names of columns', () => {
	test.each([
		['a byte order mark', '\uFEFF客户手机号码'],
		['blanks', ' 客户手机号码　'],
		['a zero-width space', '客户\u200B手机号码'],
	])('a column takes the field whose name has %s, too', async (_name, field) => {
		const { 客户手机号码: number, ...others } = customer(0);
		const row = { [field]: number, ...others };
		await bench.json(PLACE, [{ json: row }]);
		await bench.json({ ...PLACE, rowsField: 'rows' }, [{ json: { 'rows\uFEFF': [row] } }]);
		expect(bench.platform.acceptedRows.map(({ values }) => values[0])).toEqual([number, number]);
	});

	test('two fields of one name are an error that names both', async () => {
		const { error } = await bench.run(PLACE, [
			{ json: { ...customer(0), '\uFEFF客户手机号码': '13800000001' } },
		]);
		expect(error?.message).toBe(
			'The fields "客户手机号码" and "<U+FEFF>客户手机号码" have one name, apart from blanks and invisible characters',
		);
		expect(bench.requests('callout')).toEqual([]);
	});
});

test('IDs are read without invisible characters and blanks, and with digits of any width', async () => {
	const { error } = await bench.run(
		{ ...PLACE, robotId: chosen('\uFEFF５２０１'), lineNum: chosen(' 055168204601\u200B') },
		customers(1),
	);
	expect(error).toBeUndefined();
	expect(bench.bodies('callout')).toEqual([
		expect.objectContaining({ robot_id: '5201', line_num: '055168204601' }),
	]);
	const taskId = await bench.newTask();
	await bench.json({ ...ADD_ROWS, taskId: chosen(`${taskId}\u202C`) }, customers(1));
	expect(bench.bodies('taskInsert')).toEqual([expect.objectContaining({ task_id: taskId })]);
});

describe('numbers as sheets and people write them', () => {
	test.each([
		'13800000001.0',
		'="13800000001"',
		'13800000001\uFE0F',
		'\u202A138\u200B0000\u20660001',
		'tel：13800000001',
		'手机：13800000001',
	])('the number %j is read', async (number) => {
		for (const checkNumbers of [true, false]) {
			const { outputs } = await bench.run({ ...PLACE, options: { checkNumbers } }, [
				{ json: { ...customer(1), 客户手机号码: number } },
			]);
			expect(outputs[0]?.[0]?.json.phoneNumber).toBe('13800000001');
		}
	});

	test.each(['1 (386) 555-0100', '1-386-555-0100', '１（３８６）５５５－０１００'])(
		'the number %s is refused, because it is North American',
		async (number) => {
			const { error } = await bench.run(PLACE, [
				{ json: { ...customer(1), 客户手机号码: number } },
			]);
			expect(error?.message).toBe(`"${number}" is grouped like a North American number`);
			expect(bench.requests('callout')).toEqual([]);
		},
	);
});

test('a header of two lines, and one in other capitals, are found when mapping automatically', async () => {
	const { 客户手机号码: phone, ...others } = customer(1);
	const { outputs } = await bench.run(PLACE, [{ json: { '客户手机\n号码 ': phone, ...others } }]);
	expect(outputs[0]?.[0]?.json.phoneNumber).toBe(phone);
	const [request] = bench.requests('callout');
	expect(request).toBeDefined();
});

describe('rows that cannot be sent', () => {
	/** Items 1 to 3 cannot be sent. */
	const items = [
		{ json: customer(0) },
		{ json: { ...customer(1), 客户手机号码: '1380000000' } },
		{ json: { ...customer(2), 姓名: [{ type: 'text', text: '王' }] } },
		{ json: { ...customer(3), 客户手机号码: '' } },
		{ json: customer(4) },
	];
	/** The errors of items 1 to 3. */
	const messages = [
		'"1380000000" is not a Mainland China mobile number: it has 10 digits, not 11',
		'Column "姓名": the value is a list, which the robot would spell out',
		'The phone number is empty',
	];

	/** The advice of these errors. */
	const advice = [
		'Correct the number. If your line can call other numbers, turn off Check Numbers under Options.',
		'Take the text inside it, such as [0].type or [0].text.',
		'Check the field or expression that provides the value.',
	];

	test('rows that cannot be sent stop the run before the first request', async () => {
		const { error } = await bench.run(PLACE, items);
		expect([error?.name, error?.message, error?.context?.itemIndex]).toEqual([
			'NodeOperationError',
			`There is a problem with 1 of 5 rows: ${messages[0]}`,
			undefined,
		]);
		expect(error?.description).toBe(
			`Affected: 1380000000 (item 2), 13800000002 (item 3), item 4. Nothing was sent. ${advice[0]} Then run it again. To send the others now, set If Rows Have Problems to Send the Others.`,
		);
		expect(bench.requests('callout')).toEqual([]);
	});

	test.each([
		[{}, ['accepted', 'accepted'], ['problem', 'problem', 'problem']],
		[{ ifProblems: 'sendNothing' }, [], ['notSent', 'problem', 'problem', 'problem', 'notSent']],
	])(
		'if the run continues on errors, the others are sent unless the option %j says otherwise',
		async (options, sent, failed) => {
			const { outputs } = await bench.run({ ...PLACE, options }, items, {
				settings: { onError: 'continueErrorOutput' },
			});
			const stateOf = ({ json }: INodeExecutionData) =>
				json.state ?? (json.details as { state: string } | undefined)?.state;
			expect(outputs.map((output) => output.map(stateOf))).toEqual([sent, failed]);
			expect(bench.requests('callout')).toHaveLength(sent.length > 0 ? 1 : 0);
		},
	);

	test('if the others are sent and On Error is set to stop, every row comes out of the one output', async () => {
		const { outputs, error } = await bench.run({ ...PLACE, options: SEND_OTHERS }, items);
		expect(error).toBeUndefined();
		expect(
			outputs.map((output) =>
				output.map(({ json, pairedItem }) => [json.state, json.error, pairedItem]),
			),
		).toEqual([
			[
				['accepted', undefined, { item: 0 }],
				...messages.map((message, index) => ['problem', message, { item: index + 1 }]),
				['accepted', undefined, { item: 4 }],
			],
		]);
	});

	test('if the others are sent and the run continues on errors, only the rows that cannot be sent fail', async () => {
		const { outputs } = await bench.run({ ...PLACE, options: SEND_OTHERS }, items, {
			settings: { onError: 'continueErrorOutput' },
		});
		expect(
			outputs[0]?.map(({ json, pairedItem }) => [json.phoneNumber, json.task_data_id, pairedItem]),
		).toEqual(
			[0, 4].map((item) => [`1380000000${item}`, assignedIds().get(`1380000000${item}`), { item }]),
		);
		expect(outputs[1]).toEqual(
			[1, 2, 3].map((item, index) => ({
				json: {
					...items[item]?.json,
					error: messages[index],
					details: { kind: 'invalidInput', advice: advice[index], state: 'problem' },
				},
				pairedItem: { item },
			})),
		);
		expect(bench.bodies('callout')).toHaveLength(1);
	});

	test('each row of a list that cannot be sent has its own error item', async () => {
		const rows = [customer(0), ['138', 'a', 'b'], customer(2), ['13800000003', 'a']];
		const { outputs } = await bench.run(
			{ ...PLACE, options: SEND_OTHERS, rowsField: 'rows' },
			[{ json: { rows } }],
			{ settings: { onError: 'continueErrorOutput' } },
		);
		expect(outputs[0]?.map(({ json }) => json.phoneNumber)).toEqual(['13800000000', '13800000002']);
		expect(outputs[1]).toEqual(
			[
				['Row 2: "138" is not a Mainland China mobile number: it has 3 digits, not 11', rows[1]],
				[
					'Row 4: The column "预约时间" is missing: the row has 2 values, the script has 3 columns',
					rows[3],
				],
			].map(([error, row]) => ({
				json: {
					error,
					details: {
						kind: 'invalidInput',
						advice: expect.any(String),
						state: 'problem',
						rows: [row],
					},
				},
				pairedItem: 0,
			})),
		);
	});

	test.each<[string, object, string, string]>([
		[
			'nothing is mapped',
			{ columns: { ...byName, mappingMode: 'defineBelow' } },
			'No columns are mapped',
			'Choose the script and enter its columns under Values to Send, or choose Map Automatically above them.',
		],
		[
			'a field is missing',
			{
				columns: byHand(COLUMNS, {
					客户手机号码: '13800000001',
					姓名: '={{ $json.nowhere }}',
					预约时间: '',
				}),
			},
			'The column "姓名" has no value',
			'Its expression gives nothing: check the field that it refers to. If the field may be empty, enter {{ $json.nowhere ?? "" }}.',
		],
		[
			'columns are left out',
			{ columns: byHand(COLUMNS, { 客户手机号码: '13800000001' }) },
			'The columns "姓名", "预约时间" have no value. To send them empty, enter {{ "" }} as an expression',
			'Enter a value under Values to Send, or check the field its expression refers to. For an empty value, switch the field from Fixed to Expression and enter exactly {{ "" }}.',
		],
	])(
		'rows whose columns are mapped by hand are not sent if %s',
		async (_name, parameters, message, expectedAdvice) => {
			const { error } = await bench.run({ ...PLACE, ...parameters });
			expect([error?.message, error?.description]).toEqual([
				message,
				`Nothing was sent. ${expectedAdvice} Then run it again.`,
			]);
			expect(bench.requests('callout')).toEqual([]);
		},
	);

	describe('rows that an agent fills in', () => {
		const filledIn = (name: string, time: string) => ({
			...PLACE,
			columns: {
				...byHand(['客户手机号码', '姓名', '预约时间'], {
					客户手机号码: '13800000001',
					姓名: name,
					预约时间: time,
				}),
				schema: ['Column 1: 客户手机号码', 'Column 2: 姓名', 'Column 3: 预约时间'].map(
					(displayName, index) => ({
						id: ['客户手机号码', '姓名', '预约时间'][index],
						displayName,
						display: true,
						type: 'string',
					}),
				),
			},
		});

		test('rows that an agent fills in are sent with the names of the columns in the script, not in the panel', async () => {
			await bench.json(filledIn('王芳', '周五'));
			expect(bench.bodies('callout')).toMatchObject([
				{
					call_column: ['客户手机号码', '姓名', '预约时间'],
					call_list: [['13800000001', '王芳', '周五']],
				},
			]);
		});

		test('rows that an agent fills in are not sent if two columns have the same key, because one value would fill both columns', async () => {
			const fromAi = "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('__', ``, 'string') }}";
			const { error } = await bench.run(filledIn(fromAi, fromAi));
			expect(error?.message).toBe(
				'The columns "姓名", "预约时间" have the same key for the agent\'s model, "__", so that one value would fill both',
			);
			expect(error?.description).toBe(
				'Nothing was sent. Load the columns again (⋮ next to Values to Send > Refresh), then remove ✨ from these columns and add it again, or give each $fromAI a key of its own.',
			);
			expect(bench.requests('callout')).toEqual([]);
		});
	});

	describe('rows with the number of an earlier row of the same run', () => {
		const repeatedRow = { ...customer(0), 客户手机号码: '+86 138-0000-0000', 姓名: '又一次' };
		const repeatingItems = [customer(0), customer(1), repeatedRow].map((json) => ({ json }));
		const dropped = {
			state: 'duplicate',
			duplicateOf: '13800000000, 客户0',
			phoneNumber: '13800000000',
			row: { ...repeatedRow, 客户手机号码: '13800000000' },
		};

		test('rows with the number of an earlier row are not called, and do not stop the run', async () => {
			const { outputs, error } = await bench.run(PLACE, repeatingItems);
			expect(error).toBeUndefined();
			expect(outputs).toEqual([
				[
					{ json: expect.objectContaining({ state: 'accepted' }), pairedItem: { item: 0 } },
					{ json: expect.objectContaining({ state: 'accepted' }), pairedItem: { item: 1 } },
					{ json: dropped, pairedItem: { item: 2 } },
				],
			]);
			expect(bench.platform.acceptedRows.map(({ values }) => values[0])).toEqual([
				'13800000000',
				'13800000001',
			]);
		});

		test('rows with the number of an earlier row come out where the accepted rows do, also with an error output', async () => {
			const invalid = { ...customer(2), 客户手机号码: '1' };
			const rows = [customer(5), repeatedRow, repeatedRow];
			const { outputs } = await bench.run(
				{ ...PLACE, options: SEND_OTHERS, rowsField: 'rows' },
				[{ json: { rows: [invalid, customer(0)] } }, { json: { rows } }],
				{ settings: { onError: 'continueErrorOutput' } },
			);
			expect(outputs[0]?.map(({ json }) => [json.state, json.phoneNumber])).toEqual([
				['accepted', '13800000000'],
				['accepted', '13800000005'],
				['duplicate', '13800000000'],
				['duplicate', '13800000000'],
			]);
			expect(outputs[1]).toEqual([
				{
					json: { error: expect.stringMatching(/^Row 1: /), details: expect.any(Object) },
					pairedItem: 0,
				},
			]);
		});

		test('rows with the number of an earlier row are not called however the number is written, even with Check Numbers off', async () => {
			const written = ['13800000000', '+8613800000000', '138-0000-0000', '95533', '95534'];
			const parameters = {
				...PLACE,
				robotId: chosen('5202'),
				lineNum: chosen('055168204603'),
				columns: byHand(['客户手机号码'], { 客户手机号码: '={{ $json.number }}' }),
				options: { checkNumbers: false },
			};
			const { outputs } = await bench.run(
				parameters,
				written.map((number) => ({ json: { number } })),
			);
			expect(outputs).toEqual([
				written.map((number, item) => ({
					json: {
						...(item === 1 || item === 2
							? { state: 'duplicate', duplicateOf: '13800000000' }
							: { state: 'accepted', task_data_id: expect.any(String) }),
						phoneNumber: number,
						row: { 客户手机号码: number },
					},
					pairedItem: { item },
				})),
			]);
		});

		test('rows with the number of an earlier row keep their row keys, and are dropped again if an earlier run sent the first row', async () => {
			const keyed = { ...PLACE, skipCustomers: 'sentKey', rowKey: '姓名' };
			await bench.json(keyed, repeatingItems);
			expect(await bench.json(keyed, repeatingItems)).toEqual([
				expect.objectContaining({ state: 'sentBefore', rowKey: '客户0' }),
				expect.objectContaining({ state: 'sentBefore', rowKey: '客户1' }),
				{ ...dropped, rowKey: '又一次' },
			]);
			expect(bench.platform.acceptedRows).toHaveLength(2);
		});

		test('rows with the number of an earlier row are called if Allow Duplicate Numbers is on', async () => {
			const options = { allowDuplicates: '={{ "true" }}' };
			expect(await bench.json({ ...PLACE, options }, repeatingItems)).toMatchObject([
				{ state: 'accepted' },
				{ state: 'accepted' },
				{ state: 'accepted', phoneNumber: '13800000000' },
			]);
		});
	});

	test('an expression that returns the text "false" also turns Check Numbers off', async () => {
		const parameters = {
			...PLACE,
			robotId: chosen('5202'),
			lineNum: chosen('055168204603'),
			columns: byHand(['客户手机号码'], { 客户手机号码: '95533' }),
		};
		expect(
			await bench.json({ ...parameters, options: { checkNumbers: '={{ "false" }}' } }),
		).toHaveLength(1);
	});

	test.each<[string, object, string]>([
		['a field that is no list', { rows: 5 }, 'The field "rows" does not contain an array of rows'],
		['a missing field', { other: [] }, 'The item has no field "rows"'],
		[
			'a field whose text is no list',
			{ rows: 'x' },
			'The field "rows" does not contain an array of rows',
		],
		[
			'a field with a row that does not stand in a list',
			{ rows: ['13800000000', '王', '周五'] },
			'The field "rows" contains the values of a row, but no row',
		],
		[
			'a field with such a row as JSON',
			{ rows: '["13800000000", "王", "周五"]' },
			'The field "rows" contains the values of a row, but no row',
		],
		[
			'a field with the numbers alone',
			{ rows: [13_800_000_000, 13_800_000_001] },
			'The field "rows" contains the values of a row, but no row',
		],
	])('Place cannot take rows from %s', async (_name, json, message) => {
		expect(
			(await bench.run({ ...PLACE, rowsField: 'rows' }, [{ json: { ...json } }])).error?.message,
		).toBe(message);
	});

	test('Place fails before any row is sent if the script is unknown', async () => {
		const { error } = await bench.run({ ...PLACE, robotId: chosen('1') }, customers(1));
		expect(error?.message).toBe('Script 1 not found in this application');
		expect(bench.requests('callout')).toEqual([]);
	});

	test('if an expression fails for an item, only this item fails', async () => {
		const columns = byHand(['客户手机号码'], {
			客户手机号码: '={{ $json.number ?? $("Nowhere").first().json.number }}',
		});
		const { outputs } = await bench.run(
			{ ...PLACE, options: SEND_OTHERS, robotId: chosen('5202'), columns },
			[{ json: { age: 7 } }, { json: { number: '13800000001' } }],
			{ settings: { onError: 'continueRegularOutput' } },
		);
		expect(outputs[0]?.map(({ json }) => json.phoneNumber ?? json.details)).toEqual([
			{ kind: 'invalidInput', state: 'problem' },
			'13800000001',
		]);
		expect(outputs[0]?.[0]?.json.error).toMatch(/node/i);
	});
});
