import { platformHours } from '../../../nodes/shared/aiCall/time/callingHours';
import {
	checkCallbackUrls,
	checkLine,
	checkLines,
	checkMappedColumns,
	checkMovedStart,
	checkScript,
	checkTask,
	checkTaskLines,
	checkStart,
	manyTasks,
	checkVoice,
	takesRows,
} from '../../../nodes/shared/aiCall/lookup/acceptance';
import {
	isProblem,
	problem,
	problemOf,
	problemsOf,
	warning,
	withoutRepeats,
	type Finding,
} from '../../../nodes/shared/aiCall/finding';
import { ALL_KINDS, modulesOf } from '../../../nodes/shared/aiCall/pushes/kinds';
import { Failure, InputError } from '../../../nodes/shared/failure';
import type { JsonRecord } from '../../../nodes/shared/values';
import { CONSOLE } from '../../setup/console';

/** 10:00 in China. */
const NOW = Date.UTC(2026, 10, 23, 2);
const MINUTE = 60_000;

/** What is wrong comes first in a text, before what to do. */
const message: string = expect.any(String);
/** A run refuses what has a problem with the error of the finding. */
const problemFinding = (text: string): Finding => ({
	message,
	text,
	isWarning: false,
	error: expect.any(Failure) as Failure,
});
const warningFinding = (text: string): Finding => ({ message, text, isWarning: true });

test('a warning is no problem', () => {
	const findings = [problem('a', 'Do a.'), warning('b', 'Do b.')];
	expect(findings.map(isProblem)).toEqual([true, false]);
});

test('an error or a warning becomes a finding that ends with its advice', () => {
	expect(problemOf(new InputError('Name is empty', 'Enter a name.'))).toEqual(
		problemFinding('Name is empty. Enter a name.'),
	);
	expect([problemsOf(new Error('lost')), problemsOf(undefined)]).toEqual([
		[problemFinding('lost')],
		[],
	]);
	expect(warning('Late', 'Hurry.')).toEqual(warningFinding('Late. Hurry.'));
});

test('findings with the same text are merged', () => {
	expect(withoutRepeats([problemFinding('a'), warningFinding('b'), problemFinding('a')])).toEqual([
		problemFinding('a'),
		warningFinding('b'),
	]);
});

const SCRIPTS = {
	robots: [
		{ robot_id: '801', robot_name: '回访', status: 4 },
		{ robot_id: '802', robot_name: '旧', status: 4, deleted: 1 },
		{ robot_id: 803, status: 1 },
		{ robot_id: '804', robot_name: '新', status: 9 },
	],
};

test.each<[string, Finding[]]>([
	['801', []],
	['802', [problemFinding('Script 802 (旧) is deleted. Choose a published script from the list.')]],
	[
		'803',
		[
			problemFinding(
				'Script 803 (without a name) is not published: Under review. Choose a published script from the list.',
			),
		],
	],
	[
		'804',
		[
			problemFinding(
				'Script 804 (新) is not published: status 9. Choose a published script from the list.',
			),
		],
	],
	[
		'805',
		[
			problemFinding(
				'Script 805 not found in this application. Choose a script from the list, or enter its ID (see Configuration > Get).',
			),
		],
	],
])('what a check finds about the script %s', (robotId, findings) => {
	expect(checkScript(SCRIPTS, robotId)).toEqual(findings);
});

test('columns that were mapped by hand must be those of the script', () => {
	expect(checkMappedColumns(['tel', 'name'], ['tel', 'name'])).toEqual([]);
	expect(checkMappedColumns(['tel'], ['tel', 'name'])).toEqual([
		problemFinding(
			'The columns under Values to Send are not those of the script, which are "tel", "name". Load the columns again (⋮ next to Values to Send) and fill in what is missing.',
		),
	]);
});

test('a voice must be one of the application', () => {
	const configuration = { voices: [{ voice_code: '60030' }, { voice_code: 70001 }] };
	expect(['', '60030', '70001'].flatMap((voice) => checkVoice(configuration, voice))).toEqual([]);
	expect(checkVoice(configuration, '6')).toEqual([
		problemFinding(
			'Voice 6 not found in this application. Choose a voice from the list, or leave it empty.',
		),
	]);
});

