import type { IDataObject } from 'n8n-workflow';
import { NOON_IN_CHINA, quickClock } from '../setup/quickClock';
import { defaultLines, urlsAt } from '../simulator/aiCall/config';
import {
	ADD_ROWS,
	byHand,
	CallBench,
	chosen,
	customer,
	customers,
	EXPIRED_LINE,
	iflytekAiCallWith,
	LINE,
	PLACE,
	RUN,
} from './aiCall';
import type { InputItem } from './harness';

/**
 * The advice of a check, followed word by word: what it speaks of is gone then, and every row is ready. That of a run is
 * followed in `failures.test.ts` and in the other tests that `test/unit/delivery/advice.test.ts` names.
 */

const OCCUPIED_LINE = '055168204605';
const EVENING_LINE = '055168204607';
const line = (line_num: string, ...time_work: string[]) => ({
	line_num,
	concurrents: 5,
	time_work,
	time_apply: Date.UTC(2024, 0, 8),
	time_expire: -1,
});
const bench = new CallBench({
	speed: 0,
	startTime: NOON_IN_CHINA,
	lines: [
		...defaultLines(),
		line(OCCUPIED_LINE, '00:00:00-23:59:59'),
		line(EVENING_LINE, '20:30:00-22:00:00'),
	],
});
const nodeType = iflytekAiCallWith({ ...quickClock, date: () => NOON_IN_CHINA });

interface Case {
	panel?: object;
	items?: InputItem[];
	/** What the check says of it: what is wrong, and what to do. */
	says: RegExp;
	/** What the person does then. */
	fix?: { panel?: object; items?: InputItem[] };
	/** What stands on the platform then, before the person has changed it. */
	before?: () => Promise<void> | void;
	/** What the person does on the platform. */
	act?: () => void;
}

const PEOPLE = customers(3);
const with_ = (row: object): InputItem[] => [...PEOPLE, { json: { ...customer(3), ...row } }];
const options = (more: object) => ({ options: { concurrentRequests: 1, ...more } });
const KEYED = { skipCustomers: 'sentKey', rowKey: '={{ $json.key }}' };
const keyed = (...keys: string[]): InputItem[] =>
	keys.map((key, index) => ({ json: { ...customer(index), key } }));

