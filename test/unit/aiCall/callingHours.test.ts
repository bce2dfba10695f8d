import { DateTime, Settings } from 'luxon';
import {
	isWithin,
	nextOpening,
	outsideHours,
	PLATFORM_ZONE,
	platformHours,
	readCallingHours,
} from '../../../nodes/shared/aiCall/time/callingHours';
import { platformPeriods } from '../../../nodes/shared/aiCall/time/taskWindow';
import { readPeriods } from '../../../nodes/shared/aiCall/time/times';
import { rowsOutcome } from '../../../nodes/shared/aiCall/protocol/retryPolicy';
import { FULL_SIZE } from '../../setup/size';
import { fc, numRuns, seed } from './property';

const chinaHours = (text: string) => readCallingHours(text, PLATFORM_ZONE);
const at = (text: string, zone = PLATFORM_ZONE) => DateTime.fromISO(text, { zone }).toMillis();
const iso = (ms: number, zone = PLATFORM_ZONE) =>
	DateTime.fromMillis(ms, { zone }).toISO({ suppressMilliseconds: true });

describe('readCallingHours', () => {
	it.each([
		['09:00-20:00', [[9, 20]]],
		[
			' 9:00 ~ 12:00 ； 14:00－18:00 ',
			[
				[9, 12],
				[14, 18],
			],
		],
		[
			'9：00—12：00、13:00到20:00',
			[
				[9, 12],
				[13, 20],
			],
		],
		[
			'０９：００－１２：００；13点至20点',
			[
				[9, 12],
				[13, 20],
			],
		],
		['14:00-18:00,09:00-15:00', [[9, 18]]],
		[
			'22:00-06:00',
			[
				[0, 6],
				[22, 24],
			],
		],
		['22:00 - 24:00', [[22, 24]]],
		['22:00-24:00:00', [[22, 24]]],
		['12:00-15:00, 9:00-12:00', [[9, 15]]],
		['22:00-00:00', [[22, 24]]],
		['00:00-24:00', [[0, 24]]],
	])('reads %s', (text, spans) => {
		expect(chinaHours(text).spans).toEqual(
			spans.map(([from = 0, to = 0]) => ({ from: from * 3600, to: to * 3600 })),
		);
	});

	it.each([
		['', 'Calling Hours are empty'],
		[' ,; ', 'Calling Hours are empty'],
		['9 to 5', 'Calling Hours must be periods such as 09:00-20:00, but "9 to 5" is not one'],
		['09:00', 'Calling Hours must be periods such as 09:00-20:00, but "09:00" is not one'],
		['x-20:00', 'Calling Hours must be periods such as 09:00-20:00, but "x-20:00" is not one'],
		[
			'09:00-124:00',
			'Calling Hours must be periods such as 09:00-20:00, but "09:00-124:00" is not one',
		],
		[
			'09:00-24:00:30',
			'Calling Hours must be periods such as 09:00-20:00, but "09:00-24:00:30" is not one',
		],
		[
			'09:00-25:00',
			'Calling Hours must be periods such as 09:00-20:00, but "09:00-25:00" is not one',
		],
		[
			'24:00-06:00',
			'Calling Hours must be periods such as 09:00-20:00, but "24:00-06:00" is not one',
		],
		[
			'09:00-12:00-18:00',
			'Calling Hours must be periods such as 09:00-20:00, but "09:00-12:00-18:00" is not one',
		],
		['09:00-09:00', 'Calling Hours: the period 09:00-09:00 ends when it begins'],
	])('refuses %j', (text, message) => {
		expect(() => chinaHours(text)).toThrow(message);
	});

	it('says where the time zone goes that stands behind a period', () => {
		for (const text of ['09:00-20:00 CST', '09:00 GMT+8-20:00 GMT+8', '09:00-20:00 北京时间'])
			expect(() => chinaHours(text)).toThrow(
				expect.objectContaining({
					message: expect.stringContaining('Calling Hours must be periods such as'),
					details: {
						advice: expect.stringMatching(/Asia\/Shanghai goes into Time Zone/),
					},
				}),
			);
	});

	it('refuses a zone that does not exist, or whose name does not say one zone', () => {
		for (const zone of ['', 'China', 'Asia/Peking', 'UTC+25', 'CST', 'EST5EDT', 'PRC', 'Etc/GMT+8'])
			expect(() => readCallingHours('09:00-20:00', zone)).toThrow(
				`Time Zone must be the name of a time zone, but is "${zone}"`,
			);
	});
});

