/** What a check says about the task that Create would create, and what Create sends. */
import { create } from '../../../nodes/IflytekAiCall/actions/task/create.operation';
import { EVERY_DAY } from '../../../nodes/shared/aiCall/time/callingDays';
import { RefusalError } from '../../../nodes/shared/aiCall/protocol/aiCallErrors';
import {
	CONFIGURATION,
	LINE,
	NOW,
	operationRun,
	problemsIn,
	SCRIPT,
	starts,
	VOICE,
	warningsIn,
	type Answer,
} from './operationRun';

const PLAN = {
	runMode: 'check',
	taskName: ' Survey ',
	robotId: ` ${SCRIPT} `,
	lineNum: LINE,
	furtherLines: '',
	voiceCode: '',
	begin: '2026-12-01T09:00:00',
	end: '',
	callingHours: '09:00-20:00',
	callingDays: [...EVERY_DAY.weekdays],

	simplify: true,
};

/** A date and time in China, in milliseconds. */
const inChina = (time: string) => Date.parse(`${time}+08:00`);

const BODY = {
	task_name: 'Survey',
	line_num: LINE,
	robot_id: SCRIPT,
	time_begin: inChina('2026-12-01T09:00:00'),
	time_range: ['09:00:00-19:59:59'],
};

/** Runs Create with the parameters of `PLAN`, changed by `change`. */
async function created(change: object, answer?: Answer, items = [{}]) {
	return await operationRun(create, { parameters: { ...PLAN, ...change }, items }, answer);
}

/** The problems and warnings that a check finds for one task. */
async function findings(change: object, answer?: Answer) {
	const { results } = await created(change, answer);
	const [[{ json }]] = results as [[{ json: object }]];
	return { problems: problemsIn(json), warnings: warningsIn(json) };
}

/** When the task would call. */
const BEGINS = 'If it is started now, calling begins Tue, Dec 1, 09:00 (UTC+8)';

