/**
 * Calls `work` for each entry. An entry waits until the entry 2 × `atOnce` places before it, and
 * all entries before that one, are done. So if one entry takes long, only the results of the next
 * few are kept in memory.
 * @param atOnce how many entries `work` processes at the same time; it makes the others wait
 * @returns the results, in the order of the entries
 */
export async function eachInOrder<Entry, Result>(
	entries: Entry[],
	atOnce: number,
	work: (entry: Entry, index: number) => Promise<Result>,
): Promise<Result[]> {
	const ahead = 2 * atOnce;
	/** For each entry a promise that resolves when this entry and all entries before it are done. */
	const done: Promise<unknown>[] = [];
	const results = entries.map((entry, index) => {
		const awaited = done[index - ahead];
		const result = awaited
			? awaited.then(async () => await work(entry, index))
			: work(entry, index);
		done.push(Promise.all([done[index - 1], result]));
		return result;
	});
	// Without this, nothing would handle the rejection of the last promise in `done`.
	await done.at(-1);
	return await Promise.all(results);
}
