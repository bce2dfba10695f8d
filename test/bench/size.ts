/** Processes that the bench starts inherit it. */
const VARIABLE = 'IFLYTEK_BENCH_QUICK';

/** Makes the bench short: everything runs and is checked, but over so little that no ratio means anything. */
export function beQuick(): void {
	process.env[VARIABLE] = '1';
}

export const isQuick = (): boolean => process.env[VARIABLE] === '1';

/** How much of something the bench takes, in full and in its short form. */
export function sized<T>(full: T, quick: T): T {
	return isQuick() ? quick : full;
}