const PLACES: Record<string, Case> = {
	'a script that is not there': {
		panel: { robotId: chosen('9999') },
		says: /^Script 9999 not found .* Choose a script from the list/,
		fix: { panel: { robotId: PLACE.robotId } },
	},
	'a script that is not published': {
		panel: { robotId: chosen('5199') },
		says: /is not published: Under review\. Choose a published script from the list\.$/,
		fix: { panel: { robotId: PLACE.robotId } },
	},
	'a voice that is not there': {
		panel: { voiceCode: chosen('12345') },
		says: /^Voice 12345 not found .* or leave it empty\.$/,
		fix: { panel: { voiceCode: chosen('') } },
	},
	'a line that is not there': {
		panel: { lineNum: chosen('1') },
		says: /^Line 1 not found .* Choose a line from the list/,
		fix: { panel: { lineNum: chosen(LINE) } },
	},
	'a line that has expired': {
		panel: { lineNum: chosen(EXPIRED_LINE) },
		says: /expired on .* Choose another line\.$/,
		fix: { panel: { lineNum: chosen(LINE) } },
	},
	'a line that is occupied': {
		panel: { lineNum: chosen(OCCUPIED_LINE) },
		before: async () => {
			const taskId = await bench.newTask({ lineNum: chosen(OCCUPIED_LINE) });
			await bench.json({ ...ADD_ROWS, taskId: chosen(taskId) }, customers(1));
			await bench.json({ resource: 'task', operation: 'start', taskId: chosen(taskId) });
		},
		says: /is occupied.* Choose another line/,
		fix: { panel: { lineNum: chosen(LINE) } },
	},
	'a line that is not at work': {
		panel: { lineNum: chosen(EVENING_LINE) },
		says: /is not at work.* Choose another line/,
		fix: { panel: { lineNum: chosen(LINE) } },
	},
	'columns of another script': {
		panel: {
			columns: byHand(['客户手机号码', '姓名'], {
				客户手机号码: '={{ $json.客户手机号码 }}',
				姓名: 'x',
			}),
		},
		says: /are not those of the script.* Load the columns again .* and fill in what is missing\.$/,
		fix: {
			panel: {
				columns: byHand(['客户手机号码', '姓名', '预约时间'], {
					客户手机号码: '={{ $json.客户手机号码 }}',
					姓名: 'x',
					预约时间: '周五',
				}),
			},
		},
	},
	'hours that are none': {
		panel: options({ callingHours: 'office hours' }),
		says: /Enter one or several periods such as 09:00-20:00 or 09:00-12:00, 14:00-20:00/,
		fix: { panel: options({ callingHours: '09:00-20:00' }) },
	},
	'a zone that is none': {
		panel: options({ callingHoursZone: 'Peking' }),
		says: /Enter a name such as Asia\/Shanghai/,
		fix: { panel: options({ callingHoursZone: 'Asia/Shanghai' }) },
	},
	'a number that is none': {
		items: with_({ 客户手机号码: '138' }),
		says: /"138" is not a Mainland China mobile number/,
		fix: { items: PEOPLE },
	},
	'a number twice, where that is allowed': {
		panel: options({ allowDuplicates: true }),
		items: with_(customer(0)),
		says: /has the same number .* Remove the row, or turn off Allow Duplicate Numbers under Options\.$/,
		fix: { items: PEOPLE },
	},
	'a number on the do-not-call list that is none': {
		panel: options({ neverCall: '1380000009' }),
		says: /"1380000009" is no phone number\..* Enter each number in full/,
		fix: { panel: options({ neverCall: '13800000099' }) },
	},
	'a number on the do-not-call list of another kind': {
		panel: options({ neverCall: '02161234567' }),
		says: /1 entry is no Mainland China mobile number.* Correct it if a digit is missing\.$/,
		fix: { panel: options({ neverCall: '13800000099' }) },
	},
	'a cell that is no value': {
		items: with_({ 姓名: '#N\/A' }),
		says: /has "#N\/A", which would be spoken\. Check the field or expression/,
		fix: { items: with_({ 姓名: '王芳' }) },
	},
	'an empty cell': {
		items: with_({ 姓名: '' }),
		says: /^Column "姓名" is empty.* Enter a value if the script speaks it\.$/,
		fix: { items: with_({ 姓名: '王芳' }) },
	},
	'a key that is empty': {
		panel: KEYED,
		items: keyed('a', ' '),
		says: /^Row Key is empty\. Enter the name of a field/,
		fix: { items: keyed('a', 'b') },
	},
	'more keys than are remembered': {
		panel: { ...KEYED, ...options({ rememberedRowKeys: 100 }) },
		items: keyed(...Array.from({ length: 101 }, (_, index) => `k${index}`)),
		says: /only 100 keys are remembered\. Increase Remembered Row Keys under Options to more than/,
		fix: { panel: options({ rememberedRowKeys: 102 }) },
	},
};