describe('a line', () => {
	const OTHER_LINE = 'Choose another line.';
	const OCCUPIED = warningFinding(
		'Line 1 is occupied: a task is running on it. The calls may be refused (code 3030002), or wait for that task. Choose another line, or wait until it is finished or paused.',
	);
	const notAtWork = (hours: string) =>
		warningFinding(
			`Line 1 is not at work: it works ${hours}, and it is 10:00 in Asia/Shanghai. The calls wait until the line is at work. Choose another line, or send the rows later.`,
		);

	test.each<[JsonRecord, Finding[]]>([
		[{ time_work: ['09:00:00-19:59:59'], time_apply: 1, time_expire: -1, status: 0 }, []],
		[{}, []],
		[{ time_work: ['always'] }, []],
		[{ time_apply: NOW - 2000, time_expire: 3 }, []],
		[
			{ time_apply: NOW - 2000, time_expire: 2 },
			[problemFinding(`Line 1 expired on 2026-11-23T02:00:00.000Z. ${OTHER_LINE}`)],
		],
		[
			{ time_apply: String(NOW - 86_400_000), time_expire: '1', status: 1 },
			[problemFinding(`Line 1 expired on 2026-11-22T02:00:01.000Z. ${OTHER_LINE}`)],
		],
		[{ time_expire: 0 }, [problemFinding(`Line 1 expired on a day in the past. ${OTHER_LINE}`)]],
		[{ status: '1' }, [OCCUPIED]],
		[{ time_work: ['10:00:00-10:00:00'] }, []],
		[{ time_work: ['22:00:00-09:59:59'] }, [notAtWork('22:00-10:00')]],
		[
			{ time_work: ['08:00:00-09:59:59', '10:00:01-12:00:00'], status: 1 },
			[OCCUPIED, notAtWork('08:00-10:00, 10:00:01-12:00')],
		],
	])('what a check finds about the line %j', (line, findings) => {
		expect(
			checkLine(
				{
					lines: [
						{ line_num: '2', status: 1 },
						{ line_num: '1', ...line },
					],
				},
				'1',
				NOW,
			),
		).toEqual(findings);
	});

	test('a line must be one of the application', () => {
		expect(checkLine({ lines: [{ line_num: '2' }] }, '1', NOW)).toEqual([
			problemFinding(
				'Line 1 not found in this application. Choose a line from the list, or enter its number (see Configuration > Get).',
			),
		]);
	});

	test('the working hours of a line are compared with the calling hours of the task', () => {
		const taskHours = platformHours([{ from: '12:00:00', to: '13:59:59' }]);
		const checkWorkingHours = (...time_work: string[]) =>
			checkLine({ lines: [{ line_num: '1', time_work }] }, '1', NOW, taskHours);
		expect([checkWorkingHours(), checkWorkingHours('08:00:00-12:00:00')]).toEqual([[], []]);
		expect(checkWorkingHours('08:00:00-11:59:59', '14:00:00-20:00:00')).toEqual([
			warningFinding(
				'Line 1 works 08:00-12:00, 14:00-20:00, which has no time in common with the calling hours 12:00-14:00. The task calls on its other lines alone.',
			),
		]);
	});
});

describe('the lines of a task', () => {
	const NIGHT = platformHours([{ from: '22:00:00', to: '23:59:59' }]);
	const DAY_LINE = { line_num: '1', time_work: ['09:00:00-19:59:59'] };
	const MORNING_LINE = { line_num: '2', time_work: ['09:00:00-11:59:59'] };
	const check = (lines: JsonRecord[], taskHours = NIGHT) =>
		checkLines(
			{ lines },
			lines.map(({ line_num: line }) => String(line)),
			NOW,
			taskHours,
		);

	test('a task has a problem if none of its lines works when it calls', () => {
		const nobody = (lines: string) =>
			problemFinding(
				`The task would call nobody: ${lines} at no time within the calling hours 22:00-24:00. Choose other hours or another line.`,
			);
		expect(check([DAY_LINE])).toEqual([nobody('line 1 works')]);
		expect(check([DAY_LINE, MORNING_LINE])).toEqual([nobody('its lines work')]);
		expect(check([])).toEqual([]);
	});

	test('a task has a warning if some of its lines work when it calls', () => {
		expect(check([DAY_LINE, { line_num: '3' }])).toEqual([
			warningFinding(
				'Line 1 works 09:00-20:00, which has no time in common with the calling hours 22:00-24:00. The task calls on its other lines alone.',
			),
		]);
	});
});

describe('a task to which rows are to be added', () => {
	const createAnother = (what: string) =>
		problemFinding(`${what}. Create another task for these rows.`);

	test.each<[JsonRecord | undefined, Finding[]]>([
		[{}, []],
		[{ status: 0, deleted: 0, task_type: 0, time_task_estimate_end: 0 }, []],
		[{ status: '0', time_task_estimate_end: NOW + 1 }, []],
		[{ time_task_estimate_end: -1 }, []],
		[{ time_task_estimate_end: NOW / 1000 + 1 }, []],
		[
			{ time_task_estimate_end: NOW },
			[createAnother('The End Time of task 7 has passed (2026-11-23T02:00:00.000Z)')],
		],
		[{ status: 2 }, [createAnother('Task 7 takes no more rows: its status is Running')]],
		[{ status: 9 }, [createAnother('Task 7 takes no more rows: its status is 9')]],
		[
			{ deleted: 1, task_type: 2 },
			[
				createAnother('Task 7 is deleted'),
				createAnother('Task 7 is the long-term task of direct calls, which takes no rows'),
			],
		],
		[
			undefined,
			[
				problemFinding(
					'Task 7 not found. There is no such task in this application. Use the ID returned by Create or Get Many, as text. Long IDs lose digits when converted to numbers.',
				),
			],
		],
	])('what a check finds about the task %j', (task, findings) => {
		expect(checkTask(task, '7', NOW)).toEqual(findings);
	});

	const NOBODY =
		'The task would call nobody: line 1 works at no time within the calling hours 22:00-24:00. Choose other hours or another line.';

	test.each<[JsonRecord, string[]]>([
		[{}, []],
		[{ line_num: '1' }, []],
		[{ line_num: 3 }, ['Line 3']],
		[{ line_num: '1;3；4' }, ['Line 3', 'Line 4']],
		[{ line_num: '1', time_range: '["22:00:00-23:59:59"]' }, [NOBODY]],
		[{ line_num: '1', time_range: '22:00:00-23:59:59' }, [NOBODY]],
		[{ line_num: '1', time_range: ['later'] }, []],
	])('what a check finds about the lines of the task %j', (task, beginnings) => {
		const findings = checkTaskLines(
			{ lines: [{ line_num: '1', time_work: ['09:00:00-19:59:59'] }] },
			task,
			// 22:00 in China.
			NOW + 12 * 60 * MINUTE,
		);
		expect(findings.map(({ text }) => text.split(/ not found|, which/)[0])).toEqual(beginnings);
	});
});

