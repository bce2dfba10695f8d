/** Cancels what `after` has planned; harmless when it has already happened. */
export type Cancel = () => void;

interface Planned {
	due: number;
	act: () => void;
}

/** The longest wait that a timer of Node can hold. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The platform's time: starts at a given time, runs `speed` times as fast as real time, and can be moved on by hand.
 *
 * Planned acts happen in the order of their time, and while one runs the clock shows exactly the time it was planned
 * for: a simulated day has the same times in it at any speed. `speed` 0 is a clock that moves only by `advance`.
 */
export class VirtualClock {
	private base: number;
	private realBase = Date.now();
	private frozen: number | undefined;
	private planned: Planned[] = [];
	private timer: NodeJS.Timeout | undefined;
	private stopped = false;

	/** @param start millisecond timestamp, real time by default @param rate how many times as fast as real time */
	constructor(
		start = Date.now(),
		private rate = 1,
	) {
		this.base = start;
	}

	get speed(): number {
		return this.rate;
	}

	/** Millisecond timestamp. */
	now(): number {
		return this.frozen ?? Math.floor(this.base + (Date.now() - this.realBase) * this.rate);
	}

	setSpeed(speed: number): void {
		this.rebase(this.now());
		this.rate = speed;
		this.arm();
	}

	/** Plans an act in `ms` milliseconds of this clock's time. */
	after(ms: number, act: () => void): Cancel {
		return this.at(this.now() + ms, act);
	}

	/** Plans an act for a millisecond timestamp of this clock; one that has passed happens at once. */
	at(due: number, act: () => void): Cancel {
		const entry: Planned = { due: Math.max(due, this.now()), act };
		this.planned.splice(this.placeFor(entry), 0, entry);
		this.arm();
		return () => {
			const index = this.planned.indexOf(entry);
			if (index >= 0) this.planned.splice(index, 1);
		};
	}

	/** Moves the clock on by `ms`; everything planned for that span happens, in order, before this returns. */
	advance(ms: number): void {
		this.runUntil(this.now() + ms);
	}

	/** Time of the next planned act, undefined when there is none. */
	nextDue(): number | undefined {
		return this.planned[0]?.due;
	}

	/** Forgets all plans. */
	clear(): void {
		this.planned = [];
		clearTimeout(this.timer);
	}

	/** Forgets all plans and never runs one again. */
	stop(): void {
		this.stopped = true;
		this.clear();
	}

	private placeFor(entry: Planned): number {
		let low = 0;
		let high = this.planned.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			const other = this.planned[middle];
			if (other !== undefined && other.due <= entry.due) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	private runUntil(target: number): void {
		if (this.frozen !== undefined)
			throw new Error('The clock cannot be moved from within a planned act');
		try {
			for (
				let entry = this.planned[0];
				entry !== undefined && entry.due <= target;
				entry = this.planned[0]
			) {
				this.planned.shift();
				this.frozen = entry.due;
				entry.act();
			}
		} finally {
			this.frozen = undefined;
			this.rebase(target);
			this.arm();
		}
	}

	private rebase(now: number): void {
		this.base = now;
		this.realBase = Date.now();
	}

	private arm(): void {
		clearTimeout(this.timer);
		const next = this.planned[0];
		if (this.stopped || this.frozen !== undefined || next === undefined || this.rate <= 0) return;
		const realMs = Math.min(
			Math.max(0, Math.ceil((next.due - this.now()) / this.rate)),
			LONGEST_TIMER_MS,
		);
		this.timer = setTimeout(() => this.runUntil(this.now()), realMs);
		this.timer.unref();
	}
}
