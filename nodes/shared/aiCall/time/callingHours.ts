import { withPlainClock } from './clockTexts';
import { DateTime, IANAZone } from 'luxon';
import { enteredId } from '../../entered';
import { InputError } from '../../failure';
import { quoted } from '../../errorTexts';
import { closedDayText, isCallingDay, type CallingDays } from './callingDays';
import {
	clockTime,
	isClearZone,
	PERIOD_SEPARATOR,
	PLATFORM_ZONE,
	periodText,
	readTimeOfDay,
	secondsOf,
	type Period,
} from './times';

/** The hours within which customers may be called: times of day in a time zone, on some days. */

/**
 * A span of a day, in seconds since midnight. The spans of a list may overlap and be in any order.
 */
export interface DaySpan {
	from: number;
	/** The end of the span, which is not part of it; at most `DAY_SECONDS`. */
	to: number;
}

export const DAY_SECONDS = 86_400;

/** The same times as ordered spans that do not touch each other. */
export function union(spans: readonly DaySpan[]): DaySpan[] {
	const joined: DaySpan[] = [];
	for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
		const last = joined.at(-1);
		if (last && from <= last.to) last.to = Math.max(last.to, to);
		else joined.push({ from, to });
	}
	return joined;
}

/** The times that are in both lists. */
export function intersection(first: readonly DaySpan[], second: readonly DaySpan[]): DaySpan[] {
	const common = first.flatMap((a) =>
		second.map((b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) })),
	);
	return union(common.filter(({ from, to }) => from < to));
}

/**
 * Splits a span at midnight. The span may begin before the day or end after it. A span that does
 * not end after its beginning also goes past midnight.
 */
export function splitAtMidnight(from: number, to: number): DaySpan[] {
	// The remainder, which is not negative even if `from` is.
	const begin = from - Math.floor(from / DAY_SECONDS) * DAY_SECONDS;
	const end = begin + to - from + (to > from ? 0 : DAY_SECONDS);
	if (end <= DAY_SECONDS) return [{ from: begin, to: end }];
	return [
		{ from: begin, to: DAY_SECONDS },
		{ from: 0, to: end - DAY_SECONDS },
	];
}

export { PLATFORM_ZONE };

/** The hours within which rows may be called. Rows with the same hours may share a request. */
export interface CallingHours {
	/** The hours as the user wrote them. */
	text: string;
	/** The IANA name of their time zone. */
	zone: string;
	spans: readonly DaySpan[];
	/** Days in that zone; if missing, every day is a calling day. */
	days?: CallingDays;
}

const EXAMPLE =
	'Enter one or several periods such as 09:00-20:00 or 09:00-12:00, 14:00-20:00. A period may go over midnight (22:00-06:00); 00:00-24:00 is any time. A time zone such as Asia/Shanghai goes into Time Zone under Calling Times.';

/** What people type between two times: dashes, tildes and words. */
const DASHES = /[-~\u2010-\u2015\u2212\u301C至到]/g;

/**
 * Reads periods such as `09:00-12:00, 14:00-20:00`. A period may go past midnight.
 * @throws InputError for anything else, and for a zone that is not an IANA name
 */
export function readCallingHours(text: string, zone: string): CallingHours {
	if (!IANAZone.isValidZone(zone) || !isClearZone(zone))
		throw new InputError(
			`Time Zone must be the name of a time zone, but is ${quoted(zone)}`,
			'Enter a name such as Asia/Shanghai, Asia/Tokyo or Europe/Berlin. An abbreviation such as CST can mean several.',
		);
	const periods = enteredId(text)
		.replace(DASHES, '-')
		.split(PERIOD_SEPARATOR)
		.map((period) => period.trim())
		.filter((period) => period !== '');
	if (periods.length === 0) throw new InputError('Calling Hours are empty', EXAMPLE);
	return { text: text.trim(), zone, spans: union(periods.flatMap(readSpan)) };
}

function readSpan(period: string): DaySpan[] {
	const times = period.split('-').map(readTime);
	const [from, to] = times;
	if (from === undefined || to === undefined || times.length > 2 || from === DAY_SECONDS) {
		throw new InputError(
			`Calling Hours must be periods such as 09:00-20:00, but ${quoted(period)} is not one`,
			EXAMPLE,
		);
	}
	if (from === to)
		throw new InputError(`Calling Hours: the period ${period} ends when it begins`, EXAMPLE);
	return splitAtMidnight(from, to);
}

