import { DateTime } from 'luxon';
import { PLATFORM_ZONE } from '../../shared/aiCall/time/callingHours';

/** The day of a moment in China, where the customers are: `2026-11-27`. */
export function dayOf(moment: number): string {
	return String(DateTime.fromMillis(moment, { zone: PLATFORM_ZONE }).toISODate());
}

/** This many days, the last of which is `day`. */
export function daysUntil(day: string, count: number): string[] {
	const last = DateTime.fromISO(day);
	return Array.from({ length: count }, (_, index) =>
		String(last.minus({ days: index }).toISODate()),
	);
}

/** The days from one to another, both included. */
export function daysBetween(first: string, last: string): string[] {
	const days = DateTime.fromISO(last).diff(DateTime.fromISO(first), 'days').days;
	return daysUntil(last, Math.max(0, Math.round(days)) + 1);
}
