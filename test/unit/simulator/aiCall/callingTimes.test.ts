import { nextCommonOpening, readPeriod } from '../../../simulator/aiCall/callingTimes';

const at = (time: string): number => Date.parse(`2024-05-06T${time}+08:00`);
const CHINA_OFFSET_MS = 8 * 3_600_000;

it.each([
	['inside a period of both lists', '10:00:00', '10:00:00'],
	['before the periods of both lists', '07:00:00', '09:30:00'],
	['between two periods', '12:30:00', '13:00:00'],
	['in the last second of a period', '12:00:00.999', '12:00:00.999'],
])(
	'nextCommonOpening returns the next time that is in both lists of periods: from a time %s',
	(_, now, opening) => {
		expect(
			nextCommonOpening(
				at(now),
				[['09:30:00-12:00:00', '13:00:00-17:30:00'], ['08:00:00-20:00:00']],
				CHINA_OFFSET_MS,
			),
		).toBe(at(opening));
	},
);

it('the next common opening can be on the next day, is undefined for lists without a common time, and is now if both lists are empty', () => {
	expect(nextCommonOpening(at('18:00:00'), [['09:00:00-17:00:00'], []], CHINA_OFFSET_MS)).toBe(
		at('09:00:00') + 86_400_000,
	);
	expect(
		nextCommonOpening(
			at('10:00:00'),
			[['09:00:00-10:00:00'], ['11:00:00-12:00:00']],
			CHINA_OFFSET_MS,
		),
	).toBeUndefined();
	expect(nextCommonOpening(at('03:00:00'), [[], []], CHINA_OFFSET_MS)).toBe(at('03:00:00'));
});

it.each([
	'9:00:00-12:00:00',
	'09:00-12:00',
	'12:00:00-09:00:00',
	'09:00:00-24:00:00',
	'09:60:00-10:00:00',
	'',
])('readPeriod refuses %j', (text) => {
	expect(readPeriod(text)).toBeUndefined();
});
