import { eachInOrder } from '../../nodes/Iflytek/speech/eachInOrder';

/** Work that ends when the test says so, and the indexes at which it has begun. */
function controlledWork() {
	const begun: number[] = [];
	const ends = new Map<
		number,
		{ resolve: (value: string) => void; reject: (why: Error) => void }
	>();
	const work = async (entry: string, place: number) => {
		begun.push(place);
		return await new Promise<string>((resolve, reject) => {
			ends.set(place, { resolve: () => resolve(entry.toUpperCase()), reject });
		});
	};
	const settled = async () => await new Promise((resolve) => setImmediate(resolve));
	return {
		begun,
		work,
		async end(...places: number[]) {
			for (const place of places) ends.get(place)?.resolve('');
			await settled();
		},
		async fail(place: number) {
			ends.get(place)?.reject(new Error('failed'));
			await settled();
		},
	};
}

const ENTRIES = [...'abcdefgh'];

test('from the first unfinished entry on, no more entries have begun than twice the concurrency', async () => {
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

test('a failed entry fails the whole list, and no rejection stays unhandled', async () => {
	const unhandled: unknown[] = [];
	const note = (why: unknown) => void unhandled.push(why);
	process.on('unhandledRejection', note);
	const { work, end, fail } = controlledWork();
	const results = eachInOrder(ENTRIES, 8, work);
	const outcome = Promise.allSettled([results]);
	await end(0, 1);
	await fail(7);
	await end(2, 3, 4, 5, 6);
	expect(await outcome).toEqual([{ status: 'rejected', reason: new Error('failed') }]);
	await new Promise((resolve) => setTimeout(resolve, 20));
	process.off('unhandledRejection', note);
	expect(unhandled).toEqual([]);
});

test('an empty list needs no work', async () => {
	expect(await eachInOrder([], 3, async () => 1)).toEqual([]);
});
