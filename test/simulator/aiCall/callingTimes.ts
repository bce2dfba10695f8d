const DAY_MS = 86_400_000;
const PERIOD = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/;

/** A period of each day, in milliseconds since midnight. The time `to` itself is not part of the period. */
interface Period {
	from: number;
	to: number;
}

/**
 * Reads `HH:MM:SS-HH:MM:SS` (document 2, 2.3 and 4.4). The last second is part of the period. Returns undefined if the
 * text has another form, or if the period ends before it begins.
 */
export function readPeriod(text: string): Period | undefined {
	const parts = PERIOD.exec(text)?.slice(1).map(Number);
	if (!parts) return undefined;
	const [h1 = 0, m1 = 0, s1 = 0, h2 = 0, m2 = 0, s2 = 0] = parts;
	const from = ((h1 * 60 + m1) * 60 + s1) * 1000;
	const to = ((h2 * 60 + m2) * 60 + s2) * 1000 + 1000;
	return to > from ? { from, to } : undefined;
}

/** Milliseconds from `now` until one of the periods begins. Inside a period, or if there are no periods, this is 0. */
function untilOpen(now: number, periods: readonly Period[], utcOffsetMs: number): number {
	if (periods.length === 0) return 0;
	const timeOfDay = (now + utcOffsetMs) % DAY_MS;
	return Math.min(
		...periods.map(({ from, to }) =>
			timeOfDay >= from && timeOfDay < to ? 0 : (from - timeOfDay + DAY_MS) % DAY_MS,
		),
	);
}

/**
 * The first time from `now` on that is inside a period of every list. A list without periods is always open. Undefined if
 * the lists have no time in common. Each step of the search goes on to the latest of the next openings of the lists. The
 * search ends after two days.
 */
export function nextCommonOpening(
	now: number,
	lists: readonly (readonly string[])[],
	utcOffsetMs: number,
): number | undefined {
	const periodLists = lists.map((texts) => texts.flatMap((text) => readPeriod(text) ?? []));
	let at = now;
	while (at <= now + 2 * DAY_MS) {
		const wait = Math.max(0, ...periodLists.map((periods) => untilOpen(at, periods, utcOffsetMs)));
		if (wait === 0) return at;
		at += wait;
	}
	return undefined;
}
