import type { IDataObject } from 'n8n-workflow';
import { quickClock } from '../setup/quickClock';
import { testInFull } from '../setup/size';
import { defaultLines, defaultRobots } from '../simulator/aiCall/config';
import { Random } from '../simulator/aiCall/random';
import {
	ADD_ROWS,
	byHand,
	byName,
	CallBench,
	chosen,
	customer,
	customers,
	iflytekAiCallWith,
	LINE,
	PLACE,
	SCRIPT,
} from './aiCall';
import type { NodeResult, NodeRun } from './harness';
import { processedData } from './processedData';

const SEED = Number(process.env.CHECK_SEED ?? 20_261_122);
const ROUNDS = Number(process.env.CHECK_ROUNDS ?? 2);
const ROWS = 60;

/** 12:30 in China, in the lunch break of the line with office hours. */
const NOW = Date.parse('2026-11-23T12:30:00+08:00');
const LUNCH_LINE = '055168204602';
const EXPIRED_LINE = '055168204604';
const OCCUPIED_LINE = '055168204605';
const LOST_LINE = '055168204606';
const EVENING_LINE = '055168204607';

const appliedAt = Date.UTC(2024, 0, 8);
const line = (line_num: string, ...time_work: string[]) => ({
	line_num,
	concurrents: 5,
	time_work,
	time_apply: appliedAt,
	time_expire: -1,
});
const bench = new CallBench({
	speed: 0,
	startTime: NOW,
	lines: [
		...defaultLines(),
		line(OCCUPIED_LINE, '00:00:00-23:59:59'),
		line(LOST_LINE, '00:00:00-23:59:59'),
		line(EVENING_LINE, '20:30:00-22:00:00'),
	],
});

beforeAll(() => processedData.reset());

/** A resource locator whose value comes from a field of the item, so that each row can have its own faults. */
const fromItem = (field: string) => chosen(`={{ $json.${field} }}`, 'id');
const rowSource = { columns: byName };
const place = {
	resource: 'call',
	operation: 'place',
	robotId: fromItem('script'),
	lineNum: fromItem('line'),
	voiceCode: fromItem('voice'),
	callingHours: '={{ $json.hours }}',
	...rowSource,
	skipCustomers: 'sentKey',
	rowKey: '={{ $json.key }}',
	options: {
		callingHoursZone: '={{ $json.zone }}',
		robotSpeed: '={{ $json.speed }}',
	},
};
const addRows = {
	resource: 'task',
	operation: 'addRows',
	taskId: fromItem('task'),
	robotId: chosen(''),
	...rowSource,
	options: {},
};
const create = {
	resource: 'task',
	operation: 'create',
	taskName: '={{ $json.name }}',
	robotId: fromItem('script'),
	lineNum: fromItem('line'),
	furtherLines: '={{ $json.further }}',
	voiceCode: fromItem('voice'),
	begin: '={{ $json.begin }}',
	end: '={{ $json.end }}',
	callingHours: '={{ $json.hours }}',
	recalls: '={{ $json.recalls }}',
	recallWait: '={{ $json.wait }}',
	options: { callingHoursZone: '={{ $json.zone }}' },
};
/** The option for a run in which the node's clock shows `NOW`. */
const atNow = { nodeType: iflytekAiCallWith({ ...quickClock, date: () => NOW }) };
const continueOnError = { settings: { onError: 'continueErrorOutput' as const } };

interface Outcome extends IDataObject {
	state: string;
	retryAt?: string;
	reason: string;
	advice?: string;
	/** Missing if there are none. */
	problems?: string[];
	warnings?: string[];
}

/** Checks items with the node, and returns their outcomes. */
async function check(
	parameters: NodeRun['parameters'],
	items: IDataObject[],
	more: Partial<NodeRun> & { audited?: boolean } = {},
): Promise<Outcome[]> {
	const { outputs, error } = await bench.run(
		{ ...parameters, runMode: 'check' },
		items.map((json) => ({ json })),
		{ ...atNow, ...more },
	);
	if (error) throw error;
	return (outputs[0] ?? []).map(({ json }) => json as Outcome);
}

