import { DateTime } from 'luxon';
import { InputError } from '../../../nodes/shared/failure';
import {
	isoTime,
	readAllPeriods,
	readPeriod,
	readPeriods,
	toMilliseconds,
} from '../../../nodes/shared/aiCall/time/times';

const SHANGHAI = 'Asia/Shanghai';

describe('toMilliseconds', () => {
	it.each<[unknown, number]>([
		['2026-11-21T09:00:00', Date.UTC(2026, 10, 21, 1)],
		['2026-11-21 09:00:00', Date.UTC(2026, 10, 21, 1)],
		['2026-11-21T09:00:00Z', Date.UTC(2026, 10, 21, 9)],
		['2026-11-21T09:00:00.500+02:00', Date.UTC(2026, 10, 21, 7, 0, 0, 500)],
		['2026-11-21', Date.UTC(2026, 10, 20, 16)],
		[' 1800000000000 ', 1_800_000_000_000],
		[1_800_000_000_000, 1_800_000_000_000],
		[new Date(1_800_000_000_000), 1_800_000_000_000],
		[DateTime.fromMillis(1_800_000_000_000), 1_800_000_000_000],
	])('%p is read as %d', (value, ms) => {
		expect(toMilliseconds(value, SHANGHAI, 'Begin')).toBe(ms);
	});

	it.each([
		'2026-11-21 09:00',
		'2026-11-21 9:00',
		'2026/11/21 09:00',
		'2026/11/21 9:00:00',
		'2026-11-21T9:00',
		'20261121T090000',
		'2026-11-21 09:00:00+08:00',
		'2026-11-21 01:00 Z',
	])('accepts %p', (value) => {
		expect(toMilliseconds(value, SHANGHAI, 'Begin')).toBe(Date.UTC(2026, 10, 21, 1));
	});

	it('accepts a date without hyphens, and a date without leading zeros', () => {
		expect(toMilliseconds('2026/1/5', SHANGHAI, 'Begin')).toBe(Date.UTC(2026, 0, 4, 16));
		expect(
			['20261105', '2026/11/5', '2026-11-5'].map((value) =>
				toMilliseconds(value, SHANGHAI, 'Begin'),
			),
		).toEqual(Array.from({ length: 3 }, () => Date.UTC(2026, 10, 4, 16)));
	});

	it.each([
		'09:00',
		'T09',
		'2026',
		'2026-11',
		'11/21/2026',
		'2026-W47',
		'2026-325',
		'2026-02-30',
		'2026-11-21 25:00',
		'2026-11-2109:00',
		'on 2026-11-21',
		'2026-11-21 09:00\nlater',
		' tomorrow',
	])('refuses %p, which is not a date or does not exist', (value) => {
		expect(() => toMilliseconds(value, SHANGHAI, 'Begin')).toThrow(
			`Begin is not a date and time: ${JSON.stringify(value.trim())}`,
		);
	});

	it.each([
		['2026-12-01 09:00 CST', 'CST'],
		['2026-12-01 09:00:00 EST', 'EST'],
		['2026-12-01T09:00:00 CST', 'CST'],
		['2026-12-01T09:00CST', 'CST'],
		['2026-12-01T09:00:00.000[CST]', 'CST'],
		['2026/12/1 9:00 IST', 'IST'],
		['2026-12-01 09:00 PRC', 'PRC'],
		['2026-12-01 09:00 GMT+8', 'GMT+8'],
		['2026-12-01 09:00 UTC+08:00', 'UTC+08:00'],
		['2026-12-01 09:00 Etc/GMT+8', 'Etc/GMT+8'],
		['2026-12-01 09:00:00 +0800 CST', 'CST'],
		['2026-12-01 09:00 北京时间', '北京时间'],
		['2026-12-01 CST', 'CST'],
		[' 2026-12-01 09:00 CST', 'CST'],
		['2026-12-01 09:00 XUTC', 'XUTC'],
	])('refuses the letters behind %p, which name no one time zone', (value, zone) => {
		expect(() => toMilliseconds(value, SHANGHAI, 'Begin')).toThrow(
			expect.objectContaining({
				message: `Begin: "${zone}" is not a clear time zone`,
				details: {
					advice: expect.stringMatching(/^Write the time zone as \+08:00 or .*Asia\/Shanghai/),
				},
			}),
		);
	});

	it.each([
		'2026-11-21 01:00 UTC',
		'2026-11-21 01:00 GMT',
		'2026-11-21 09:00 Asia/Shanghai',
		'2026-11-21T09:00:00[asia/shanghai]',
		'2026-11-21T09:00:00.000+08:00[Asia/Shanghai]',
		'2026-11-21 01:00 Etc/UTC',
	])('reads the clear time zone of %p', (value) => {
		expect(toMilliseconds(value, 'America/New_York', 'Begin')).toBe(Date.UTC(2026, 10, 21, 1));
	});

	it.each(['2026-12-01 9:00 PM', '2026-12-01 9:00 a.m.', '2026-12-01 9:00 上午'])(
		'does not take the half of the day in %p for a time zone',
		(value) => {
			expect(() => toMilliseconds(value, SHANGHAI, 'Begin')).toThrow(
				'Begin is not a date and time',
			);
		},
	);

	it('says what to enter instead of a text, an object, nothing, or seconds', () => {
		const advice =
			'Enter a date and time such as 2026-11-21T09:00:00 (time zone optional), or a Unix timestamp in milliseconds.';
		for (const [value, message] of [
			['tomorrow', 'Start Time is not a date and time: "tomorrow"'],
			[{}, 'Start Time is not a date'],
			['', 'Start Time is empty'],
			['2026-12-01 09:00 (CST)', 'Start Time is not a date and time: "2026-12-01 09:00 (CST)"'],
		]) {
			expect(() => toMilliseconds(value, SHANGHAI, 'Start Time')).toThrow(
				expect.objectContaining({
					name: 'InputError',
					message,
					details: expect.objectContaining({ advice }),
				}),
			);
		}
		const adviceOnYear =
			'Enter a date and time such as 2026-11-21T09:00:00, or a Unix timestamp in milliseconds (13 digits), not in seconds.';
		expect(() => toMilliseconds(1_796_086_800, SHANGHAI, 'Start Time')).toThrow(
			expect.objectContaining({
				message: 'Start Time lies in the year 1970',
				details: expect.objectContaining({ advice: adviceOnYear }),
			}),
		);
	});

	it('accepts any year in a date that is written as text', () => {
		expect(
			['9999-12-31T00:00Z', '2000-01-01T00:00+08:00'].map((value) =>
				toMilliseconds(value, SHANGHAI, 'To'),
			),
		).toEqual([Date.UTC(9999, 11, 31), Date.UTC(1999, 11, 31, 16)]);
	});

	it.each([undefined, null, '', ' '])('says that %p is empty', (value) => {
		expect(() => toMilliseconds(value, SHANGHAI, 'Begin')).toThrow('Begin is empty');
	});

	it.each([{}, { toMillis: 5 }, Number.NaN, new Date('x'), DateTime.invalid('none')])(
		'refuses %p',
		(value) => {
			expect(() => toMilliseconds(value, SHANGHAI, 'Begin')).toThrow(
				new InputError('Begin is not a date'),
			);
		},
	);

	it.each(['202611210900', '20261121090000', 202611210900, 20261121090000])(
		'reads the digits of %p from the year to the minute or second',
		(value) => {
			expect(toMilliseconds(value, SHANGHAI, 'Begin')).toBe(Date.UTC(2026, 10, 21, 1));
		},
	);

	it.each([
		[1_800_000_000, 'End lies in the year 1970'],
		[' 1800000000 ', 'End lies in the year 1970'],
		[Date.UTC(2000, 0) - 1, 'End lies in the year 1999'],
		[Date.UTC(2100, 0), 'End lies in the year 2100'],
		['1800000000', 'End lies in the year 1970'],
		[1_796_086_800_000_000, 'End lies in the year 58885'],
		['196611210900', 'End lies in the year 1976'],
		[1e20, 'End lies in an impossible year'],
		['202613210900', 'End is not a date and time: "202613210900"'],
	])('refuses %p', (value, message) => {
		expect(() => toMilliseconds(value, SHANGHAI, 'End')).toThrow(message);
	});
});

