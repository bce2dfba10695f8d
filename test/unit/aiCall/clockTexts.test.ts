import { withPlainClock } from '../../../nodes/shared/aiCall/time/clockTexts';

test.each([
	['9点', '09:00:00'],
	['下午3点一刻', '15:15:00'],
	['早上11点', '11:00:00'],
	['晚上11点', '23:00:00'],
	['12am', '00:00:00'],
	['12 PM', '12:00:00'],
	['2026-12-01 3:30 PM', '2026-12-01 15:30:00'],
	['9\u223630', '9:30'],
	['周一 9:30', '9:30'],
	['2026\u201312\u201301(周二) 9:30', '2026-12-01 9:30'],
	['下午13:30', '13:30:00'],
])('the time of %j is written %j', (text, expected) => {
	expect(withPlainClock(text)).toBe(expected);
});

test.each(['晚上3点', '凌晨10点', '15 am'])('%j stays: it has no such hour', (text) => {
	expect(withPlainClock(text)).toBe(text);
});
