import { platformHours } from '../../../shared/aiCall/time/callingHours';
import { inBothZones } from '../../../shared/aiCall/time/momentTexts';
import { callingBegins } from '../../../shared/aiCall/time/taskWindow';
import { readPeriods } from '../../../shared/aiCall/time/times';
import type { JsonRecord } from '../../../shared/values';

/** When a task with this body calls, as its creation, a check and a run say it. */

/** `calling begins at once`, if the task is started now. */
export function beginText({ time_begin, time_range }: JsonRecord, now: number): string {
	return callingBegins(platformHours(readPeriods(time_range)), Number(time_begin), now);
}

/**
 * `calling begins at once, 09:00-20:00 in China, with no end time`.
 * @param zone the zone of the calling times
 */
export function callsText(body: JsonRecord, zone: string, now: number): string {
	const { time_end: end, time_range: periods } = body;
	const { text } = platformHours(readPeriods(periods));
	const until = end === undefined ? 'with no end time' : `until ${inBothZones(Number(end), zone)}`;
	return `${beginText(body, now)}, ${text} in China, ${until}`;
}
