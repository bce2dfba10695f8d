import type { Settings } from './settings';

/**
 * The rate limits (settings `ratePerSecond`, `rateBurst` and `rateAtOnce`): a token bucket that fills evenly, and the number of
 * requests in progress. Requests that are refused by these limits do not count.
 */
export class Rates {
	/** Infinity means that the bucket is full. */
	private tokens = Infinity;
	private filledAt = 0;
	private inProgress = 0;

	/**
	 * Counts a new request. `leave` must be called when an accepted request ends.
	 * @returns the code with which the request is refused; undefined if the request is accepted
	 */
	enter(
		{ ratePerSecond, rateBurst, rateAtOnce }: Settings,
		now: number,
	): '11202' | '11203' | undefined {
		if (rateAtOnce > 0 && this.inProgress >= rateAtOnce) return '11203';
		if (ratePerSecond > 0) {
			const capacity = rateBurst > 0 ? rateBurst : Math.max(1, ratePerSecond);
			const newTokens = ((now - this.filledAt) * ratePerSecond) / 1000;
			this.tokens = Math.min(capacity, this.tokens + newTokens);
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

	/** Fills the bucket. Requests in progress are not forgotten. */
	reset(): void {
		this.tokens = Infinity;
	}
}
