import { NOON_IN_CHINA } from '../setup/quickClock';
import { testInFull } from '../setup/size';
import { defaultLines } from '../simulator/aiCall/config';
import {
	ADD_ROWS,
	CallBench,
	chosen,
	customer,
	customers,
	LINE,
	PLACE,
	RUN,
	SCRIPT,
} from './aiCall';
import { newExecution } from './harness';
import { processedData } from './processedData';

/** A test call is the mode of Place and Add Rows that tries one row with the user's own number. */

/** A line that calls any number, not only mobile numbers. */
const ANY_NUMBER_LINE = '055168204699';
const bench = new CallBench({
	speed: 0,
	lines: [
		...defaultLines(),
		{
			line_num: ANY_NUMBER_LINE,
			concurrents: 1,
			time_work: ['00:00:00-23:59:59'],
			time_apply: Date.UTC(2024, 0, 8),
			time_expire: -1,
			callsAnyNumber: true,
		},
	],
});
const TEST_NUMBER = '13911112222';
const TEST_MODE = { runMode: 'test', testNumber: '139 1111-2222' };
const badRow = { ...customer(0), 客户手机号码: '1' };
const calledNumbers = () => bench.platform.acceptedRows.map(({ values }) => values[0]);
const anyRowId = expect.stringMatching(/^\d{17,18}$/);
/** The result of the row that is called with the test number. */
const testResult = (index: number) => ({
	state: 'accepted',
	test: true,
	task_data_id: anyRowId,
	phoneNumber: TEST_NUMBER,
	row: { ...customer(index), 客户手机号码: TEST_NUMBER },
});
beforeEach(() => processedData.reset());

test('a test call calls the test number with the values of the first valid row, and only the item of this row comes out', async () => {
	const { outputs, error } = await bench.run({ ...PLACE, ...TEST_MODE }, [
		{ json: badRow },
		...customers(3),
	]);
	expect(error).toBeUndefined();
	expect(outputs).toEqual([[{ json: testResult(0), pairedItem: { item: 1 } }]]);
	expect(calledNumbers()).toEqual([TEST_NUMBER]);
	expect(Object.keys(outputs[0]?.[0]?.json ?? {})[0]).toBe('state');
});

test('a test call of Add Rows adds one row to a task', async () => {
	const taskId = await bench.newTask();
	const out = await bench.json({ ...ADD_ROWS, ...TEST_MODE, taskId: chosen(taskId) }, customers(2));
	expect(out).toEqual([{ ...testResult(0), task_id: taskId }]);
	expect(calledNumbers()).toEqual([TEST_NUMBER]);
});

/** n8n evaluates the first of these, whose value is its last argument, and takes the `=` from the others. */
test.each([
	'={{ $fromAI("number", "", "string", "13911112222") }}',
	'={{ $json.客户手机号码 }}',
	'={{ "13911112222" }}',
])(
	'a test call with the expression %s as its number sends nothing and records no run',
	async (testNumber) => {
		for (const parameters of [PLACE, { ...ADD_ROWS, taskId: chosen('1') }]) {
			const { outputs, error } = await bench.run(
				{ ...parameters, ...TEST_MODE, testNumber, options: { checkNumbers: false } },
				customers(2),
			);
			expect([outputs, error?.message, error?.description]).toEqual([
				[],
				"Test Number is an expression, so that an item or an agent's model would choose who is called",
				'Nothing was sent. Enter a number that you can answer in place of the expression.',
			]);
		}
		expect([bench.platform.requests, processedData.calls]).toEqual([[], 0]);
	},
);

describe('a test call with a row key', () => {
	const placeWithKey = { ...PLACE, skipCustomers: 'sentKey', rowKey: '客户手机号码' };

	testInFull(
		'a test call does not make the store drop the keys of rows that were sent',
		async () => {
			const options = { rememberedRowKeys: 2500 };
			const real = { ...placeWithKey, runMode: 'real', options };
			await bench.json(real, customers(2200));
			await bench.json({ ...placeWithKey, ...TEST_MODE, options }, customers(1));
			const out = await bench.json(real, customers(2200));
			expect(new Set(out.map((json) => (json as { state: string }).state))).toEqual(
				new Set(['sentBefore']),
			);
		},
	);
});

test('a test call may be repeated, also if n8n starts its execution a second time', async () => {
	const execution = newExecution();
	await bench.json({ ...PLACE, ...TEST_MODE }, customers(2), { execution });
	await bench.json({ ...PLACE, ...TEST_MODE }, customers(2), { execution });
	expect(calledNumbers()).toEqual([TEST_NUMBER, TEST_NUMBER]);
});

test('the task of a test call begins at once, at any hour, and has no redials and no end time, whatever the campaign has', async () => {
	const campaign = {
		...RUN,
		taskName: 'Survey',
		voiceCode: '65580',
		recalls: 3,
		recallWait: 900,
		begin: '2026-11-25T09:00:00+08:00',
		end: '2026-11-30T18:00:00+08:00',
		callingHours: '09:00-18:00',
	};
	const created = async (mode: object) => {
		const { error } = await bench.run({ ...campaign, ...mode }, customers(1));
		expect(error).toBeUndefined();
		return bench.bodies('taskCreate').at(-1);
	};
	const own = {
		task_name: 'Survey',
		line_num: LINE,
		robot_id: SCRIPT,
		voice_code: '65580',
		time_recall_wait: 900,
	};
	expect(await created({ runMode: 'real' })).toEqual({
		...own,
		recall_count: 3,
		time_begin: Date.parse(campaign.begin),
		time_end: Date.parse(campaign.end),
		time_range: ['09:00:00-17:59:59'],
	});
	expect(await created(TEST_MODE)).toEqual({
		...own,
		task_name: 'Survey (test)',
		time_begin: NOON_IN_CHINA,
		time_range: ['00:00:00-23:59:59'],
	});
});
