/** Errors quote what was entered, so that it can be found; a long text is cut after its beginning. */
import { readNumbers } from '../../../nodes/shared/aiCall/rows/neverCall';
import { normalizeMobileNumber } from '../../../nodes/shared/aiCall/rows/phone';
import { readDates, readWeekdays } from '../../../nodes/shared/aiCall/time/callingDays';
import { readCallingHours } from '../../../nodes/shared/aiCall/time/callingHours';
import { toMilliseconds } from '../../../nodes/shared/aiCall/time/times';

const ZONE = 'Asia/Shanghai';
const LONG = 'x'.repeat(300);
const BEGIN = `"${'x'.repeat(30)}…"`;

test.each<[string, () => unknown, string]>([
	[
		'a range of Dates Left Out',
		() => readDates([`2026-10-07 to 2026-10-01${' '.repeat(300)}`], ZONE),
		'Dates Left Out: "2026-10-07 to 2026-10-01      …" is not a valid range of dates',
	],
	[
		'a date of Dates Left Out',
		() => readDates([LONG], ZONE),
		`Dates Left Out is not a date and time: ${BEGIN}`,
	],
	[
		'a day of Calling Days',
		() => readWeekdays([LONG]),
		`Calling Days must be days of the week, but ${BEGIN} is not one`,
	],
	[
		'a period of Calling Hours',
		() => readCallingHours(LONG, ZONE),
		`Calling Hours must be periods such as 09:00-20:00, but ${BEGIN} is not one`,
	],
	[
		'a time zone',
		() => readCallingHours('09:00-20:00', LONG),
		`Calling Hours Time Zone must be the name of a time zone, but is ${BEGIN}`,
	],
	['a time', () => toMilliseconds(LONG, ZONE, 'Begin'), `Begin is not a date and time: ${BEGIN}`],
	['a number of Never Call', () => readNumbers([LONG]), `Never Call: ${BEGIN} is no phone number`],
])('the error about %s quotes its beginning', (_name, read, message) => {
	expect(read).toThrow(expect.objectContaining({ message }));
});

test('a phone number is quoted, even if it has several lines', () => {
	expect(normalizeMobileNumber(LONG)).toMatchObject({
		reason: `${BEGIN} is not a Mainland China mobile number: it contains characters other than digits`,
	});
	expect(normalizeMobileNumber('139\nLi "Ming"')).toMatchObject({
		reason: String.raw`"139\nLi \"Ming\"" is not a Mainland China mobile number: it contains characters other than digits`,
	});
});
