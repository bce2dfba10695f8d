import { comparableNumber, readPhone } from '../../../nodes/shared/aiCall/rows/phone';
import { numbersIn } from '../../../nodes/shared/aiCall/rows/phoneLists';
import { otherNumbersWarning, readNumbers } from '../../../nodes/IflytekAiCall/rows/neverCall';

const certainly = (text: string) => readPhone(text).number;

test('a number is recognized however it is written', () => {
	const written = [
		'13800000001',
		'+86 138-0000-0001',
		'0086 138 0000 0001',
		'１３８００００​０００１',
		'13800000001.0',
		'="13800000001"',
	];
	expect(new Set(written.map(certainly))).toEqual(new Set(['13800000001']));
	const landline = ['(010) 8888-9999', '010 88889999', '+86 10 8888 9999', '+86 (0)10 88889999'];
	expect(new Set(landline.map(certainly))).toEqual(new Set(['01088889999']));
	expect(['+1 (555) 010-9999', '001 555 010 9999'].map(certainly)).toEqual([
		'+15550109999',
		'+15550109999',
	]);
});

test('rows have the same number however it is written, but texts with few digits must be equal', () => {
	const written = ['13800000001', '+8613800000001', '138-0000-0001', '138 0000 0001 (妈妈)'];
	expect(new Set(written.map(comparableNumber))).toEqual(new Set(['13800000001']));
	expect(['(010) 8888-9999', '888-9999', '+1 (555) 010-9999'].map(comparableNumber)).toEqual([
		'01088889999',
		'8889999',
		'+15550109999',
	]);
	const texts = ['', '妈妈', '爸爸', '前台 8001', '客房 8001', '80-01', '888-999', 'extension-1'];
	expect(texts.map(comparableNumber)).toEqual(texts);
});

test('a text with more than a number has each of its numbers', () => {
	expect(
		[
			'Tom 13800000001',
			'Tom 138.0000.0001',
			'13800000001 13800000002',
			'13800000001/13800000002',
			'0551-68204601转8001',
			'Tom',
			'+86 13800000001 or 12345678901234567',
		].map(numbersIn),
	).toEqual([
		['13800000001'],
		['13800000001'],
		['13800000001', '13800000002'],
		['13800000001', '13800000002'],
		['055168204601'],
		[],
		['13800000001', '12345678901234567'],
	]);
});

test.each([
	['13800000001 13800000002', ['13800000001', '13800000002']],
	['tel：13800000001', ['13800000001']],
	['手机：138 0000 0001', ['13800000001']],
	['联系电话：010-8888-9999', ['01088889999']],
	['13800000001\u300013800000002\t13800000003', ['13800000001', '13800000002', '13800000003']],
	['138 0000 0001 +86 138 0000 0002', ['13800000001', '13800000002']],
	['13800000001 010 8888 9999', ['13800000001', '01088889999']],
	['02088889999 02088889998', ['02088889999', '02088889998']],
	['+86 1 3 8 0 0 0 0 0 0 0 1 13800000002', ['13800000001', '13800000002']],
	['1  3  8  0  0  0  0  0  0  0  1 13800000002', ['13800000001', '13800000002']],
])('the entry %j is a list of numbers', (entry, numbers) => {
	expect([...readNumbers([entry]).numbers]).toEqual(numbers);
});

test('numbers that are no mobile numbers of China are told, because they may be mistaken', () => {
	const { numbers, others } = readNumbers([
		'13800000001',
		'0551-68204601',
		'12800000001',
		'+1 386 555 0100',
		'13800000002 02088889999',
	]);
	const mobiles = ['13800000001', '13800000002'];
	const different = ['055168204601', '12800000001', '+13865550100', '02088889999'];
	expect(new Set(numbers)).toEqual(new Set([...mobiles, ...different]));
	expect(others).toEqual([
		'0551-68204601',
		'12800000001',
		'+1 386 555 0100',
		'13800000002 02088889999',
	]);
	expect(otherNumbersWarning(others.slice(0, 1))).toEqual([
		{
			message: 'Do-Not-Call Numbers: 1 entry is no Mainland China mobile number: "0551-68204601"',
			text: 'Do-Not-Call Numbers: 1 entry is no Mainland China mobile number: "0551-68204601". Such an entry only leaves out a row with the same digits. Correct it if a digit is missing.',
			isWarning: true,
		},
	]);
	expect([otherNumbersWarning([]), otherNumbersWarning(others)[0]?.text.slice(0, 72)]).toEqual([
		[],
		'Do-Not-Call Numbers: 4 entries are no Mainland China mobile numbers: "05',
	]);
});

const HOW_TO_ENTER =
	'Nothing was sent. Enter each number in full, or an expression that returns an array of numbers. Masked numbers and names protect nobody.';

test.each([
	['nobody', HOW_TO_ENTER],
	[' ', HOW_TO_ENTER],
	['138****0001', HOW_TO_ENTER],
	['138xxxx0001', HOW_TO_ENTER],
	['Tom 13800000001', HOW_TO_ENTER],
	['13800000001（王）', HOW_TO_ENTER],
	['13800000001 8001', HOW_TO_ENTER],
	['1380000001', HOW_TO_ENTER],
	['138000000011', HOW_TO_ENTER],
	['+86 1380000001', HOW_TO_ENTER],
	['013800000001', HOW_TO_ENTER],
	['8001', HOW_TO_ENTER],
	['1391234567①', HOW_TO_ENTER],
	['13800000001-13800000002', HOW_TO_ENTER],
	['1 386 555 0100 13800000002', HOW_TO_ENTER],
	['1+8612345', HOW_TO_ENTER],
	['1 (386) 555-0100', expect.stringMatching(/^Nothing was sent. If it is a Mainland/)],
	[
		'1.38E+10',
		'Nothing was sent. In the spreadsheet, set the format of the column to Text, enter the numbers again in full, and export the file again.',
	],
])('the entry %j is refused, because it is not certainly a phone number', (entry, advice) => {
	expect(() => readNumbers(['13800000001', entry])).toThrow(
		expect.objectContaining({
			message: `Do-Not-Call Numbers: "${entry}" is no phone number`,
			details: { advice },
		}),
	);
});

test('a number has at most twelve parts', () => {
	expect(() => readNumbers(['+ 86 1 3 8 0 0 0 0 0 0 0 1 13800000002'])).toThrow(
		/is no phone number$/,
	);
});

test('an error names all entries that are no phone numbers', () => {
	expect(() => readNumbers(['Tom', '13800000001', '138****0001'])).toThrow(
		'Do-Not-Call Numbers: "Tom", "138****0001" are no phone numbers',
	);
});
