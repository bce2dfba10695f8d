import type { Destination, Entry } from './entry';

/**
 * Collects entries with the same destination into batches. A batch is returned as soon as it is
 * full; batches that are not full follow at the end.
 */
export async function* batched(
	entries: AsyncIterable<Entry> | Iterable<Entry>,
	size: number,
): AsyncGenerator<Entry[]> {
	const open = new Map<Destination, Entry[]>();
	for await (const entry of entries) {
		const batch = open.get(entry.destination) ?? [];
		batch.push(entry);
		open.set(entry.destination, batch);
		if (batch.length < size) continue;
		open.delete(entry.destination);
		yield batch;
	}
	yield* open.values();
}

/** Collects batches into groups. Each group except the last has at least `size()` entries. */
export async function* grouped(
	batches: AsyncIterable<Entry[]>,
	size: () => number,
): AsyncGenerator<Entry[][]> {
	let group: Entry[][] = [];
	let entryCount = 0;
	for await (const batch of batches) {
		group.push(batch);
		entryCount += batch.length;
		if (entryCount < size()) continue;
		yield group;
		group = [];
		entryCount = 0;
	}
	if (group.length > 0) yield group;
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
