import type { Random } from './random';

/** First id of the long kind: 18 digits, as the live platform's. */
export const FIRST_LONG_ID = '417308221940557613';

/**
 * Assigns `task_data_id`s as bigints; they never pass through a JavaScript number.
 *
 * Long IDs are odd and grow by irregular even steps. Above 2^53 no odd number is a double, so a client that reads them
 * as numbers gets every one wrong. Some steps are smaller than the distance between two doubles, others larger, so that
 * some of the wrong IDs are equal and others are not.
 */
export class RowIds {
	private next: bigint;

	/** @param first the first ID in decimal digits @param step random for long IDs, undefined for IDs that count up */
	constructor(
		first: string,
		private readonly random: Random | undefined,
	) {
		const start = BigInt(first);
		this.next = random && start % 2n === 0n ? start + 1n : start;
	}

	take(): bigint {
		const id = this.next;
		this.next += this.random ? BigInt(this.random.between(1, 90)) * 2n : 1n;
		return id;
	}
}
