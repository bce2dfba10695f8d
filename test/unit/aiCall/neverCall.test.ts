import {
	comparableNumber,
	distinctNumber,
	readNumbers,
} from '../../../nodes/shared/aiCall/rows/neverCall';

test('a number is recognized however it is written', () => {
	const written = [
		'13800000001',
		'+86 138-0000-0001',
		'0086 138 0000 0001',
		'１３８００００​０００１',
	];
	expect(new Set(written.map(comparableNumber))).toEqual(new Set(['13800000001']));
	expect([...readNumbers(['(010) 8888-9999', '010 88889999', '+1 (555) 010-9999'])]).toEqual([
		'01088889999',
		'+15550109999',
	]);
});

test('rows have the same number however it is written, but texts with few digits must be equal', () => {
	const written = ['13800000001', '+8613800000001', '138-0000-0001', '138 0000 0001 (妈妈)'];
	expect(new Set(written.map(distinctNumber))).toEqual(new Set(['13800000001']));
	expect(['(010) 8888-9999', '888-9999', '+1 (555) 010-9999'].map(distinctNumber)).toEqual([
		'01088889999',
		'8889999',
		'+15550109999',
	]);
	const texts = ['', '妈妈', '爸爸', '前台 8001', '客房 8001', '80-01', '888-999', 'extension-1'];
	expect(texts.map(distinctNumber)).toEqual(texts);
});

const HOW_TO_ENTER =
	'Nothing was sent. Enter one number per line, or an expression that returns an array of numbers.';

test.each([
	['nobody', HOW_TO_ENTER],
	[' ', HOW_TO_ENTER],
	[
		'1.38E+10',
		'Nothing was sent. In the spreadsheet, set the format of the column to Text, enter the numbers again in full, and export the file again.',
	],
])('the entry %j is refused, because it is not a phone number', (entry, advice) => {
	expect(() => readNumbers([entry])).toThrow(
		expect.objectContaining({
			message: `Never Call: "${entry}" is no phone number`,
			details: { advice },
		}),
	);
});