describe('isWithin and nextOpening', () => {
	it('hours include the second at which they begin and exclude the second at which they end', () => {
		const hours = chinaHours('09:00-20:00');
		expect(
			['08:59:59', '09:00:00', '19:59:59', '20:00:00'].map((time) =>
				isWithin(hours, at(`2026-11-23T${time}`)),
			),
		).toEqual([false, true, true, false]);
		expect(iso(nextOpening(hours, at('2026-11-23T20:00:00')))).toBe('2026-11-24T09:00:00+08:00');
		expect(iso(nextOpening(hours, at('2026-11-23T07:12:00')))).toBe('2026-11-23T09:00:00+08:00');
		expect(iso(nextOpening(hours, at('2026-11-23T10:00:00')))).toBe('2026-11-23T10:00:00+08:00');
	});

	it('hours without a period never open', () => {
		expect(nextOpening(platformHours([]), at('2026-11-23T10:00:00'))).toBe(Infinity);
	});

	it('hours are exact to the second', () => {
		const hours = chinaHours(' 09:00:30-20:00 ');
		expect(
			['09:00:29', '09:00:30'].map((time) => isWithin(hours, at(`2026-11-23T${time}`))),
		).toEqual([false, true]);
		expect(hours.text).toBe('09:00:30-20:00');
	});

	it('hours can go past midnight', () => {
		const hours = chinaHours('22:00-06:00');
		expect(
			['21:59:59', '22:00:00', '00:00:00', '05:59:59', '06:00:00'].map((time) =>
				isWithin(hours, at(`2026-11-23T${time}`)),
			),
		).toEqual([false, true, true, true, false]);
		expect(iso(nextOpening(hours, at('2026-11-23T06:00:00')))).toBe('2026-11-23T22:00:00+08:00');
	});

	it('the same moment can be within the hours of one zone and outside the hours of another', () => {
		const noon = at('2026-11-23T12:00:00');
		expect(
			['Asia/Shanghai', 'Asia/Tokyo', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'].map(
				(zone) => isWithin(readCallingHours('09:00-12:30', zone), noon),
			),
		).toEqual([true, false, false, false, true]);
	});

	it('hours follow the clock when summer time begins and ends', () => {
		const hours = readCallingHours('09:00-20:00', 'Europe/Berlin');
		// 29 March 2026: 02:00 becomes 03:00. 25 October: 03:00 becomes 02:00.
		expect(
			[
				'2026-03-28T08:00:00Z',
				'2026-03-29T07:00:00Z',
				'2026-10-24T07:00:00Z',
				'2026-10-25T07:00:00Z',
				'2026-10-25T08:00:00Z',
			].map((time) => isWithin(hours, Date.parse(time))),
		).toEqual([true, true, true, false, true]);
		expect(iso(nextOpening(hours, Date.parse('2026-03-28T19:00:00Z')), 'Europe/Berlin')).toBe(
			'2026-03-29T09:00:00+02:00',
		);
		// On 29 March the clocks skip the time from 02:00 to 03:00. Hours that start in this gap open at 03:00, unless they also end in it.
		const startInGap = readCallingHours('02:30-04:00', 'Europe/Berlin');
		expect(isWithin(startInGap, nextOpening(startInGap, Date.parse('2026-03-29T00:00:00Z')))).toBe(
			true,
		);
		const lieInGap = readCallingHours('02:30-02:45', 'Europe/Berlin');
		expect(iso(nextOpening(lieInGap, Date.parse('2026-03-29T00:00:00Z')), 'Europe/Berlin')).toBe(
			'2026-03-30T02:30:00+02:00',
		);
		// On 25 October the clocks show the time from 02:00 to 03:00 twice. Hours in this time open twice.
		const openTwice = readCallingHours('02:00-02:30', 'Europe/Berlin');
		expect(
			['2026-10-25T00:15:00Z', '2026-10-25T01:15:00Z', '2026-10-25T01:45:00Z'].map((time) =>
				isWithin(openTwice, Date.parse(time)),
			),
		).toEqual([true, true, false]);
	});

	it(`isWithin and nextOpening agree in any zone at any time (seed ${seed})`, () => {
		const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
		const zone = fc.constantFrom(
			'Asia/Shanghai',
			'Europe/Berlin',
			'America/New_York',
			'Australia/Lord_Howe',
			'America/St_Johns',
			'Asia/Kathmandu',
		);
		const clockText = (minutes: number) =>
			`${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
		fc.assert(
			fc.property(
				minute,
				minute,
				zone,
				fc.integer({ min: at('2026-01-01'), max: at('2027-12-31') }),
				(from, to, zoneName, moment) => {
					fc.pre(from !== to);
					const hours = readCallingHours(`${clockText(from)}-${clockText(to)}`, zoneName);
					const opening = nextOpening(hours, moment);
					const time = DateTime.fromMillis(moment, { zone: zoneName });
					const now = time.hour * 60 + time.minute;
					// Hours that end before they begin go past midnight.
					const within = from < to ? now >= from && now < to : now >= from || now < to;
					// Within the hours, the next opening is the moment itself. Outside, it is at most 48 hours away, or 49 if the clocks change.
					return (
						isWithin(hours, moment) === within &&
						within === (opening === moment) &&
						opening - moment <= 49 * 3_600_000 &&
						isWithin(hours, opening)
					);
				},
			),
			{ numRuns: 5 * numRuns },
		);
	});

	it('outside the hours, the error says when to send again', () => {
		const error = outsideHours(
			readCallingHours('09:00-20:00', 'Asia/Tokyo'),
			at('2026-11-23T20:30:00', 'Asia/Tokyo'),
		);
		expect([error?.message, error?.details]).toEqual([
			'It is 20:30 in Asia/Tokyo, outside the Calling Hours 09:00-20:00',
			{
				advice: 'Send it from 2026-11-24T09:00:00+09:00 on, or use a task, which waits.',
				retryAt: '2026-11-24T09:00:00+09:00',
			},
		]);
		expect(error?.reason).toBe('it is 20:30 in Asia/Tokyo, outside the Calling Hours 09:00-20:00');
		expect(rowsOutcome('placeCalls', error)).toBe('outsideHours');
		expect(outsideHours(chinaHours('00:00-24:00'), 0)).toBeUndefined();
	});
});

describe('platformHours', () => {
	const hour = 3600;
	it.each([
		[[], '', []],
		[['09:00:00-19:59:59'], '09:00-20:00', [[9 * hour, 20 * hour]]],
		[
			['22:00:00-05:59:59', '05:00:00-08:30:00'],
			'22:00-06:00, 05:00-08:30',
			[
				[0, 8.5 * hour + 1],
				[22 * hour, 24 * hour],
			],
		],
		[['10:00:00-10:00:00'], '10:00-10:00', [[10 * hour, 10 * hour + 1]]],
		[['10:00:00-09:59:59'], '10:00-10:00', [[0, 24 * hour]]],
		[['00:00:00-23:59:59'], '00:00-24:00', [[0, 24 * hour]]],
		[['00:00:30-11:59:30'], '00:00:30-11:59:30', [[30, 12 * hour - 29]]],
	])('the periods %j become hours', (periods, text, spans) => {
		const hours = platformHours(
			periods.map((period) => ({ from: period.slice(0, 8), to: period.slice(9) })),
		);
		expect(hours).toEqual({
			text,
			zone: 'Asia/Shanghai',
			spans: spans.map(([from, to]) => ({ from, to })),
		});
	});
});

describe('platformPeriods', () => {
	const begin = at('2026-12-01T09:00:00');

	it.each([
		['09:00-12:00, 13:30-17:59:59', ['09:00:00-11:59:59', '13:30:00-17:59:58']],
		['22:00-06:00', ['00:00:00-05:59:59', '22:00:00-23:59:59']],
		['00:00-24:00', ['00:00:00-23:59:59']],
	])('hours in China become periods without conversion: %s', (text, periods) => {
		expect(platformPeriods(chinaHours(text), begin)).toEqual(periods);
	});

	it.each(['09:00-20:00', '09:00:30-12:00, 14:00-17:59:59', '22:00-06:00', '00:00-24:00'])(
		'the periods of %s mean the same hours when they are read again',
		(text) => {
			const periods = platformPeriods(chinaHours(text), begin);
			expect(platformHours(readPeriods(periods)).spans).toEqual(chinaHours(text).spans);
		},
	);

	it("the periods do not depend on the time zone of the workflow, which n8n sets as luxon's default", () => {
		Settings.defaultZone = 'Asia/Kathmandu';
		try {
			const opening = nextOpening(chinaHours('09:00-12:00'), at('2026-11-23T20:00:00'));
			expect([platformPeriods(chinaHours('09:00-12:00'), begin), iso(opening)]).toEqual([
				['09:00:00-11:59:59'],
				'2026-11-24T09:00:00+08:00',
			]);
		} finally {
			Settings.defaultZone = 'system';
		}
	});

	it('hours in another zone are converted', () => {
		expect(platformPeriods(readCallingHours('09:00-20:00', 'Asia/Tokyo'), begin)).toEqual([
			'08:00:00-18:59:59',
		]);
		expect(platformPeriods(readCallingHours('00:30-02:00', 'Asia/Tokyo'), begin)).toEqual([
			'00:00:00-00:59:59',
			'23:30:00-23:59:59',
		]);
		expect(
			platformPeriods(
				readCallingHours('23:00-23:30', 'America/New_York'),
				begin,
				begin + 86_400_000,
			),
		).toEqual(['12:00:00-12:29:59']);
		expect(
			platformPeriods(
				readCallingHours('09:00-20:00', 'America/New_York'),
				begin,
				begin + 86_400_000,
			),
		).toEqual(['00:00:00-08:59:59', '22:00:00-23:59:59']);
	});

	it('if the clocks of the zone change while the task runs, the periods contain only times that are within the hours both before and after the change', () => {
		const berlin = readCallingHours('09:00-20:00', 'Europe/Berlin');
		expect(platformPeriods(berlin, begin, at('2027-03-01'))).toEqual([
			'00:00:00-02:59:59',
			'16:00:00-23:59:59',
		]);
		expect(platformPeriods(berlin, begin, at('2027-04-30'))).toEqual([
			'00:00:00-01:59:59',
			'16:00:00-23:59:59',
		]);
		expect(platformPeriods(berlin, begin)).toEqual(['00:00:00-01:59:59', '16:00:00-23:59:59']);
		expect(() => platformPeriods(readCallingHours('09:00-10:00', 'Europe/Berlin'), begin)).toThrow(
			'The clocks in Europe/Berlin change while the task runs: no time in Asia/Shanghai is within the Calling Hours 09:00-10:00 both before and after that',
		);
	});

	it(`the periods never let a task call outside the hours (seed ${seed})`, () => {
		const zone = fc.constantFrom(
			'Europe/Berlin',
			'America/New_York',
			'Australia/Lord_Howe',
			'Asia/Kathmandu',
		);
		const moment = fc
			.integer({ min: 0, max: 365 * 24 * 60 })
			.map((minutes) => begin + minutes * 60_000);
		fc.assert(
			fc.property(
				zone,
				fc.integer({ min: 0, max: 23 }),
				fc.integer({ min: 3, max: 20 }),
				moment,
				(name, from, length, time) => {
					const hours = readCallingHours(`${from}:00-${(from + length) % 24}:00`, name);
					const taskCalls = platformPeriods(hours, begin).some((period) => {
						const now = DateTime.fromMillis(time, { zone: PLATFORM_ZONE }).toFormat('HH:mm:ss');
						const [first = '', last = ''] = period.split('-');
						return now >= first && now <= last;
					});
					return !taskCalls || isWithin(hours, time);
				},
			),
			{ numRuns: FULL_SIZE ? 300 : numRuns },
		);
	});
});

it('hours and periods do not depend on the digits that luxon is set to write', () => {
	Settings.defaultNumberingSystem = 'arab';
	try {
		expect(isWithin(chinaHours('09:00-20:00'), at('2026-11-21T12:00:00'))).toBe(true);
		expect(
			platformPeriods(readCallingHours('09:00-20:00', 'Asia/Tokyo'), at('2026-11-21T12:00:00')),
		).toEqual(['08:00:00-18:59:59']);
	} finally {
		Settings.defaultNumberingSystem = '';
	}
});

test('an error quotes the period that is wrong, without blanks around it', () => {
	expect(() => chinaHours('09:00-12:00,  noon ')).toThrow('09:00-20:00, but "noon" is not one');
});
