import { ConcurrencyLimit } from '../../../nodes/shared/retry/concurrency';

/** How many requests may be in flight. */
function size(limit: ConcurrencyLimit): number {
	let inFlight = 0;
	while (limit.hasRoom(inFlight)) inFlight++;
	return inFlight;
}

/** Requests that are accepted at full use until one more may be sent; at most 200. */
function untilGrowth(limit: ConcurrencyLimit): number {
	const before = size(limit);
	let accepted = 0;
	while (size(limit) === before && accepted < 200) {
		limit.accepted(limit.sent(before));
		accepted++;
	}
	return accepted;
}

/** The last of the requests in flight is refused. */
const refuse = (limit: ConcurrencyLimit, level: number) =>
	limit.refused(limit.sent(level), level - 1);

test('as many at once as the user chose, and no more', () => {
	const limit = new ConcurrencyLimit(3);
	expect(size(limit)).toBe(3);
	expect(untilGrowth(limit)).toBe(200);
	expect(size(limit)).toBe(3);
});

test('after a refusal as many as stayed in flight, one at least', () => {
	const limit = new ConcurrencyLimit(10);
	const sizes = [5, 3, 8, 1].map((level) => {
		refuse(limit, level);
		return size(limit);
	});
	expect(sizes).toEqual([4, 2, 2, 1]);
});

test('one more is tried ever more rarely where it is refused at the same level', () => {
	const limit = new ConcurrencyLimit(10);
	const needed = [5, 5, 5, 5, 5].map((level) => {
		refuse(limit, level);
		return [untilGrowth(limit), size(limit)];
	});
	expect(needed).toEqual([
		[10, 5],
		[20, 5],
		[40, 5],
		[80, 5],
		[80, 5],
	]);
	refuse(limit, 4);
	expect([untilGrowth(limit), size(limit)]).toEqual([10, 4]);
});

test('only what was sent at full use shows that one more may be tried', () => {
	const limit = new ConcurrencyLimit(10);
	refuse(limit, 5);
	for (let i = 0; i < 100; i++) limit.accepted(limit.sent(3));
	expect(size(limit)).toBe(4);
	expect(untilGrowth(limit)).toBe(10);
});

test('once the refused level is accepted, it grows fast up to what the user chose', () => {
	const limit = new ConcurrencyLimit(8);
	refuse(limit, 5);
	refuse(limit, 5);
	expect([untilGrowth(limit), size(limit)]).toEqual([20, 5]);
	expect([untilGrowth(limit), untilGrowth(limit), untilGrowth(limit), size(limit)]).toEqual([
		5, 6, 7, 8,
	]);
	// What was refused before is forgotten.
	refuse(limit, 6);
	expect([untilGrowth(limit), size(limit)]).toEqual([10, 6]);
});

test('requests that were sent together and refused: the number that is left counts, not its level', () => {
	const limit = new ConcurrencyLimit(10);
	const together = [6, 7].map((level) => limit.sent(level));
	for (const [index, mark] of together.entries()) limit.refused(mark, 5 - index);
	expect(size(limit)).toBe(4);
	expect([untilGrowth(limit), untilGrowth(limit), size(limit)]).toEqual([4, 5, 6]);
});
