/** Repeatable random values: the same seed gives the same numbers (mulberry32). */
export class Random {
	private state: number;

	constructor(readonly seed: number) {
		this.state = seed >>> 0;
	}

	/** A number from 0 (included) to 1 (excluded). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let mixed = this.state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	}

	/** A whole number from `low` to `high`, both included. */
	between(low: number, high: number): number {
		return low + Math.floor(this.next() * (high - low + 1));
	}

	/** True with the given probability (0 to 1). */
	chance(probability: number): boolean {
		return this.next() < probability;
	}

	/** A new array with the same entries in another order. */
	shuffle<T>(entries: readonly T[]): T[] {
		return entries
			.map((entry) => ({ entry, rank: this.next() }))
			.sort((left, right) => left.rank - right.rank)
			.map(({ entry }) => entry);
	}
}
