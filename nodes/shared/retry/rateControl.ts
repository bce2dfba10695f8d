import type { RateLimit } from '../failure';

const SECOND_MS = 1000;

// Paces, in requests per millisecond.

/** A pace never falls below one request in ten seconds: whoever waits still sees that it goes on. */
const SLOWEST = 1 / (10 * SECOND_MS);
/** One request in two seconds, if nothing was accepted lately that tells how much is allowed. */
const CAUTIOUS = 1 / (2 * SECOND_MS);

// How a refusal changes the pace.

/** Requests were accepted at this pace before: it is only a little too fast. */
const A_LITTLE_SLOWER = 0.9;
/** Nothing was accepted at this pace. */
const MUCH_SLOWER = 0.5;

// How each accepted request changes the pace.

/** The limit is near, because a pace was refused. More would soon be refused again. */
const A_LITTLE_FASTER = 1.005;
/** The limit is not known yet, or has risen: this doubles the pace every 14 requests. */
const MUCH_FASTER = 1.05;
/** So many requests accepted in a row mean that the limit has risen. */
const LONG_ROW = 40;

// Requests in flight.

/** So many must be accepted with all places taken before one more may be in flight. */
const PROBE_AFTER = 20;
/** The pauses after refusals if none is in flight whose end would tell when to go on. They double. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [250, 8000];
/** If a busy machine sends late, the next requests catch up this much of the delay. */
const CATCH_UP_MS = 50;

/** A request in flight. */
export interface Flight {
	/** When it was sent. */
	at: number;
	/** Whether the limit allowed no further request. */
	full: boolean;
	/** How many refusals were known. Refusals of requests that were sent together count as one. */
	epoch: number;
	refused: boolean;
}

/**
 * Decides when the requests of all items of a run are sent. They are sent immediately until the
 * platform refuses one. A refusal slows all of them down, and each accepted request makes them a
 * little faster again. Pure: the caller passes the time, in milliseconds.
 */
export class RateControl {
	/** How many requests may be in flight. */
	private size: number;
	/** Requests per millisecond. */
	private pace = Infinity;
	private nextAt = -Infinity;
	private inFlight = 0;
	private epoch = 0;
	private acceptedInARow = 0;
	private acceptedWhenFull = 0;
	private refusedInARow = 0;
	private refusedSince: number | undefined;
	/** The latest request, and those that were sent in the second before it. */
	private readonly recent: Flight[] = [];

	/**
	 * @param max how many requests may be in flight
	 * @param patienceMs how long requests may be refused for the rate before the run gives up
	 */
	constructor(
		private readonly max: number,
		private readonly patienceMs: number,
	) {
		this.size = max;
	}

	/**
	 * Milliseconds until the next request may be sent. Undefined if a request in flight must end
	 * first.
	 */
	waitMs(now: number): number | undefined {
		return this.inFlight < this.size ? Math.max(0, this.nextAt - now) : undefined;
	}

	sent(now: number): Flight {
		const interval = 1 / this.pace;
		this.nextAt = Math.max(this.nextAt, now - Math.max(interval, CATCH_UP_MS)) + interval;
		const full = ++this.inFlight >= this.size;
		const flight = { at: now, full, epoch: this.epoch, refused: false };
		while (this.recent[0] && this.recent[0].at <= now - SECOND_MS) this.recent.shift();
		this.recent.push(flight);
		return flight;
	}

	/** The platform has let a request through, whatever its response. */
	accepted({ full }: Flight): void {
		this.inFlight--;
		this.refusedInARow = 0;
		this.refusedSince = undefined;
		const isNear = ++this.acceptedInARow < LONG_ROW && this.epoch > 1;
		this.pace *= isNear ? A_LITTLE_FASTER : MUCH_FASTER;
		if (!full || this.size >= this.max || ++this.acceptedWhenFull < PROBE_AFTER) return;
		this.size++;
		this.acceptedWhenFull = 0;
	}

	/** A request has ended without a response, which says nothing about the rate. */
	ended(): void {
		this.inFlight--;
	}

	/**
	 * The platform has refused a request for the rate.
	 * @param retryAfterMs how long the platform asks to send nothing
	 * @returns false if waiting is useless: the platform asks for a longer pause than `patienceMs`,
	 * or has refused all requests for that long
	 */
	refused(flight: Flight, now: number, limit: RateLimit, retryAfterMs = 0): boolean {
		this.inFlight--;
		flight.refused = true;
		this.refusedInARow++;
		this.refusedSince ??= now;
		if (limit === 'atOnce') this.allowFewer(now);
		else this.slowDown(flight, now);
		if (flight.epoch === this.epoch) this.epoch++;
		this.acceptedInARow = 0;
		this.acceptedWhenFull = 0;
		this.hold(now, retryAfterMs);
		if (retryAfterMs > this.patienceMs) return false;
		return this.inFlight > 0 || now - this.refusedSince < this.patienceMs;
	}

	/** From now on, at most as many requests are in flight as the platform has not refused. */
	private allowFewer(now: number): void {
		this.size = Math.max(1, Math.min(this.size, this.inFlight));
		if (this.inFlight === 0)
			this.hold(now, Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.refusedInARow - 1)));
	}

	/**
	 * The first refusals set the pace to what was accepted in the last second. Later ones lower it;
	 * those of requests that were sent together count once.
	 */
	private slowDown({ epoch }: Flight, now: number): void {
		if (epoch === 0) {
			const accepted = this.recent.filter(({ refused }) => !refused).length;
			this.pace = Math.min(this.pace, Math.max(accepted / SECOND_MS, CAUTIOUS));
		} else if (epoch === this.epoch) {
			const share = this.acceptedInARow > 0 ? A_LITTLE_SLOWER : MUCH_SLOWER;
			this.pace = Math.max(SLOWEST, this.pace * share);
		} else return;
		this.hold(now, 1 / this.pace);
	}

	/** Sends nothing for this many milliseconds. */
	private hold(now: number, ms: number): void {
		this.nextAt = Math.max(this.nextAt, now + ms);
	}
}