const RUNS: Record<string, Case> = {
	'no URL for what the calls push': {
		says: /^The platform has no URL for .* Enter the Production URL of an iFLYTEK AI Call Trigger/,
		before: () => void (bench.platform.setup.urls = []),
		act: () => void (bench.platform.setup.urls = urlsAt('http://127.0.0.1:9/webhook')),
	},
	'an End Time before Start Time': {
		panel: options({ begin: '2026-12-02 09:00', end: '2026-12-01 09:00' }),
		says: /^End Time must be after Start Time\. Correct Start Time or End Time\./,
		fix: { panel: options({ begin: '2026-12-02 09:00', end: '2026-12-03 09:00' }) },
	},
	'a Start Time that is none': {
		panel: options({ begin: 'tomorrow' }),
		says: /^Start Time is not a date and time: "tomorrow"/,
		fix: { panel: options({ begin: '2026-12-01 09:00' }) },
	},
	'a Start Time that is outside the hours': {
		panel: options({ begin: '2026-12-01 06:00', callingHours: '09:00-20:00' }),
		says: /is outside the Calling Times.* To call at Start Time, change Calling Times\.$/,
		fix: { panel: options({ begin: '2026-12-01 06:00', callingHours: '06:00-20:00' }) },
	},
	'a line that never works at these hours': {
		panel: { lineNum: chosen(EVENING_LINE), ...options({ callingHours: '09:00-18:00' }) },
		says: /^The task would call nobody.* Choose other hours or another line\.$/,
		fix: { panel: options({ callingHours: '09:00-21:00' }) },
	},
	'too many redials': {
		panel: options({ recalls: 4 }),
		says: /^Redials must be a whole number from 0 to 3/,
		fix: { panel: options({ recalls: 3 }) },
	},
	'days that leave none': {
		panel: options({ end: '2026-11-24 09:00', datesLeftOut: '2026-11-23, 2026-11-24' }),
		says: /leave no day.* Choose a later End Time or other days\.$/,
		fix: { panel: options({ end: '2026-11-26 09:00', datesLeftOut: '2026-11-23, 2026-11-24' }) },
	},
	'other names for each item': {
		panel: { taskName: '={{ $json.客户手机号码 }}' },
		items: customers(21),
		says: /^21 different tasks would be created\..* enter the same name/,
		fix: { panel: { taskName: '十一月' } },
	},
};

/** Everything that a check says, row by row, and the states of the rows. */
async function checked(panel: object, items: InputItem[]) {
	const { outputs, error } = await bench.run({ ...panel, runMode: 'check' } as IDataObject, items, {
		nodeType,
		audited: true,
		settings: { onError: 'continueErrorOutput' },
	});
	if (error) return { texts: [`${error.message}. ${error.description}`], states: ['failed'] };
	const rows = outputs.flat().map(({ json }) => json);
	const texts = rows.flatMap(({ error: failed, details, reason, advice, ...row }) => [
		...(advice === undefined ? [] : [`${String(reason)}. ${String(advice)}`]),
		...(failed ? [`${String(failed)}. ${String((details as IDataObject).advice)}`] : []),
		...[row.problems, row.warnings, row.runWarnings].flatMap((list) => (list ?? []) as string[]),
	]);
	return { texts, states: rows.map(({ state }) => state) };
}

describe.each([
	['Place', PLACE, PLACES],
	['Run Campaign', RUN, RUNS],
] as const)('%s: what a check says helps, for', (_operation, operation, cases) => {
	test.each(Object.entries(cases))(
		'%s',
		async (name, { panel = {}, items = PEOPLE, says, fix, before, act }) => {
			await before?.();
			const first = await checked({ ...operation, ...panel }, items);
			const isSaid = first.texts.some((text) => says.test(text));
			expect({ name, texts: first.texts, isSaid }).toEqual({
				name,
				texts: first.texts,
				isSaid: true,
			});
			act?.();
			const next = await checked({ ...operation, ...panel, ...fix?.panel }, fix?.items ?? items);
			expect(next.texts.filter((text) => says.test(text))).toEqual([]);
			expect(new Set(next.states)).toEqual(new Set(['ready']));
		},
	);
});

test.each([
	['is deleted', 'delete'],
	['was started', 'start'],
])('Add Rows: what a check says helps, for a task that %s', async (_name, operation) => {
	const [taskId, another] = [
		await bench.newTask({ lineNum: chosen(OCCUPIED_LINE) }),
		await bench.newTask(),
	];
	await bench.json({ ...ADD_ROWS, taskId: chosen(taskId) }, customers(1));
	await bench.json({ resource: 'task', operation, taskId: chosen(taskId) });
	const { texts } = await checked({ ...ADD_ROWS, taskId: chosen(taskId) }, PEOPLE);
	expect(texts).toContainEqual(expect.stringMatching(/Create another task for these rows\.$/));
	expect(await checked({ ...ADD_ROWS, taskId: chosen(another) }, PEOPLE)).toEqual({
		texts: [],
		states: ['ready', 'ready', 'ready'],
	});
});
