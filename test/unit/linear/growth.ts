import { FULL_SIZE } from '../../setup/size';

/**
 * Measures how the cost of some work grows with its size. It counts the processor time of this process, because on a busy
 * machine the clock would also count the work of others.
 */

/** Makes an input of the given size and returns the work on this input. Only the work is measured. */
export type Work = (size: number) => () => Promise<void>;

export interface Growth {
	/** Milliseconds at the given size. */
	small: number;
	/** Milliseconds at ten times the given size. */
	large: number;
	ratio: number;
}

const FACTOR = 10;
/** Linear work has a ratio of 10, quadratic work a ratio of 100. */
const MAX_RATIO = 40;
/** Shorter times cannot be measured well. Quadratic work takes many times longer at the sizes of these tests. */
const NEGLIGIBLE_MS = 10;
/**
 * Nor is so little time for each part of the input judged: in a process with much memory, its clean-up alone takes longer for
 * a million parts. With a million, quadratic work takes thousands of times longer.
 */
const NEGLIGIBLE_MS_OF_A_PART = 1 / 4000;
const ROUNDS = 6;
/** A longer time cannot be noise, so it is not measured again. */
const CERTAIN_MS = 2_000;
/** A measurement at the small size repeats the work until all repetitions together take about this long. */
const MEASURABLE_MS = 3;

/** The processor time of one run, as the average of `times` runs. */
async function milliseconds(run: () => Promise<void>, times = 1): Promise<number> {
	const before = process.cpuUsage();
	for (let count = 0; count < times; count++) await run();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000 / times;
}

/** What the tests that call `growthBeyondLinear` show: in a run that is not in full, no time is measured. */
export const SHOWN = FULL_SIZE
	? 'ten times as much input takes only about ten times as long'
	: 'hostile input gives a result or a failure that users can read';

/**
 * The growth of some work if it is more than linear, otherwise undefined. If the ratio of the two times is too large, both
 * are measured again: the small size with many repetitions, the large size once. For the large size the shortest time of
 * all rounds counts, because noise only adds time. If the tests do not run in full, the work is only done once at the given
 * size.
 */
export async function growthBeyondLinear(work: Work, size: number): Promise<Growth | undefined> {
	if (!FULL_SIZE) {
		await work(size)();
		return undefined;
	}
	const [runSmall, runLarge] = [work(size), work(size * FACTOR)];
	let small = Math.min(await milliseconds(runSmall), await milliseconds(runSmall));
	let large = await milliseconds(runLarge);
	const negligible = Math.max(NEGLIGIBLE_MS, size * FACTOR * NEGLIGIBLE_MS_OF_A_PART);
	for (let round = 0; ; round++) {
		if (large < negligible || large / small < MAX_RATIO) return undefined;
		if (round === ROUNDS || large > CERTAIN_MS) return { small, large, ratio: large / small };
		small = await milliseconds(runSmall, Math.ceil(MEASURABLE_MS / Math.max(small, 0.01)));
		large = Math.min(large, await milliseconds(runLarge));
	}
}
