/** The days on which customers may be called: some days of the week, except certain dates. */
import { DateTime } from 'luxon';
import { InputError } from '../../failure';
import { quoted } from '../../errorTexts';
import { toMilliseconds } from './times';

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
}

export const EVERY_DAY: CallingDays = { weekdays: WEEKDAYS, leftOut: new Set() };

export const CALLING_DAYS = 'Calling Days';
export const DATES_LEFT_OUT = 'Dates Left Out';

/**
 * Reads days of the week by their English names, in any order.
 * @throws InputError for any other name, and if there are no entries
 */
export function readWeekdays(entries: readonly string[]): Weekday[] {
	const names = new Set(entries.map((entry) => entry.trim().toLowerCase()));
	for (const name of names)
		if (!WEEKDAYS.some((weekday) => weekday === name))
			throw new InputError(
				`${CALLING_DAYS} must be days of the week, but ${quoted(name)} is not one`,
				`Choose them from the list. An expression returns an array of ${WEEKDAYS.join(', ')}.`,
			);
	if (names.size === 0)
		throw new InputError(`${CALLING_DAYS} are empty`, 'Choose at least one day of the week.');
	return WEEKDAYS.filter((weekday) => names.has(weekday));
}

/** What separates the first and the last day of a range: `2026-10-01 to 2026-10-07`. */
const RANGE = /\sto\s|\.\.|[~～至到]/;

const MAX_RANGE_DAYS = 366;
const [FIRST_YEAR, LAST_YEAR] = [2000, 2099];

/**
 * Reads dates, and ranges of dates.
 * @param entries texts such as `2026-10-01`, `20261001` or `2026-10-01 to 2026-10-07`, or dates
 * @param zone the time zone that decides on which date an entry with a time falls
 * @throws InputError for an entry that is not a date
 */
export function readDates(entries: readonly unknown[], zone: string): Set<string> {
	return new Set(entries.flatMap((entry) => datesIn(entry, zone)));
}

function datesIn(entry: unknown, zone: string): string[] {
	const [first, last, ...more] = typeof entry === 'string' ? entry.split(RANGE) : [entry];
	const begin = readDate(first, zone);
	if (last === undefined) return [isoDate(begin)];
	const end = readDate(last, zone);
	const days = end.diff(begin, 'days').days + 1;
	if (more.length > 0 || days < 1 || days > MAX_RANGE_DAYS)
		throw new InputError(
			`${DATES_LEFT_OUT}: ${quoted(String(entry))} is not a valid range of dates`,
			`Enter the first and the last day, such as 2026-10-01 to 2026-10-07, at most ${MAX_RANGE_DAYS} days.`,
		);
	return Array.from({ length: Math.round(days) }, (_, index) =>
		isoDate(begin.plus({ days: index })),
	);
}

/** A number of up to eight digits is a date such as `20261001`; a longer one is milliseconds. */
function readDate(value: unknown, zone: string): DateTime {
	const written = typeof value === 'number' && value < 1e8 ? String(value) : value;
	const date = DateTime.fromMillis(toMilliseconds(written, zone, DATES_LEFT_OUT), { zone });
	if (date.year < FIRST_YEAR || date.year > LAST_YEAR)
		throw new InputError(
			`${DATES_LEFT_OUT}: ${isoDate(date)} lies in the year ${date.year}`,
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
export function isCallingDay({ weekdays, leftOut }: CallingDays, at: DateTime): boolean {
	return weekdays.includes(weekdayOf(at)) && !leftOut.has(isoDate(at));
}

/** The day of the week of a moment, in its own zone. */
function weekdayOf({ weekday }: DateTime): Weekday {
	return WEEKDAYS[weekday - 1] ?? 'sunday';
}

/** Names the day of `at`, and says why nobody may be called on it. */
export function dayText({ weekdays }: CallingDays, at: DateTime): string {
	const weekday = weekdayOf(at);
	const rule = weekdays.includes(weekday)
		? `which is one of the ${DATES_LEFT_OUT}`
		: `which is none of the ${CALLING_DAYS}`;
	return `${weekdayName(weekday)}, ${isoDate(at)}, in ${at.zoneName}, ${rule}`;
}
