import type { Settings } from './settings';

/**
 * The rates of an account (settings `ratePerSecond`, `rateBurst` and `rateAtOnce`): a bucket that fills evenly, and the
 * number of requests in progress. Refused requests count for neither.
 */
export class Rates {
	private tokens = Infinity;
	private filledAt = 0;
	private atWork = 0;

	/** @returns the code with which a request arriving now is refused; if undefined, `leave` must be called when it ends */
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

	/** Fills the bucket. Requests in progress stay counted. */
	reset(): void {
		this.tokens = Infinity;
	}
}
