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

	it.each([
		'2026-11-21 09：00',
		'２０２６-11-21 09:00',
		'２０２６／１１／２１　９：００',
		'2026-11-21\u00A09:00\u200B',
		'2026年11月21日 9:00',
		'2026年11月21日9点',
		'2026-11-21 9点',
		'2026-11-21 09时00分',
		'2026/11/21 9点0分00秒',
	])('reads %p as nine in the morning, as people in China write it', (value) => {
		expect(toMilliseconds(value, SHANGHAI, 'Begin')).toBe(Date.UTC(2026, 10, 21, 1));
	});

	it.each<[string, string]>([
		['2026-11-21 9点半', '09:30:00'],
		['2026-11-21 14点5分', '14:05:00'],
		['2026-11-21 14时05', '14:05:00'],
		['2026-11-21 23点59分59秒', '23:59:59'],
	])('reads %p', (value, clock) => {
		expect(toMilliseconds(value, SHANGHAI, 'Begin')).toBe(Date.parse(`2026-11-21T${clock}+08:00`));
	});

	it.each(['2026-12-01 元旦', '2026-12-01 25点', '2026-12-01 9点钟左右', '9点', '2026-12-01 上午'])(
		'says of %p that it is no time, not that it is in an unclear time zone',
		(value) => {
			expect(() => toMilliseconds(value, SHANGHAI, 'Start Time')).toThrow(
				`Start Time is not a date and time: ${JSON.stringify(value)}`,
			);
		},
	);

	it('names a time zone of the workflow that nobody knows, unless the time has its own', () => {
		for (const value of ['2026-11-21 09:00', '202611210900', '2026年11月21日'])
			expect(() => toMilliseconds(value, 'Asia/Beijing', 'Start Time')).toThrow(
				expect.objectContaining({
					message:
						'Start Time has no time zone, and the one of the workflow, "Asia/Beijing", is not known',
					details: { advice: expect.stringContaining('Asia/Shanghai') },
				}),
			);
		for (const value of ['2026-11-21T09:00+08:00', 1_795_222_800_000, new Date(1_795_222_800_000)])
			expect(toMilliseconds(value, 'Asia/Beijing', 'Start Time')).toBe(1_795_222_800_000);
		expect(() => toMilliseconds('soon', 'Asia/Beijing', 'Start Time')).toThrow(
			'Start Time is not a date and time: "soon"',
		);
		expect(() => toMilliseconds('2026-11-21 09:00 Asia/Peking', SHANGHAI, 'To')).toThrow(
			'To: "Asia/Peking" is not a clear time zone',
		);
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
		['2026年11月21号 9点', '09:00'],
		['2026.11.21 9:00', '09:00'],
		['2026年11月21日下午3点半', '15:30'],
		['2026-11-21 晚上8点', '20:00'],
		['2026-11-21 中午12点', '12:00'],
		['2026-11-21 凌晨1点一刻', '01:15'],
		['2026-11-21 上午9:05', '09:05'],
		['2026-11-21 下午15:00', '15:00'],
		['2026年11月21日（周六）09:00', '09:00'],
		['2026-11-21 星期六 9:00', '09:00'],
		['2026—11—21 09∶00', '09:00'],
		['2026−11−21 09:00', '09:00'],
		['2026-11-21 09:00 AM', '09:00'],
		['2026-11-21 9pm', '21:00'],
		['2026-11-21 12:30 am', '00:30'],
	])('reads %p as people write it', (value, time) => {
		const at = Date.parse(`2026-11-21T${time}:00+08:00`);
		expect(toMilliseconds(value, SHANGHAI, 'Begin')).toBe(at);
	});

	it.each(['2026-11-21 上午13点', '2026-11-21 中午5点', '2026-11-21 25点', '2026-11-21 13am'])(
		'refuses %p, an hour that this part of the day does not have',
		(value) => expect(() => toMilliseconds(value, SHANGHAI, 'Begin')).toThrow(/^Begin/),
	);

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

	it.each(['2026-12-01 9:00 p.m.', '2026-12-01 9:00 a.m.', '2026-12-01 9:00 上午'])(
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

	it('reads a time that is written as text in the time of China, unless it has a zone', () => {
		expect(
			[
				'2026-11-25 10:00:00',
				'2026/11/25 10:00',
				'２０２６-11-25 10：00',
				'20261125100000',
				20261125100000,
				'2026-11-25T02:00:00Z',
				'Wed Nov 25 10:00:00 CST 2026',
				'Wed Nov 25 02:00:00 UTC 2026',
				'Wed Nov 25 2026 10:00:00 GMT+0800 (中国标准时间)',
				'Wed, 25 Nov 2026 02:00:00 GMT',
				'2026-11-25 00:00:00',
			].map(isoTime),
		).toEqual([
			...Array.from({ length: 10 }, () => '2026-11-25T02:00:00.000Z'),
			'2026-11-24T16:00:00.000Z',
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
