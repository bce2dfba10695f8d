/** The parts of a list, in order, with `size` entries each; the last part may have fewer. */
export function chunksOf<Entry>(list: readonly Entry[], size: number): Entry[][] {
	return Array.from({ length: Math.ceil(list.length / size) }, (_none, index) =>
		list.slice(index * size, (index + 1) * size),
	);
}