/** A fault of an item, and the message that must name it. An item has at most one fault of each group. */
interface SeededFault {
	group: string;
	/** The fields of the item that make the fault. */
	fields: IDataObject;
	/** The message that names the fault. */
	message?: RegExp;
	isWarning?: true;
	/** Whether this fault hides the faults in `CELLS`, for example because the columns are not known. */
	hidesCells?: true;
	/** A group. The check cannot notice this fault if the item also has a fault of that group. */
	hiddenBy?: readonly string[];
	/** A further message that this fault may cause. */
	furtherMessage?: RegExp;
	/**
	 * The time from which the row may be sent. A row with only this fault is not refused: it waits until then. If another fault
	 * makes the check refuse the row, the result does not show this time.
	 */
	sendableFrom?: string;
}

const SCRIPTS: SeededFault[] = [
	{
		group: 'script',
		fields: { script: '9999' },
		message: /^Script 9999 not found/,
		hidesCells: true,
	},
	{ group: 'script', fields: { script: '' }, message: /^Script is empty/, hidesCells: true },
	{
		group: 'script',
		fields: { script: '5198' },
		message: /^Script 5198 \(旧版催缴提醒\) is deleted/,
	},
	{
		group: 'script',
		fields: { script: '5199' },
		message: /^Script 5199 .* is not published: Under review/,
	},
	{
		group: 'script',
		fields: { script: '5205' },
		message: /^Script 5205 .* is not published: Not passed/,
	},
	{
		group: 'script',
		fields: { script: '5206' },
		message: /^Script 5206 .* is not published: Pending publication/,
	},
];
const LINES: SeededFault[] = [
	{ group: 'line', fields: { line: '1' }, message: /^Line 1 not found/ },
	{ group: 'line', fields: { line: '' }, message: /^Line is empty/ },
	{
		group: 'line',
		fields: { line: EXPIRED_LINE },
		message: /^Line 055168204604 expired on 2024-02-07/,
	},
	{
		group: 'line',
		fields: { line: OCCUPIED_LINE },
		message: /^Line 055168204605 is occupied/,
		isWarning: true,
	},
];
const VOICES: SeededFault[] = [
	{ group: 'voice', fields: { voice: '12345' }, message: /^Voice 12345 not found/ },
];
const HOURS: SeededFault[] = [
	{
		group: 'hours',
		fields: { hours: 'office hours' },
		message: /^Calling Hours must be periods such as/,
	},
	{ group: 'hours', fields: { hours: '' }, message: /^Calling Hours are empty/ },
	{
		group: 'hours',
		fields: { zone: 'Peking' },
		message: /^Time Zone must be the name of a time zone/,
	},
];
const CELLS: SeededFault[] = [
	{
		group: 'number',
		fields: { 客户手机号码: '1.38E+10' },
		message: /A spreadsheet has shortened the phone number to "1\.38E\+10"/,
	},
	{
		group: 'number',
		fields: { 客户手机号码: '138' },
		message: /"138" is not a Mainland China mobile number: it has 3 digits/,
	},
	{
		group: 'number',
		fields: { 客户手机号码: '23800000000' },
		message: /it must start with 13 to 19/,
	},
	{
		group: 'number',
		fields: { 客户手机号码: 'unknown' },
		message: /it contains characters other than digits/,
	},
	{ group: 'number', fields: { 客户手机号码: '' }, message: /^The phone number is empty/ },
	{
		group: 'number',
		fields: { 客户手机号码: undefined },
		message: /^The phone number is empty|^The column "客户手机号码" is missing/,
	},
	{
		group: 'cell',
		fields: { 姓名: [{ type: 'text', text: '王芳' }] },
		message: /^Column "姓名": the value is a list, .* such as .*\[0\]\.text/,
	},
	{
		group: 'cell',
		fields: { 姓名: 123_456_789_012_345_680_000 },
		message: /^Column "姓名": the number 123456789012345680000 lost its last digits/,
	},
];
const PLACE_FAULTS = [
	{ group: 'key', fields: { key: ' ' }, message: /^Row Key is empty/ },
	...SCRIPTS,
	...LINES,
	...VOICES,
	...HOURS,
	...CELLS,
	{
		group: 'line',
		fields: { line: LUNCH_LINE },
		message:
			/^Line 055168204602 is not at work: it works 09:00-12:00, 13:00-18:00, and it is 12:30 in Asia\/Shanghai/,
		isWarning: true as const,
	},
	{
		group: 'hours',
		fields: { hours: '20:00-08:00' },
		sendableFrom: '2026-11-23T20:00:00+08:00',
	},
	{
		group: 'hours',
		fields: { zone: 'America/New_York' },
		sendableFrom: '2026-11-23T09:00:00-05:00',
	},
	{ group: 'speed', fields: { speed: -1 }, message: /^Robot Speed/ },
];
const CREATE_FAULTS: SeededFault[] = [
	...SCRIPTS.map((fault) => ({ ...fault, hidesCells: undefined })),
	...LINES,
	...VOICES,
	...HOURS,
	{ group: 'further', fields: { further: ['2'] }, message: /^Line 2 not found/ },
	{
		group: 'line',
		fields: { line: EVENING_LINE },
		message:
			/^The task would call nobody: line 055168204607 works at no time within the calling hours/,
		hiddenBy: ['hours', 'further'],
	},
	{ group: 'name', fields: { name: ' ' }, message: /^Name is empty/ },
	{
		group: 'times',
		fields: { begin: 'tomorrow' },
		message: /^Start Time is not a date and time: "tomorrow"/,
	},
	{
		group: 'times',
		fields: { begin: '2026-11-22T12:00:00+08:00' },
		message: /^Start Time has passed/,
		isWarning: true,
	},
	{
		group: 'times',
		fields: { end: 'later' },
		message: /^End Time is not a date and time: "later"/,
	},
	{
		group: 'times',
		fields: { end: '2026-11-20' },
		message: /^End Time must be after Start Time/,
		furtherMessage: /^End Time has passed/,
	},
	{
		group: 'times',
		fields: { begin: '2026-11-21', end: '2026-11-22' },
		message: /^End Time has passed/,
	},
	{
		group: 'recalls',
		fields: { recalls: 4 },
		message: /^Redials must be a whole number from 0 to 3, but is 4/,
	},
	{ group: 'recalls', fields: { recalls: 0.5 }, message: /^Redials must be a whole number/ },
	{ group: 'wait', fields: { wait: -1 }, message: /^Redial Wait/ },
];

