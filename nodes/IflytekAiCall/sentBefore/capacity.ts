import { problem, warning, type Finding } from '../../shared/aiCall/finding';
import type { RepeatSettings } from '../entry/delivery';

/** How many entries a row with a key takes at most: begun, in a task, sent, and a share of the rest. */
export const ENTRIES_PER_KEY = 4;
/** How many entries the store keeps at least. */
export const MIN_ENTRIES = 8000;
/** How many entries a run needs besides those of its rows. */
const ENTRIES_PER_RUN = 100;
/** How many rows of a day are known for certain. */
const MAX_ROWS_A_DAY = 50_000;
/** Begun, in a task, and sent. */
const ENTRIES_PER_ROW = 3;
/** However many rows a run has: a list of more entries takes too long to write. */
const MAX_ENTRIES = MIN_ENTRIES + MAX_ROWS_A_DAY * ENTRIES_PER_ROW;

/**
 * How many entries the store keeps for a run with so many rows.
 * @param others how many entries of earlier runs must stay
 */
export function entriesFor(rows: number, others: number): number {
	const own = Math.min(rows, MAX_ROWS_A_DAY) * ENTRIES_PER_ROW;
	const entries = Math.max(MIN_ENTRIES, others) + ENTRIES_PER_RUN + own;
	return Math.min(entries, MAX_ENTRIES);
}

/** A run with more rows than are remembered would forget its own first rows. */
export function checkCapacity(rows: number, { repeat, rememberedKeys }: RepeatSettings): Finding[] {
	if (rows > (rememberedKeys ?? Infinity))
		return [
			problem(
				`There are ${rows} rows with keys, but only ${rememberedKeys} keys are remembered`,
				'Increase Remembered Row Keys under Options to more than the number of rows in a run.',
			),
		];
	if (repeat !== 'onceADay' || rows <= MAX_ROWS_A_DAY) return [];
	return [
		warning(
			`There are ${rows} rows, but only ${MAX_ROWS_A_DAY} of a day are remembered`,
			'If this runs again today, it could send the others again. Send the rows from several nodes.',
		),
	];
}
