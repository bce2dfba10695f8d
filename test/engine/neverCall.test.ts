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
	test('numbers that are never called are left out and have the state neverCall, and the others are called', async () => {
		const parameters = { ...PLACE, options: { neverCall: LIST } };
		const { outputs, error } = await bench.run(parameters, customers(5));
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
	});

	test('with an error output, numbers that are never called come out where the accepted rows do', async () => {
		const parameters = { ...PLACE, options: { neverCall: LIST } };
		const { outputs } = await bench.run(parameters, customers(5), withErrorOutput);
		expect(outputs[0]?.map(({ json }) => json.state)).toEqual([
			'accepted',
			'neverCall',
			'accepted',
			'neverCall',
			'neverCall',
		]);
		expect(outputs[0]?.filter(({ json }) => json.state === 'neverCall')).toEqual(
			[1, 3, 4].map((item) => neverCallResult(item)),
		);
		expect(outputs[1]).toEqual([]);
		expect(calledNumbers()).toEqual(numbersOf(0, 2));
	});

	test('numbers that are never called are not added to a task either, and are not recorded as sent', async () => {
		const taskId = await bench.newTask();
		const addRows = { ...ADD_ROWS, taskId: chosen(taskId), skipCustomers: 'calledToday' };
		const run = async (options: object) =>
			(await bench.run({ ...addRows, options }, customers(3))).outputs[0];
		const [, second] = (await run({ neverCall: numbersOf(1, 9) })) ?? [];
		expect(second).toEqual(neverCallResult(1, { task_id: taskId }));
		expect(calledNumbers()).toEqual(numbersOf(0, 2));
		expect((await run({ neverCall: [] }))?.map(({ json }) => json.state)).toEqual([
			'sentBefore',
			'accepted',
			'sentBefore',
		]);
	});
});

test.each<[string, unknown, string]>([
	['empty', '', 'Do-Not-Call Numbers has no value'],
	['an expression without a result', '={{ $json.nothing }}', 'Do-Not-Call Numbers has no value'],
	['a word', 'nobody', 'Do-Not-Call Numbers: "nobody" is no phone number'],
	[
		'a number that a spreadsheet has shortened',
		'1.38E+10',
		'Do-Not-Call Numbers: "1.38E+10" is no phone number',
	],
	[
		'an array of rows instead of numbers',
		'={{ [{ phone: "13800000001" }] }}',
		'Do-Not-Call Numbers must be text, but is an object',
	],
])(
	'Do-Not-Call Numbers is refused before anything is sent if it is %s',
	async (_name, neverCall, message) => {
		const { error } = await bench.run({ ...PLACE, options: { neverCall } }, customers(1));
		expect([error?.message, bench.requests('callout')]).toEqual([message, []]);
	},
);

describe('entries of Do-Not-Call Numbers as people write them', () => {
	const four = customers(4);
	const runWith = async (neverCall: unknown, parameters: object = PLACE) =>
		await bench.run({ ...parameters, options: { neverCall } }, four);

	test.each<[string, unknown]>([
		['the comma of Chinese lists', '13800000001、13800000002'],
		['a blank', '13800000001 13800000002'],
		['wide blanks, and numbers in groups', '138 0000 0001　+86 138-0000-0002'],
		['a cell with both', ['13800000001；13800000002']],
		['decimals of a spreadsheet', '13800000001.0\n13800000002.00'],
		['formulas of a spreadsheet', ['="13800000001"', "'13800000002"]],
		['invisible characters', '\uFEFF13800000001\u200B\n13800000002\uFE0F'],
		['JSON', '["13800000001", 13800000002]'],
	])('both numbers are left out if they are written with %s', async (_name, list) => {
		const taskId = await bench.newTask();
		for (const parameters of [PLACE, { ...ADD_ROWS, taskId: chosen(taskId) }]) {
			const { outputs } = await runWith(list, parameters);
			expect(outputs[0]?.map(({ json }) => json.state)).toEqual([
				'accepted',
				'neverCall',
				'neverCall',
				'accepted',
			]);
		}
		expect(calledNumbers()).toEqual([...numbersOf(0, 3), ...numbersOf(0, 3)]);
	});

	test.each([
		'138****0001',
		'138xxxx0001',
		'Tom 13800000001',
		'王13800000001',
		'1380000001',
		'138000000011',
	])('nothing is sent, and the entry is named, if it is %s', async (entry) => {
		for (const runMode of ['real', 'check']) {
			const { error } = await runWith(`13800000002\n${entry}`, { ...PLACE, runMode });
			expect(error?.message).toBe(`Do-Not-Call Numbers: "${entry}" is no phone number`);
		}
		expect(bench.requests('callout')).toEqual([]);
	});

	test.each([
		['array of blank texts', ['', ' ']],
		['text without an entry', '、'],
		['text of invisible characters', '\uFEFF\u200B'],
	])('an %s protects nobody, so nothing is sent', async (_name, list) => {
		expect((await runWith(list)).error?.message).toBe('Do-Not-Call Numbers has no value');
		expect(bench.requests('callout')).toEqual([]);
	});

	test('landlines and foreign numbers pass, with a warning of the check and a line in the result', async () => {
		const list = '0551-68204601\n+1 386 555 0100\n13800000001';
		const warning =
			'Do-Not-Call Numbers: 2 entries are no Mainland China mobile numbers: "0551-68204601", "+1 386 555 0100". Such an entry only leaves out a row with the same digits. Correct it if a digit is missing.';
		const hintsOf = ({ run }: Awaited<ReturnType<typeof runWith>>) =>
			run.data.resultData.runData.Node?.[0]?.hints?.filter(({ type }) => type === 'warning');
		const check = await runWith(list, { ...PLACE, runMode: 'check' });
		expect(check.outputs[0]?.map(({ json }) => [json.state, json.runWarnings])).toEqual([
			['ready', [warning]],
			['neverCall', undefined],
			['ready', undefined],
			['ready', undefined],
		]);
		expect(hintsOf(check)).toContainEqual(expect.objectContaining({ message: warning }));
		const real = await runWith(list);
		expect(hintsOf(real)).toEqual([{ message: warning, type: 'warning', location: 'outputPane' }]);
		expect(calledNumbers()).toEqual(numbersOf(0, 2, 3));
	});

	test('without Check Numbers, a row with a number of the list is left out whatever else it says', async () => {
		const written = ['Tom 13800000001', '+86 551 6820 4601', '1 (386) 555-0100', '13900000009'];
		const options = {
			checkNumbers: false,
			neverCall: ['13800000001', '0551-68204601', '13865550100'],
		};
		const { outputs } = await bench.run(
			{ ...PLACE, options },
			written.map((number, index) => ({ json: { ...customer(index), 客户手机号码: number } })),
		);
		expect(outputs[0]?.map(({ json }) => json.state)).toEqual([
			'neverCall',
			'neverCall',
			'neverCall',
			'accepted',
		]);
	});
});
