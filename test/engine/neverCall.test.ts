import { ADD_ROWS, CallBench, chosen, customer, customers, PLACE } from './aiCall';
import { processedData } from './processedData';

const bench = new CallBench({ speed: 0 });
const withErrorOutput = { settings: { onError: 'continueErrorOutput' as const } };
/** The numbers of the customers 1, 3 and 4 and another one, in different notations. */
const LIST = '+86 138-0000-0001\n13800000003；138 0000 0004, (010) 8888-9999';

beforeEach(() => processedData.reset());

const calledNumbers = () => bench.platform.acceptedRows.map(({ values }) => values[0]);
const numbersOf = (...indexes: number[]) => indexes.map((index) => customer(index).客户手机号码);
/** The result of an item that is left out because its number is never called. */
const neverCallResult = (item: number, otherFields: object = {}) => ({
	json: {
		state: 'neverCall',
		phoneNumber: customer(item).客户手机号码,
		row: customer(item),
		...otherFields,
	},
	pairedItem: { item },
});

describe('numbers that are never called', () => {
	test.each([true, false])(
		'numbers that are never called are left out and have the state neverCall, and the others are called (with an error output: %s)',
		async (hasErrorOutput) => {
			const { outputs, error } = await bench.run(
				{ ...PLACE, options: { neverCall: LIST } },
				customers(5),
				hasErrorOutput ? withErrorOutput : {},
			);
			expect(error).toBeUndefined();
			expect(outputs[0]?.map(({ json }) => json.state)).toEqual([
				'accepted',
				'neverCall',
				'accepted',
				'neverCall',
				'neverCall',
			]);
			expect([outputs[0]?.[1], outputs[0]?.[3]]).toEqual([neverCallResult(1), neverCallResult(3)]);
			expect(calledNumbers()).toEqual(numbersOf(0, 2));
		},
	);

	test('numbers that are never called are not added to a task either, and their row keys are not recorded', async () => {
		const taskId = await bench.newTask();
		const addRows = { ...ADD_ROWS, taskId: chosen(taskId), rowKey: '={{ $json.客户手机号码 }}' };
		const run = async (options: object) =>
			(await bench.run({ ...addRows, options }, customers(3))).outputs[0];
		const [, second] = (await run({ neverCall: numbersOf(1, 9) })) ?? [];
		expect(second).toEqual(neverCallResult(1, { task_id: taskId, rowKey: '13800000001' }));
		expect(calledNumbers()).toEqual(numbersOf(0, 2));
		expect((await run({ neverCall: [] }))?.map(({ json }) => json.state)).toEqual([
			'sentBefore',
			'accepted',
			'sentBefore',
		]);
	});
});

test.each<[string, unknown, string]>([
	['empty', '', 'Never Call has no value'],
	['an expression without a result', '={{ $json.nothing }}', 'Never Call has no value'],
	['a word', 'nobody', 'Never Call: "nobody" is no phone number'],
	[
		'a number that a spreadsheet has shortened',
		'1.38E+10',
		'Never Call: "1.38E+10" is no phone number',
	],
	[
		'an array of rows instead of numbers',
		'={{ [{ phone: "13800000001" }] }}',
		'Never Call must be text, but is an object',
	],
])(
	'Never Call is refused before anything is sent if it is %s',
	async (_name, neverCall, message) => {
		const { error } = await bench.run({ ...PLACE, options: { neverCall } }, customers(1));
		expect([error?.message, bench.requests('callout')]).toEqual([message, []]);
	},
);