/** An item without faults. */
const goodItem = (index: number): IDataObject => ({
	...customer(index),
	金额: '1',
	活动: 'x',
	保单号: '1',
	到期日: '1',
	script: SCRIPT,
	line: LINE,
	voice: index % 2 ? '' : '65580',
	hours: '09:00-20:00',
	zone: 'Asia/Shanghai',
	speed: 1,
	key: `k${index}`,
	name: `t${index}`,
	further: [],
	begin: '2026-12-01T09:00:00+08:00',
	end: '',
	recalls: 1,
	wait: 600,
});

/** Creates a good task and tasks to which no rows can be added. Returns the ID of the good task, and the other tasks as faults. */
async function createTasks(): Promise<{ good: string; faults: SeededFault[] }> {
	const threeDaysBefore = {
		nodeType: iflytekAiCallWith({
			...quickClock,
			date: () => Date.parse('2026-11-20T12:00:00+08:00'),
		}),
	};
	const createdTask = async (more: object = {}, rowCount = 0): Promise<string> => {
		const id = await bench.newTask(
			{ begin: '2026-11-20T09:00:00+08:00', ...more },
			threeDaysBefore,
		);
		if (rowCount > 0) await bench.json({ ...ADD_ROWS, taskId: chosen(id) }, customers(rowCount));
		return id;
	};
	const changeTask = async (operation: string, id: string) =>
		await bench.json({ resource: 'task', operation, taskId: chosen(id) }, [{}]);
	const onBusyLine = { lineNum: chosen(OCCUPIED_LINE) };
	const [good, started, paused, deleted] = [
		await createdTask(),
		await createdTask(onBusyLine, 1),
		await createdTask(onBusyLine, 1),
		await createdTask(),
	];
	for (const id of [started, paused]) await changeTask('start', id);
	await changeTask('pause', paused);
	await changeTask('delete', deleted);
	const [endedTask, onOccupiedLine, onLostLine, ofUnpublishedScript] = [
		await createdTask({ end: '2026-11-23T12:00:00+08:00' }),
		await createdTask(onBusyLine),
		await createdTask({ lineNum: chosen(LOST_LINE) }),
		await createdTask({ robotId: chosen('5204') }),
	];
	await bench.json({ ...PLACE, lineNum: chosen('055168204603') }, customers(1));
	const longTermTask = bench.platform.acceptedRows.at(-1)?.taskId ?? '';
	const { setup } = bench.platform;
	setup.lines = setup.lines.filter(({ line_num }) => line_num !== LOST_LINE);
	setup.robots = defaultRobots().map((robot) =>
		robot.robot_id === '5204' ? { ...robot, status: 1 } : robot,
	);
	const task = (id: string, message: RegExp, more: Partial<SeededFault> = {}): SeededFault => ({
		group: 'task',
		fields: { task: id },
		message,
		furtherMessage: /^Line 055168204605 is occupied/,
		...more,
	});
	return {
		good,
		faults: [
			task('999', /^Task 999 not found/, { hidesCells: true }),
			task('', /^Task is empty/, { hidesCells: true }),
			task(started, /takes no more rows: its status is (Started|Running)/),
			task(paused, /takes no more rows: its status is Paused/),
			task(deleted, /is deleted/),
			task(longTermTask, /is the long-term task of direct calls/, {
				hidesCells: true,
				furtherMessage:
					/^Task \d+ takes no more rows|^The platform did not return the script|^Line/,
			}),
			task(endedTask, /^The End Time of task \d+ has passed/),
			task(onOccupiedLine, /^Line 055168204605 is occupied/, { isWarning: true }),
			task(onLostLine, /^Line 055168204606 not found/),
			task(ofUnpublishedScript, /^Script 5204 .* is not published: Under review/),
		],
	};
}

