import type { Random } from './random';

/** First id of the long kind: 18 digits, as the live platform's. */
export const FIRST_LONG_ID = '417308221940557613';

/**
 * Hands out `task_data_id`s as bigints; they never pass through a JavaScript number.
 *
 * Long ids are odd and grow by uneven even steps. Above 2^53 no odd number is a double, so that a client which reads
 * them as numbers gets every single one wrong; steps below and above the distance of two doubles make some of its wrong
 * ids collide and others not.
 */
export class RowIds {
	private next: bigint;

	/** @param first the first id in decimal digits @param step random for long ids, none for ids that just count up */
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
