import { defaultLines } from '../simulator/aiCall/config';
import { quickClock } from '../setup/quickClock';
import {
	ADD_ROWS,
	CallBench,
	chosen,
	customer,
	customers,
	iflytekAiCallWith,
	PLACE,
} from './aiCall';
import { type NodeRun } from './harness';
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
/** The result of another valid row. */
const leftOutResult = (index: number) => ({
	state: 'notInTest',
	phoneNumber: customer(index).客户手机号码,
	row: customer(index),
});

beforeEach(() => processedData.reset());

test('a test call calls the test number with the values of the first valid row, and each item says whether its row was called', async () => {
	const { outputs, error } = await bench.run({ ...PLACE, ...TEST_MODE }, [
		{ json: badRow },
		...customers(3),
	]);
	expect(error).toBeUndefined();
	expect(outputs).toEqual([
		[
			{
				json: {
					state: 'notInTest',
					row: badRow,
					problems: [expect.stringMatching(/^"1" is not a Mainland China mobile number/)],
				},
				pairedItem: { item: 0 },
			},
			{ json: testResult(0), pairedItem: { item: 1 } },
			{ json: leftOutResult(1), pairedItem: { item: 2 } },
			{ json: leftOutResult(2), pairedItem: { item: 3 } },
		],
	]);
	expect(calledNumbers()).toEqual([TEST_NUMBER]);
	expect(Object.keys(outputs[0]?.[1]?.json ?? {})[0]).toBe('state');
});

test('a test call can take rows from a list, and Simplify can be off', async () => {
	const rows = [customer(0), badRow, customer(1)];
	expect(
		await bench.json(
			{ ...PLACE, ...TEST_MODE, rowsFrom: 'field', rowsField: 'rows', simplify: false },
			[{ json: { rows } }, { json: { rows: 'none' } }],
		),
	).toEqual([
		{ state: 'accepted', test: true, task_data_id: anyRowId, response: expect.any(Object) },
		{
			state: 'notInTest',
			rowIndex: 1,
			row: badRow,
			problems: [expect.stringMatching(/^Row 1 \(zero-based\): "1" is not/)],
		},
		{ ...leftOutResult(1), rowIndex: 2 },
		{
			state: 'notInTest',
			problems: [expect.stringMatching(/^The field "rows" does not contain an array/)],
		},
	]);
	expect(calledNumbers()).toEqual([TEST_NUMBER]);
});

test('a test call of Add Rows adds one row to a task', async () => {
	const taskId = await bench.newTask();
	const out = await bench.json({ ...ADD_ROWS, ...TEST_MODE, taskId: chosen(taskId) }, customers(2));
	expect(out).toEqual([
		{ ...testResult(0), task_id: taskId },
		{ ...leftOutResult(1), task_id: taskId },
	]);
	expect(calledNumbers()).toEqual([TEST_NUMBER]);
});

test('a test call is allowed outside the calling hours', async () => {
	const night = Date.parse('2026-11-23T23:30:00+08:00');
	const nodeType = iflytekAiCallWith({ ...quickClock, date: () => night });
	expect(await bench.json({ ...PLACE, ...TEST_MODE }, customers(2), { nodeType })).toEqual([
		testResult(0),
		leftOutResult(1),
	]);
});

test.each([
	[' ', /^Test Number is empty/],
	['12345', /^Test Number: "12345" is not a Mainland China mobile number/],
])('a test call with the number "%s" sends nothing', async (testNumber, message) => {
	const { error } = await bench.run({ ...PLACE, ...TEST_MODE, testNumber }, customers(2));
	expect(error?.message).toMatch(message);
	expect(bench.requests('callout')).toEqual([]);
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

test('the number of a test call need not be a mobile number if Check Numbers is off', async () => {
	const options = { checkNumbers: false };
	const unchecked = { ...PLACE, lineNum: chosen(ANY_NUMBER_LINE), options };
	await bench.json({ ...unchecked, ...TEST_MODE, testNumber: ' 05511234567 ' }, customers(1));
	expect(calledNumbers()).toEqual(['05511234567']);
});

test('if no row is valid, a test call fails and says what is wrong with the row', async () => {
	const { error } = await bench.run({ ...PLACE, ...TEST_MODE }, [{ json: badRow }]);
	expect(error?.message).toMatch(/^"1" is not a Mainland China mobile number/);
	expect(bench.requests('callout')).toEqual([]);
});

test.each<[string, NodeRun['settings']]>([
	['stops', {}],
	['continues', { onError: 'continueRegularOutput' }],
])(
	'if the run %s on errors, a test call that fails reports the error of its row',
	async (_name, settings) => {
		bench.platform.failNext('callout', { kind: 'code', code: 3030002 });
		const { outputs, error } = await bench.run({ ...PLACE, ...TEST_MODE }, customers(2), {
			settings,
		});
		if (error) {
			expect(error.message).toMatch(/3030002/);
			return;
		}
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			{
				error: expect.stringMatching(/3030002/),
				details: expect.objectContaining({ state: 'notAccepted' }),
			},
			leftOutResult(1),
		]);
	},
);

describe('a test call with a row key', () => {
	const placeWithKey = { ...PLACE, rowKey: '客户手机号码' };

	test('a test call does not record the row key, so a real run sends the row', async () => {
		await bench.json({ ...placeWithKey, ...TEST_MODE }, customers(2));
		expect(await bench.json({ ...placeWithKey, runMode: 'real' }, customers(2))).toMatchObject([
			{ state: 'accepted', phoneNumber: '13800000000' },
			{ state: 'accepted', phoneNumber: '13800000001' },
		]);
		expect(calledNumbers()).toEqual([TEST_NUMBER, '13800000000', '13800000001']);
	});

	test('a test call does not make the store drop the keys of rows that were sent', async () => {
		const options = { rememberedRowKeys: 2500 };
		const real = { ...placeWithKey, runMode: 'real', options };
		await bench.json(real, customers(2200));
		await bench.json({ ...placeWithKey, ...TEST_MODE, options }, customers(1));
		const out = await bench.json(real, customers(2200));
		expect(new Set(out.map((json) => (json as { state: string }).state))).toEqual(
			new Set(['sentBefore']),
		);
	});
});
