import { eachInOrder } from '../../nodes/Iflytek/actions/speech/eachInOrder';

/** Work that the test ends, and the places of the entries for which the work has begun. */
function controlledWork() {
	const begun: number[] = [];
	const ends = new Map<number, { resolve: () => void; reject: (why: Error) => void }>();
	const work = async (entry: string, place: number) => {
		begun.push(place);
		return await new Promise<string>((resolve, reject) => {
			ends.set(place, { resolve: () => resolve(entry.toUpperCase()), reject });
		});
	};
	const letPromisesSettle = async () => await new Promise((resolve) => setImmediate(resolve));
	return {
		begun,
		work,
		async end(...places: number[]) {
			for (const place of places) ends.get(place)?.resolve();
			await letPromisesSettle();
		},
		async fail(place: number) {
			ends.get(place)?.reject(new Error('failed'));
			await letPromisesSettle();
		},
	};
}

const ENTRIES = [...'abcdefgh'];

test('counted from the first unfinished entry, at most twice as many entries as the concurrency have begun', async () => {
	const { begun, work, end } = controlledWork();
	const results = eachInOrder(ENTRIES, 2, work);
	expect(begun).toEqual([0, 1, 2, 3]);
	await end(1, 2, 3);
	expect(begun).toEqual([0, 1, 2, 3]);
	await end(0);
	expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
	await end(7, 6, 5, 4);
	expect(await results).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
});

test('a failed entry fails the whole list and leaves no unhandled rejection', async () => {
	const unhandled: unknown[] = [];
	const noteRejection = (why: unknown) => void unhandled.push(why);
	process.on('unhandledRejection', noteRejection);
	const { work, end, fail } = controlledWork();
	const results = eachInOrder(ENTRIES, 8, work);
	const outcome = Promise.allSettled([results]);
	await end(0, 1);
	await fail(7);
	await end(2, 3, 4, 5, 6);
	expect(await outcome).toEqual([{ status: 'rejected', reason: new Error('failed') }]);
	// Node.js would report an unhandled rejection within this time.
	await new Promise((resolve) => setTimeout(resolve, 20));
	process.off('unhandledRejection', noteRejection);
	expect(unhandled).toEqual([]);
});

test('an empty list needs no work', async () => {
	expect(await eachInOrder([], 3, async () => 1)).toEqual([]);
});
