/** Times as people in China write them, in the form in which dates and times are read. */

/** Parts of a day before an hour, and which hours of the clock they have. */
const PARTS: Readonly<Record<string, readonly [first: number, last: number]>> = {
	凌晨: [0, 6],
	早上: [4, 11],
	早晨: [4, 11],
	上午: [0, 11],
	中午: [11, 14],
	下午: [12, 19],
	傍晚: [16, 20],
	晚上: [17, 23],
	am: [0, 11],
	pm: [12, 23],
};
const PART = Object.keys(PARTS).slice(0, -2).join('|');

/** The signs of hour, half, quarter, minute and second: `9点`, `下午3点半`, `9点30分`, `9时30分15秒`, `9点一刻`. */
const CHINESE = new RegExp(
	`^(.*?[^\\d:])??(${PART})?\\s?(\\d{1,2})[\\u70B9\\u65F6](?:(\\u534A|[\\u4E00\\u4E09]\\u523B)|(\\d{1,2})\\u5206?(?:(\\d{1,2})\\u79D2)?)?$`,
);
/** `下午3:30`. */
const WITH_PART = new RegExp(`^(.*?)(${PART})\\s?(\\d{1,2}):(\\d\\d)(?::(\\d\\d))?$`);
/** `3:30 PM`, `9am`. */
const HALF_DAYS = /^(.*?[^\d:])??(\d{1,2})(?::(\d\d))?(?::(\d\d))?\s?([ap]m)$/i;

const MINUTES: Readonly<Record<string, string>> = { 半: '30', 一刻: '15', 三刻: '45' };

/** A day of the week beside a date, which the date has already. */
const WEEKDAY = /\s*\(?(?:周|星期|礼拜)[一二三四五六日天]\)?\s*/;
/** Hyphens, dashes and minus signs between the numbers of a date, and the sign of ratios. */
const DASHES = /(?<=\d)[\u2010-\u2015\u2212](?=\d)/g;

/** A text whose time of day is written as `09:30:00`, without a day of the week. */
export function withPlainClock(text: string): string {
	const plain = text.replace(DASHES, '-').replaceAll('\u2236', ':').replace(WEEKDAY, ' ').trim();
	const chinese = CHINESE.exec(plain);
	if (chinese) {
		const [, date, part, hour, named, minute = MINUTES[String(named)], second] = chinese;
		return clock(date, part, Number(hour), minute, second) ?? text;
	}
	const withPart = WITH_PART.exec(plain);
	if (withPart) {
		const [, date, part, hour, minute, second] = withPart;
		return clock(date, part, Number(hour), minute, second) ?? text;
	}
	const halfDay = HALF_DAYS.exec(plain);
	if (!halfDay) return plain;
	const [, date, written, minute, second, part] = halfDay;
	// 12 am is midnight, and 12 pm is twelve hours later.
	const hour = written === '12' ? 0 : Number(written);
	return clock(date, String(part).toLowerCase(), hour, minute, second) ?? text;
}

/** Undefined for an hour that the part of the day does not have. */
function clock(
	date = '',
	part: string | undefined,
	hour: number,
	minute: string | undefined,
	second: string | undefined,
): string | undefined {
	const span = PARTS[String(part)];
	const [first, last] = span ?? [0, 24];
	// No part has two hours that are twelve apart, so at most one of these fits.
	const hours = span ? [hour, hour + 12] : [hour];
	const fitting = hours.find((one) => one >= first && one <= last);
	if (fitting === undefined) return undefined;
	const time = [fitting, minute ?? 0, second ?? 0].map((one) => String(one).padStart(2, '0'));
	return `${date.trim()} ${time.join(':')}`.trim();
}
