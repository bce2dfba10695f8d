/** Says that the bench is short. It is an environment variable, so the processes that the bench starts inherit it. */
const VARIABLE = 'IFLYTEK_BENCH_QUICK';

/** Makes the bench short: everything runs and is checked, but there is too little data for meaningful figures. */
export function beQuick(): void {
	process.env[VARIABLE] = '1';
}

export const isQuick = (): boolean => process.env[VARIABLE] === '1';

/** Chooses between the amounts of data for the full bench and for the short one. */
export function sized<T>(full: T, quick: T): T {
	return isQuick() ? quick : full;
}
