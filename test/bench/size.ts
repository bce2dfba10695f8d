/** Processes that the bench starts inherit this variable. */
const VARIABLE = 'IFLYTEK_BENCH_QUICK';

/** Makes the bench short: everything runs and is checked, but with so little data that no ratio means anything. */
export function beQuick(): void {
	process.env[VARIABLE] = '1';
}

export const isQuick = (): boolean => process.env[VARIABLE] === '1';

/** How much data the bench uses, in its full and in its short form. */
export function sized<T>(full: T, quick: T): T {
	return isQuick() ? quick : full;
}
