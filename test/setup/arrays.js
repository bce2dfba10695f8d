/** Jest's `toEqual` considers [1, undefined] equal to [1]. With this tester, arrays are equal only if they have the same length. */
expect.addEqualityTesters([
	(a, b) => (Array.isArray(a) && Array.isArray(b) && a.length !== b.length ? false : undefined),
]);
