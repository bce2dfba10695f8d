import { Pace, type PaceMark } from '../../../nodes/shared/retry/pace';

/** Sends requests as soon as the pace allows, starting at a given time. */
class Sender {
	readonly pace = new Pace();
	/** The last request. */
	mark: PaceMark = { at: 0, epoch: 0 };

	constructor(public now = 0) {}

	/** @returns milliseconds until the next request may be sent */
	send(count = 1): number {
		for (let i = 0; i < count; i++) {
			this.now += this.pace.waitMs(this.now);
			this.mark = this.pace.sent(this.now);
		}
		return this.pace.waitMs(this.now);
	}

	/** Refuses the last request immediately. @returns milliseconds until the next one may be sent */
	refuse(acceptedInLastSecond = 0): number {
		this.pace.refused(this.mark, this.now, acceptedInLastSecond);
		return this.pace.waitMs(this.now);
	}
}

/** A sender whose first request was refused. In the second before, the platform had accepted this many requests. */
function refusedOnce(accepted: number): Sender {
	const sender = new Sender();
	sender.send();
	sender.refuse(accepted);
	return sender;
}

/** Sends requests until the interval is shorter than this. Returns how many, or Infinity if 200 were not enough. */
function countUntilFaster(sender: Sender, intervalMs: number): number {
	for (let count = 1; count <= 200; count++) {
		const nextIntervalMs = sender.send();
		if (nextIntervalMs < intervalMs - 1e-6) return count;
	}
	return Infinity;
}

test('without a refusal no request waits', () => {
	const sender = new Sender(1000);
	expect([sender.send(), sender.send(500), sender.now]).toEqual([0, 0, 1000]);
});

test('the first pace is the number of requests accepted in the second before, or one in two seconds if there were none', () => {
	expect(refusedOnce(10).pace.waitMs(0)).toBeCloseTo(100);
	expect(refusedOnce(0).pace.waitMs(0)).toBeCloseTo(2000);
});

test('if requests that were sent together are refused, the slowest pace holds', () => {
	const sender = new Sender();
	sender.send();
	const first = sender.mark;
	sender.refuse(10);
	sender.pace.refused(first, 0, 20);
	expect(sender.pace.waitMs(0)).toBeCloseTo(100);
	sender.pace.refused(first, 0, 4);
	expect(sender.pace.waitMs(0)).toBeCloseTo(250);
	// These refusals do not count as refusals of the new pace.
	expect(1000 / sender.send()).toBeCloseTo(4 * 1.1);
});

test('the refusal of a request that was sent before the last refusal changes nothing', () => {
	const sender = refusedOnce(10);
	sender.send(3);
	const late = sender.mark;
	sender.send(3);
	sender.refuse();
	const wait = sender.pace.waitMs(sender.now);
	sender.pace.refused(late, sender.now, 0);
	expect(sender.pace.waitMs(sender.now)).toBe(wait);
	// The late refusal does not slow down the next requests either.
	const rates = Array.from({ length: 12 }, () => 1000 / sender.send());
	expect(rates.every((rate, index) => index === 0 || rate >= (rates[index - 1] ?? 0) - 1e-9)).toBe(
		true,
	);
});

test('the pace grows by a tenth with each request', () => {
	const sender = refusedOnce(10);
	expect([1, 2, 3].map(() => 1000 / sender.send())).toEqual(
		[11, 12.1, 13.31].map((rate) => expect.closeTo(rate)),
	);
});

test('the pace makes up for a delay of up to 50 ms, but not for a longer delay', () => {
	const quick = refusedOnce(100);
	quick.now = 500;
	// At 110 to 146 per second, several requests fit into 50 ms and one interval.
	const waits = Array.from({ length: 12 }, () => {
		quick.pace.sent(quick.now);
		return quick.pace.waitMs(quick.now);
	});
	expect(waits.filter((wait) => wait === 0)).toHaveLength(7);
	const slow = refusedOnce(2);
	slow.now = 10_000;
	slow.pace.sent(slow.now);
	// At 2.2 per second, the next request need not wait, because a whole interval has passed. The request after it must wait.
	expect(slow.pace.waitMs(slow.now)).toBe(0);
	slow.pace.sent(slow.now);
	expect(slow.pace.waitMs(slow.now)).toBeGreaterThan(400);
});

