/** The hours within which customers may be called: times of day in a time zone. */
import { DateTime, IANAZone } from 'luxon';
import { InputError } from '../failure';
import { DAY_SECONDS, intersection, shifted, union, withinDay, type DaySpan } from './dayTimes';
import { clockTime, PERIOD_SEPARATOR, readTimeOfDay, type Period } from './times';

/** The platform's time zone: nothing says so, but its lines and customers are in China. */
export const PLATFORM_ZONE = 'Asia/Shanghai';

/** Plain values: rows with the same hours may share a request. */
export interface CallingHours {
	/** As the user wrote them. */
	text: string;
	/** IANA name. */
	zone: string;
	spans: readonly DaySpan[];
}

const EXAMPLE = 'Enter one or several periods such as 09:00-20:00 or 09:00-12:00, 14:00-20:00. A period may go over midnight (22:00-06:00); 00:00-24:00 is any time.';

/** What people type between two times: dashes, tildes, also full-width ones. */
const DASHES = /[-~\u2010-\u2015\u2212\uFF0D\uFF5E\u301C至到]/g;

/**
 * Reads calling hours.
 * @param text periods such as `09:00-12:00, 14:00-20:00`; one may go over midnight
 * @param zone IANA name of a time zone
 * @throws InputError for anything else
 */
export function readCallingHours(text: string, zone: string): CallingHours {
	if (!IANAZone.isValidZone(zone)) throw new InputError(`Calling Hours Time Zone must be the name of a time zone, but is ${JSON.stringify(zone)}`, 'Enter a name such as Asia/Shanghai, Asia/Tokyo or Europe/Berlin.');
	const periods = text.replaceAll('：', ':').replace(DASHES, '-').split(PERIOD_SEPARATOR).map((period) => period.trim()).filter((period) => period !== '');
	if (periods.length === 0) throw new InputError('Calling Hours are empty', EXAMPLE);
	return { text: text.trim(), zone, spans: union(periods.flatMap(readSpan)) };
}

function readSpan(period: string): DaySpan[] {
	const [from, to, ...more] = period.split('-').map((time) => secondsOf(time.trim()));
	if (from === undefined || to === undefined || more.length > 0 || from === DAY_SECONDS) {
		throw new InputError(`Calling Hours must be periods such as 09:00-20:00, but ${JSON.stringify(period)} is none`, EXAMPLE);
	}
	if (from === to) throw new InputError(`Calling Hours: the period ${period} ends when it begins`, EXAMPLE);
	return withinDay(from, to > from ? to : to + DAY_SECONDS);
}

/** Seconds since midnight; 24:00 is the end of the day. */
function secondsOf(time: string): number | undefined {
	if (/^24:00(:00)?$/.test(time)) return DAY_SECONDS;
	const [hours, minutes, seconds] = readTimeOfDay(time)?.split(':').map(Number) ?? [];
	return hours === undefined || minutes === undefined || seconds === undefined ? undefined : (hours * 60 + minutes) * 60 + seconds;
}

/** Periods as the platform writes them (`time_work`, `time_range`): its time of day, and the last second belongs to them. */
export function platformHours(periods: readonly Period[]): CallingHours {
	const spans = periods.flatMap(({ from, to }) => {
		const [begin = 0, last = 0] = [secondsOf(from), secondsOf(to)];
		return withinDay(begin, (last < begin ? last + DAY_SECONDS : last) + 1);
	});
	return { text: periods.map(({ from, to }) => `${from}-${to}`).join(', '), zone: PLATFORM_ZONE, spans: union(spans) };
}

/** Whether a moment (milliseconds) is within the hours. */
export function isWithin({ spans, zone }: CallingHours, at: number): boolean {
	const time = DateTime.fromMillis(at, { zone });
	const seconds = (time.hour * 60 + time.minute) * 60 + time.second;
	return spans.some(({ from, to }) => seconds >= from && seconds < to);
}

/** The next moment (milliseconds) within the hours. */
export function nextOpening(hours: CallingHours, at: number): number {
	if (isWithin(hours, at)) return at;
	const today = DateTime.fromMillis(at, { zone: hours.zone }).startOf('day');
	const openings = [0, 1, 2].flatMap((days) => hours.spans.map(({ from }) => beginningOf(today.plus({ days }), from)));
	return Math.min(...openings.filter((opening) => opening > at));
}

function beginningOf(day: DateTime, seconds: number): number {
	return day.set({ hour: Math.floor(seconds / 3600), minute: Math.floor(seconds / 60) % 60, second: seconds % 60 }).toMillis();
}

/** Why a customer must not be called at a moment: that it is outside the hours. */
export class OutsideHoursError extends InputError {
	constructor(hours: CallingHours, at: number) {
		const retryAt = DateTime.fromMillis(nextOpening(hours, at), { zone: hours.zone }).toISO({ suppressMilliseconds: true }) ?? undefined;
		super(
			`Not sent: it is ${clockTime(at, hours.zone)} in ${hours.zone}, outside the Calling Hours ${hours.text}`,
			`Send it again from ${retryAt} on, or change Calling Hours; 00:00-24:00 is any time.`,
		);
		this.details.retryAt = retryAt;
	}
}

/** An error where a moment (milliseconds) is outside the hours. */
export function outsideHours(hours: CallingHours, at: number): OutsideHoursError | undefined {
	return isWithin(hours, at) ? undefined : new OutsideHoursError(hours, at);
}

/** A task without an end may run that long. */
const LONGEST_TASK_DAYS = 366;

/**
 * The hours as calling periods of a task (`time_range`, document 2, 4.4), which are times of day at the platform. Where the
 * clocks of the zone change while the task runs: the times that are within the hours before and after.
 *
 * @param begin milliseconds
 * @param end milliseconds; undefined for a task without an end
 * @throws InputError where no such time is left
 */
export function platformPeriods({ spans, zone, text }: CallingHours, begin: number, end?: number): string[] {
	const common = [...shiftsBetween(zone, begin, end)].map((shift) => shifted(spans, shift)).reduce(intersection);
	if (common.length === 0) throw new InputError(`The Calling Hours ${text} in ${zone} have no time in common before and after its clocks change`, 'Choose longer hours, or an End Time before the clocks change.');
	return common.map(({ from, to }) => `${timeText(from)}-${timeText(Math.min(to, DAY_SECONDS - 1))}`);
}

/** By how many seconds the platform's clock is ahead of the zone's on the days of a task. */
function shiftsBetween(zone: string, begin: number, end: number | undefined): Set<number> {
	const last = Math.min(end ?? Infinity, begin + LONGEST_TASK_DAYS * DAY_SECONDS * 1000);
	const shifts = new Set<number>();
	for (let at = begin; at < last; at += DAY_SECONDS * 1000) shifts.add(shiftAt(zone, at));
	return shifts.add(shiftAt(zone, last));
}

function shiftAt(zone: string, at: number): number {
	return (DateTime.fromMillis(at, { zone: PLATFORM_ZONE }).offset - DateTime.fromMillis(at, { zone }).offset) * 60;
}

function timeText(seconds: number): string {
	return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
