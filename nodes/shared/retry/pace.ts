const SECOND_MS = 1000;

/** The slowest pace, in requests per millisecond: one request in ten seconds. */
const SLOWEST = 1 / (10 * SECOND_MS);

/** The pace after the first refusal if no request of the last second was accepted. */
const CAUTIOUS = 0.5 / SECOND_MS;

/**
 * The factor by which the pace grows with each request: fast while it is well below the pace that
 * was last refused, and slowly from there on.
 */
const [FAST_GROWTH, SLOW_GROWTH] = [1.1, 1.01];
/**
 * Shares of the pace that was last refused. Below `NEAR` the pace grows fast. Above `FORGOTTEN`
 * the refusal is forgotten.
 */
const [NEAR, FORGOTTEN] = [0.97, 1.25];

/**
 * How many requests are sent at the new pace before it grows beyond the refused one. The number
 * doubles each time the platform refuses about the same pace again.
 */
const [PROBE_AFTER, PROBE_AFTER_MAX] = [10, 80];

/** Fewer requests than this do not show which pace is accepted. */
const MIN_ACCEPTED = 5;

/** If a busy machine sends late, the next requests catch up this much of the delay. */
const CATCH_UP_MS = 50;

/** The state of the pace when a request was sent. */
export interface PaceMark {
	/** When the request was sent. */
	at: number;
	/** How many refusals were known. Refusals of requests that were sent together count as one. */
	epoch: number;
}

/**
 * How many requests per second are sent: without limit, until the platform refuses one. The first
 * refusal sets the pace to what the platform accepted in the second before. Each further refusal
 * lowers it to what was accepted since the previous refusal. Between refusals the pace grows with
 * each request.
 */
export class Pace {
	/** Requests per millisecond. */
	private rate = Infinity;
	private refusedRate = Infinity;
	private nextAt = -Infinity;
	/** When the last refused request was sent. Set with the first refusal. */
	private refusedAt = 0;
	/** How many requests were sent since the last refusal. */
	private sentSince = 0;
	private probeAfter = PROBE_AFTER;
	private epoch = 0;

	waitMs(now: number): number {
		return Math.max(0, this.nextAt - now);
	}

	sent(now: number): PaceMark {
		this.sentSince++;
		this.grow();
		const interval = 1 / this.rate;
		this.nextAt = Math.max(this.nextAt, now - Math.max(interval, CATCH_UP_MS)) + interval;
		return { at: now, epoch: this.epoch };
	}

	private grow(): void {
		if (this.rate > FORGOTTEN * this.refusedRate) this.refusedRate = Infinity;
		const near = NEAR * this.refusedRate;
		if (this.rate < near) this.rate = Math.min(near, this.rate * FAST_GROWTH);
		else if (this.sentSince > this.probeAfter) this.rate *= SLOW_GROWTH;
	}

	/** @param accepted how many requests of the last second were not refused so far */
	refused({ at, epoch }: PaceMark, now: number, accepted: number): void {
		// The request was sent before any refusal was known.
		if (epoch === 0) {
			this.rate = Math.min(this.rate, accepted > 0 ? accepted / SECOND_MS : CAUTIOUS);
			this.nextAt = Math.max(this.nextAt, now + 1 / this.rate);
		}
		// The request was sent together with another one, whose refusal is already known.
		if (epoch !== this.epoch) return;
		if (epoch > 0) this.slowDown(at, now);
		this.epoch++;
		this.refusedAt = at;
		this.sentSince = 0;
	}

	private slowDown(at: number, now: number): void {
		const accepted = this.sentSince - 1;
		// The pace that the platform accepted between the two refusals, if enough requests show it.
		const allowed = accepted < MIN_ACCEPTED ? this.rate * 0.9 : accepted / (at - this.refusedAt);
		// If the platform refuses about the same pace again, the next try beyond that pace waits
		// longer.
		const isSamePace = this.rate > 0.9 * this.refusedRate && this.rate < 1.1 * this.refusedRate;
		this.probeAfter = isSamePace ? Math.min(PROBE_AFTER_MAX, this.probeAfter * 2) : PROBE_AFTER;
		this.refusedRate = this.rate;
		const halfRate = this.rate / 2;
		const slower =
			accepted <= 0 ? halfRate : Math.min(this.rate * NEAR, Math.max(halfRate, allowed));
		this.rate = Math.max(SLOWEST, slower);
		// The pause is as long as between two requests, or a quarter of that if some were accepted.
		this.nextAt = now + (accepted <= 0 ? 1 : 0.25) / this.rate;
	}

	/** Sends nothing for this many milliseconds. */
	hold(now: number, ms: number): void {
		this.nextAt = Math.max(this.nextAt, now + ms);
	}
}
