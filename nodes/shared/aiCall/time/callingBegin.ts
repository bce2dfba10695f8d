/** When calling begins, in words. */
import { DateTime } from 'luxon';
import { nextOpening, type CallingHours } from './callingHours';

const HALF_A_YEAR_MS = 183 * 24 * 3_600_000;

/**
 * A moment (ISO 8601), with the zone that it has: `Thu, Nov 26, 09:00 (UTC+8)`. If it is more than
 * half a year away, its year is named: `Tue, Jan 8, 2030, 09:00 (UTC+8)`.
 */
export function momentText(iso: string, now = Date.now()): string {
	const moment = DateTime.fromISO(iso, { setZone: true, locale: 'en-US' });
	const year = Math.abs(moment.toMillis() - now) > HALF_A_YEAR_MS ? ' yyyy,' : '';
	return moment.toFormat(`ccc, LLL d,${year} HH:mm '('ZZZZ')'`);
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
