import type { Settings } from './settings';

/**
 * The rates of an account (settings `ratePerSecond`, `rateBurst` and `rateAtOnce`): a bucket that fills evenly, and the
 * requests that are worked on at once. What is refused counts for neither.
 */
export class Rates {
	private tokens = Infinity;
	private filledAt = 0;
	private atWork = 0;

	/** @returns the code with which a request that comes now is refused; where there is none, `leave` must be called at its end */
	enter(
		{ ratePerSecond, rateBurst, rateAtOnce }: Settings,
		now: number,
	): '11202' | '11203' | undefined {
		if (rateAtOnce > 0 && this.atWork >= rateAtOnce) return '11203';
		if (ratePerSecond > 0) {
			this.tokens = Math.min(
				rateBurst > 0 ? rateBurst : Math.max(1, ratePerSecond),
				this.tokens + ((now - this.filledAt) * ratePerSecond) / 1000,
			);
			this.filledAt = now;
			if (this.tokens < 1) return '11202';
			this.tokens--;
		}
		this.atWork++;
		return undefined;
	}

	leave(): void {
		this.atWork--;
	}

	/** Full again. What is at work stays so. */
	reset(): void {
		this.tokens = Infinity;
	}
}
