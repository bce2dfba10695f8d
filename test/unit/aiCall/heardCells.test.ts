import { DateTime, Settings } from 'luxon';
import { heardCell } from '../../../nodes/shared/aiCall/rows/heardCells';

const IN_CHINA = 'the signs of a date, which is 2026-12-01 09:00 in China';

test.each([
	['2026-12-01T01:00:00.000Z', 'x', IN_CHINA],
	['2026-12-01T09:00:00+08:00', 'x', IN_CHINA],
	['2026-12-01T09:00', 'x', IN_CHINA],
	['1796086800000', 'x', IN_CHINA],
	['Tue Dec 01 2026 09:00:00 GMT+0800 (China Standard Time)', 'x', IN_CHINA],
	['Tue, 01 Dec 2026 01:00:00 GMT', 'x', IN_CHINA],
	['2026-12-01 01:00:00+00', 'x', IN_CHINA],
	['2026-12-01 01:00:00.123+00:00', 'x', IN_CHINA],
	['2026-12-01 01:00:00 +0000', 'x', IN_CHINA],
	['1796086800', '预约时间', IN_CHINA],
	['1796086800', 'due_at', IN_CHINA],
	['1796086812345', '到期', IN_CHINA],
	['46357', '预约日期', 'the signs of a date, which is 2026-12-01'],
	['46357.375', '预约时间', 'the signs of a date, which is 2026-12-01 09:00'],
	['46357.84722222222', 'Date/Time', 'the signs of a date, which is 2026-12-01 20:20'],
	['0.375', '预约时间', 'the signs of a number, which is the time 09:00'],
	['1899-12-30T09:00:00.000Z', 'x', 'the signs of a date, which is the time 09:00'],
	['1299.9999999999998', 'x', 'every digit of it'],
	['￥1,299.9999999999998', 'x', 'every digit of it'],
	['1299.9999999999998元', 'x', 'every digit of it'],
	['6.22848E+18', 'x', 'its letters and signs, and not all of its digits'],
	['1.38E-7', 'x', 'its letters and signs, and not all of its digits'],
])('of %j in the column %s would be heard what nobody says', (text, column, meaning) => {
	expect(heardCell(text, column)?.meaning).toBe(meaning);
});

test.each([
	['2026-12-01T01:00:00.000Z', 'x', '2026-12-01 09:00'],
	['2026-12-01 01:00:00+00', '预约时间', '2026-12-01 09:00'],
	['1796086800000', 'x', '2026-12-01 09:00'],
	['1796086800', 'due_at', '2026-12-01 09:00'],
	['Tue, 01 Dec 2026 01:00:00 GMT', 'x', '2026-12-01 09:00'],
	['46357', '预约日期', '2026-12-01'],
	['46357.375', '{1}时间', '2026-12-01 09:00'],
	['0.375', '预约时间', '09:00'],
	['1899-12-30T09:00:00.000Z', 'x', '09:00'],
	['1299.9999999999998', '金额', '1300.00'],
])('%j in the column %s is %j with the expression that is advised', (text, column, expected) => {
	const advice = heardCell(text, column)?.advice ?? '';
	const expression = /\{\{ (.*) \}\}\.$/.exec(advice)?.[1] ?? '';
	const evaluate = new Function('DateTime', '$json', `return ${expression}`) as (
		dateTime: typeof DateTime,
		json: object,
	) => string;
	expect(evaluate(DateTime, { [column === '{1}时间' ? 'field' : column]: text })).toBe(expected);
});

test('a number in the short form is corrected where it became one', () => {
	expect(heardCell('6.22848E+18', 'x')?.advice).toBe(
		'In the spreadsheet, set the format of the column to Text or Number, and export the file again.',
	);
});

test("what a cell means does not depend on the process's time zone", () => {
	const times = () =>
		['1899-12-30T09:00:00', '0.375', '46357.375'].map((text) => heardCell(text, '时间')?.meaning);
	const here = times();
	Settings.defaultZone = 'America/New_York';
	try {
		expect(times()).toEqual(here);
	} finally {
		Settings.defaultZone = 'system';
	}
});

test('white space around a cell is not heard, and a date that does not exist is none', () => {
	expect(heardCell(' 46357 ', '预约日期')?.meaning).toBe(
		'the signs of a date, which is 2026-12-01',
	);
	expect(heardCell('1899-12-30T99:00', 'x')).toBeUndefined();
});

test.each([
	'2026-12-01',
	'2026年12月1日 09:00',
	'46357',
	'1299.99',
	'3.14159',
	'E5',
	'1E',
	'13 元',
])('%j is heard as it is written', (text) => expect(heardCell(text, '金额')).toBeUndefined());

test.each([
	['1796086800', '余额'],
	['0.375', '比例'],
	['1900-01-01T00:00:00', 'x'],
	['1796086812345', '订单号'],
	['1796086800000', '订单编号'],
	['1796086812345', 'order_id'],
	['1796086812345', 'x'],
	['2026-12-01 09:00:00', '预约时间'],
])('%j in the column %s is heard as it is written', (text, column) => {
	expect(heardCell(text, column)).toBeUndefined();
});