test('a timestamp can be in the years 2000 to 2099', () => {
	expect(
		[Date.UTC(2000, 0), Date.UTC(2100, 0) - 1].map((ms) => toMilliseconds(ms, SHANGHAI, 'End')),
	).toEqual([Date.UTC(2000, 0), Date.UTC(2100, 0) - 1]);
});

describe('platform times', () => {
	it('returns ISO 8601, or null if there is no time', () => {
		expect(
			[1_800_000_000_000, '1800000000000', 0, '0', -1, '', null, undefined, 'x', 1e20].map(isoTime),
		).toEqual([
			'2027-01-15T08:00:00.000Z',
			'2027-01-15T08:00:00.000Z',
			...Array.from({ length: 8 }, () => null),
		]);
	});

	it('a time of 10 digits is in seconds', () => {
		expect([1_800_000_000, '1800000000', 9_999_999_999, 10_000_000_000].map(isoTime)).toEqual([
			'2027-01-15T08:00:00.000Z',
			'2027-01-15T08:00:00.000Z',
			'2286-11-20T17:46:39.000Z',
			'1970-04-26T17:46:40.000Z',
		]);
	});

	it('reads periods', () => {
		expect(readPeriod('08:30:00-11:30:00')).toEqual({ from: '08:30:00', to: '11:30:00' });
		expect(readPeriod('8:30~11:30')).toEqual({ from: '08:30:00', to: '11:30:00' });
		expect(
			['08:30', '', 7, '08:30-11:30-12:00', '08:30-24:00', 'always', 'later-11:30'].map(readPeriod),
		).toEqual(Array.from({ length: 7 }, () => undefined));
		expect(readPeriods(['x', ' 08:30:00 - 11:30:00 '])).toEqual([
			{ from: '08:30:00', to: '11:30:00' },
		]);
		expect(readPeriods('08:30:00-11:30:00')).toEqual([]);
	});

	const BOTH = [
		{ from: '08:30:00', to: '11:30:00' },
		{ from: '13:00:00', to: '18:00:00' },
	];
	it.each([
		['08:30:00-11:30:00', BOTH.slice(0, 1)],
		['08:30:00-11:30:00,13:00:00-18:00:00', BOTH],
		['08:30-11:30; 13:00-18:00; ;', BOTH],
		['08:30:00-11:30:00、13:00:00-18:00:00', BOTH],
		[['08:30:00-11:30:00', '13:00:00-18:00:00'], BOTH],
		[['08:30:00-11:30:00', 'later'], undefined],
		['08:30:00-11:30:00, later', undefined],
		['all day', undefined],
		['', undefined],
		[[], undefined],
		[null, undefined],
	])('reads either all periods of %j or none', (value, periods) => {
		expect(readAllPeriods(value)).toEqual(periods);
	});
});
