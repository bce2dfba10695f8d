import { ConcurrencyLimit } from '../../../nodes/shared/retry/concurrency';

/** How many requests may be in flight at the same time. */
function size(limit: ConcurrencyLimit): number {
	let inFlight = 0;
	while (limit.hasRoom(inFlight)) inFlight++;
	return inFlight;
}

/** Accepts requests at full use until one more may be in flight. Returns how many, at most 200. */
function acceptUntilGrowth(limit: ConcurrencyLimit): number {
	const sizeBefore = size(limit);
	let accepted = 0;
	while (size(limit) === sizeBefore && accepted < 200) {
		limit.accepted(limit.sent(sizeBefore));
		accepted++;
	}
	return accepted;
}

/** Refuses the last of the requests in flight. */
const refuse = (limit: ConcurrencyLimit, inFlight: number) =>
	limit.refused(limit.sent(inFlight), inFlight - 1);

test("the limit begins at the user's choice and never exceeds it", () => {
	const limit = new ConcurrencyLimit(3);
	expect(size(limit)).toBe(3);
	expect(acceptUntilGrowth(limit)).toBe(200);
	expect(size(limit)).toBe(3);
});

test('after a refusal the limit is the number that stayed in flight, but at least one', () => {
	const limit = new ConcurrencyLimit(10);
	const sizes = [5, 3, 8, 1].map((inFlight) => {
		refuse(limit, inFlight);
		return size(limit);
	});
	expect(sizes).toEqual([4, 2, 2, 1]);
});

test('if each attempt at one more request is refused, such attempts become more and more rare', () => {
	const limit = new ConcurrencyLimit(10);
	const growths = [5, 5, 5, 5, 5].map((inFlight) => {
		refuse(limit, inFlight);
		return [acceptUntilGrowth(limit), size(limit)];
	});
	expect(growths).toEqual([
		[10, 5],
		[20, 5],
		[40, 5],
		[80, 5],
		[80, 5],
	]);
	refuse(limit, 4);
	expect([acceptUntilGrowth(limit), size(limit)]).toEqual([10, 4]);
});

test('only requests that were sent at full use can raise the limit', () => {
	const limit = new ConcurrencyLimit(10);
	refuse(limit, 5);
	for (let i = 0; i < 100; i++) limit.accepted(limit.sent(3));
	expect(size(limit)).toBe(4);
	expect(acceptUntilGrowth(limit)).toBe(10);
});

test("after the refused number is accepted, the limit grows fast up to the user's choice", () => {
	const limit = new ConcurrencyLimit(8);
	refuse(limit, 5);
	refuse(limit, 5);
	expect([acceptUntilGrowth(limit), size(limit)]).toEqual([20, 5]);
	expect([
		acceptUntilGrowth(limit),
		acceptUntilGrowth(limit),
		acceptUntilGrowth(limit),
		size(limit),
	]).toEqual([5, 6, 7, 8]);
	// The earlier refusals are forgotten.
	refuse(limit, 6);
	expect([acceptUntilGrowth(limit), size(limit)]).toEqual([10, 6]);
});

test('if requests that were sent together are refused, the limit is the number that is left in flight', () => {
	const limit = new ConcurrencyLimit(10);
	const together = [6, 7].map((inFlight) => limit.sent(inFlight));
	for (const [index, mark] of together.entries()) limit.refused(mark, 5 - index);
	expect(size(limit)).toBe(4);
	expect([acceptUntilGrowth(limit), acceptUntilGrowth(limit), size(limit)]).toEqual([4, 5, 6]);
});
