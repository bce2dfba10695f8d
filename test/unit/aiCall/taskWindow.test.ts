import {
	ANY_TIME,
	PLATFORM_ZONE,
	readCallingHours,
} from '../../../nodes/shared/aiCall/time/callingHours';
import { callsNobodyError } from '../../../nodes/shared/aiCall/time/taskWindow';
import { inBothZones } from '../../../nodes/shared/aiCall/time/momentTexts';

const NEW_YORK = 'America/New_York';
const at = (iso: string) => Date.parse(iso);
const NOW = at('2026-11-23T10:00:00+08:00');
const noonHours = () => readCallingHours('12:00-13:00', PLATFORM_ZONE);

test('a moment is shown in both zones, and only once if they are the same', () => {
	expect(inBothZones(at('2026-11-23T09:00:00+08:00'), NEW_YORK)).toBe(
		'2026-11-22 20:00 in America/New_York, 2026-11-23 09:00 in Asia/Shanghai',
	);
	expect(inBothZones(at('2026-11-23T15:00:00Z'), NEW_YORK)).toBe(
		'2026-11-23 10:00 in America/New_York, 23:00 in Asia/Shanghai',
	);
	expect(inBothZones(at('2026-11-23T09:00:00+08:00'), PLATFORM_ZONE)).toBe(
		'2026-11-23 09:00 in Asia/Shanghai',
	);
});

test.each<[string, string, string | undefined]>([
	['without an end', '2026-11-23T10:00:00+08:00', undefined],
	[
		'that ends after the hours have begun',
		'2026-11-23T10:00:00+08:00',
		'2026-11-23T12:00:01+08:00',
	],
	['that ends on the next day', '2026-11-23T14:00:00+08:00', '2026-11-24T12:30:00+08:00'],
])('a task %s has time to call', (_what, begin, end) => {
	const window = {
		begin: at(begin),
		end: end === undefined ? undefined : at(end),
		hours: noonHours(),
	};
	expect(callsNobodyError(window, NOW, NEW_YORK)).toBeUndefined();
});

test('a task that may call at any time has time to call', () => {
	expect(
		callsNobodyError({ begin: NOW, end: NOW + 1, hours: ANY_TIME }, NOW, NEW_YORK),
	).toBeUndefined();
});

const ADVICE = 'A time without a time zone is read in that of Calling Times.';

test('a task that ends before the hours begin is an error with its times in both zones', () => {
	const window = {
		begin: at('2026-11-23T13:00:00+08:00'),
		end: at('2026-11-24T12:00:00+08:00'),
		hours: noonHours(),
	};
	expect(callsNobodyError(window, NOW, NEW_YORK)).toMatchObject({
		message:
			'The task would call nobody: the Calling Hours 12:00-13:00 in Asia/Shanghai do not begin between 2026-11-23 00:00 in America/New_York, 13:00 in Asia/Shanghai, and End Time, 2026-11-23 23:00 in America/New_York, 2026-11-24 12:00 in Asia/Shanghai',
		details: { advice: `Choose a later End Time or other hours. ${ADVICE}` },
	});
});

test('for a task that has already begun, only the time that is left counts', () => {
	const begin = at('2026-11-22T12:30:00+08:00');
	const window = { begin, end: at('2026-11-23T11:00:00+08:00'), hours: noonHours() };
	expect(callsNobodyError(window, NOW, PLATFORM_ZONE)?.message).toBe(
		'The task would call nobody: the Calling Hours 12:00-13:00 in Asia/Shanghai do not begin between 2026-11-23 10:00 in Asia/Shanghai, and End Time, 2026-11-23 11:00 in Asia/Shanghai',
	);
});

test('a task that has ended is an error', () => {
	expect(
		callsNobodyError({ begin: NOW - 1, end: NOW, hours: noonHours() }, NOW, NEW_YORK),
	).toMatchObject({
		message:
			'End Time has passed (2026-11-22 21:00 in America/New_York, 2026-11-23 10:00 in Asia/Shanghai), so the task would call nobody',
		details: { advice: `Enter a time in the future. ${ADVICE}` },
	});
});
