/** Errors quote what was entered, so that the user finds it. They quote only the beginning of a long text. */
import { normalizeMobileNumber } from '../../../nodes/shared/aiCall/rows/phone';
import { readNumbers } from '../../../nodes/IflytekAiCall/rows/neverCall';
import { readDates, readWeekdays } from '../../../nodes/shared/aiCall/time/callingDays';
import { readCallingHours } from '../../../nodes/shared/aiCall/time/callingHours';
import { toMilliseconds } from '../../../nodes/shared/aiCall/time/times';

const ZONE = 'Asia/Shanghai';
const LONG = 'x'.repeat(300);
const QUOTED_BEGINNING = `"${'x'.repeat(30)}…"`;

test.each<[string, () => unknown, string]>([
	[
		'a range of Dates Left Out',
		() => readDates([`2026-10-07 to 2026-10-01${' '.repeat(300)}`], ZONE),
		'Dates Left Out: "2026-10-07 to 2026-10-01      …" is not a valid range of dates',
	],
	[
		'a date of Dates Left Out',
		() => readDates([LONG], ZONE),
		`Dates Left Out is not a date and time: ${QUOTED_BEGINNING}`,
	],
	[
		'a day of Calling Days',
		() => readWeekdays([LONG]),
		`Calling Days must be days of the week, but ${QUOTED_BEGINNING} is not one`,
	],
	[
		'a period of Calling Hours',
		() => readCallingHours(LONG, ZONE),
		`Calling Hours must be periods such as 09:00-20:00, but ${QUOTED_BEGINNING} is not one`,
	],
	[
		'a time zone',
		() => readCallingHours('09:00-20:00', LONG),
		`Time Zone must be the name of a time zone, but is ${QUOTED_BEGINNING}`,
	],
	[
		'a time',
		() => toMilliseconds(LONG, ZONE, 'Begin'),
		`Begin is not a date and time: ${QUOTED_BEGINNING}`,
	],
	[
		'a number of Do-Not-Call Numbers',
		() => readNumbers([LONG]),
		`Do-Not-Call Numbers: ${QUOTED_BEGINNING} is no phone number`,
	],
])('the error about %s quotes only the beginning of a long text', (_name, read, message) => {
	expect(read).toThrow(expect.objectContaining({ message }));
});

test('the error about a phone number quotes it, even if it has several lines', () => {
	expect(normalizeMobileNumber(LONG)).toMatchObject({
		reason: `${QUOTED_BEGINNING} is not a Mainland China mobile number: it contains characters other than digits ("x")`,
	});
	expect(normalizeMobileNumber('139\nLi "Ming"')).toMatchObject({
		reason: String.raw`"139\nLi \"Ming\"" is not a Mainland China mobile number: it contains characters other than digits ("L")`,
	});
});