/** Draws faults for an item: none, or up to five from different groups. */
function drawFaults(random: Random, faults: readonly SeededFault[]): SeededFault[] {
	const count = random.chance(0.2) ? 0 : random.between(1, 5);
	const drawn: SeededFault[] = [];
	for (const fault of random.shuffle(faults)) {
		const isExcluded = drawn.some(
			(other) => other.group === fault.group || hides(other, fault) || hides(fault, other),
		);
		if (drawn.length < count && !isExcluded) drawn.push(fault);
	}
	return drawn;
}

/** Whether the check cannot notice the second fault in an item that also has the first fault. */
function hides(first: SeededFault, second: SeededFault): boolean {
	const isOfRow = CELLS.includes(second) || second.group === 'key';
	// Times are in the zone of the hours.
	const isWithoutZone = first.group === 'hours' && second.group === 'times';
	if (isWithoutZone || (first.hidesCells === true && isOfRow)) return true;
	return second.hiddenBy?.includes(first.group) === true;
}

/** A warning about the whole run, which is shown on its first row. */
const MANY_TASKS = /^\d+ different tasks would be created/;
const hasMatch = (texts: string[], pattern: RegExp) => texts.some((text) => pattern.test(text));

/** The requests that change something on the platform. */
const changingRequests = () =>
	bench.requests().filter(({ endpoint }) => !['configQuery', 'taskQuery'].includes(endpoint));

