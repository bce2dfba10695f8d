/** When calling begins, in words. */
import { DateTime } from 'luxon';
import { nextOpening, type CallingHours } from './callingHours';

/** A moment (ISO 8601), with the zone that it has: `Thu, Nov 26, 09:00 (UTC+8)`. */
export function momentText(iso: string): string {
	return DateTime.fromISO(iso, { setZone: true, locale: 'en-US' }).toFormat(
		"ccc, LLL d, HH:mm '('ZZZZ')'",
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
	return `calling begins ${momentText(iso)}`;
}
