const DAY_MS = 86_400_000;
const PERIOD = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/;

/** A time of day in milliseconds since midnight. `to` is excluded. */
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

/** Milliseconds from `now` until one of the periods begins: 0 inside a period, and 0 if there are no periods. */
function untilOpen(now: number, periods: readonly Period[], utcOffsetMs: number): number {
	if (periods.length === 0) return 0;
	const time = (now + utcOffsetMs) % DAY_MS;
	return Math.min(
		...periods.map(({ from, to }) =>
			time >= from && time < to ? 0 : (from - time + DAY_MS) % DAY_MS,
		),
	);
}

/**
 * The first moment from `now` on at which every list has an open period; undefined if the lists have no time in common.
 * Each step goes on to the time when the last of the lists opens. The search ends after two days.
 */
export function nextCommonOpening(
	now: number,
	lists: readonly (readonly string[])[],
	utcOffsetMs: number,
): number | undefined {
	const parsed = lists.map((texts) => texts.flatMap((text) => readPeriod(text) ?? []));
	let at = now;
	while (at <= now + 2 * DAY_MS) {
		const wait = Math.max(0, ...parsed.map((periods) => untilOpen(at, periods, utcOffsetMs)));
		if (wait === 0) return at;
		at += wait;
	}
	return undefined;
}