test.each([
	[50, []],
	[
		51,
		[
			warningFinding(
				`The task has 51 lines, of which the first 50 were checked. Check the others in ${CONSOLE}.`,
			),
		],
	],
])('of a task with %d lines, the first fifty are checked', (count, warnings) => {
	const lines = Array.from({ length: count }, (_, index) => `${index}`);
	const findings = checkTaskLines({ lines: [] }, { line_num: lines.join(';') }, NOW);
	expect(findings.slice(0, 50)).toEqual(
		lines.slice(0, 50).flatMap((line) => checkLine({ lines: [] }, line, NOW)),
	);
	expect(findings.slice(50)).toEqual(warnings);
});

describe('a task that is to be created', () => {
	test.each<[string, number, Finding[]]>([
		['begins now', NOW, []],
		['began five minutes ago', NOW - 5 * MINUTE, []],
		[
			'began more than five minutes ago',
			NOW - 5 * MINUTE - 1,
			[
				warningFinding(
					'Start Time has passed (2026-11-23T01:54:59.999Z). The task calls as soon as it is started.',
				),
			],
		],
	])('what a check finds about a new task that %s', (_what, begin, findings) => {
		expect(checkStart({ begin }, NOW)).toEqual(findings);
		// There is no warning if End Time has passed too.
		expect(checkStart({ begin, end: NOW }, NOW)).toEqual([]);
	});

	test('a run that creates more than twenty tasks gets a warning', () => {
		expect(manyTasks(20)).toEqual([]);
		expect(manyTasks(21)).toEqual([
			warningFinding(
				'21 different tasks would be created. Items with identical values share a task. For one task, enter the same name, script, lines and times for all items.',
			),
		]);
	});
});

test('takesRows is true if the check of a task finds nothing', () => {
	expect([{ status: 0 }, { status: 1 }].map((task) => takesRows(task, NOW))).toEqual([true, false]);
});

describe('a Start Time outside the Calling Times', () => {
	const ZONE = 'Asia/Shanghai';
	/** At 22:00 in China; calling begins the next day at 9:00. */
	const START = Date.UTC(2026, 10, 24, 14);
	const OPENING = Date.UTC(2026, 10, 25, 1);
	const hours = platformHours([{ from: '09:00:00', to: '17:59:59' }]);
	const findings = (start: number | undefined, end?: number, now = NOW) =>
		checkMovedStart(start, { begin: START, end, hours }, ZONE, now);

	it('is a warning', () => {
		expect(findings(START)).toEqual([
			warningFinding(
				'Start Time (2026-11-24 22:00 in Asia/Shanghai) is outside the Calling Times: calling begins on 2026-11-25 09:00 in Asia/Shanghai. To call at Start Time, change Calling Times.',
			),
		]);
		expect(findings(START, OPENING + 1)).toHaveLength(1);
	});

	it('is none if it is empty or past, or if the task ends before', () => {
		for (const found of [
			findings(undefined),
			findings(START, undefined, START),
			findings(START, undefined, START + 1),
			findings(START, OPENING),
			findings(START, OPENING - 1),
		])
			expect(found).toEqual([]);
	});
});

it('what calls push without a URL is lost, which is a warning', () => {
	const missing: readonly string[] = ['callRecord', 'recording', 'dialog'];
	const served = modulesOf(ALL_KINDS.filter((kind) => !missing.includes(kind)));
	const urls = served.map((url_module) => ({ url_module, url: 'https://n8n.example/webhook' }));
	expect(checkCallbackUrls({ urls }, '1').map(({ text }) => text)).toEqual([
		`The platform has no URL for Call records (receiveCallRecord), Recordings (receiveVoice) and Dialogs (receiveDialog). What the calls push without one is lost, and cannot be fetched later. Enter the Production URL of an iFLYTEK AI Call Trigger in ${CONSOLE}.`,
	]);
});
