import { problem, warning, type Finding } from '../../shared/aiCall/finding';
import type { SkipSettings } from '../entry/delivery';
import { FOUND } from '../entry/sentences';

/** How many entries a row with a key takes at most: begun, in a task, sent, and a share of the rest. */
export const ENTRIES_PER_KEY = 4;
/** How many entries outlive a day. */
export const MIN_ENTRIES = 8000;
/** How many rows of a day are known for certain. */
const MAX_ROWS_A_DAY = 50_000;
/** Begun, in a task, and sent. */
const ENTRIES_PER_ROW = 3;
/** A list of more entries takes too long to write. */
export const MAX_ENTRIES = MIN_ENTRIES + MAX_ROWS_A_DAY * ENTRIES_PER_ROW;

/** A run with more rows than are remembered would forget its own first rows. */
export function checkCapacity(
	rows: number,
	{ skip, rememberedKeys = Infinity }: SkipSettings,
): Finding[] {
	if (rows > rememberedKeys) return [problem(...FOUND.moreKeys(rows, rememberedKeys))];
	if (skip === 'none' || rows <= MAX_ROWS_A_DAY) return [];
	return [warning(...FOUND.moreRows(rows, MAX_ROWS_A_DAY))];
}