testInFull(
	`every fault is named on its row, and no changing request is sent (seed ${SEED})`,
	async () => {
		const random = new Random(SEED);
		const { good, faults: taskFaults } = await createTasks();
		bench.platform.clearRecords();
		processedData.reset();
		const cases: [string, NodeRun['parameters'], SeededFault[]][] = [
			['Place', place, PLACE_FAULTS],
			['Add Rows', addRows, [...taskFaults, ...CELLS]],
			['Create', create, CREATE_FAULTS],
		];
		const seenFaults = new Set<SeededFault>();
		let seededCount = 0;
		let namedCount = 0;
		let checkedCount = 0;
		for (let round = 0; round < ROUNDS; round++) {
			for (const [name, parameters, faults] of cases) {
				const drawn = Array.from({ length: ROWS }, () => drawFaults(random, faults));
				const items = drawn.map(
					(itemFaults, index) =>
						Object.assign(
							{ task: good, ...goodItem(index) },
							...itemFaults.map(({ fields }) => fields),
						) as IDataObject,
				);
				const out = await check(parameters, items, { ...continueOnError, audited: true });
				expect(out).toHaveLength(ROWS);
				for (const [index, itemFaults] of drawn.entries()) {
					const one = out[index] ?? { state: '', reason: '' };
					const { state, reason, retryAt: from, warnings = [] } = one;
					// Several problems are listed; of a single one, the reason tells.
					const problems =
						one.problems ?? (state === 'problem' ? [`${reason}. ${one.advice}`] : []);
					expect([index, reason]).toEqual([index, expect.stringMatching(/./)]);
					const isRefused = itemFaults.some((fault) => fault.message && !fault.isWarning);
					const missed = itemFaults.filter((fault) => {
						if (fault.message)
							return !hasMatch(fault.isWarning ? warnings : problems, fault.message);
						return !isRefused && from !== fault.sendableFrom;
					});
					const unfounded = [...problems, ...warnings].filter(
						(text) =>
							!MANY_TASKS.test(text) &&
							!itemFaults.some(
								(fault) => fault.message?.test(text) || fault.furtherMessage?.test(text),
							),
					);
					expect({ name, round, index, missed, unfounded }).toEqual({
						name,
						round,
						index,
						missed: [],
						unfounded: [],
					});
					const waits = itemFaults.some((fault) => fault.sendableFrom !== undefined);
					const stateIfNotRefused = waits ? 'outsideHours' : 'ready';
					expect(state).toBe(isRefused ? 'problem' : stateIfNotRefused);
					for (const fault of itemFaults) seenFaults.add(fault);
					seededCount += itemFaults.length;
					namedCount += itemFaults.length - missed.length;
					checkedCount++;
				}
			}
		}
		expect([seenFaults.size, changingRequests(), processedData.calls]).toEqual([
			new Set(cases.flatMap(([, , faults]) => faults)).size,
			[],
			0,
		]);
		process.stdout.write(
			`Check, seed ${SEED}: ${checkedCount} rows and tasks, ${seededCount} faults of ${seenFaults.size} kinds, ${namedCount} named; requests that change anything: ${changingRequests().length}, queries: ${bench.requests().length}\n`,
		);
	},
	120_000,
);

