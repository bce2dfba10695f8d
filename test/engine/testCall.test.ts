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
import { newExecution, type NodeRun } from './harness';
import { processedData } from './processedData';

/** A test call is the mode of Place and Add Rows that tries one row with the user's own number. */

const FAR_LINE = '055168204699';
const bench = new CallBench({
	speed: 0,
	lines: [
		...defaultLines(),
		{
			line_num: FAR_LINE,
			concurrents: 1,
			time_work: ['00:00:00-23:59:59'],
			time_apply: Date.UTC(2024, 0, 8),
			time_expire: -1,
			callsAnyNumber: true,
		},
	],
});
const OWN = '13911112222';
const testing = { runMode: 'test', testNumber: '139 1111-2222' };
const bad = { ...customer(0), 客户手机号码: '1' };
const numbers = () => bench.platform.acceptedRows.map(({ values }) => values[0]);
const id = expect.stringMatching(/^\d{17,18}$/);
const tested = (index: number) => ({
	state: 'accepted',
	test: true,
	task_data_id: id,
	phoneNumber: OWN,
	row: { ...customer(index), 客户手机号码: OWN },
});
const leftOut = (index: number) => ({
	state: 'notInTest',
	phoneNumber: customer(index).客户手机号码,
	row: customer(index),
});

beforeEach(() => processedData.reset());

test('a test call calls one number with the values of the first valid row, and marks each row', async () => {
	const { outputs, error } = await bench.run({ ...PLACE, ...testing }, [
		{ json: bad },
		...customers(3),
	]);
	expect(error).toBeUndefined();
	expect(outputs).toEqual([
		[
			{
				json: {
					state: 'notInTest',
					row: bad,
					problems: [expect.stringMatching(/^"1" is not a Mainland China mobile number/)],
				},
				pairedItem: { item: 0 },
			},
			{ json: tested(0), pairedItem: { item: 1 } },
			{ json: leftOut(1), pairedItem: { item: 2 } },
			{ json: leftOut(2), pairedItem: { item: 3 } },
		],
	]);
	expect(numbers()).toEqual([OWN]);
	expect(Object.keys(outputs[0]?.[1]?.json ?? {})[0]).toBe('state');
});

test('a test call accepts rows in a list, and Simplify off', async () => {
	const rows = [customer(0), bad, customer(1)];
	expect(
		await bench.json(
			{ ...PLACE, ...testing, rowsFrom: 'field', rowsField: 'rows', simplify: false },
			[{ json: { rows } }, { json: { rows: 'none' } }],
		),
	).toEqual([
		{ state: 'accepted', test: true, task_data_id: id, response: expect.any(Object) },
		{
			state: 'notInTest',
			rowIndex: 1,
			row: bad,
			problems: [expect.stringMatching(/^Row 1 \(zero-based\): "1" is not/)],
		},
		{ ...leftOut(1), rowIndex: 2 },
		{
			state: 'notInTest',
			problems: [expect.stringMatching(/^The field "rows" does not contain an array/)],
		},
	]);
	expect(numbers()).toEqual([OWN]);
});

test('a test call of Add Rows adds one row to a task', async () => {
	const taskId = await bench.newTask();
	const out = await bench.json({ ...ADD_ROWS, ...testing, taskId: chosen(taskId) }, customers(2));
	expect(out).toEqual([
		{ ...tested(0), task_id: taskId },
		{ ...leftOut(1), task_id: taskId },
	]);
	expect(numbers()).toEqual([OWN]);
});

test('a test call is allowed outside the calling hours', async () => {
	const night = Date.parse('2026-11-23T23:30:00+08:00');
	const nodeType = iflytekAiCallWith({ ...quickClock, date: () => night });
	expect(await bench.json({ ...PLACE, ...testing }, customers(2), { nodeType })).toEqual([
		tested(0),
		leftOut(1),
	]);
});

test.each([
	[' ', /^Test Number is empty/],
	['12345', /^Test Number: "12345" is not a Mainland China mobile number/],
])('a test call with the number "%s" sends nothing', async (testNumber, message) => {
	const { error } = await bench.run({ ...PLACE, ...testing, testNumber }, customers(2));
	expect(error?.message).toMatch(message);
	expect(bench.requests('callout')).toEqual([]);
});

test('a test call accepts a number other than a mobile number if Check Numbers is off', async () => {
	const options = { checkNumbers: false };
	const far = { ...PLACE, lineNum: chosen(FAR_LINE), options };
	await bench.json({ ...far, ...testing, testNumber: ' 05511234567 ' }, customers(1));
	expect(numbers()).toEqual(['05511234567']);
});

test('a test call without a valid row says what is wrong', async () => {
	const { error } = await bench.run({ ...PLACE, ...testing }, [{ json: bad }]);
	expect(error?.message).toMatch(/^"1" is not a Mainland China mobile number/);
	expect(bench.requests('callout')).toEqual([]);
});

test.each<[string, NodeRun['settings']]>([
	['stops', {}],
	['continues', { onError: 'continueRegularOutput' }],
])(
	'a test call that fails reports the error of its row if the run %s on errors',
	async (_name, settings) => {
		bench.platform.failNext('callout', { kind: 'code', code: 3030002 });
		const { outputs, error } = await bench.run({ ...PLACE, ...testing }, customers(2), {
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
			leftOut(1),
		]);
	},
);

describe('a test call with a row key', () => {
	const keyed = { ...PLACE, rowKey: '客户手机号码' };

	test('a test call does not record the row key, so a real run sends the row', async () => {
		await bench.json({ ...keyed, ...testing }, customers(2));
		expect(await bench.json({ ...keyed, runMode: 'real' }, customers(2))).toMatchObject([
			{ state: 'accepted', phoneNumber: '13800000000' },
			{ state: 'accepted', phoneNumber: '13800000001' },
		]);
		expect(numbers()).toEqual([OWN, '13800000000', '13800000001']);
	});

	test('a test call does not remove the keys of rows that were sent', async () => {
		const options = { rememberedRowKeys: 2500 };
		const real = { ...keyed, runMode: 'real', options };
		await bench.json(real, customers(2200));
		await bench.json({ ...keyed, ...testing, options }, customers(1));
		const out = await bench.json(real, customers(2200));
		expect(new Set(out.map((json) => (json as { state: string }).state))).toEqual(
			new Set(['sentBefore']),
		);
	});
});

test('a second start of the execution does not repeat a test call', async () => {
	const execution = newExecution();
	await bench.json({ ...PLACE, ...testing }, customers(2), { execution });
	const { error } = await bench.run({ ...PLACE, ...testing }, customers(2), { execution });
	expect(error?.message).toMatch(/a second time/);
	expect(numbers()).toEqual([OWN]);
});
