/**
 * How many requests must be accepted in a row, while the limit is fully used, before the limit
 * grows to a level that was refused. The number doubles each time the platform refuses the same
 * level again.
 */
const PROBE_AFTER = 10;
const PROBE_AFTER_MAX = 80;

/** The state of the limit when a request was sent. */
export interface ConcurrencyMark {
	/** Requests in flight, this one included. */
	level: number;
	/** Whether the limit allowed no further request. */
	full: boolean;
	/** How many refusals were known. Refusals of requests that were sent together count as one. */
	epoch: number;
}

/**
 * How many requests may be in flight: as many as the user chose, until the platform refuses one. A
 * refusal lowers the limit to the number of requests that are still in flight. Then the limit grows
 * again, by one at a time. Beyond the level that was last refused, it grows more and more rarely.
 */
export class ConcurrencyLimit {
	private size: number;
	/** The level at which the last request was refused. */
	private refusedLevel = Infinity;
	private acceptedInARow = 0;
	private probeAfter = PROBE_AFTER;
	private epoch = 0;

	constructor(private readonly max: number) {
		this.size = max;
	}

	hasRoom(inFlight: number): boolean {
		return inFlight < this.size;
	}

	/** @param level the number of requests in flight, including the one that is sent now */
	sent(level: number): ConcurrencyMark {
		return { level, full: level >= this.size, epoch: this.epoch };
	}

	accepted({ level, full }: ConcurrencyMark): void {
		if (this.size >= this.max || !full) return;
		if (level >= this.refusedLevel) this.forgetRefusal();
		const needed = this.size + 1 < this.refusedLevel ? this.size : this.probeAfter;
		if (++this.acceptedInARow < needed) return;
		this.size++;
		this.acceptedInARow = 0;
	}

	/** @param others the number of requests still in flight; some of them may be refused later */
	refused({ epoch }: ConcurrencyMark, others: number): void {
		this.size = Math.max(1, Math.min(this.size, others));
		this.acceptedInARow = 0;
		// This request was sent together with another one, whose refusal is already known. The last of
		// these refusals sets the right limit, but the level of this request says nothing.
		if (epoch < this.epoch) return this.forgetRefusal();
		const level = others + 1;
		this.probeAfter =
			level === this.refusedLevel ? Math.min(this.probeAfter * 2, PROBE_AFTER_MAX) : PROBE_AFTER;
		this.refusedLevel = level;
		this.epoch++;
	}

	private forgetRefusal(): void {
		this.refusedLevel = Infinity;
		this.probeAfter = PROBE_AFTER;
	}
}
