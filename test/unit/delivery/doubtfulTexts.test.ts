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
