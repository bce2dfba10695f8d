import fc from 'fast-check';
import { batched, grouped, inParallel } from '../../../nodes/IflytekAiCall/batch/batches';
import type { Destination, Entry } from '../../../nodes/IflytekAiCall/batch/entry';

const destinations: Destination[] = [0, 1, 2].map(() => ({
	body: (rows) => ({ rows }),
	shown: () => ({}),
}));

/** One entry for each index in the list, sent to the destination with this index. */
const entriesTo = (indexes: readonly number[]): Entry[] =>
	indexes.flatMap((index, item) => {
		const destination = destinations[index];
		return destination
			? [{ item, label: `139${item}`, destination, values: [], original: item }]
			: [];
	});

/** Everything that a source yields. */
async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
	const values: T[] = [];
	for await (const value of source) values.push(value);
	return values;
}

test('each entry is in exactly one batch of its destination, and only the last batch of a destination may have fewer entries', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.constantFrom(0, 1, 2), { maxLength: 200 }),
			fc.integer({ min: 1, max: 50 }),
			async (indexes, size) => {
				const entries = entriesTo(indexes);
				const batches = await all(batched(entries, size));
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

test('a batch is returned as soon as it is full', async () => {
	let entriesRead = 0;
	const source = function* () {
		for (const entry of entriesTo(Array.from({ length: 10 }, () => 0))) {
			entriesRead++;
			yield entry;
		}
	};
	const batches = batched(source(), 3);
	expect([(await batches.next()).value, entriesRead]).toEqual([expect.any(Array), 3]);
});

test('each group has at least the given number of entries, except the last', async () => {
	const entries = entriesTo(Array.from({ length: 11 }, () => 1));
	const groups = await all(grouped(batched(entries, 2), () => 3));
	expect(groups.map((group) => group.flat().length)).toEqual([4, 4, 3]);
});

test('no more batches are sent at the same time than allowed, and the failure of a batch is thrown', async () => {
	let underWay = 0;
	let mostUnderWay = 0;
	const batches = () => batched(entriesTo(Array.from({ length: 20 }, () => 0)), 1);
	await inParallel(3, batches(), async () => {
		mostUnderWay = Math.max(mostUnderWay, ++underWay);
		await new Promise((resolve) => setImmediate(resolve));
		underWay--;
	});
	expect([underWay, mostUnderWay]).toEqual([0, 3]);
	await expect(
		inParallel(3, batches(), async () => await Promise.reject(new Error('away'))),
	).rejects.toThrow('away');
});
