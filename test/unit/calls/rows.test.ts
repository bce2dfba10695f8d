/** What Place and Add Rows send, and what their checks compare with the platform. */
import { place } from '../../../nodes/IflytekAiCall/actions/call/place.operation';
import { addRows } from '../../../nodes/IflytekAiCall/actions/task/addRows.operation';
import { EVERY_DAY } from '../../../nodes/shared/aiCall/time/callingDays';
import type { Surroundings } from '../delivery/context';
import {
	CONFIGURATION,
	LINE,
	NOW,
	operationRun,
	PAGE,
	problemsIn,
	SCRIPT,
	starts,
	VOICE,
	type Answer,
} from './operationRun';

const ROWS = { rowsField: 'rows' };
/** An item for each of these lists of rows. */
const rowItems = (...lists: string[][][]) => lists.map((rows) => ({ rows }));

/** An item with four rows: one more than the line can call at the same time. */
const FOUR_ROWS = rowItems([1, 2, 3, 4].map((digit) => [`1380000000${digit}`, 'a']));

describe('Place', () => {
	const CALL = {
		runMode: 'real',
		robotId: ` ${SCRIPT} `,
		lineNum: ` ${LINE} `,
		voiceCode: ' ',
		callingHours: '09:00-20:00',
		callingDays: [...EVERY_DAY.weekdays],
		simplify: true,
		...ROWS,
	};
	/** Accepts each row with an ID made from its number. */
	const answer: Answer = (method, { call_list: list }) =>
		method === 'placeCalls'
			? {
					total: (list as unknown[]).length,
					task_data_ids: (list as string[][]).map(([tel]) => `id${tel}`),
				}
			: undefined;
	/** Runs Place with the parameters of `CALL`, changed by `change`. */
	const placed = async (change: object, items = rowItems([['13800000001', 'a']])) =>
		await operationRun(place, { parameters: { ...CALL, ...change }, items }, answer);

	test('a check shows which rows were sent before', async () => {
		const start = starts();
		const items = rowItems([['13800000001', 'a']]);
		const runs = ['real', 'check', 'real'].map((runMode) => ({ ...CALL, runMode }));
		const states: unknown[] = [];
		for (const parameters of runs) {
			const { results } = await operationRun(
				place,
				{ parameters, items, ...start('trigger'), continueOnFail: true },
				answer,
			);
			const [[item]] = results as [[{ json: { state?: string } }]];
			states.push(item.json.state);
		}
		expect(states).toEqual(['accepted', 'sentBefore', 'sentBefore']);
	});

	test('rows with the same settings are sent together', async () => {
		const items = rowItems([['13800000001', 'a']], [['13800000002', 'b']], [['13800000003', 'c']]);
		const robotId = (index: number) => (index < 2 ? SCRIPT : ` ${SCRIPT}`);
		const lineNum = (index: number) => (index < 1 ? LINE : ` ${LINE}`);
		const voiceCode = (index: number) => ['', ' ', ` ${VOICE} `][index];
		const options = { robotSpeed: (index: number) => ['', '', '1.5'][index], timeout: 8 };
		const { results, asked } = await placed({ robotId, lineNum, voiceCode, options }, items);
		const call = { robot_id: SCRIPT, line_num: LINE, call_column: ['tel', 'name'] };
		expect(asked.map(([method, body]) => [method, body])).toEqual([
			['queryConfiguration', { type: 0 }],
			[
				'placeCalls',
				{
					...call,
					call_list: [
						['13800000001', 'a'],
						['13800000002', 'b'],
					],
				},
			],
			[
				'placeCalls',
				{ ...call, call_list: [['13800000003', 'c']], voice_code: VOICE, robot_speed: 1.5 },
			],
		]);
		expect(results).toEqual(
			['13800000001', '13800000002', '13800000003'].map((tel, index) => [
				{
					json: {
						state: 'accepted',
						phoneNumber: tel,
						row: { tel, name: 'abc'[index] },
						task_data_id: `id${tel}`,
						reason: 'The platform accepted it',
						at: '2026-11-23T04:00:00.000Z',
					},
				},
			]),
		);
	});

	test('a check reports a wrong line, voice, robot speed and calling hours', async () => {
		const check = { runMode: 'check' };
		const { results, asked } = await placed(check);
		expect(results).toEqual([
			[
				{
					json: {
						state: 'ready',
						phoneNumber: '13800000001',
						reason: 'Would be called',
						at: '2026-11-23T04:00:00.000Z',
						rowIndex: 0,
						row: { tel: '13800000001', name: 'a' },
					},
				},
			],
		]);
		expect(asked).toEqual([['queryConfiguration', { type: 0 }, { timeoutMs: 60_000, retries: 5 }]]);
		const wrong = await placed({
			...check,
			lineNum: '7',
			voiceCode: '8',
			callingHours: 'never',
			options: { robotSpeed: -1 },
		});
		const [[{ json }]] = wrong.results as [[{ json: object }]];
		expect(problemsIn(json)).toEqual([
			expect.stringMatching(/^Robot Speed must be a number above 0/),
			expect.stringMatching(/^Line 7 not found in this application/),
			expect.stringMatching(/^Voice 8 not found in this application/),
			expect.stringMatching(/^Calling Hours must be periods such as 09:00-20:00/),
		]);
	});

	test('each item has its own script and line', async () => {
		const items = rowItems([['13800000001', 'a']], [['13800000002', 'b']], [['13800000003', 'c']]);
		const other = { robot_id: '52', status: 4, call_column: ['tel', 'name'] };
		const { asked } = await operationRun(
			place,
			{
				parameters: {
					...CALL,
					robotId: (index: number) => [SCRIPT, '52', SCRIPT][index],
					lineNum: (index: number) => [LINE, LINE, '7'][index],
				},
				items,
			},
			(method, body) =>
				answer(method, body) ?? {
					...CONFIGURATION,
					robots: [...CONFIGURATION.robots, other],
					lines: [...CONFIGURATION.lines, { line_num: '7' }],
				},
		);
		expect(
			asked
				.filter(([method]) => method === 'placeCalls')
				.map(([, { robot_id, line_num, call_list }]) => [robot_id, line_num, call_list]),
		).toEqual([
			[SCRIPT, LINE, [['13800000001', 'a']]],
			['52', LINE, [['13800000002', 'b']]],
			[SCRIPT, '7', [['13800000003', 'c']]],
		]);
	});

	test('a check says whether the script is published', async () => {
		const robots = CONFIGURATION.robots.map((robot) => ({ ...robot, status: 1 }));
		const { results } = await operationRun(
			place,
			{ parameters: { ...CALL, runMode: 'check' }, items: rowItems([['13800000001', 'a']]) },
			() => ({ ...CONFIGURATION, robots }),
		);
		const [[{ json }]] = results as [[{ json: object }]];
		expect(problemsIn(json)).toEqual([
			expect.stringMatching(/^Script 5201 \(After-sales\) is not published: Under review/),
		]);
	});

	test.each([
		['robotId', 'Script is empty'],
		['lineNum', 'Line is empty'],
		['voiceCode', 'Voice must be text, but is an object'],
	])('Place refuses a row whose %s is not valid', async (name, message) => {
		const wrong = name === 'voiceCode' ? {} : ' ';
		await expect(placed({ [name]: wrong })).rejects.toMatchObject({
			message,
			details: { advice: expect.stringMatching(/^Nothing was sent\. /) as string },
		});
		// It is the problem of one item, if others have none.
		const items = rowItems([['13800000001', 'a']], [['13800000002', 'b']]);
		const valid = { robotId: SCRIPT, lineNum: LINE, voiceCode: VOICE }[name];
		const asked: string[] = [];
		const run = operationRun(
			place,
			{
				parameters: { ...CALL, [name]: (index: number) => [valid, wrong][index] },
				items,
			},
			(method, body) => {
				asked.push(method);
				return answer(method, body);
			},
		);
		// Without a script, the rows of an item cannot be read.
		const whom = name === 'robotId' ? 'item 2' : '13800000002 (item 2, row 1)';
		await expect(run).rejects.toMatchObject({
			message: `There is a problem with 1 of 2 rows: ${message}`,
			details: {
				advice: expect.stringContaining(`Affected: ${whom}. Nothing was sent. `) as string,
			},
		});
		expect(asked).toEqual(['queryConfiguration']);
	});
});

