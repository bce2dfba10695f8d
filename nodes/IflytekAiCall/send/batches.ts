import type { Destination, Entry } from '../entry/entry';

/** Batches of entries, each with one destination: first those that are full, then the others. */
export function batchesOf(entries: readonly Entry[], size: number): Entry[][] {
	const full: Entry[][] = [];
	const open = new Map<Destination, Entry[]>();
	for (const entry of entries) {
		const batch = open.get(entry.destination) ?? [];
		batch.push(entry);
		open.set(entry.destination, batch);
		if (batch.length < size) continue;
		full.push(batch);
		open.delete(entry.destination);
	}
	return [...full, ...open.values()];
}

/**
 * Sends up to `count` batches at the same time. As soon as a batch was sent, the next one is taken.
 */
export async function inParallel(
	count: number,
	batches: AsyncGenerator<Entry[]>,
	send: (batch: Entry[]) => Promise<void>,
): Promise<void> {
	// All workers take their batches from the same generator.
	const work = async () => {
		for await (const batch of batches) await send(batch);
	};
	await Promise.all(Array.from({ length: count }, work));
}

/** Splits a batch in two to find an invalid row. The first half is not larger than the second. */
export function bisect<Row>(rows: readonly Row[]): [Row[], Row[]] {
	const middle = Math.floor(rows.length / 2);
	return [rows.slice(0, middle), rows.slice(middle)];
}
