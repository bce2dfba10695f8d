import { DateTime } from 'luxon';
import {
	closedDayText,
	EVERY_DAY,
	isCallingDay,
	readDates,
	readWeekdays,
	WEEKDAYS,
	weekdayName,
	type CallingDays,
} from '../../../nodes/shared/aiCall/time/callingDays';
import { taskTimes } from '../../../nodes/shared/aiCall/time/taskWindow';
import {
	isWithin,
	nextOpening,
	outsideHours,
	readCallingHours,
} from '../../../nodes/shared/aiCall/time/callingHours';
import { InputError } from '../../../nodes/shared/failure';

const CHINA = 'Asia/Shanghai';
/** On the same moment the others have the date before, or the date after, that of China. */
const ZONES = [CHINA, 'America/New_York', 'Pacific/Auckland'];
const time = (text: string, zone = CHINA) => DateTime.fromISO(text, { zone });
const at = (text: string, zone = CHINA) => time(text, zone).toMillis();
const iso = (ms: number, zone = CHINA) =>
	DateTime.fromMillis(ms, { zone }).toISO({ suppressMilliseconds: true });
/** A moment as the clocks of a zone show it. */
const local = (ms: number, zone: string) => iso(ms, zone)?.slice(0, '2026-11-23T09:00:00'.length);
const refused = (message: string, advice: string) =>
	expect.objectContaining({ constructor: InputError, message, details: { advice } });

const WORKDAYS = WEEKDAYS.slice(0, 5);
const days = (weekdays: CallingDays['weekdays'], ...leftOut: string[]): CallingDays => ({
	weekdays,
	leftOut: new Set(leftOut),
});
const HOLIDAY = ['2026-10-07', '2026-10-01', '2026-10-03', '2026-10-02'];

describe('days of the week', () => {
	test('days of the week are read in any order, with spaces, and in capital or small letters', () => {
		expect(readWeekdays([' Sunday', 'MONDAY ', 'monday'])).toEqual(['monday', 'sunday']);
		expect(WEEKDAYS.map(weekdayName).join(' ')).toBe(
			'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
		);
	});

	test.each([
		['周一', 'monday'],
		['星期三', 'wednesday'],
		['礼拜天', 'sunday'],
		['周日', 'sunday'],
		['週六', 'saturday'],
		['Tue', 'tuesday'],
		['thurs.', 'thursday'],
		['FRI', 'friday'],
	])('the day %s is %s', (text, weekday) => {
		expect(readWeekdays([text])).toEqual([weekday]);
	});

	test('an unknown day of the week is refused, and so is an empty list', () => {
		for (const unclear of ['mo', 'm.on', 's'])
			expect(() => readWeekdays([unclear])).toThrow(InputError);
		expect(() => readWeekdays(['monday', 'Someday'])).toThrow(
			refused(
				'Calling Days must be days of the week, but "someday" is not one',
				'Choose them from the list. An expression returns an array of monday, tuesday, wednesday, thursday, friday, saturday, sunday.',
			),
		);
		expect(() => readWeekdays([])).toThrow(
			refused('Calling Days are empty', 'Choose at least one day of the week.'),
		);
	});
});

