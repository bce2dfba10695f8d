import type { Settings } from './settings';

/**
 * The rate limits of an account (settings `ratePerSecond`, `rateBurst` and `rateAtOnce`): a token bucket that fills evenly,
 * and the number of requests in progress. Neither counts refused requests.
 */
export class Rates {
	private tokens = Infinity;
	private filledAt = 0;
	private inProgress = 0;

	/** @returns the code with which to refuse a new request; if undefined, call `leave` when the request ends */
	enter(
		{ ratePerSecond, rateBurst, rateAtOnce }: Settings,
		now: number,
	): '11202' | '11203' | undefined {
		if (rateAtOnce > 0 && this.inProgress >= rateAtOnce) return '11203';
		if (ratePerSecond > 0) {
			this.tokens = Math.min(
				rateBurst > 0 ? rateBurst : Math.max(1, ratePerSecond),
				this.tokens + ((now - this.filledAt) * ratePerSecond) / 1000,
			);
			this.filledAt = now;
			if (this.tokens < 1) return '11202';
			this.tokens--;
		}
		this.inProgress++;
		return undefined;
	}

	leave(): void {
		this.inProgress--;
	}

	/** Fills the bucket. Requests in progress still count. */
	reset(): void {
		this.tokens = Infinity;
	}
}