describe('a check', () => {
	const placeWithoutKeys = { ...place, skipCustomers: 'calledToday', options: {} };

	test('a check says for each row what would happen, and shows the values that would be sent', async () => {
		const { outputs, error } = await bench.run(
			{ ...place, runMode: 'check' },
			[
				{ json: { ...goodItem(0), 客户手机号码: '+86 138-0000-0000' } },
				{ json: { ...goodItem(1), 客户手机号码: '1' } },
			],
			{ ...atNow, ...continueOnError, audited: true },
		);
		expect(error).toBeUndefined();
		expect(outputs).toEqual([
			[
				{
					json: {
						state: 'ready',
						phoneNumber: '13800000000',
						reason: 'Would be called',
						row: customer(0),
						rowKey: 'k0',
						at: expect.any(String),
					},
					pairedItem: { item: 0 },
				},
				{
					json: {
						state: 'problem',
						phoneNumber: '1',
						reason: '"1" is not a Mainland China mobile number: it has 1 digits, not 11',
						advice:
							'Correct the number. If your line can call other numbers, turn off Check Numbers under Options.',
						row: { ...goodItem(1), 客户手机号码: '1' },
						at: expect.any(String),
					},
					pairedItem: { item: 1 },
				},
			],
			[],
		]);
		expect([changingRequests(), processedData.calls]).toEqual([[], 0]);
	});

	test('a check warns of texts that look as if a value was not there, and names rows and column; a run sends them', async () => {
		const texts = [
			'王',
			'#N/A',
			'undefined',
			'尊敬的undefined先生',
			'[object Object]',
			'Invalid Date',
			'{{ $json.name }}',
			'王\uFFFD',
			'null',
			'NaN',
		];
		const items = texts.map((name, index) => ({ ...goodItem(index), 姓名: name }));
		const out = await check(placeWithoutKeys, items, continueOnError);
		expect(out.map(({ state }) => state)).toEqual(texts.map(() => 'ready'));
		const ofRow = (text: string) => [
			`Column "姓名" has "${text}", which would be spoken. Check the field or expression that provides the value.`,
		];
		const found = ['#N/A', 'undefined', 'undefined', '[object Object]', 'Invalid Date'];
		const ofRun =
			'Column "姓名" has "#N/A" or the like in 9 rows (13800000001, 13800000002, 13800000003, 13800000004, 13800000005, 13800000006 and 3 more). They would be spoken. Check the field or expression that provides the values.';
		expect(out[0]?.runWarnings).toEqual([ofRun]);
		expect(out.map(({ warnings }) => warnings)).toEqual([
			undefined,
			...[...found, '{{ $json.name }}', '\uFFFD', 'null', 'NaN'].map(ofRow),
		]);
		const warningsOf = async (names: string[]) => {
			const rows = names.map((name, index) => ({ ...goodItem(index), 姓名: name }));
			return (await check(placeWithoutKeys, rows)).map(({ warnings }) => warnings);
		};
		const fine = ['Nullsen', 'Annan', '#1', '{王}', '王 N/A', 'undefinedly', '50 %'];
		expect(await warningsOf(fine)).toEqual(fine.map(() => undefined));
		// Marks, tags and emoji are spoken, too.
		expect(await warningsOf(['**王**', '李😀'])).toEqual([ofRow('**'), ofRow('😀')]);
		// The empty column of one row.
		expect(await warningsOf(['王', '', '李'])).toEqual([
			undefined,
			[
				'Column "姓名" is empty, so the robot says nothing for it. Enter a value if the script speaks it.',
			],
			undefined,
		]);
	});

	test('if the query of a check fails, the check fails, and calls no item wrong', async () => {
		bench.platform.failNext('configQuery', { kind: 'code', code: 10005 }, 9);
		const { error, outputs } = await bench.run(
			{ ...place, runMode: 'check' },
			[{ json: goodItem(0) }, { json: goodItem(1) }],
			atNow,
		);
		expect(outputs).toEqual([]);
		expect([error?.message, error?.description]).toEqual([
			expect.stringMatching(/^The AI call platform refused to query the configuration/),
			expect.stringMatching(/^The items were not checked, and nothing was sent\. Check script/),
		]);
		expect(changingRequests()).toEqual([]);
	});

	test.each([
		['an unknown name', 'maybe', '"maybe"'],
		['an expression as text', '={{ "real" }}', '"{{ \\"real\\" }}"'],
	])('if the mode is %s, the node sends nothing', async (_name, runMode, shownMode) => {
		const { error } = await bench.run(
			{ ...placeWithoutKeys, testNumber: '13800000000', runMode },
			[{ json: goodItem(0) }, { json: goodItem(1) }],
			atNow,
		);
		expect(error?.message).toBe(`Mode has a value that the panel does not offer: ${shownMode}`);
		expect(changingRequests()).toEqual([]);
	});

	test.each([
		['Place', place],
		['Add Rows', addRows],
	])('Check is the default mode of a new node with the operation %s', async (_name, parameters) => {
		const { good } = await createTasks();
		processedData.reset();
		const before = changingRequests().length;
		const { outputs } = await bench.run(
			{ ...parameters, runMode: undefined },
			[{ json: { ...goodItem(0), task: good } }],
			atNow,
		);
		expect(outputs[0]?.map(({ json }) => json.state)).toEqual(['ready']);
		expect(changingRequests()).toHaveLength(before);
	});

	test('a real run can follow a check, which records nothing', async () => {
		await check(placeWithoutKeys, [goodItem(0)]);
		expect(
			await bench.json({ ...placeWithoutKeys, runMode: 'real' }, [{ json: goodItem(0) }], atNow),
		).toMatchObject([{ state: 'accepted', phoneNumber: '13800000000' }]);
		expect(bench.platform.acceptedRows).toHaveLength(1);
	});
});