describe('dates', () => {
	test.each(['2026-10-01 CST', '2026-10-01 09:00 EST', '2026-10-01 to 2026-10-02 GMT+8'])(
		'a date with letters that name no one time zone is refused: %s',
		(entry) => {
			expect(() => readDates([entry], CHINA)).toThrow(
				/^Dates Left Out: "(CST|EST|GMT\+8)" is not a clear time zone$/,
			);
		},
	);

	test.each<[unknown, string[]]>([
		['2026-10-01', ['2026-10-01']],
		[20261001, ['2026-10-01']],
		['20261001', ['2026-10-01']],
		[Date.UTC(2026, 9, 10, 18), ['2026-10-11']],
		[Date.UTC(2026, 9, 10, 18) + 0.5, ['2026-10-11']],
		[new Date(Date.UTC(2026, 9, 10, 18)), ['2026-10-11']],
		['2000-01-01', ['2000-01-01']],
		['2099-12-31', ['2099-12-31']],
		['2026-12-31 to 2027-01-02', ['2026-12-31', '2027-01-01', '2027-01-02']],
		['20261001..20261002', ['2026-10-01', '2026-10-02']],
		['2026-10-01~2026-10-01', ['2026-10-01']],
		[' 2026-10-01  to  2026-10-02 ', ['2026-10-01', '2026-10-02']],
		['2026-10-01 ～ 2026-10-02', ['2026-10-01', '2026-10-02']],
		['2026-10-01至2026-10-02', ['2026-10-01', '2026-10-02']],
		['2026-10-01到2026-10-02', ['2026-10-01', '2026-10-02']],
		['2026年10月1日', ['2026-10-01']],
		['2026年10月1日至10月2日', ['2026-10-01', '2026-10-02']],
		['2026年10月1日至2日', ['2026-10-01', '2026-10-02']],
		['2026/10/1~10/2', ['2026-10-01', '2026-10-02']],
		['２０２６/10/1～2', ['2026-10-01', '2026-10-02']],
		['2026年10月1日 至 2日 ', ['2026-10-01', '2026-10-02']],
		['2026-10-01  to  10-02', ['2026-10-01', '2026-10-02']],
		['2026-10-01 .. 2', ['2026-10-01', '2026-10-02']],
		['2026-10-01 - 2026-10-02', ['2026-10-01', '2026-10-02']],
		['2026-10-01–2026-10-02', ['2026-10-01', '2026-10-02']],
		['2026.10.1-10.2', ['2026-10-01', '2026-10-02']],
		['2026年10月1日-2日', ['2026-10-01', '2026-10-02']],
		['2026年10月1号至2号', ['2026-10-01', '2026-10-02']],
		['2026/10/1-2026/10/2', ['2026-10-01', '2026-10-02']],
		['20261001-20261002', ['2026-10-01', '2026-10-02']],
		['2026-10-01/2026-10-02', ['2026-10-01', '2026-10-02']],
		['2026年10月1日（周四）', ['2026-10-01']],
		['2026年12月31日——2027年1月1日', ['2026-12-31', '2027-01-01']],
	])('dates are read from %j', (entry, dates) => {
		expect([...readDates([entry], CHINA)]).toEqual(dates);
	});

	test('a range of dates includes each day, even a day on which the clocks change', () => {
		expect([...readDates(['2026-03-28 to 2026-03-30'], 'Europe/Berlin')]).toEqual([
			'2026-03-28',
			'2026-03-29',
			'2026-03-30',
		]);
		expect(readDates(['2026-01-01 to 2027-01-01', '2026-05-01'], CHINA).size).toBe(366);
	});

	test.each([
		'2026-10-02 to 2026-10-01',
		'2026/12/28~1/3',
		'2026年10月7日至1日',
		'2026-01-01 to 2027-01-02',
		'20261001..20261002..20261003',
	])('the range of dates %s is refused', (entry) => {
		expect(() => readDates([entry], CHINA)).toThrow(
			refused(
				`Dates Left Out: "${entry}" is not a valid range of dates`,
				'Enter the first and the last day, such as 2026-10-01 to 2026-10-07, at most 366 days.',
			),
		);
	});

	test.each([
		['1999-12-31', 1999],
		['2100-01-01', 2100],
	])('the date %s is refused because of its year', (entry, year) => {
		expect(() => readDates([entry], CHINA)).toThrow(
			refused(
				`Dates Left Out: ${entry} lies in the year ${year}`,
				'Enter dates between 2000 and 2099, such as 2026-10-01.',
			),
		);
	});

	test.each([
		['soon', 'not a date and time: "soon"'],
		['', 'empty'],
		[null, 'empty'],
		['2026-10-01 to ', 'empty'],
	])('the entry %j is refused', (entry, what) => {
		expect(() => readDates([entry], CHINA)).toThrow(
			expect.objectContaining({ constructor: InputError, message: `Dates Left Out is ${what}` }),
		);
	});
});

