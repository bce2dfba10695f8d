import { withPlainClock } from './clockTexts';
import { DateTime, IANAZone } from 'luxon';
import { enteredId } from '../../entered';
import { InputError } from '../../failure';
import { numberOf } from '../../values';
import { quoted } from '../../errorTexts';

/**
 * Points in time (milliseconds since 1970) and calling periods (`HH:MM:SS-HH:MM:SS`) of the call platform.
 */

/** Plausible years of a call; another year means that the time is something else. */
export const [FIRST_YEAR, LAST_YEAR] = [2000, 2099];

export const isPlausibleYear = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR;

/** A smaller timestamp is in seconds: as milliseconds it would lie in 1970. */
const SMALLEST_MILLISECONDS = 10_000_000_000;

/** The platform's time zone. No document names it, but its lines and customers are in China. */
export const PLATFORM_ZONE = 'Asia/Shanghai';

/**
 * A platform time as ISO 8601 in UTC: milliseconds, seconds, or a text such as `2026-11-25 10:00:00`
 * in its zone. Null for 0 and for a value that is not a time.
 */
export function isoTime(value: unknown): string | null {
	const number = numberOf(value);
	const isWritten = number === undefined || COMPACT.test(String(number));
	const time = isWritten
		? millisecondsOf(typeof value === 'string' ? pushedTime(value) : value, PLATFORM_ZONE)
		: number * (number < SMALLEST_MILLISECONDS ? 1000 : 1);
	const date = new Date(time > 0 ? time : Number.NaN);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** `Wed Nov 25 10:00:00 CST 2026`, as Java writes a time; the platform's CST is China's. */
const OF_JAVA = /^[A-Z][a-z]{2} ([A-Z][a-z]{2} \d\d) (\d\d:\d\d:\d\d) (CST|UTC|GMT) (\d{4})$/;
/** As JavaScript and mail write it, with their offset. */
const WITH_OFFSET = /^[A-Z][a-z]{2},? [\w ]{5,8} \d{4} \d\d:\d\d:\d\d GMT/;

/** A time as text of the platform, in the form in which times are read. */
function pushedTime(text: string): string | number {
	const time = enteredId(text);
	if (WITH_OFFSET.test(time)) return Date.parse(time);
	const [, day, clock, zone, year] = OF_JAVA.exec(time) ?? [];
	return day === undefined
		? time
		: Date.parse(`${day} ${year} ${clock} ${zone === 'CST' ? '+0800' : 'Z'}`);
}

/** The time of day at a moment (milliseconds) as `HH:MM`. */
export function clockTime(at: number, zone: string): string {
	return DateTime.fromMillis(at, { zone }).toFormat('HH:mm');
}

/**
 * Converts a point in time to milliseconds. It can be a Date, a date of n8n's expressions, an ISO
 * 8601 date, text such as `2026-11-21 09:00`, `2026/11/21 9:00`, `2026年11月21日 9点` or `202611210900`,
 * in characters of any width, or milliseconds.
 * @param timeZone the zone in which a text without a zone is read
 * @param label the parameter's name, for the error
 * @throws InputError if the value is not a date, if its zone is not known, or if it is a number that
 * lies in a year that nobody can have meant
 */
export function toMilliseconds(value: unknown, timeZone: string, label: string): number {
	const written = typeof value === 'string' ? withPlainClock(enteredId(value)) : value;
	const ms = millisecondsOf(written, knownZone(timeZone));
	const zone = typeof written === 'string' ? unclearZone(written) : undefined;
	if (zone !== undefined)
		throw new InputError(
			`${label}: ${quoted(zone)} is not a clear time zone`,
			'Write the time zone as +08:00 or as a name such as Asia/Shanghai, for example 2026-11-21T09:00:00+08:00. An abbreviation such as CST can mean several.',
		);
	if (!Number.isFinite(ms)) {
		const text = typeof value === 'string' ? value.trim() : undefined;
		const isEmpty = text === '' || value === undefined || value === null;
		const given = text === undefined ? '' : ` and time: ${quoted(text)}`;
		throw new InputError(
			`${label} is ${isEmpty ? 'empty' : `not a date${given}`}`,
			'Enter a date and time such as 2026-11-21T09:00:00 (time zone optional), or a Unix timestamp in milliseconds.',
		);
	}
	if (knownZone(timeZone) !== timeZone && ms !== millisecondsOf(written, 'Pacific/Midway'))
		throw new InputError(
			`${label} has no time zone, and the one of the workflow, ${quoted(timeZone)}, is not known`,
			'Choose another zone for the workflow (Settings > Timezone); the one of all of China is Asia/Shanghai. Or write the zone behind the time, such as +08:00.',
		);
	const year = new Date(ms).getUTCFullYear();
	if (isNumber(written) && !isPlausibleYear(year)) {
		throw new InputError(
			`${label} lies in ${Number.isNaN(year) ? 'an impossible year' : `the year ${year}`}`,
			'Enter a date and time such as 2026-11-21T09:00:00, or a Unix timestamp in milliseconds (13 digits), not in seconds.',
		);
	}
	return Math.round(ms);
}

/** The zone itself, or UTC in place of one that nobody knows, such as `Asia/Beijing`. */
const knownZone = (zone: string) => (IANAZone.isValidZone(zone) ? zone : 'utc');

/** A number of milliseconds as text. */
const DIGITS = /^\d{9,}$/;

const isNumber = (value: unknown) =>
	typeof value === 'number' || (typeof value === 'string' && DIGITS.test(value));

/** The digits of a time from its year to its minute or second, which cannot be milliseconds. */
const COMPACT = /^20\d{10}(\d\d)?$/;

function millisecondsOf(value: unknown, timeZone: string): number {
	if (typeof value === 'number')
		return COMPACT.test(String(value)) ? millisecondsOf(String(value), timeZone) : value;
	if (value instanceof Date) return value.getTime();
	if (
		typeof value === 'object' &&
		value !== null &&
		'toMillis' in value &&
		typeof value.toMillis === 'function'
	)
		return Number(value.toMillis());
	if (typeof value !== 'string') return Number.NaN;
	if (COMPACT.test(value))
		return DateTime.fromFormat(value, value.length === 12 ? 'yyyyMMddHHmm' : 'yyyyMMddHHmmss', {
			zone: timeZone,
		}).toMillis();
	if (DIGITS.test(value)) return Number(value);
	const written = normalizeDate(value);
	const iso = DateTime.fromISO(written, { zone: timeZone });
	return (iso.isValid ? iso : DateTime.fromSQL(written, { zone: timeZone })).toMillis();
}

/**
 * `2026/11/21 9:00` as `2026-11-21 09:00`. Empty for a text without a day, because luxon would read
 * `09:00` as today.
 */
function normalizeDate(text: string): string {
	if (/^\d{8}(T|$)/.test(text)) return text;
	if (!DATE.test(text)) return '';
	// `$10$2` puts a zero before an hour of one digit.
	return text.replace(
		DATE,
		(_text, year: string, month: string, day: string, rest: string) =>
			`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest.replace(/^([T\s]\s*)(\d:)/, '$10$2')}`,
	);
}

const DATE = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})[日号]?($|[T\s].*$)/;

