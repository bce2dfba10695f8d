/**
 * Calls `work` for each entry. An entry begins as soon as all entries up to 2 × `atOnce` places
 * before it are done. The results of the entries in between are kept in memory.
 * @param atOnce how many entries the work itself processes at the same time
 * @returns the results, in the order of the entries
 */
export async function eachInOrder<Entry, Result>(
	entries: Entry[],
	atOnce: number,
	work: (entry: Entry, place: number) => Promise<Result>,
): Promise<Result[]> {
	const ahead = 2 * atOnce;
	/** Promises by place. Each resolves once its entry and all entries before it are done. */
	const done: Promise<unknown>[] = [];
	const results = entries.map((entry, place) => {
		const earlier = done[place - ahead];
		const result = earlier
			? earlier.then(async () => await work(entry, place))
			: work(entry, place);
		done.push(Promise.all([done[place - 1], result]));
		return result;
	});
	await done.at(-1);
	return await Promise.all(results);
}
