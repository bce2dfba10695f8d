/** Cancels an action that `after` or `at` has planned. Does nothing if the action has already run. */
export type Cancel = () => void;

interface Planned {
	due: number;
	act: () => void;
}

/** The longest delay that a timer of Node.js can have. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The platform's clock. It starts at a given time, runs `speed` times as fast as real time, and can be advanced by hand.
 *
 * Planned actions run in the order of their times. While an action runs, the clock shows exactly the time for which the
 * action was planned, so a simulated day has the same times at any speed. A clock with `speed` 0 only moves by `advance`.
 */
export class VirtualClock {
	/** This clock's time when the real time was `realBase`. */
	private base: number;
	private realBase = Date.now();
	/** The time that the clock shows while a planned action runs. */
	private frozen: number | undefined;
	private planned: Planned[] = [];
	private timer: NodeJS.Timeout | undefined;
	private stopped = false;

	/**
	 * @param start millisecond timestamp; the real time by default
	 * @param rate how many times as fast as real time the clock runs
	 */
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

	/** Plans an action that runs when `ms` milliseconds of this clock's time have passed. */
	after(ms: number, act: () => void): Cancel {
		return this.at(this.now() + ms, act);
	}

	/** Plans an action for a millisecond timestamp of this clock. If that time has passed, the action runs as soon as possible. */
	at(due: number, act: () => void): Cancel {
		const entry: Planned = { due: Math.max(due, this.now()), act };
		this.planned.splice(this.placeFor(entry), 0, entry);
		this.arm();
		return () => {
			const index = this.planned.indexOf(entry);
			if (index >= 0) this.planned.splice(index, 1);
		};
	}

	/** Advances the clock by `ms`. Before this returns, all actions that are due by then run in order. */
	advance(ms: number): void {
		this.runUntil(this.now() + ms);
	}

	/** The time of the next planned action. Undefined if no action is planned. */
	nextDue(): number | undefined {
		return this.planned[0]?.due;
	}

	/** Forgets all planned actions. */
	clear(): void {
		this.planned = [];
		clearTimeout(this.timer);
	}

	/** Forgets all planned actions, and never runs an action again. */
	stop(): void {
		this.stopped = true;
		this.clear();
	}

	/** The index at which an action belongs in the list, which is sorted by time. The action follows others with the same time. */
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

	/** Runs all actions that are due until `target`, and then sets the clock to `target`. */
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

	/** Makes the clock show `now` at the present real time. */
	private rebase(now: number): void {
		this.base = now;
		this.realBase = Date.now();
	}

	/** Sets the timer for the next planned action, if the clock runs. */
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