function readTime(text: string): number | undefined {
	if (/^\s*24:00(:00)?\s*$/.test(text)) return DAY_SECONDS;
	const time = readTimeOfDay(withPlainClock(text));
	return time === undefined ? undefined : secondsOf(time);
}

/**
 * Reads periods as the platform writes them (`time_work`, `time_range`): in its time zone, with
 * their last second included.
 */
export function platformHours(periods: readonly Period[]): CallingHours {
	const spans = periods.flatMap(({ from, to }) =>
		splitAtMidnight(secondsOf(from), secondsOf(to) + 1),
	);
	return {
		text: periods.map(periodText).join(', '),
		zone: PLATFORM_ZONE,
		spans: union(spans),
	};
}

/** The whole day. */
export const ANY_TIME = platformHours([{ from: '00:00:00', to: '23:59:59' }]);

/** Whether a moment (milliseconds) is within the hours and on a calling day. */
export function isWithin({ spans, zone, days }: CallingHours, at: number): boolean {
	const time = DateTime.fromMillis(at, { zone });
	const seconds = (time.hour * 60 + time.minute) * 60 + time.second;
	const isInSpan = spans.some(({ from, to }) => seconds >= from && seconds < to);
	return isInSpan && (days === undefined || isCallingDay(days, time));
}

/**
 * For given hours the last opening that was found, and the moment from which it was searched. It is
 * kept because thousands of rows need the same opening.
 */
const lastOpenings = new WeakMap<CallingHours, { searchedFrom: number; opening: number }>();

/** The first moment (milliseconds) from `at` on that is within the hours and on a calling day. */
export function nextOpening(hours: CallingHours, at: number): number {
	if (isWithin(hours, at)) return at;
	const known = lastOpenings.get(hours);
	if (known && at >= known.searchedFrom && at < known.opening) return known.opening;
	const opening = openingAfter(hours, at);
	lastOpenings.set(hours, { searchedFrom: at, opening });
	return opening;
}

function openingAfter(hours: CallingHours, at: number): number {
	if (hours.spans.length === 0) return Infinity;
	let day = DateTime.fromMillis(at, { zone: hours.zone }).startOf('day');
	for (;;) {
		const opening = openingOf(hours, day, at);
		if (opening < Infinity) return opening;
		day = day.plus({ days: 1 });
	}
}

/** The first opening of a day after a moment; Infinity if there is none. */
function openingOf(hours: CallingHours, day: DateTime, at: number): number {
	const openings = hours.spans.map(({ from }) => {
		const { hour, minute, second } = DateTime.fromSeconds(from, { zone: 'utc' });
		return day.set({ hour, minute, second }).toMillis();
	});
	// The day may not be a calling day. When the clocks change, the time may not exist on that day.
	return Math.min(...openings.filter((opening) => opening > at && isWithin(hours, opening)));
}

/** A customer must not be called at this moment. */
export class OutsideHoursError extends InputError {
	/** Which rule forbids the call. */
	readonly rule: 'hours' | 'days';
	/** Why, in a few words: `it is 20:15 in Asia/Shanghai, outside the Calling Hours 09:00-20:00`. */
	readonly reason: string;
	/** When the next call is possible, in ISO format. */
	readonly retryAt: string;

	/** @param at the moment, in milliseconds */
	constructor(
		hours: CallingHours,
		readonly at: number,
	) {
		const time = DateTime.fromMillis(at, { zone: hours.zone });
		const opening = DateTime.fromMillis(nextOpening(hours, at), { zone: hours.zone });
		const retryAt = String(opening.toISO({ suppressMilliseconds: true }));
		const { days } = hours;
		const forbiddingDays = days && !isCallingDay(days, time) ? days : undefined;
		const reason = forbiddingDays
			? closedDayText(forbiddingDays, time)
			: `${clockTime(at, hours.zone)} in ${hours.zone}, outside the Calling Hours ${hours.text}`;
		super(`It is ${reason}`, `Send it from ${retryAt} on, or use a task, which waits.`);
		this.reason = `it is ${reason}`;
		this.rule = forbiddingDays ? 'days' : 'hours';
		this.retryAt = retryAt;
		this.details.retryAt = retryAt;
	}
}

/** An error if a moment (milliseconds) is outside the hours. */
export function outsideHours(hours: CallingHours, at: number): OutsideHoursError | undefined {
	return isWithin(hours, at) ? undefined : new OutsideHoursError(hours, at);
}