/**
 * Whether a time zone is known, and its name has one meaning. An abbreviation such as `CST` has
 * several, and `Etc/GMT+8` is eight hours behind Greenwich, not ahead of it.
 */
export function isClearZone(name: string): boolean {
	if (/^(Z|UTC|GMT)$/i.test(name)) return true;
	return name.includes('/') && IANAZone.isValidZone(name) && !/^Etc\/GMT[-+]\d/i.test(name);
}

/** What may stand behind a date without being a zone: a time, an offset, and the half of the day. */
const TIME = /^[T\s]\s*[\d:.,]*\s*([-+][\d:]*|[ap]\.?m\b.*|[上下]午.*)?/i;

/** What looks like a time zone: Latin letters, or Chinese words such as `北京时间`. */
const ZONE = /^\p{Script=Latin}|^\p{L}+时[间区]$/u;

/** The letters behind a date and time, if they name no clear zone; undefined if there are none. */
function unclearZone(text: string): string | undefined {
	const rest = DATE.exec(text)?.[4] ?? '';
	const zone = rest.replace(TIME, '').replace(/[[\]]/g, '').trim();
	return ZONE.test(zone) && !isClearZone(zone) ? zone : undefined;
}

/** Times of day as `HH:MM:SS`. The last second is part of a period of the platform. */
export interface Period {
	from: string;
	to: string;
}

/** `HH:MM:SS` in seconds since midnight. */
export function secondsOf(time: string): number {
	return time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

/** The time of day this many seconds after midnight as `HH:MM:SS`; at most `24:00:00`. */
export function timeText(seconds: number): string {
	return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
		.map((part) => String(Math.floor(part)).padStart(2, '0'))
		.join(':');
}

/** A period of the platform as people write it: `09:00-20:00` for `09:00:00-19:59:59`. */
export function periodText({ from, to }: Period): string {
	const end = to.endsWith(':59') ? timeText(secondsOf(to) + 1) : to;
	return [from, end].map((time) => time.replace(/:00$/, '')).join('-');
}

const TIME_OF_DAY = /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** A time of day as `HH:MM:SS`; undefined if it is not one. Seconds may be left out. */
export function readTimeOfDay(text: string): string | undefined {
	const time = text.trim();
	if (!TIME_OF_DAY.test(time)) return undefined;
	return (time.length <= 'HH:MM'.length ? `${time}:00` : time).padStart('HH:MM:SS'.length, '0');
}

/**
 * Reads a period as the platform writes it, with or without seconds; undefined for anything else.
 */
export function readPeriod(text: unknown): Period | undefined {
	if (typeof text !== 'string') return undefined;
	const times = text.split(/[-~]/).map(readTimeOfDay);
	const [from, to] = times;
	return from !== undefined && to !== undefined && times.length === 2 ? { from, to } : undefined;
}

/** The periods of a list that can be read, in their order. */
export function readPeriods(list: unknown): Period[] {
	return Array.isArray(list) ? list.map(readPeriod).filter((period) => period !== undefined) : [];
}

/** The separator of periods in one text. */
export const PERIOD_SEPARATOR = /[,;|，；、\n]+/;

/**
 * The periods of a list or of a plain text, in their order; undefined if there are none, or one
 * cannot be read.
 */
export function readAllPeriods(value: unknown): Period[] | undefined {
	const entries: unknown[] =
		typeof value === 'string'
			? value.split(PERIOD_SEPARATOR).filter((entry) => entry.trim() !== '')
			: Array.isArray(value)
				? value
				: [];
	const periods = readPeriods(entries);
	return periods.length > 0 && periods.length === entries.length ? periods : undefined;
}
