/** The days on which customers may be called: some days of the week, except certain dates. */
import { DateTime } from 'luxon';
import { InputError } from '../../failure';
import { quoted } from '../../errorTexts';
import { visible } from '../../entered';
import { FIRST_YEAR, isPlausibleYear, LAST_YEAR, toMilliseconds } from './times';

/** In the order of luxon's weekday numbers: 1 is Monday. */
export const WEEKDAYS = [
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday',
	'sunday',
] as const;

type Weekday = (typeof WEEKDAYS)[number];

export interface CallingDays {
	weekdays: readonly Weekday[];
	/** Dates such as `2026-10-01`. */
	leftOut: ReadonlySet<string>;
	/**
	 * Dates that are calling days whatever day of the week they are, such as a Sunday on which people in
	 * China work. A date that is also left out is none.
	 */
	added?: ReadonlySet<string>;
}

export const EVERY_DAY: CallingDays = { weekdays: WEEKDAYS, leftOut: new Set() };

export const CALLING_DAYS = 'Calling Days';
export const DATES_LEFT_OUT = 'Dates Left Out';
export const DATES_ADDED = 'Dates Added';

const CHINESE_DAY = /^(?:[周週]|星期|[礼禮]拜)([一二三四五六日天])$/u;

/** The day of the week that a text names: `monday`, `mon.`, `thurs`, `周一`; undefined if it names none. */
function weekdayNamed(text: string): Weekday | undefined {
	const chinese = CHINESE_DAY.exec(text)?.[1];
	if (chinese !== undefined) return WEEKDAYS['一二三四五六'.indexOf(chinese)] ?? 'sunday';
	const name = text.replace(/\.$/, '');
	return name.length < 3 ? undefined : WEEKDAYS.find((weekday) => weekday.startsWith(name));
}

/**
 * Reads days of the week by their English or Chinese names, in any order.
 * @throws InputError for any other name, and if there are no entries
 */
export function readWeekdays(entries: readonly string[]): Weekday[] {
	const names = new Set(entries.map((entry) => entry.trim().toLowerCase()));
	const weekdays = new Set<Weekday>();
	for (const name of names) {
		const weekday = weekdayNamed(name);
		if (weekday === undefined)
			throw new InputError(
				`${CALLING_DAYS} must be days of the week, but ${quoted(name)} is not one`,
				`Choose them from the list. An expression returns an array of ${WEEKDAYS.join(', ')}.`,
			);
		weekdays.add(weekday);
	}
	if (names.size === 0)
		throw new InputError(`${CALLING_DAYS} are empty`, 'Choose at least one day of the week.');
	return WEEKDAYS.filter((weekday) => weekdays.has(weekday));
}

/** What separates the first and the last day of a range: `2026-10-01 to 2026-10-07`. */
const RANGE = new RegExp(
	[
		'\\s(?:to|-)\\s|\\.\\.|[~\\u301C\\u81F3\\u5230]|[\\u2013-\\u2015]{1,2}',
		// A hyphen behind a whole date that has other signs, and the slash of ISO 8601.
		'(?<=^\\s*\\d{4}[/.\\u5E74]\\d{1,2}[/.\\u6708]\\d{1,2}[\\u65E5\\u53F7]?)-',
		'(?<=^\\s*\\d{8})-(?=\\d{8}\\s*$)',
		'(?<=^\\s*\\d{4}-\\d{1,2}-\\d{1,2})/(?=\\d{4}-)',
	].join('|'),
);

const MAX_RANGE_DAYS = 366;

/** The last day of a range without its year, or without its month, too: `12月7日`, `12/7`, `7`. */
const SHORT_DATE = /^(?:(\d{1,2})[-/.月])?(\d{1,2})[日号]?$/;

/**
 * Reads dates, and ranges of dates.
 * @param entries texts such as `2026-10-01`, `20261001`, `2026-10-01 to 2026-10-07` or
 * `2026年10月1日至7日`, or dates
 * @param zone the time zone that decides on which date an entry with a time falls
 * @param label the field, for errors
 * @throws InputError for an entry that is not a date
 */
export function readDates(
	entries: readonly unknown[],
	zone: string,
	label = DATES_LEFT_OUT,
): Set<string> {
	return new Set(entries.flatMap((entry) => datesIn(entry, zone, label)));
}

function datesIn(entry: unknown, zone: string, label: string): string[] {
	const [first, last, ...more] =
		typeof entry === 'string' ? visible(entry.normalize('NFKC')).split(RANGE) : [entry];
	const begin = readDate(first, zone, label);
	if (typeof last !== 'string') return [isoDate(begin)];
	const end = readDate(wholeDate(last.trim(), begin), zone, label);
	const days = end.diff(begin, 'days').days + 1;
	if (more.length > 0 || days < 1 || days > MAX_RANGE_DAYS)
		throw new InputError(
			`${label}: ${quoted(String(entry))} is not a valid range of dates`,
			`Enter the first and the last day, such as 2026-10-01 to 2026-10-07, at most ${MAX_RANGE_DAYS} days.`,
		);
	return Array.from({ length: Math.round(days) }, (_, index) =>
		isoDate(begin.plus({ days: index })),
	);
}

/** A last day with the year and the month of the first, where it has none of its own. */
function wholeDate(last: string, first: DateTime): string {
	return last.replace(
		SHORT_DATE,
		(_text, month = String(first.month), day = '') => `${first.year}-${month}-${day}`,
	);
}

/** A number of up to eight digits is a date such as `20261001`; a longer one is milliseconds. */
function readDate(value: unknown, zone: string, label: string): DateTime {
	const written = typeof value === 'number' && value < 1e8 ? String(value) : value;
	const date = DateTime.fromMillis(toMilliseconds(written, zone, label), { zone });
	if (!isPlausibleYear(date.year))
		throw new InputError(
			`${label}: ${isoDate(date)} lies in the year ${date.year}`,
			`Enter dates between ${FIRST_YEAR} and ${LAST_YEAR}, such as 2026-10-01.`,
		);
	return date.startOf('day');
}

/** The date of `at` in its own zone, such as `2026-10-01`. */
export function isoDate(at: DateTime): string {
	return at.toISODate() ?? '';
}

/** The name of a day of the week in texts, such as `Saturday`. */
export function weekdayName(weekday: Weekday): string {
	return `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}`;
}

/** Whether customers may be called on the day of `at`, in its own zone. */
export function isCallingDay({ weekdays, leftOut, added }: CallingDays, at: DateTime): boolean {
	const date = isoDate(at);
	return !leftOut.has(date) && (added?.has(date) === true || weekdays.includes(weekdayOf(at)));
}

/** The day of the week of a moment, in its own zone. */
function weekdayOf({ weekday }: DateTime): Weekday {
	return WEEKDAYS[weekday - 1] ?? 'sunday';
}

/** Names the day of `at`, and says why nobody may be called on it. */
export function closedDayText({ leftOut }: CallingDays, at: DateTime): string {
	const rule = leftOut.has(isoDate(at))
		? `which is one of the ${DATES_LEFT_OUT}`
		: `which is none of the ${CALLING_DAYS}`;
	return `${weekdayName(weekdayOf(at))}, ${isoDate(at)}, in ${at.zoneName}, ${rule}`;
}
