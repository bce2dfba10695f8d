import { ADD_ROWS, CallBench, chosen, customer, customers, PLACE } from './aiCall';
import { processedData } from './processedData';

const bench = new CallBench({ speed: 0 });
const carryOn = { settings: { onError: 'continueErrorOutput' as const } };
const LIST = '+86 138-0000-0001\n13800000003；138 0000 0004, (010) 8888-9999';

beforeEach(() => processedData.reset());

const called = () => bench.platform.acceptedRows.map(({ values }) => values[0]);
const phones = (...indexes: number[]) => indexes.map((index) => customer(index).客户手机号码);
const leftOut = (item: number, more: object = {}) => ({
	json: {
		state: 'neverCall',
		phoneNumber: customer(item).客户手机号码,
		row: customer(item),
		...more,
	},
	pairedItem: { item },
});

describe('numbers that are never called', () => {
	test.each([true, false])(
		'numbers that are never called are left out with a state of their own, and the others are called (with continue: %s)',
		async (continues) => {
			const { outputs, error } = await bench.run(
				{ ...PLACE, options: { neverCall: LIST } },
				customers(5),
				continues ? carryOn : {},
			);
			expect(error).toBeUndefined();
			expect(outputs[0]?.map(({ json }) => json.state)).toEqual([
				'accepted',
				'neverCall',
				'accepted',
				'neverCall',
				'neverCall',
			]);
			expect([outputs[0]?.[1], outputs[0]?.[3]]).toEqual([leftOut(1), leftOut(3)]);
			expect(called()).toEqual(phones(0, 2));
		},
	);

	test('numbers that are never called are not added to a task either, and use no row key', async () => {
		const taskId = await bench.newTask();
		const addRows = { ...ADD_ROWS, taskId: chosen(taskId), rowKey: '={{ $json.客户手机号码 }}' };
		const run = async (options: object) =>
			(await bench.run({ ...addRows, options }, customers(3))).outputs[0];
		const [, second] = (await run({ neverCall: phones(1, 9) })) ?? [];
		expect(second).toEqual(leftOut(1, { task_id: taskId, rowKey: '13800000001' }));
		expect(called()).toEqual(phones(0, 2));
		expect((await run({ neverCall: [] }))?.map(({ json }) => json.state)).toEqual([
			'sentBefore',
			'accepted',
			'sentBefore',
		]);
	});

	test('a never-call number outside the calling hours does not stop the others, and nothing is sent if nobody is left', async () => {
		const hours = '={{ $itemIndex === 0 ? "00:00-01:00" : "09:00-20:00" }}';
		const { outputs } = await bench.run(
			{ ...PLACE, callingHours: hours, options: { neverCall: phones(0) } },
			customers(2),
		);
		expect(outputs[0]?.map(({ json }) => json.state)).toEqual(['neverCall', 'accepted']);
		await bench.run({ ...PLACE, options: { neverCall: phones(0, 1) } }, customers(2));
		expect(called()).toEqual(phones(1));
	});

	test('numbers that are never called are reported by a check', async () => {
		const { outputs } = await bench.run(
			{ ...PLACE, runMode: 'check', options: { neverCall: phones(1) } },
			customers(2),
		);
		expect(outputs[0]?.map(({ json }) => json.state)).toEqual(['wouldBeSent', 'neverCall']);
		expect(outputs[0]?.[1]).toEqual(leftOut(1));
		expect(bench.requests('callout')).toEqual([]);
	});

	test('numbers that are never called are also recognized if Check Numbers is off', async () => {
		const items = [
			{ json: { ...customer(0), 客户手机号码: '+86 138 0000 0000' } },
			...customers(1),
		];
		const options = { checkNumbers: false, refuseRepeatedNumbers: false, neverCall: phones(0) };
		const { outputs } = await bench.run({ ...PLACE, options }, items);
		expect(outputs[0]?.map(({ json }) => json.state)).toEqual(['neverCall', 'neverCall']);
		expect(called()).toEqual([]);
	});
});

test('a number that occurs twice and is never called is left out twice', async () => {
	const { outputs } = await bench.run({ ...PLACE, options: { neverCall: phones(0) } }, [
		...customers(2),
		...customers(2),
	]);
	expect(outputs[0]?.map(({ json }) => json.state)).toEqual([
		'neverCall',
		'accepted',
		'neverCall',
		'duplicate',
	]);
});

test.each<[string, unknown, string]>([
	['nothing', '', 'Never Call has no value'],
	['what an expression does not find', '={{ $json.nothing }}', 'Never Call has no value'],
	['a word', 'nobody', 'Never Call: "nobody" is no phone number'],
	[
		'a number that a spreadsheet has shortened',
		'1.38E+10',
		'Never Call: "1.38E+10" is no phone number',
	],
	[
		'rows in the place of numbers',
		'={{ [{ phone: "13800000001" }] }}',
		'Never Call must be text, but is an object',
	],
])('a list that is %s is refused before anything is sent', async (_name, neverCall, message) => {
	const { error } = await bench.run({ ...PLACE, options: { neverCall } }, customers(1));
	expect([error?.message, bench.requests('callout')]).toEqual([message, []]);
});
