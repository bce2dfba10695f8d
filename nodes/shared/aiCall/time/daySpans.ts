/**
 * A span of a day, in seconds since midnight. The spans of a list may overlap and be in any order.
 */
export interface DaySpan {
	from: number;
	/** The end of the span, which is not part of it; at most `DAY_SECONDS`. */
	to: number;
}

export const DAY_SECONDS = 86_400;

/** The same times as ordered spans that do not touch each other. */
export function union(spans: readonly DaySpan[]): DaySpan[] {
	const joined: DaySpan[] = [];
	for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
		const last = joined.at(-1);
		if (last && from <= last.to) last.to = Math.max(last.to, to);
		else joined.push({ from, to });
	}
	return joined;
}

/** The times that are in both lists. */
export function intersection(first: readonly DaySpan[], second: readonly DaySpan[]): DaySpan[] {
	const common = first.flatMap((a) =>
		second.map((b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) })),
	);
	return union(common.filter(({ from, to }) => from < to));
}

/**
 * The same times on a clock that is this many seconds ahead, or behind if the number is negative.
 */
export function shifted(spans: readonly DaySpan[], seconds: number): DaySpan[] {
	return union(spans.flatMap(({ from, to }) => splitAtMidnight(from + seconds, to + seconds)));
}

/**
 * Splits a span at midnight. The span may begin before the day or end after it. A span that does
 * not end after its beginning also goes past midnight.
 */
export function splitAtMidnight(from: number, to: number): DaySpan[] {
	// The remainder, which is not negative even if `from` is.
	const begin = from - Math.floor(from / DAY_SECONDS) * DAY_SECONDS;
	const end = begin + to - from + (to > from ? 0 : DAY_SECONDS);
	if (end <= DAY_SECONDS) return [{ from: begin, to: end }];
	return [
		{ from: begin, to: DAY_SECONDS },
		{ from: 0, to: end - DAY_SECONDS },
	];
}