describe('a check of Create', () => {
	test('a check shows the request that would be sent, and when the task starts and ends', async () => {
		const { results, asked } = await created({
			end: '2026-12-05T18:00:00',
			furtherLines: [LINE],
			voiceCode: ` ${VOICE} `,
			recalls: 3,
			recallWait: '900',
			highPerformance: 'true',
			options: { timeout: 7 },
		});
		expect(results).toEqual([
			[
				{
					json: {
						state: 'ready',
						taskName: 'Survey',
						reason: 'Would be created',
						afterwards: BEGINS,
						startTime: '2026-12-01 09:00 in Asia/Shanghai',
						endTime: '2026-12-05 18:00 in Asia/Shanghai',
						request: {
							...BODY,
							time_end: inChina('2026-12-05T18:00:00'),
							recall_count: 3,
							time_recall_wait: 900,
							voice_code: VOICE,
							trubo_mode: true,
						},
					},
				},
			],
		]);
		expect(asked).toEqual([['queryConfiguration', { type: 0 }, { timeoutMs: 7000, retries: 5 }]]);
	});

	test('a check shows no end time if none is set', async () => {
		const { results } = await created({});
		expect(results).toEqual([
			[
				{
					json: {
						state: 'ready',
						taskName: 'Survey',
						reason: 'Would be created',
						afterwards: BEGINS,
						startTime: '2026-12-01 09:00 in Asia/Shanghai',
						request: BODY,
					},
				},
			],
		]);
	});

	const emptyText = (name: string) =>
		`${name} is empty. Enter a value for ${name}, or check the expression that provides it.`;
	const CHECK_ADVICE = 'Check the value, or the expression that provides it.';

	test.each<[string, object, string[]]>([
		['no name', { taskName: ' ' }, [emptyText('Name')]],
		['no script', { robotId: '' }, [emptyText('Script')]],
		['no line', { lineNum: '' }, [emptyText('Line')]],
		[
			'a script, a voice and lines that do not exist',
			{ robotId: '9', voiceCode: '8', lineNum: '7', furtherLines: ['6；5', LINE] },
			[
				expect.stringMatching(/^Script 9 not found/),
				expect.stringMatching(/^Voice 8 not found/),
				expect.stringMatching(/^Line 7 not found/),
				expect.stringMatching(/^Line 6 not found/),
				expect.stringMatching(/^Line 5 not found/),
			],
		],
		[
			'a line that is not text',
			{ furtherLines: [{}] },
			[expect.stringMatching(/^Additional Line Names or IDs must be text, but is an object/)],
		],
		[
			'redials outside their limits',
			{ recalls: 4, recallWait: -1 },
			[
				`Redials must be a whole number from 0 to 3, but is 4. ${CHECK_ADVICE}`,
				`Redial Wait (Seconds) must be a whole number of 0 or more, but is -1. ${CHECK_ADVICE}`,
			],
		],
		[
			'an end that is not a date',
			{ end: 'soon' },
			[expect.stringMatching(/^End Time is not a date/)],
		],
		[
			'times with letters that name no one time zone',
			{ begin: '2026-12-01 09:00 CST', end: '2026-12-05 18:00 GMT+8' },
			[
				expect.stringMatching(
					/^Start Time: "CST" is not a clear time zone.* \+08:00 .*Asia\/Shanghai/,
				),
				expect.stringMatching(/^End Time: "GMT\+8" is not a clear time zone/),
			],
		],
		['no hours', { callingHours: '' }, [expect.stringMatching(/^Calling Hours are empty/)]],
		[
			'an end before the start',
			{ end: '2026-12-01T09:00:00' },
			[
				'End Time must be after Start Time. Correct Start Time or End Time. A time without a time zone is read in that of Calling Times.',
			],
		],
		[
			'an end before the start, together with other problems',
			{ taskName: ' ', end: '2026-12-01T08:00:00', voiceCode: {} },
			[
				emptyText('Name'),
				expect.stringMatching(/^End Time must be after Start Time/),
				expect.stringMatching(/^Voice must be text, but is an object/),
			],
		],
		[
			'an end that has passed',
			{ begin: '2026-11-01', end: '2026-11-02' },
			[expect.stringMatching(/^End Time has passed \(2026-11-02 00:00 in Asia\/Shanghai\)/)],
		],
		[
			'calling hours that do not begin between start and end',
			{ begin: '2026-12-01T21:00', end: '2026-12-02T08:00' },
			[
				expect.stringMatching(
					/^The task would call nobody: the Calling Hours 09:00-20:00 in Asia\/Shanghai do not begin/,
				),
			],
		],
		[
			'calling days that are not consecutive',
			{ callingDays: ['monday', 'friday'], end: '2026-12-20' },
			[expect.stringMatching(/^A task calls on each day between Start Time and End Time/)],
		],
		[
			'calling days of which none is between start and end',
			{ callingDays: ['monday'], end: '2026-12-02' },
			[expect.stringMatching(/^Calling Days and Dates Left Out leave no day/)],
		],
	])('a check reports a problem: %s', async (_name, change, problems) => {
		const finding = await findings(change);
		expect([...new Set(finding.problems)]).toEqual(problems);
		expect(finding.warnings).toEqual([]);
	});

	test('a check warns if the start has passed, or if a line only works outside the calling hours', async () => {
		expect(await findings({ begin: '2026-11-23T11:00:00' })).toEqual({
			problems: [],
			warnings: [
				'Start Time has passed (2026-11-23T03:00:00.000Z). The task calls as soon as it is started.',
			],
		});
		const earlyLine = {
			...CONFIGURATION,
			lines: [{ line_num: LINE, status: 0, time_work: ['06:00:00-08:59:59'] }],
		};
		const lateLine = {
			...CONFIGURATION,
			lines: [{ line_num: LINE, status: 0, time_work: ['19:00:00-21:59:59'] }],
		};
		const other = { line_num: '9', status: 0 };
		const twoLines = { ...earlyLine, lines: [...earlyLine.lines, other] };
		expect(await findings({ furtherLines: ['9'] }, () => twoLines)).toEqual({
			problems: [],
			warnings: [
				'Line 055168204601 works 06:00-09:00, which has no time in common with the calling hours 09:00-20:00. The task calls on its other lines alone.',
			],
		});
		expect(await findings({}, () => earlyLine)).toEqual({
			problems: [
				'The task would call nobody: line 055168204601 works at no time within the calling hours 09:00-20:00. Choose other hours or another line.',
			],
			warnings: [],
		});
		expect(await findings({}, () => lateLine)).toEqual({ problems: [], warnings: [] });
	});

	test('a check reports a line that has expired like other problems', async () => {
		const expired = { line_num: LINE, time_apply: NOW - 2000, time_expire: 1 };
		const answer = () => ({ ...CONFIGURATION, lines: [expired] });
		const { results } = await created({ robotId: '9' }, answer);
		expect(results).toMatchObject([
			[
				{
					json: {
						state: 'problem',
						taskName: 'Survey',
						reason: expect.stringMatching(/^Script 9 not found/) as string,
						problems: [
							expect.stringMatching(/^Script 9 not found/) as string,
							'Line 055168204601 expired on 2026-11-23T03:59:59.000Z. Choose another line.',
						],
					},
				},
			],
		]);
	});

	test('a check counts the tasks, and warns if there are more than twenty', async () => {
		const items = Array.from({ length: 22 }, () => ({}));
		// The last two items have the same name, so both stand for one task.
		const taskName = (index: number) => `Survey ${Math.min(index, 20)}`;
		const { hints } = await created({ taskName }, undefined, items);
		expect(hints).toEqual([
			{
				message: `Check, nothing was sent: 21 tasks ready to be created for 22 items. ${BEGINS}.`,
				location: 'outputPane',
			},
			{
				message: expect.stringMatching(/^21 different tasks would be created\./),
				type: 'warning',
				location: 'outputPane',
			},
		]);
		expect((await created({})).hints).toEqual([
			{
				message: `Check, nothing was sent: 1 task ready to be created. ${BEGINS}.`,
				location: 'outputPane',
			},
		]);
	});

	test('a check says what a run does with tasks of which one has a problem, and with one that two items share', async () => {
		const taskName = (index: number) => ['A', 'A', ' '][index];
		const { results, hints } = await created({ taskName }, undefined, [{}, {}, {}]);
		const stop = 'As long as a task has a problem, a run creates none.';
		expect(hints).toEqual([
			{
				message: `Check, nothing was sent: 1 task ready to be created for 2 items · 1 with problems (item 3). ${BEGINS}.`,
				location: 'outputPane',
			},
			{
				message: `${stop} To create the others, set On Error under Settings to Continue (using error output).`,
				type: 'warning',
				location: 'outputPane',
			},
		]);
		const reasons = (lists: unknown[]) =>
			(lists as [{ json: { reason: string } }][]).map(([{ json }]) => json.reason);
		const known = ['Would be created', 'Shares the task of an earlier item', 'Name is empty'];
		expect(reasons(results)).toEqual(known);
		const others = await operationRun(
			create,
			{ parameters: { ...PLAN, taskName }, items: [{}, {}, {}], continueOnFail: true },
			undefined,
		);
		expect(reasons(others.results)).toEqual(known);
	});

	test('a check does not say when tasks begin if they begin at different times', async () => {
		const begin = (index: number) => ['2026-12-01T09:00', '2026-12-02T09:00'][index];
		const { hints } = await created(
			{ begin, taskName: (index: number) => `S${index}` },
			undefined,
			[{}, {}],
		);
		expect(hints).toEqual([
			{
				message: 'Check, nothing was sent: 2 tasks ready to be created',
				location: 'outputPane',
			},
		]);
	});

	test('a check compares the hours of the lines with the calling hours even if the start cannot be read', async () => {
		const earlyLine = {
			...CONFIGURATION,
			lines: [{ line_num: LINE, status: 0, time_work: ['06:00:00-08:59:59'] }],
		};
		const finding = await findings({ begin: '' }, () => earlyLine);
		const nobody = expect.stringMatching(
			/^The task would call nobody: line 055168204601 works at no time/,
		) as string;
		expect(finding.problems).toContainEqual(nobody);
		// Without calling hours there is nothing to compare.
		const without = await findings({ callingHours: '' }, () => earlyLine);
		expect(without.problems).not.toContainEqual(nobody);
	});

	test('a check fails as a whole if the platform does not tell the configuration', async () => {
		const busy = () => new RefusalError('queryConfiguration', '10004', '');
		await expect(findings({}, busy)).rejects.toMatchObject({
			message: expect.stringMatching(/code 10004/) as string,
			kind: 'unavailable',
			details: {
				advice:
					'The items were not checked, and nothing was sent. Wait a few minutes, or use fewer concurrent requests.',
			},
		});
	});
});

