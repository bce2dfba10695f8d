import type { RateLimit } from '../failure';
import { ConcurrencyLimit, type ConcurrencyMark } from './concurrency';
import { Pace, type PaceMark } from './pace';

/** A request in flight. */
export interface Flight {
	concurrency: ConcurrencyMark;
	pace: PaceMark;
	refused: boolean;
}

const SECOND_MS = 1000;

/** The pauses after refusals for too many requests at once, if no other request is in flight. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [250, 8000];

/**
 * Decides when the requests of all items of a run are sent. They are sent immediately until the
 * platform refuses one, and from then on close to the rate of the account. Pure: the caller passes
 * the time, in milliseconds.
 */
export class RateControl {
	private readonly concurrency: ConcurrencyLimit;
	private readonly pace = new Pace();
	private readonly flights = new Set<Flight>();
	/** The latest request, and those that were sent in the second before it. */
	private readonly recent: Flight[] = [];
	private refusedInARow = 0;
	private refusedSince: number | undefined;

	/**
	 * @param max how many requests may be in flight
	 * @param patienceMs how long requests may be refused for the rate before the run gives up
	 */
	constructor(
		max: number,
		private readonly patienceMs: number,
	) {
		this.concurrency = new ConcurrencyLimit(max);
	}

	/**
	 * Milliseconds until the next request may be sent. Undefined if a request in flight must end
	 * first.
	 */
	waitMs(now: number): number | undefined {
		return this.concurrency.hasRoom(this.flights.size) ? this.pace.waitMs(now) : undefined;
	}

	sent(now: number): Flight {
		const flight = {
			concurrency: this.concurrency.sent(this.flights.size + 1),
			pace: this.pace.sent(now),
			refused: false,
		};
		this.flights.add(flight);
		while (this.recent[0] && this.recent[0].pace.at <= now - SECOND_MS) this.recent.shift();
		this.recent.push(flight);
		return flight;
	}

	/** The platform has let a request through, whatever its response. */
	accepted(flight: Flight): void {
		this.flights.delete(flight);
		this.concurrency.accepted(flight.concurrency);
		this.refusedInARow = 0;
		this.refusedSince = undefined;
	}

	/** A request has ended without a response, which says nothing about the rate. */
	ended(flight: Flight): void {
		this.flights.delete(flight);
	}

	/**
	 * The platform has refused a request for the rate.
	 * @param retryAfterMs how long the platform asks to send nothing
	 * @returns false if waiting is useless: the platform asks for a longer pause than `patienceMs`,
	 * or has refused all requests for that long
	 */
	refused(flight: Flight, now: number, limit: RateLimit, retryAfterMs = 0): boolean {
		this.flights.delete(flight);
		flight.refused = true;
		this.refusedInARow++;
		this.refusedSince ??= now;
		const others = this.flights.size;
		if (limit === 'atOnce') {
			this.concurrency.refused(flight.concurrency, others);
			if (others === 0)
				this.pace.hold(now, Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.refusedInARow - 1)));
		} else {
			this.pace.refused(flight.pace, now, this.recent.filter((other) => !other.refused).length);
		}
		this.pace.hold(now, retryAfterMs);
		if (retryAfterMs > this.patienceMs) return false;
		return others > 0 || now - this.refusedSince < this.patienceMs;
	}
}
