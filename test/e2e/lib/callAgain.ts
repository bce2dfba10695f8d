/** Changes examples/call-again.json so that a test can run it at any time of day. */
import type { INode } from 'n8n-workflow';

const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;
/** No test takes longer than this. */
const TEST_MS = 10 * 60_000;

/** The example's time zone with its offset from UTC in hours, and a time zone that can replace it. */
const CHINA = { zone: 'Asia/Shanghai', hours: 8 };
const TOKYO = { zone: 'Asia/Tokyo', hours: 9 };

/** When the current day began in a time zone, in milliseconds since 1970. */
const midnightIn = ({ hours }: typeof CHINA) =>
	Math.floor((Date.now() + hours * HOUR_MS) / DAY_MS) * DAY_MS - hours * HOUR_MS;

/** The time zone for the days of the example: China, unless midnight in China could fall into the test. */
const testZone = Date.now() > midnightIn(CHINA) + DAY_MS - TEST_MS ? TOKYO : CHINA;

/** The same in the time zone of the test. */
export const midnight = () => midnightIn(testZone);

/** A node of the example, changed so that it waits for nothing between two calls, with the days of the time zone of the test. */
export const withoutWaiting = (node: INode): INode =>
	JSON.parse(
		JSON.stringify(node)
			.replaceAll(CHINA.zone, testZone.zone)
			.replace('WAIT_MINUTES = 30', 'WAIT_MINUTES = 0'),
	) as INode;
