/** The days on which customers may be called: some days of the week, except certain dates. */
import { DateTime } from 'luxon';
import { InputError } from '../../failure';
import { quoted } from '../../values';
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

export type Weekday = (typeof WEEKDAYS)[number];

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
export function weekdayOf({ weekday }: DateTime): Weekday {
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

/** Consecutive calling days, from `begin` on and before `end`, in milliseconds. */
interface Stretch {
	begin: number;
	end: number;
}

/** The most stretches that an error lists. */
const LISTED_STRETCHES = 4;

/**
 * The stretches of calling days between two moments, in order. Only the first ones are returned: as
 * many as an error lists, and one that shows that there are more.
 */
function stretchesBetween(days: CallingDays, zone: string, begin: number, end: number): Stretch[] {
	const stretches: Stretch[] = [];
	const leftOut = [...days.leftOut].sort();
	let current: Stretch | undefined;
	let day = DateTime.fromMillis(begin, { zone }).startOf('day');
	while (day.toMillis() < end) {
		if (!isCallingDay(days, day)) current = undefined;
		else if (!current) {
			if (stretches.length > LISTED_STRETCHES) break;
			current = { begin: Math.max(begin, day.toMillis()), end };
			stretches.push(current);
		}
		day = day.plus({ days: 1 });
		if (!current) continue;
		if (days.weekdays.length === WEEKDAYS.length) {
			// If every day of the week is a calling day, the stretch lasts until the next excluded date.
			const nextDate = isoDate(day);
			const excluded = leftOut.find((date) => date >= nextDate);
			if (excluded === undefined) break;
			day = DateTime.fromISO(excluded, { zone });
		}
		current.end = Math.min(end, day.toMillis());
	}
	return stretches;
}

/** The platform's periods include their last second. */
const LAST_SECOND_MS = 1000;

/**
 * The start and the end with which a task calls only on these days. The platform calls on every day
 * between the two.
 * @param end undefined for a task without an end
 * @param now the current time in milliseconds; earlier days do not matter
 * @throws InputError if no day is left, or if the days that are left are not consecutive
 */
export function taskTimes(
	days: CallingDays,
	zone: string,
	{ begin, end }: { begin: number; end?: number },
	now: number,
): { begin: number; end?: number } {
	const from = Math.max(begin, now);
	const until = end ?? Infinity;
	// Other checks report an end that is too early.
	if (until <= from) return { begin, end };
	const [first, ...others] = stretchesBetween(days, zone, from, until);
	if (!first)
		throw new InputError(
			`${CALLING_DAYS} and ${DATES_LEFT_OUT} leave no day between Start Time and End Time`,
			'The task would call nobody. Choose a later End Time or other days.',
		);
	if (others.length > 0)
		throw new InputError(
			`A task calls on each day between Start Time and End Time, but ${CALLING_DAYS} and ${DATES_LEFT_OUT} leave some of them out`,
			`Create a task for each stretch of days, with a Start Time and an End Time of its own: ${listed([first, ...others], zone)}. Or place the calls without a task (Call: Place).`,
		);
	return {
		begin: first.begin > from ? first.begin : begin,
		end: first.end < until ? first.end - LAST_SECOND_MS : end,
	};
}

/** The stretches in one text, such as `2026-10-01 to 2026-10-07; from 2026-10-09 on`. */
function listed(stretches: readonly Stretch[], zone: string): string {
	const texts = stretches.slice(0, LISTED_STRETCHES).map(({ begin, end }) => {
		const first = isoDate(DateTime.fromMillis(begin, { zone }));
		if (end === Infinity) return `from ${first} on`;
		const last = isoDate(DateTime.fromMillis(end - 1, { zone }));
		return first === last ? first : `${first} to ${last}`;
	});
	return stretches.length > LISTED_STRETCHES ? `${texts.join('; ')} …` : texts.join('; ');
}
