import type { Entry, Outcome } from './entry';

/**
 * Gives the place of each row that was sent before to the next row with its number: that row is no
 * duplicate any more, and the others become duplicates of it.
 * @param duplicates in their order in the run
 * @returns the rows that are to be sent now
 */
export function takePlaces(
	duplicates: readonly Entry[],
	outcomes: ReadonlyMap<Entry, Outcome>,
): Entry[] {
	/** Rows that were sent before, each with the row that has its place. */
	const successors = new Map<Entry, Entry>();
	for (const row of duplicates) {
		const first = row.duplicateOf;
		if (!first || outcomes.get(first)?.state !== 'sentBefore') continue;
		row.duplicateOf = successors.get(first);
		if (!row.duplicateOf) successors.set(first, row);
	}
	return [...successors.values()];
}
