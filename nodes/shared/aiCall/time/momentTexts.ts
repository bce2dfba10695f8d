import { DateTime } from 'luxon';
import { PLATFORM_ZONE } from './callingHours';

export const READ_IN_ZONE = 'A time without a time zone is read in that of Calling Times.';

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

const HALF_A_YEAR_MS = 183 * 24 * 3_600_000;

/**
 * A moment (ISO 8601), with the zone that it has: `Thu, Nov 26, 09:00 (UTC+8)`. If it is more than
 * half a year away, its year is named: `Tue, Jan 8, 2030, 09:00 (UTC+8)`.
 */
export function momentText(iso: string, now: number): string {
	const moment = DateTime.fromISO(iso, { setZone: true, locale: 'en-US' });
	const year = Math.abs(moment.toMillis() - now) > HALF_A_YEAR_MS ? ' yyyy,' : '';
	return moment.toFormat(`ccc, LLL d,${year} HH:mm '('ZZZZ')'`);
}