describe('after the next refusal', () => {
	/**
	 * Milliseconds from the first refusal until this many requests have been sent. The pace starts at ten per second, and each
	 * request makes it a tenth faster.
	 */
	const timeOf = (count: number) =>
		Array.from({ length: count }, (_, index) => 100 / 1.1 ** index).reduce(
			(sum, ms) => sum + ms,
			0,
		);

	test('the pace is what was accepted since the first refusal, and the next request waits a quarter of an interval', () => {
		const sender = refusedOnce(10);
		sender.send(6);
		expect(sender.now).toBeCloseTo(timeOf(6));
		expect(sender.refuse()).toBeCloseTo((0.25 * timeOf(6)) / 5);
		expect(1000 / sender.send()).toBeCloseTo((1.1 * 5 * 1000) / timeOf(6));
	});

	test('after fewer than five accepted requests, the pace is nine tenths of the refused pace', () => {
		const sender = refusedOnce(10);
		sender.send(5);
		expect(sender.refuse()).toBeCloseTo(250 / (0.9 * 10 * 1.1 ** 5));
	});

	test('if no request was accepted, the pace is half the refused pace, and the next request waits a whole interval', () => {
		const sender = refusedOnce(10);
		sender.send();
		expect(sender.refuse()).toBeCloseTo(1000 / (11 / 2));
	});

	test('the pace is at least half the refused pace', () => {
		const sender = refusedOnce(10);
		sender.send(6);
		sender.now += 60_000;
		sender.send();
		expect(sender.refuse()).toBeCloseTo(250 / ((10 * 1.1 ** 7) / 2));
	});

	test('the pace is at most 97 percent of the refused pace, even if a burst of requests was accepted', () => {
		const sender = refusedOnce(10);
		sender.send();
		for (let i = 0; i < 6; i++) sender.mark = sender.pace.sent(sender.now);
		expect(sender.refuse()).toBeCloseTo(250 / (0.97 * 10 * 1.1 ** 7));
	});

	test('the pace is at least one request in ten seconds', () => {
		const sender = refusedOnce(0);
		let wait = 0;
		for (let i = 0; i < 20; i++) {
			sender.send();
			wait = sender.refuse();
		}
		expect(wait).toBeCloseTo(10_000);
	});
});

describe('beyond the refused pace', () => {
	/** A sender that was refused a second time, at a pace of 1.1^6 times ten per second. From then on, its pace grows slowly near that refused pace. */
	function refusedTwice(): { sender: Sender; refusedPace: number } {
		const sender = refusedOnce(10);
		sender.send(6);
		sender.refuse();
		return { sender, refusedPace: 10 * 1.1 ** 6 };
	}

	/** How many requests are sent until the pace exceeds 97 percent of `perSecond`. */
	const countBeyond = (sender: Sender, perSecond: number) =>
		countUntilFaster(sender, 1000 / (0.97 * perSecond));

	test('the pace grows fast up to 97 percent of the refused pace, and then stays there until ten requests have been sent', () => {
		const { sender, refusedPace } = refusedTwice();
		const rates = Array.from({ length: 12 }, () => 1000 / sender.send());
		// Five requests were accepted in the 479.1 ms between the refusals.
		const first = (1.1 * 5 * 1000) / 479.1;
		expect(rates).toEqual(
			[1, 1.1, 1.21, 1.331, 1.4641]
				.map((factor) => expect.closeTo(first * factor, 1))
				.concat(
					Array.from({ length: 5 }, () => expect.closeTo(0.97 * refusedPace, 3)),
					[1.01, 1.0201].map((factor) => expect.closeTo(0.97 * refusedPace * factor, 3)),
				),
		);
	});

	test('a higher pace is tried more and more rarely if it is refused each time', () => {
		const { sender, refusedPace } = refusedTwice();
		let lastRefusedPace = refusedPace;
		const counts = Array.from({ length: 5 }, () => {
			const count = countBeyond(sender, lastRefusedPace);
			// The pace stayed at 97 percent of the last refused pace, and then grew by one percent. This pace is refused.
			lastRefusedPace *= 0.97 * 1.01;
			sender.refuse();
			return count;
		});
		expect(counts).toEqual([11, 21, 41, 81, 81]);
	});

	test('after a refusal at a lower pace, the next higher pace is tried as early as after the first refusal', () => {
		const { sender, refusedPace } = refusedTwice();
		countBeyond(sender, refusedPace);
		sender.refuse();
		// No request is accepted before this refusal, so it halves the pace. The next refusal comes at about half the pace.
		sender.send();
		sender.refuse();
		const lowPace = 1000 / sender.send();
		sender.refuse();
		expect(lowPace / refusedPace).toBeCloseTo(0.5, 1);
		expect(countBeyond(sender, lowPace)).toBe(11);
	});

	test('after a refusal at an even higher pace, the next higher pace is tried as early as after the first refusal', () => {
		const { sender, refusedPace } = refusedTwice();
		countBeyond(sender, refusedPace);
		sender.refuse();
		const highPace = 1.15 * refusedPace;
		countUntilFaster(sender, 1000 / highPace);
		const lastPace = 1000 / sender.send();
		sender.refuse();
		expect(lastPace).toBeGreaterThan(highPace);
		expect(lastPace).toBeLessThan(1.03 * highPace);
		expect(countBeyond(sender, lastPace)).toBe(11);
	});

	test('the pace grows fast again when it is a quarter above the refused pace', () => {
		const { sender, refusedPace } = refusedTwice();
		countUntilFaster(sender, 1000 / (1.25 * refusedPace));
		const rates = [1, 2, 3].map(() => 1000 / sender.send());
		expect([(rates[1] ?? 0) / (rates[0] ?? 0), (rates[2] ?? 0) / (rates[1] ?? 0)]).toEqual([
			expect.closeTo(1.1),
			expect.closeTo(1.1),
		]);
	});
});

test('nothing is sent for as long as the platform asks, even if it then asks for a shorter wait', () => {
	const pace = new Pace();
	pace.hold(1000, 500);
	pace.hold(1000, 200);
	expect([pace.waitMs(1000), pace.waitMs(1400), pace.waitMs(2000)]).toEqual([500, 100, 0]);
});
