import type { Random } from './random';

/** The first long ID. It has 18 digits, like the IDs of the live platform. */
export const FIRST_LONG_ID = '417308221940557613';

/**
 * Assigns `task_data_id`s as bigints, because a JavaScript number would lose digits.
 *
 * Long IDs are odd and grow by irregular even steps. Above 2^53 no odd number is a double, so a client that reads IDs
 * as numbers gets every ID wrong. Some steps are smaller than the distance between two doubles and others are larger, so
 * some of the wrong IDs are equal and others differ.
 */
export class RowIds {
	private next: bigint;

	/**
	 * @param first the first ID in decimal digits
	 * @param random draws the steps between long IDs. If undefined, each ID is the one before it plus 1
	 */
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