describe('a day', () => {
	const rule = days(WORKDAYS, '2026-10-01');

	test('the day of the week and the date decide whether a day is a calling day, both in the time zone of the day', () => {
		expect(
			['2026-09-30', '2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04'].map((date) =>
				isCallingDay(rule, time(date)),
			),
		).toEqual([true, false, true, false, false]);
		// A morning in China is still the day before in New York.
		expect(
			['2026-10-01T08:00', '2026-10-02T08:00', '2026-10-03T08:00'].map((text) =>
				isCallingDay(rule, time(text).setZone('America/New_York')),
			),
		).toEqual([true, false, true]);
	});

	test('an added date is a calling day on any day of the week, unless it is left out as well', () => {
		const added = new Set(['2026-10-03', '2026-10-04', '2026-10-01']);
		const withAdded = { ...rule, added };
		expect(
			['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04', '2026-10-10'].map((date) =>
				isCallingDay(withAdded, time(date)),
			),
		).toEqual([false, true, true, true, false]);
		expect(closedDayText({ ...withAdded, leftOut: added }, time('2026-10-04'))).toBe(
			'Sunday, 2026-10-04, in Asia/Shanghai, which is one of the Dates Left Out',
		);
	});

	test('the text of a day says why nobody is called on it', () => {
		expect([
			closedDayText(rule, time('2026-10-01')),
			closedDayText(rule, time('2026-10-04')),
		]).toEqual([
			'Thursday, 2026-10-01, in Asia/Shanghai, which is one of the Dates Left Out',
			'Sunday, 2026-10-04, in Asia/Shanghai, which is none of the Calling Days',
		]);
	});
});

describe('calling hours that open only on some days', () => {
	/** From 09:00 to 20:00 on workdays except Monday, 23 November 2026. */
	const hoursOnWorkdays = (zone = CHINA) => ({
		...readCallingHours('09:00-20:00', zone),
		days: days(WORKDAYS, '2026-11-23'),
	});

	test.each(ZONES)(
		'calling hours are closed on other days, and open again on the next calling day, in %s',
		(zone) => {
			const hours = hoursOnWorkdays(zone);
			expect(
				['2026-11-20T19:00', '2026-11-21T10:00', '2026-11-23T10:00'].map((text) =>
					isWithin(hours, at(text, zone)),
				),
			).toEqual([true, false, false]);
			expect(
				['2026-11-20T08:00', '2026-11-20T20:00', '2026-11-21T10:00', '2026-11-23T21:00'].map(
					(text) => local(nextOpening(hours, at(text, zone)), zone),
				),
			).toEqual([
				'2026-11-20T09:00:00',
				'2026-11-24T09:00:00',
				'2026-11-24T09:00:00',
				'2026-11-24T09:00:00',
			]);
		},
	);

	test.each([
		[
			'2026-11-21T10:00',
			'days',
			'Saturday, 2026-11-21, in Asia/Shanghai, which is none of the Calling Days',
		],
		[
			'2026-11-23T10:00',
			'days',
			'Monday, 2026-11-23, in Asia/Shanghai, which is one of the Dates Left Out',
		],
		['2026-11-24T08:00', 'hours', '08:00 in Asia/Shanghai, outside the Calling Hours 09:00-20:00'],
	])('the error at %s says which rule forbids calls', (text, rule, reason) => {
		const retryAt = '2026-11-24T09:00:00+08:00';
		const error = outsideHours(hoursOnWorkdays(), at(text));
		expect({ rule: error?.rule, message: error?.message, details: error?.details }).toEqual({
			rule,
			message: `It is ${reason}`,
			details: { advice: `Send it from ${retryAt} on, or use a task, which waits.`, retryAt },
		});
	});
});

