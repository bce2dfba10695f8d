import { Settings } from 'luxon';
import { callingBegins } from '../../../nodes/shared/aiCall/time/taskWindow';
import { momentText } from '../../../nodes/shared/aiCall/time/momentTexts';
import { readCallingHours } from '../../../nodes/shared/aiCall/time/callingHours';

const NOW = Date.parse('2026-11-25T20:30:00+08:00');
const hours = () => readCallingHours('09:00-20:00', 'Asia/Shanghai');

test('a moment has its weekday, day, time and zone, and its year if that is more than half a year away', () => {
	expect(
		['2026-11-26T09:00:00+08:00', '2027-05-26T09:00:00+08:00', '2030-01-08T09:00:00-05:00'].map(
			(iso) => momentText(iso, NOW),
		),
	).toEqual([
		'Thu, Nov 26, 09:00 (UTC+8)',
		'Wed, May 26, 09:00 (UTC+8)',
		'Tue, Jan 8, 2030, 09:00 (UTC-5)',
	]);
});

test('the year of a moment is left out up to half a year, which is 183 days', () => {
	expect(
		['2027-05-27T20:30:00+08:00', '2027-05-27T20:31:00+08:00', '2026-05-26T20:30:00+08:00'].map(
			(iso) => momentText(iso, NOW),
		),
	).toEqual([
		'Thu, May 27, 20:30 (UTC+8)',
		'Thu, May 27, 2027, 20:31 (UTC+8)',
		'Tue, May 26, 20:30 (UTC+8)',
	]);
});

test('a moment is in English, whatever language luxon is set to write', () => {
	const locale = Settings.defaultLocale;
	Settings.defaultLocale = 'zh-CN';
	try {
		expect(momentText('2026-11-26T09:00:00+08:00', NOW)).toBe('Thu, Nov 26, 09:00 (UTC+8)');
	} finally {
		Settings.defaultLocale = locale;
	}
});

test('a task begins to call at once, when its hours begin, or at its start', () => {
	const inHours = NOW - 2 * 3_600_000;
	expect(callingBegins(hours(), 0, inHours)).toBe('calling begins at once');
	expect(callingBegins(hours(), 0, NOW)).toBe('calling begins Thu, Nov 26, 09:00 (UTC+8)');
	expect(callingBegins(hours(), Date.parse('2030-01-08T10:00:00+08:00'), NOW)).toBe(
		'calling begins Tue, Jan 8, 2030, 10:00 (UTC+8)',
	);
});