describe('Add Rows', () => {
	const ADD = { runMode: 'real', taskId: ' 7 ', robotId: ' ', simplify: true, ...ROWS };
	const TASK = { task_id: '7', robot_id: SCRIPT, status: 0, line_num: LINE };
	const added = async (
		change: object,
		task: object | undefined = TASK,
		surroundings: Partial<Surroundings> = {},
	) =>
		await operationRun(
			addRows,
			{
				parameters: { ...ADD, ...change },
				items: rowItems([['13800000001', 'a']]),
				...surroundings,
			},
			(method) => {
				if (method === 'queryTasks') return { rows: task ? [task] : [] };
				return method === 'addRows' ? { total: 1, task_data_ids: ['id1'] } : undefined;
			},
		);

	test("Add Rows uses the columns of the task's script, or those of the chosen script", async () => {
		const { results, asked } = await added({});
		expect(results).toEqual([
			[
				{
					json: {
						state: 'accepted',
						task_id: '7',
						phoneNumber: '13800000001',
						row: { tel: '13800000001', name: 'a' },
						task_data_id: 'id1',
						reason: 'The platform accepted it',
						at: '2026-11-23T04:00:00.000Z',
					},
				},
			],
		]);
		const request = {
			task_id: '7',
			call_column: ['tel', 'name'],
			call_list: [['13800000001', 'a']],
		};
		expect(asked.map(([method, body]) => [method, body])).toEqual([
			['queryTasks', { task_id: '7', ...PAGE }],
			['queryConfiguration', { type: 0 }],
			['addRows', request],
		]);
		const chosen = await added({ robotId: ` ${SCRIPT} ` }, { ...TASK, robot_id: '' });
		expect(chosen.asked.at(-1)?.slice(0, 2)).toEqual(['addRows', request]);
	});

	test('the day of a row is that on which its task begins, if that is later', async () => {
		const start = starts();
		const DAY_MS = 86_400_000;
		const task = (task_id: string, status: number, time_begin?: number) => ({
			...TASK,
			task_id,
			status,
			time_begin,
			count_tel: 1,
			process_count: status,
		});
		/** What becomes of the row in a task, beside the tasks before it, which are running. */
		const stateIn = async (...tasks: ReturnType<typeof task>[]) => {
			const { results } = await operationRun(
				addRows,
				{
					parameters: { ...ADD, taskId: tasks.at(-1)?.task_id },
					items: rowItems([['13800000001', 'a']]),
					...start('trigger'),
					continueOnFail: true,
				},
				(method, { task_id: asked }) => {
					if (method === 'queryTasks')
						return {
							rows: tasks.filter(({ task_id: id }) => [id, undefined].includes(asked as string)),
						};
					return method === 'addRows' ? { total: 1, task_data_ids: ['id1'] } : undefined;
				},
			);
			const [[item]] = results as [[{ json: { state?: string } }]];
			return item.json.state;
		};
		const tomorrow = NOW + DAY_MS;
		const yesterday = NOW - DAY_MS;
		expect(await stateIn(task('7', 0, tomorrow))).toBe('accepted');
		const running = task('7', 2, tomorrow);
		expect(await stateIn(running, task('8', 0, yesterday))).toBe('accepted');
		expect(await stateIn(running, task('8', 2), task('9', 0))).toBe('sentBefore');
		expect(await stateIn(running, task('10', 0, tomorrow))).toBe('sentBefore');
	});

	test('each item has its own task', async () => {
		const { asked } = await operationRun(
			addRows,
			{
				parameters: {
					...ADD,
					taskId: (index: number) => String(7 + index),
					robotId: (index: number) => ['', SCRIPT][index],
				},
				items: rowItems([['13800000001', 'a']], [['13800000002', 'b']]),
			},
			(method) => {
				if (method === 'queryTasks')
					return { rows: [TASK, { ...TASK, task_id: '8', robot_id: '' }] };
				return method === 'addRows' ? { total: 1, task_data_ids: ['id1'] } : undefined;
			},
		);
		expect(
			asked.filter(([method]) => method === 'addRows').map(([, { task_id: id }]) => id),
		).toEqual(['7', '8']);
	});

	test.each<[object, string]>([
		[{ taskId: ' ' }, 'Task is empty'],
		[{ robotId: {} }, 'Script of the Task must be text, but is an object'],
	])('Add Rows refuses %j', async (change, message) => {
		const asked: string[] = [];
		const answer: Answer = (method) => {
			asked.push(method);
			return method === 'queryTasks' ? { rows: [TASK] } : undefined;
		};
		const run = operationRun(
			addRows,
			{ parameters: { ...ADD, ...change }, items: rowItems([['13800000001', 'a']]) },
			answer,
		);
		await expect(run).rejects.toMatchObject({
			message,
			details: { advice: expect.stringMatching(/^Nothing was sent\. /) as string },
		});
		expect(asked).not.toContain('addRows');
	});

	test('a choice of keys that is left from Place counts as Called Today', async () => {
		const { results } = await added({ skipCustomers: 'sentKey' });
		expect(results).toMatchObject([[{ json: { state: 'accepted', task_data_id: 'id1' } }]]);
	});

	test('a check says if the platform does not have the task', async () => {
		const { results } = await operationRun(
			addRows,
			{ parameters: { ...ADD, runMode: 'check', robotId: SCRIPT }, items: FOUR_ROWS },
			(method) => (method === 'queryTasks' ? { rows: [] } : undefined),
		);
		const [[{ json }]] = results as [[{ json: object }]];
		expect(problemsIn(json)).toEqual([expect.stringMatching(/^Task 7 not found/)]);
	});

	test('a check says that the script of the task is not published', async () => {
		const robots = CONFIGURATION.robots.map((robot) => ({ ...robot, status: 1 }));
		const { results } = await operationRun(
			addRows,
			{ parameters: { ...ADD, runMode: 'check' }, items: FOUR_ROWS },
			(method) =>
				method === 'queryTasks'
					? { rows: [{ ...TASK, line_num: LINE }] }
					: { ...CONFIGURATION, robots },
		);
		const [[{ json }]] = results as [[{ json: object }]];
		expect(problemsIn(json)).toEqual([
			expect.stringMatching(/^Script 5201 \(After-sales\) is not published: Under review/),
		]);
	});

	test('a check compares the task, its lines and its script with the platform', async () => {
		const check = async (task?: object, change = {}) => {
			const { results } = await added({ runMode: 'check', ...change }, task);
			const [[{ json }]] = results as [[{ json: object }]];
			return problemsIn(json);
		};
		expect(await check({ ...TASK, line_num: `${LINE};9` })).toEqual([
			expect.stringMatching(/^Line 9 not found/),
		]);
		expect(await check({ ...TASK, line_num: LINE })).toEqual([]);
		expect(await check({ ...TASK, line_num: LINE, deleted: 1 })).toEqual([
			expect.stringMatching(/^Task 7 is deleted/),
		]);
		expect(await check({ ...TASK, line_num: undefined })).toEqual([]);
		expect(await check({ ...TASK, line_num: LINE, robot_id: '9' })).toEqual([
			expect.stringMatching(/^Script 9 not found/),
		]);
	});
});
