/** Whether a task has time to call: its Start Time and End Time against its calling hours. */
import { DateTime } from 'luxon';
import { InputError } from '../../failure';
import { nextOpening, PLATFORM_ZONE, type CallingHours } from './callingHours';

export interface TaskWindow {
	/** Milliseconds. */
	begin: number;
	/** Milliseconds; without it the task has no end. */
	end?: number;
	/** In the platform's time zone, as they are sent. */
	hours: CallingHours;
}

/**
 * A moment in a time zone and in the platform's zone: `2026-11-23 10:00 in America/New_York, 23:00
 * in Asia/Shanghai`.
 * @param at milliseconds
 */
export function inBothZones(at: number, zone: string): string {
	const own = DateTime.fromMillis(at, { zone });
	const china = DateTime.fromMillis(at, { zone: PLATFORM_ZONE });
	const text = `${own.toFormat(MOMENT)} in ${zone}`;
	if (own.offset === china.offset) return text;
	const isSameDay = own.toISODate() === china.toISODate();
	return `${text}, ${china.toFormat(isSameDay ? TIME : MOMENT)} in ${PLATFORM_ZONE}`;
}

const TIME = 'HH:mm';
const MOMENT = `yyyy-MM-dd ${TIME}`;

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

const READ_IN_ZONE = "A time without a time zone is read in the workflow's (Settings > Timezone).";
