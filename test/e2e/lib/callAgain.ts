import type { INode } from 'n8n-workflow';

/** examples/call-again.json in a form that a test can run at any time of day. */
const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;
/** A test takes less than this. */
const END_OF_DAY_MS = 10 * 60_000;

/** The example's time zone, and its hours east of UTC. */
const CHINA = { zone: 'Asia/Shanghai', hours: 8 };
const TOKYO = { zone: 'Asia/Tokyo', hours: 9 };

const midnightIn = ({ hours }: typeof CHINA) =>
	Math.floor((Date.now() + hours * HOUR_MS) / DAY_MS) * DAY_MS - hours * HOUR_MS;

/** The time zone in which the example's days begin: China, unless midnight there falls into the test. */
const place = Date.now() > midnightIn(CHINA) + DAY_MS - END_OF_DAY_MS ? TOKYO : CHINA;

/** When the current day began in that zone. */
export const midnight = () => midnightIn(place);

const SETTINGS = {
	results: '2,5,20',
	tries_per_day: 3,
	tries_in_all: 6,
	wait_minutes: 0,
	from_hour: 0,
	to_hour: 24,
};

/** A node of the example that calls at every hour of the day in that zone. */
export function atAnyHour(node: INode): INode {
	const moved = JSON.parse(JSON.stringify(node).replaceAll(CHINA.zone, place.zone)) as INode;
	return node.name === 'Settings'
		? { ...moved, parameters: { mode: 'raw', jsonOutput: JSON.stringify(SETTINGS), options: {} } }
		: moved;
}
