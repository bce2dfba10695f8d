import { DateTime } from 'luxon';
import { InputError } from '../../failure';
import {
	CALLING_DAYS,
	DATES_LEFT_OUT,
	isCallingDay,
	isoDate,
	WEEKDAYS,
	type CallingDays,
} from './callingDays';
import {
	DAY_SECONDS,
	intersection,
	nextOpening,
	PLATFORM_ZONE,
	splitAtMidnight,
	union,
	type CallingHours,
	type DaySpan,
} from './callingHours';
import { FIRST_YEAR, isPlausibleYear, LAST_YEAR, timeText } from './times';
import { inBothZones, READ_IN_ZONE, momentText } from './momentTexts';

/** When a task calls: its Start Time and End Time, its calling periods, whether it calls at all. */

export interface TaskWindow {
	/** Milliseconds. */
	begin: number;
	/** Milliseconds; without it the task has no end. */
	end?: number;
	/** In the platform's time zone, as they are sent. */
	hours: CallingHours;
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
 * @throws InputError if no day is left, if the days that are left are not consecutive, or for a time
 * in a year that nobody can have meant
 */
export function taskTimes(
	days: CallingDays,
	zone: string,
	{ begin, end }: { begin: number; end?: number },
	now: number,
): { begin: number; end?: number } {
	requireYear(begin, zone, 'Start Time');
	if (end !== undefined) requireYear(end, zone, 'End Time');
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
			`Create a task for each stretch of days, with a Start Time and an End Time of its own: ${stretchesText([first, ...others], zone)}. Or place the calls without a task (Call: Place).`,
		);
	return {
		begin: first.begin > from ? first.begin : begin,
		end: first.end < until ? first.end - LAST_SECOND_MS : end,
	};
}

function requireYear(at: number, zone: string, label: string): void {
	const { year } = DateTime.fromMillis(at, { zone });
	if (isPlausibleYear(year)) return;
	throw new InputError(
		`${label} lies in the year ${year}`,
		`Enter a time between ${FIRST_YEAR} and ${LAST_YEAR}. A task without an End Time has no end.`,
	);
}

/** The stretches in one text, such as `2026-10-01 to 2026-10-07; from 2026-10-09 on`. */
function stretchesText(stretches: readonly Stretch[], zone: string): string {
	const texts = stretches.slice(0, LISTED_STRETCHES).map(({ begin, end }) => {
		const first = isoDate(DateTime.fromMillis(begin, { zone }));
		if (end === Infinity) return `from ${first} on`;
		const last = isoDate(DateTime.fromMillis(end - 1, { zone }));
		return first === last ? first : `${first} to ${last}`;
	});
	return stretches.length > LISTED_STRETCHES ? `${texts.join('; ')} …` : texts.join('; ');
}

const DAY_MS = DAY_SECONDS * 1000;

/** How long a task without an end may run. */
const LONGEST_TASK_MS = 366 * DAY_MS;

/**
 * The hours as calling periods of a task (`time_range`, document 2, 4.4), which are in the
 * platform's time zone. If the clocks in the zone of the hours change while the task runs, only
 * those times remain that are within the hours both before and after the change.
 * @throws InputError if no such time is left
 */
export function platformPeriods(
	{ spans, zone, text }: CallingHours,
	begin: number,
	end = Infinity,
): string[] {
	const common = shiftsBetween(zone, begin, Math.min(end, begin + LONGEST_TASK_MS))
		.map((shift) => shifted(spans, shift))
		.reduce(intersection);
	if (common.length === 0)
		throw new InputError(
			`The clocks in ${zone} change while the task runs: no time in ${PLATFORM_ZONE} is within the Calling Hours ${text} both before and after that`,
			'Choose longer hours, or an End Time before the clocks change.',
		);
	// The last second is part of a period of the platform, so that 20:00 is sent as 19:59:59.
	return common.map(({ from, to }) => [from, to - 1].map(timeText).join('-'));
}

/**
 * By how many seconds the platform's clock is ahead of the zone's: every value that occurs between
 * two moments.
 */
function shiftsBetween(zone: string, begin: number, end: number): number[] {
	if (zone === PLATFORM_ZONE) return [0];
	const moments = Array.from(
		{ length: Math.ceil((end - begin) / DAY_MS) },
		(_, day) => begin + day * DAY_MS,
	);
	const offsetSeconds = (at: number, name: string) =>
		DateTime.fromMillis(at, { zone: name }).offset * 60;
	const shifts = [...moments, end].map(
		(at) => offsetSeconds(at, PLATFORM_ZONE) - offsetSeconds(at, zone),
	);
	return [...new Set(shifts)];
}

/**
 * The same times on a clock that is this many seconds ahead, or behind if the number is negative.
 */
function shifted(spans: readonly DaySpan[], seconds: number): DaySpan[] {
	return union(spans.flatMap(({ from, to }) => splitAtMidnight(from + seconds, to + seconds)));
}

/**
 * The error if a task would call nobody; it names the times of the task in both zones. Undefined if
 * the task has time to call.
 * @param now the current time in milliseconds
 * @param zone the zone in which times without a zone are read
 */
export function callsNobodyError(
	{ begin, end, hours }: TaskWindow,
	now: number,
	zone: string,
): InputError | undefined {
	if (end === undefined) return undefined;
	const endText = inBothZones(end, zone);
	if (end <= now)
		return new InputError(
			`End Time has passed (${endText}), so the task would call nobody`,
			`Enter a time in the future. ${READ_IN_ZONE}`,
		);
	const from = Math.max(begin, now);
	if (nextOpening(hours, from) < end) return undefined;
	return new InputError(
		`The task would call nobody: the Calling Hours ${hours.text} in ${hours.zone} do not begin between ${inBothZones(from, zone)}, and End Time, ${endText}`,
		`Choose a later End Time or other hours. ${READ_IN_ZONE}`,
	);
}

/**
 * When a task begins to call if it is started now: `calling begins at once`, or `calling begins Thu,
 * Nov 26, 09:00 (UTC+8)`.
 * @param begin the Start Time of the task (milliseconds)
 * @param now the current time in milliseconds
 */
export function callingBegins(hours: CallingHours, begin: number, now: number): string {
	const opening = nextOpening(hours, Math.max(begin, now));
	if (opening <= now) return 'calling begins at once';
	const iso = DateTime.fromMillis(opening, { zone: hours.zone }).toISO() ?? '';
	return `calling begins ${momentText(iso, now)}`;
}
