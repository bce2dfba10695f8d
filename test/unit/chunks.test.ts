import { chunksOf } from '../../nodes/shared/chunks';

test.each<[number, number, number[][]]>([
	[0, 2, []],
	[1, 2, [[0]]],
	[
		4,
		2,
		[
			[0, 1],
			[2, 3],
		],
	],
	[5, 2, [[0, 1], [2, 3], [4]]],
])('%d entries in parts of %d', (count, size, expected) => {
	const list = Array.from({ length: count }, (_none, index) => index);
	expect(chunksOf(list, size)).toEqual(expected);
});