describe('a proposal for columns without a value', () => {
	const sheet = [
		{ name: '王女士', mobile: '13800000001', amount: 120 },
		{ name: '李先生', mobile: '13800000002', amount: 80 },
	];
	const hintsOf = ({ run }: NodeResult) =>
		Object.values(run.data.resultData.runData)
			.flat()
			.flatMap(({ hints }) => hints ?? [])
			.map(({ message }) => message);
	/** The proposals in the hints of a check of Place with the script 还款提醒. */
	const proposals = async (columns: object, items: IDataObject[] = sheet, more: object = {}) => {
		const result = await bench.run(
			{ ...PLACE, robotId: chosen('5203'), columns, runMode: 'check', ...more },
			items.map((json) => ({ json })),
			atNow,
		);
		return hintsOf(result).filter((text) => text.includes('$json'));
	};
	const columns = ['客户手机号码', '姓名', '金额', '金额'];

	test.each([
		[
			'no column is mapped',
			{ ...byName, mappingMode: 'defineBelow' },
			'"客户手机号码" {{ $json.mobile }}, "姓名" {{ $json.name }}, "金额" {{ $json.amount }}. If they are right, enter them under Values to Send.',
		],
		[
			'a column is not mapped',
			byHand(columns, { 客户手机号码: '={{ $json.mobile }}', 金额: '1', '金额 (2)': '1' }),
			'"姓名" {{ $json.name }}. If they are right, enter them under Values to Send.',
		],
	])('a check proposes fields of the input if %s', async (_name, mapper, text) => {
		expect(await proposals(mapper)).toEqual([
			`The input may have the values of the columns that have none: ${text}`,
		]);
	});

	test('a check proposes nothing if every column has a value or field, no field fits, or the rows stand in an array', async () => {
		const values = { 客户手机号码: '={{ $json.mobile }}', 姓名: 'a', 金额: '1', '金额 (2)': '1' };
		expect(await proposals(byHand(columns, values))).toEqual([]);
		const named = { 客户手机号码: '13800000001', ' 姓名': 'a', 金额: 1, '金额 (2)': '', name: 'b' };
		expect(await proposals(byName, [named])).toEqual([]);
		expect(await proposals(byName, [{ a: 'b' }])).toEqual([]);
		const inField = { rowsField: 'rows' };
		expect(await proposals(byName, [{ ...sheet[0], rows: [sheet[0]] }], inField)).toEqual([]);
	});

	const MAPPED =
		'Mapped by name: "客户手机号码" takes the field "mobile", "姓名" takes the field "name", "金额" takes the field "amount"';

	test('a run and a check map by the names by which the panel maps, and say so', async () => {
		const automatic = { ...PLACE, robotId: chosen('5203'), columns: byName };
		const items = sheet.map((json) => ({ json: { ...json, '金额 (2)': 1 } }));
		const check = await bench.run({ ...automatic, runMode: 'check' }, items, atNow);
		expect(JSON.stringify(hintsOf(check))).toContain(JSON.stringify(MAPPED).slice(1, -1));
		expect(check.outputs[0]?.map(({ json }) => json.state)).toEqual(['ready', 'ready']);
		const run = await bench.run(automatic, items, atNow);
		expect(hintsOf(run)).toContain(`${MAPPED}.`);
		expect(bench.bodies('callout')).toMatchObject([
			{
				call_list: [
					['13800000001', '王女士', '120', '1'],
					['13800000002', '李先生', '80', '1'],
				],
			},
		]);
	});

	test('a number that only its values tell may be that of somebody else: a run refuses it, and a check and a run propose it in the same words', async () => {
		const automatic = { ...PLACE, robotId: chosen('5203'), columns: byName };
		const items = [{ json: { 推荐人: '13800000001', 姓名: 'a', 金额: 1, '金额 (2)': 1 } }];
		const proposal = '"客户手机号码" {{ $json["推荐人"] }}';
		const { error } = await bench.run(automatic, items, atNow);
		expect(error?.message).toContain('The column "客户手机号码" is missing');
		expect(error?.description).toContain(`The input may have what is missing: ${proposal}`);
		const check = await bench.run({ ...automatic, runMode: 'check' }, items, atNow);
		expect(JSON.stringify(check.outputs)).toContain(JSON.stringify(proposal).slice(1, -1));
		expect(bench.requests('callout')).toEqual([]);
	});

	test('a title above the headings is named', async () => {
		const automatic = { ...PLACE, robotId: chosen('5203'), columns: byName };
		const items = [
			{ json: { 十一月客户名单: '客户手机号码', __EMPTY: '姓名', __EMPTY_1: '金额' } },
			{ json: { 十一月客户名单: '13800000001', __EMPTY: '王', __EMPTY_1: 5 } },
		];
		const { error } = await bench.run(automatic, items, atNow);
		expect(error?.description).toMatch(/first line of the sheet seems to be a title.*Header Row 2/);
	});

	test('a run refuses columns that no field fills', async () => {
		const unmapped = { ...PLACE, robotId: chosen('5203'), columns: byName };
		const result = await bench.run(
			unmapped,
			sheet.map((json) => ({ json })),
			atNow,
		);
		expect(result.error?.message).toContain('The column "金额 (2)" is missing');
		expect(bench.requests('callout')).toEqual([]);
	});
});
