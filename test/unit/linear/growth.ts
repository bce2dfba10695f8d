/**
 * Measures how the cost of some work grows with its size. It counts the processor time of this process, because on a busy
 * machine the clock would also count the work of others.
 */

/** Work on an input of a given size; the input is made before the measurement. */
export type Work = (size: number) => () => Promise<void>;

export interface Growth {
	/** Milliseconds at the given size, and at ten times that size. */
	small: number;
	large: number;
	ratio: number;
}

const FACTOR = 10;
/** Linear work has a ratio of 10, quadratic work one of 100. */
const MAX_RATIO = 40;
/** Shorter times cannot be measured well. At the sizes of these tests, quadratic work takes many times as long. */
const NEGLIGIBLE_MS = 10;
const ROUNDS = 6;
/** A time as long as this cannot be noise. */
const CERTAIN_MS = 2_000;
/** The work at the small size is repeated until it takes this long. */
const MEASURABLE_MS = 3;

async function milliseconds(run: () => Promise<void>, times = 1): Promise<number> {
	const before = process.cpuUsage();
	for (let count = 0; count < times; count++) await run();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000 / times;
}

/**
 * The growth of some work if it is more than linear, otherwise undefined. A pair of times with a suspicious ratio is measured again, and
 * the shortest time of all rounds counts, because noise only adds time.
 */
export async function growthBeyondLinear(work: Work, size: number): Promise<Growth | undefined> {
	const [runSmall, runLarge] = [work(size), work(size * FACTOR)];
	let small = Math.min(await milliseconds(runSmall), await milliseconds(runSmall));
	let large = await milliseconds(runLarge);
	for (let round = 0; ; round++) {
		if (large < NEGLIGIBLE_MS || large / small < MAX_RATIO) return undefined;
		if (round === ROUNDS || large > CERTAIN_MS) return { small, large, ratio: large / small };
		small = await milliseconds(runSmall, Math.ceil(MEASURABLE_MS / Math.max(small, 0.01)));
		large = Math.min(large, await milliseconds(runLarge));
	}
}
