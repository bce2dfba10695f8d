import { unpackJson } from '../../../nodes/shared/aiCall/platformFields';

test.each<[unknown, unknown]>([
	['[1,2]', [1, 2]],
	[' {"a":1}', { a: 1 }],
	['\n["08:30:00-11:30:00"]', ['08:30:00-11:30:00']],
	['[1', '[1'],
	['12', '12'],
	['true', 'true'],
	['null', 'null'],
	['"a"', '"a"'],
	['', ''],
	[5, 5],
	[null, null],
	[['[1]'], ['[1]']],
])('%j is unpacked as %j', (value, unpacked) => {
	expect(unpackJson(value)).toEqual(unpacked);
});