describe('Create', () => {
	const real = { runMode: 'real' };
	let tasks = 0;
	const answer: Answer = (method) =>
		method === 'createTask' ? { task_id: `t${++tasks}` } : undefined;
	beforeEach(() => (tasks = 0));
	/** The bodies of the requests that create tasks. */
	const creations = (asked: Awaited<ReturnType<typeof created>>['asked']) =>
		asked.filter(([method]) => method === 'createTask').map(([, body]) => body);

	test('items that only differ in start times that have passed create one task', async () => {
		const begins = ['2026-11-23T11:00', '2026-11-23T11:30', '2026-11-23T12:00', '2026-11-23T12:01'];
		const begin = (index: number) => begins[index];
		const { results, asked, hints } = await created(
			{ ...real, begin },
			answer,
			begins.map(() => ({})),
		);
		const passed = (time: string) => ({
			message: `Start Time has passed (${new Date(inChina(time)).toISOString()}). The task calls as soon as it is started.`,
			type: 'warning',
			location: 'outputPane',
		});
		expect(hints).toEqual([
			passed('2026-11-23T11:00'),
			passed('2026-11-23T11:30'),
			{ message: '2 created for 4 items', location: 'outputPane' },
		]);
		const json = (task_id: string) => [{ json: { task_id, taskName: 'Survey' } }];
		expect(results).toEqual([json('t1'), json('t1'), json('t1'), json('t2')]);
		expect(creations(asked).map((body) => body.time_begin)).toEqual([
			inChina('2026-11-23T11:00'),
			inChina('2026-11-23T12:01'),
		]);
	});

	test('items with different names create different tasks, even if their start times have passed', async () => {
		const taskName = (index: number) => ['Morning', 'Evening'][index];
		const begin = '2026-11-23T11:00';
		const { asked } = await created({ ...real, taskName, begin }, answer, [{}, {}]);
		expect(creations(asked).map((body) => body.task_name)).toEqual(['Morning', 'Evening']);
	});

	test('each item has its own calling days, and blank Dates Left Out are none', async () => {
		const callingDays = (index: number) => [['wednesday'], ['thursday']][index];
		const times = { begin: undefined, end: '2026-11-29', callingDays, datesLeftOut: ' ' };
		const { asked } = await created({ ...real, ...times }, answer, [{}, {}]);
		const days = [
			['2026-11-25T00:00:00', '2026-11-25T23:59:59'],
			['2026-11-26T00:00:00', '2026-11-26T23:59:59'],
		];
		expect(creations(asked).map((body) => [body.time_begin, body.time_end])).toEqual(
			days.map((times) => times.map(inChina)),
		);
	});

	test('Create begins at once if Start Time is missing, but not if its expression finds nothing', async () => {
		const missing = await created({ ...real, begin: undefined, end: undefined }, answer);
		expect(creations(missing.asked)).toEqual([{ ...BODY, time_begin: NOW }]);
		tasks = 0;
		await expect(created({ ...real, begin: () => undefined }, answer)).rejects.toMatchObject({
			message: 'Start Time has no value',
			details: {
				advice:
					'Nothing was sent. Check the expression that provides it. To start at once, leave the field empty. Then run it again.',
			},
		});
		expect(tasks).toBe(0);
	});

	test('an expression in place of Calling Times is refused, because its fields would not be found', async () => {
		await expect(created({ ...real, options: () => ({}) })).rejects.toMatchObject({
			message:
				'Calling Times under Options must have fields, but the whole is an expression or a value',
			details: {
				advice: 'Nothing was sent. Enter expressions in the fields of Calling Times instead.',
			},
		});
	});

	test('each run creates the task, also in a retry: nothing is recorded', async () => {
		const surroundings = starts();
		for (const [mode, task_id] of [
			['trigger', 't1'],
			['retry', 't2'],
		] as const) {
			const { results, asked } = await operationRun(
				create,
				{ parameters: { ...PLAN, ...real }, ...surroundings(mode), isDatabaseAway: () => true },
				answer,
			);
			expect(results).toEqual([[{ json: { task_id, taskName: 'Survey' } }]]);
			expect(asked.map(([method]) => method)).toEqual(['queryConfiguration', 'createTask']);
		}
	});

	test('Create returns the envelope if Simplify is off', async () => {
		const { results } = await created({ ...real, simplify: false }, answer);
		expect(results).toEqual([[{ json: { code: 0, message: 'ok', result: { task_id: 't1' } } }]]);
	});

	test('Create refuses a task that would call nobody', async () => {
		const times = { begin: '2026-12-01T21:00', end: '2026-12-02T08:00' };
		await expect(created({ ...real, ...times }, answer)).rejects.toMatchObject({
			message: expect.stringMatching(/^The task would call nobody/) as string,
			details: { advice: expect.stringMatching(/^Nothing was sent\. Choose/) as string },
		});
		expect(tasks).toBe(0);
	});

	test('Create sends a line once if it was entered twice', async () => {
		const lines = [...CONFIGURATION.lines, { line_num: 'b' }, { line_num: 'c' }];
		const { asked } = await created(
			{ ...real, furtherLines: 'b; c；b' },
			(method, body) => answer(method, body) ?? { ...CONFIGURATION, lines },
		);
		expect(creations(asked)).toEqual([{ ...BODY, line_num: `${LINE};b;c` }]);
	});
});