describe('start and end of a task', () => {
	/** The times, in China. Expects the same times of the clock in the other zones. */
	const times = (rule: CallingDays, begin: string, end?: string, now = '2026-01-01') => {
		const inZones = ZONES.map((zone) => {
			const given = { begin: at(begin, zone), end: end === undefined ? undefined : at(end, zone) };
			const found = taskTimes(rule, zone, given, at(now, zone));
			return [local(found.begin, zone), found.end && local(found.end, zone)];
		});
		expect(inZones).toEqual(ZONES.map(() => inZones[0]));
		return inZones[0];
	};

	// 23 November 2026 is a Monday.
	test.each<[string, CallingDays, string, string | undefined, string, string | undefined]>([
		['every day', EVERY_DAY, '2026-11-21T09:00', undefined, '2026-11-21T09:00:00', undefined],
		[
			'workdays, within a week',
			days(WORKDAYS),
			'2026-11-23T09:00',
			'2026-11-27T18:00',
			'2026-11-23T09:00:00',
			'2026-11-27T18:00:00',
		],
		[
			'workdays, from a Saturday on',
			days(WORKDAYS),
			'2026-11-21T09:00',
			'2026-11-27T18:00',
			'2026-11-23T00:00:00',
			'2026-11-27T18:00:00',
		],
		[
			'workdays, until a Sunday',
			days(WORKDAYS),
			'2026-11-23T09:00',
			'2026-11-29T12:00',
			'2026-11-23T09:00:00',
			'2026-11-27T23:59:59',
		],
		[
			'workdays, until the beginning of a Saturday',
			days(WORKDAYS),
			'2026-11-23T09:00',
			'2026-11-28T00:00',
			'2026-11-23T09:00:00',
			'2026-11-28T00:00:00',
		],
		[
			'workdays, until the beginning of a Monday',
			days(WORKDAYS),
			'2026-11-27T09:00',
			'2026-11-30T00:00',
			'2026-11-27T09:00:00',
			'2026-11-27T23:59:59',
		],
		[
			'a week whose last days are left out',
			days(WORKDAYS, '2026-11-26', '2026-11-27'),
			'2026-11-22',
			'2026-11-27',
			'2026-11-23T00:00:00',
			'2026-11-25T23:59:59',
		],
		[
			'a holiday at the end',
			days(WEEKDAYS, ...HOLIDAY),
			'2026-09-28T09:00',
			'2026-10-03T12:00',
			'2026-09-28T09:00:00',
			'2026-09-30T23:59:59',
		],
		[
			'a holiday at the beginning',
			days(WEEKDAYS, ...HOLIDAY),
			'2026-10-01T09:00',
			'2026-10-06T12:00',
			'2026-10-04T00:00:00',
			'2026-10-06T12:00:00',
		],
		[
			'a holiday before the start, and no end',
			days(WEEKDAYS, ...HOLIDAY),
			'2026-10-08T09:00',
			undefined,
			'2026-10-08T09:00:00',
			undefined,
		],
		[
			'a holiday after the end',
			days(WEEKDAYS, ...HOLIDAY),
			'2026-09-28T09:00',
			'2026-09-30T12:00',
			'2026-09-28T09:00:00',
			'2026-09-30T12:00:00',
		],
		[
			'an end before the start',
			days(['sunday']),
			'2026-11-24T09:00',
			'2026-11-23T09:00',
			'2026-11-24T09:00:00',
			'2026-11-23T09:00:00',
		],
		[
			'an end equal to the start',
			days(['sunday']),
			'2026-11-24T09:00',
			'2026-11-24T09:00',
			'2026-11-24T09:00:00',
			'2026-11-24T09:00:00',
		],
	])('start and end of a task on calling days: %s', (_name, rule, begin, end, newBegin, newEnd) => {
		expect(times(rule, begin, end)).toEqual([newBegin, newEnd]);
	});

	test('if a task has already begun, days before now are ignored', () => {
		expect(times(days(WORKDAYS), '2026-11-21', '2026-11-27', '2026-11-25T10:00')).toEqual([
			'2026-11-21T00:00:00',
			'2026-11-27T00:00:00',
		]);
	});

	test('a task calls from a weekday over an added weekend to the next one', () => {
		const rule = { ...days(WORKDAYS), added: new Set(['2026-10-10', '2026-10-11']) };
		expect(times(rule, '2026-10-09', '2026-10-16T18:00')).toEqual([
			'2026-10-09T00:00:00',
			'2026-10-16T18:00:00',
		]);
		expect(times({ ...rule, weekdays: ['monday'] }, '2026-10-09', '2026-10-14')).toEqual([
			'2026-10-10T00:00:00',
			'2026-10-12T23:59:59',
		]);
	});

	test.each([
		['1926-12-01', undefined, 'Start Time lies in the year 1926'],
		['2126-12-01', undefined, 'Start Time lies in the year 2126'],
		['2026-12-01', '2126-12-01', 'End Time lies in the year 2126'],
	])('a task from %s to %s is refused because of its year', (begin, end, message) => {
		expect(() => times(days(WEEKDAYS), begin, end)).toThrow(
			refused(
				message,
				'Enter a time between 2000 and 2099. A task without an End Time has no end.',
			),
		);
	});

	test('a task without a calling day between start and end is refused', () => {
		expect(() => times(days(['sunday']), '2026-11-23', '2026-11-27')).toThrow(
			refused(
				'Calling Days and Dates Left Out leave no day between Start Time and End Time',
				'The task would call nobody. Choose a later End Time or other days.',
			),
		);
	});

	test.each<[string, CallingDays, string, string | undefined, string]>([
		[
			'two weeks',
			days(WORKDAYS),
			'2026-11-23',
			'2026-12-01T12:00',
			'2026-11-23 to 2026-11-27; 2026-11-30 to 2026-12-01',
		],
		[
			'a holiday, and no end',
			days(WEEKDAYS, ...HOLIDAY, '2026-01-01'),
			'2026-09-30T09:00',
			undefined,
			'2026-09-30; 2026-10-04 to 2026-10-06; from 2026-10-08 on',
		],
		[
			'exactly as many weeks as the error message can list',
			days(['monday']),
			'2026-11-23',
			'2026-12-20',
			'2026-11-23; 2026-11-30; 2026-12-07; 2026-12-14',
		],
		[
			'more weeks than the error message can list',
			days(['monday']),
			'2026-11-23',
			undefined,
			'2026-11-23; 2026-11-30; 2026-12-07; 2026-12-14 …',
		],
	])(
		'a task is refused if days between start and end are left out: %s',
		(_name, rule, begin, end, stretches) => {
			expect(() => times(rule, begin, end)).toThrow(
				refused(
					'A task calls on each day between Start Time and End Time, but Calling Days and Dates Left Out leave some of them out',
					`Create a task for each stretch of days, with a Start Time and an End Time of its own: ${stretches}. Or place the calls without a task (Call: Place).`,
				),
			);
		},
	);

	test.each(ZONES)(
		'the error lists the stretches of days as dates in the time zone of the task, %s',
		(zone) => {
			const given = {
				begin: time('2026-11-23', zone).toMillis(),
				end: time('2026-12-06', zone).toMillis(),
			};
			expect(() => taskTimes(days(WORKDAYS), zone, given, given.begin)).toThrow(
				expect.objectContaining({
					details: {
						advice: expect.stringContaining(
							': 2026-11-23 to 2026-11-27; 2026-11-30 to 2026-12-04. Or',
						),
					},
				}),
			);
		},
	);
});
