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
		const [, date, part, hour = '', named = '', minute = MINUTES[named], second] = chinese;
		return clock(date, part, [hour, minute, second]) ?? text;
	}
	const withPart = WITH_PART.exec(plain);
	if (withPart) return clock(withPart[1], withPart[2], withPart.slice(3)) ?? text;
	const halfDay = HALF_DAYS.exec(plain);
	if (!halfDay) return plain;
	const [, date, hour, minute, second, part] = halfDay;
	const isTwelve = hour === '12' && part?.toLowerCase() === 'am';
	return clock(date, part?.toLowerCase(), [isTwelve ? '0' : hour, minute, second]) ?? text;
}

/** Undefined for an hour that the part of the day does not have, or that may be one of two. */
function clock(
	date = '',
	part: string | undefined,
	[hour = '', ...rest]: readonly (string | undefined)[],
): string | undefined {
	const [first, last] = (part === undefined ? undefined : PARTS[part]) ?? [0, 24];
	const hours = part === undefined ? [Number(hour)] : [Number(hour), Number(hour) + 12];
	const fitting = hours.filter((one) => one >= first && one <= last);
	const [only, other] = fitting;
	if (only === undefined || other !== undefined) return undefined;
	const [minute = '0', second = '0'] = rest;
	const time = [String(only), minute, second].map((text) => text.padStart(2, '0')).join(':');
	return `${date.trim()} ${time}`.trim();
}
