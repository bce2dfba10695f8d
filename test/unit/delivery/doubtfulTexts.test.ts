/** How rows are read from the input, and what a check says of their texts. */
import { doubtfulColumns, doubtfulTexts } from '../../../nodes/IflytekAiCall/rows/doubtfulTexts';
import { readFieldName, rowList } from '../../../nodes/IflytekAiCall/rows/rowList';
import { entriesTo } from './context';

const entry = entriesTo({ body: () => ({}), columns: ['tel', 'name', 'sum'] });
const row = (item: number, ...values: string[]) =>
	entry(item, { values: [`139${item}`, ...values] });

test('empty texts and texts that look like a missing value are told for each row, and for each column', async () => {
	const rows = [
		row(0, ' ', '#N/A'),
		row(1, 'undefined', ''),
		row(2, 'Tom', 'null'),
		row(3, 'A', '5'),
	];
	const empty = (name: string) =>
		`Column "${name}" is empty, so the robot says nothing for it. Enter a value if the script speaks it.`;
	const spoken = (name: string, text: string) =>
		expect.stringMatching(`^Column "${name}" has "${text}", which would be spoken\\. `) as string;
	const texts = rows.map((one) => [one.item, doubtfulTexts(one).map(({ text }) => text)]);
	expect(texts).toEqual([
		[0, [empty('name'), spoken('sum', '#N/A')]],
		[1, [spoken('name', 'undefined'), empty('sum')]],
		[2, [spoken('sum', 'null')]],
		[3, []],
	]);
	const advice = 'They would be spoken. Check the field or expression that provides the values.';
	expect((await doubtfulColumns(rows)).map(({ text }) => text)).toEqual([
		'Column "name" is empty in 1 row (1390). Enter a value if the script speaks it.',
		`Column "sum" has "#N/A" or the like in 2 rows (1390, 1392). ${advice}`,
		`Column "name" has "undefined" or the like in 1 row (1391). ${advice}`,
		'Column "sum" is empty in 1 row (1391). Enter a value if the script speaks it.',
	]);
});

test('the phone number is not heard, whatever it looks like', () => {
	const date = '2026-12-01T01:00:00.000Z';
	expect(doubtfulTexts(entry(0, { values: [date, 'Tom', '5'] }))).toEqual([]);
	expect(doubtfulTexts(entry(0, { values: ['1390', date, '5'] }))).toHaveLength(1);
});

test('a field has a list of rows, of which each is checked by itself', () => {
	expect(rowList({ rows: [['1'], 5] }, 'rows')).toEqual([['1'], 5]);
	expect(rowList({ rows: [] }, 'rows')).toEqual([]);
	const adviceOf = (read: () => unknown) => {
		try {
			return read();
		} catch (error) {
			return (error as { details: { advice: string } }).details.advice;
		}
	};
	expect([
		adviceOf(() => rowList({ rows: ['1', 'a'] }, 'rows')),
		adviceOf(() => rowList({ rows: 'a' }, 'rows')),
		adviceOf(() => readFieldName(' ')),
	]).toEqual([
		'A row must stand in a list, also if it is the only one: [["13800000000", "Ms Wang"]], not ["13800000000", "Ms Wang"].',
		'Enter the name of a field containing an array of rows. Each row must be an array of values or an object keyed by column name.',
		'Enter the name of the field, or remove the option if each item is a row.',
	]);
});

const DATES = entriesTo({ body: () => ({}), columns: ['tel', '预约时间', '余额'] });
const warningsOf = (...values: string[]) =>
	doubtfulTexts(DATES(0, { values: ['13800000001', ...values] })).map(({ text }) => text);

test.each([
	['2026-12-01T01:00:00.000Z', '2026-12-01 09:00 in China', 'DateTime.fromISO($json["预约时间"])'],
	['2026-12-01T09:00:00+08:00', '2026-12-01 09:00 in China', 'DateTime.fromISO'],
	['1796086800000', '2026-12-01 09:00 in China', 'DateTime.fromMillis(Number($json["预约时间"]))'],
	['46357', '2026-12-01', '+ $json["预约时间"] * 86400000'],
	['46357.375', '2026-12-01 09:00', '* 86400000'],
])(
	'the date %s of a program is told with what it means, and how to write it',
	(cell, means, how) => {
		const [text] = warningsOf(cell, '5');
		expect(text).toContain(
			`has "${cell}", of which would be heard the signs of a date, which is ${means}.`,
		);
		expect(text).toContain(how);
	},
);

test('a number with the digits of a calculation is told with how to round it', () => {
	expect(warningsOf('明天', '1299.9999999999998')).toEqual([
		'Column "余额" has "1299.9999999999998", of which would be heard every digit of it. Round it: {{ Number($json["余额"]).toFixed(2) }}.',
	]);
});

test.each([
	['2026-12-01', '46205'],
	['12月1日', '1299.99'],
	['9:00', '9999999999999'],
	['20261201', '0.12345678'],
])('%s and %s are said as they are written', (time, sum) => {
	expect(warningsOf(time, sum)).toEqual([]);
});

test('dates of a column are told together', async () => {
	const rows = ['2026-12-01T01:00:00Z', '2026-12-02T01:00:00Z', 'NULL'].map((cell, index) =>
		DATES(index, { values: [`1380000000${index}`, cell, '5'] }),
	);
	expect((await doubtfulColumns(rows)).map(({ text }) => text)).toEqual([
		expect.stringMatching(
			/^Column "预约时间" has "2026-12-01T01:00:00Z" or the like in 2 rows .*fromISO/,
		),
		expect.stringMatching(/^Column "预约时间" has "NULL" or the like in 1 row /),
	]);
});
