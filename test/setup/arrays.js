/** Jest's `toEqual` takes [1, undefined] for [1]: here arrays are only equal if they have the same length. */
expect.addEqualityTesters([
	(a, b) => (Array.isArray(a) && Array.isArray(b) && a.length !== b.length ? false : undefined),
]);
