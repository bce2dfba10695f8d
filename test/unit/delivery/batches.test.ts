import type { Destination, Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import { batchesOf } from '../../../nodes/IflytekAiCall/send/batches';
import { fc } from '../aiCall/property';

const destinations: Destination[] = [0, 1, 2].map(() => ({
	body: (rows) => ({ rows }),
}));

/** One entry for each index in the list, sent to the destination with this index. */
const entriesTo = (indexes: readonly number[]): Entry[] =>
	indexes.flatMap((index, item) => {
		const destination = destinations[index];
		return destination
			? [{ item, label: `139${item}`, destination, values: [], original: item }]
			: [];
	});

test('each entry is in exactly one batch of its destination, and only the last batch of a destination may have fewer entries', () => {
	fc.assert(
		fc.property(
			fc.array(fc.constantFrom(0, 1, 2), { maxLength: 200 }),
			fc.integer({ min: 1, max: 50 }),
			(indexes, size) => {
				const entries = entriesTo(indexes);
				const batches = batchesOf(entries, size);
				expect(
					batches
						.flat()
						.map(({ item }) => item)
						.sort((a, b) => a - b),
				).toEqual(entries.map(({ item }) => item));
				for (const destination of destinations) {
					const ownBatches = batches.filter(([first]) => first?.destination === destination);
					expect(ownBatches.flat()).toEqual(
						entries.filter((entry) => entry.destination === destination),
					);
					for (const batch of ownBatches.slice(0, -1)) expect(batch).toHaveLength(size);
				}
				expect(batches.filter(({ length }) => length === 0 || length > size)).toEqual([]);
			},
		),
	);
});
