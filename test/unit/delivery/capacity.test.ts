/** How many rows a node remembers, and what is said of a run with more. */
import type { SkipSettings } from '../../../nodes/IflytekAiCall/entry/delivery';
import { checkCapacity } from '../../../nodes/IflytekAiCall/sentBefore/capacity';

const found = (rows: number, skip: SkipSettings['skip'], rememberedKeys?: number) =>
	checkCapacity(rows, {
		skip,
		rememberedKeys,
		allowsDuplicates: false,
		sendInterrupted: false,
	}).map(({ text, isWarning }) => [text, isWarning]);

test('a run with more row keys than are remembered is refused', () => {
	expect(found(100, 'sentKey', 100)).toEqual([]);
	expect(found(101, 'sentKey', 100)).toEqual([
		[
			'There are 101 rows with keys, but only 100 keys are remembered. Increase Remembered Row Keys under Options to more than the number of rows in a run.',
			false,
		],
	]);
});

test('a run with more rows than are remembered of a day has a warning, unless each run sends all', () => {
	expect(found(50_000, 'calledToday')).toEqual([]);
	expect(found(50_001, 'none')).toEqual([]);
	expect(found(50_001, 'calledToday')).toEqual([
		[
			'There are 50001 rows, but only 50000 of a day are remembered. If this runs again today, it could send the others again. Send the rows from several nodes.',
			true,
		],
	]);
});
