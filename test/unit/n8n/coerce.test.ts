/** How fields read values of other types than their own, as an expression or an AI agent may return them. */
import {
	asChoice,
	asEvents,
	asEntries,
	asFlag,
	asIds,
	asInteger,
	asList,
	asText,
	given,
	isOff,
	listIn,
	splitList,
	valuesOf,
} from '../../../nodes/shared/n8n/parameters/coerce';
import { refusal } from './fakeContext';

const CHECK = 'Check the value, or the expression that provides it.';

describe('a text', () => {
	test('a number or a boolean is read as text, and a missing value as empty text', () => {
		const values = [undefined, null, '', ' a ', 0, 1.5, true, false];
		expect(values.map((value) => asText(value, 'Title'))).toEqual([
			'',
			'',
			'',
			' a ',
			'0',
			'1.5',
			'true',
			'false',
		]);
	});

	test('an object, an array, or a number that lost digits is refused as a text', () => {
		expect(refusal(() => asText([], 'Title'))).toEqual([
			'Title must be text, but is an array',
			'Check the expression: select the field inside it that contains the text.',
		]);
		expect(refusal(() => asText({}, 'Title'))).toEqual([
			'Title must be text, but is an object',
			'Check the expression: select the field inside it that contains the text.',
		]);
		expect(refusal(() => asText(2 ** 53, 'Title'))).toEqual([
			'Title is the number 9007199254740992, which lost its last digits before reaching this node',
			'Pass it as text. Numbers only keep 15 to 16 digits.',
		]);
	});
});

test('a field that the user left empty is not read', () => {
	const read: unknown[] = [];
	const values = [undefined, null, '', ' ', 0, false].map((value) =>
		given(value, (found) => {
			read.push(found);
			return 'read';
		}),
	);
	expect(values).toEqual([undefined, undefined, undefined, 'read', 'read', 'read']);
	expect(read).toEqual([' ', 0, false]);
});

test('a switch also reads "true" and "false" as text, in capitals or small letters, with spaces around it', () => {
	const values = [true, 'true', ' TRUE ', false, 'false', '\tFalse\n', 1, 0, '', 'yes', null, {}];
	expect(values.filter(asFlag)).toEqual([true, 'true', ' TRUE ']);
	expect(values.filter(isOff)).toEqual([false, 'false', '\tFalse\n']);
});

describe('a whole number', () => {
	test('a whole number may be written as text, and may be equal to its minimum or maximum', () => {
		const limits = { min: 1, max: 10 };
		expect([1, 10, '1', ' 7 ', '1e1'].map((value) => asInteger(value, 'Count', limits))).toEqual([
			1, 10, 1, 7, 10,
		]);
		expect(asInteger(Number.MAX_SAFE_INTEGER, 'Count', { min: 0 })).toBe(Number.MAX_SAFE_INTEGER);
	});

	test.each([
		[0, '0'],
		[11, '11'],
		[1.5, '1.5'],
		['2.5', '"2.5"'],
		['two', '"two"'],
		['', '""'],
		[true, 'true'],
		[null, 'null'],
		[[3], '[3]'],
	])('%j is refused as a whole number', (value, shown) => {
		expect(refusal(() => asInteger(value, 'Count', { min: 1, max: 10 }))).toEqual([
			`Count must be a whole number from 1 to 10, but is ${shown}`,
			CHECK,
		]);
	});

	test('without a maximum, a whole number below the minimum or from 2^53 on is refused', () => {
		for (const value of [-1, 2 ** 53])
			expect(refusal(() => asInteger(value, 'Count', { min: 0 }))).toEqual([
				`Count must be a whole number of 0 or more, but is ${value}`,
				CHECK,
			]);
	});

	test('a space is not read as the whole number 0', () => {
		expect(refusal(() => asInteger(' ', 'Count', { min: 0 }))).toEqual([
			'Count must be a whole number of 0 or more, but is " "',
			CHECK,
		]);
	});
});

test('a choice must be one of the listed values, and of the same type', () => {
	const allowed = valuesOf<string | number>([{ value: 'a' }, { value: 0 }]);
	expect(allowed).toEqual(['a', 0]);
	expect([asChoice('a', 'Kind', allowed), asChoice(0, 'Kind', allowed)]).toEqual(['a', 0]);
	expect(refusal(() => asChoice('0', 'Kind', allowed))).toEqual([
		'Kind must be one of: a, 0, but is "0"',
		CHECK,
	]);
});

test('an array may be written as JSON text', () => {
	const list = ['a'];
	expect(listIn(list)).toBe(list);
	expect(listIn(' [1, "b", 12345678901234567890] ')).toEqual([1, 'b', '12345678901234567890']);
	expect([listIn('[]'), listIn([])]).toEqual([[], []]);
	expect(['[1', '{"0":1}', 'a', '', {}, 5, null, undefined].map(listIn)).toEqual(
		Array.from({ length: 8 }, () => undefined),
	);
});

describe('a list of texts', () => {
	const readUrls = (value: unknown, max?: number) =>
		asList(value, 'URLs', (text) => text.split('|'), 'Enter one.', max);

	test('a list of texts is read from an array, a JSON array or a text that is split, without blank entries', () => {
		expect(readUrls([' a ', '', 5, '\n'])).toEqual(['a', '5']);
		expect(readUrls('["a", " b "]')).toEqual(['a', 'b']);
		expect(readUrls(' a | |b')).toEqual(['a', 'b']);
		expect(readUrls(5)).toEqual(['5']);
	});

	test('a list of texts must have at least one entry, and at most the allowed number', () => {
		for (const value of [[], '', ' | ', undefined, '[" "]'])
			expect(refusal(() => readUrls(value))).toEqual(['URLs is empty', 'Enter one.']);
		expect(readUrls('a|b', 2)).toEqual(['a', 'b']);
		expect(refusal(() => readUrls('a|b|c', 2))).toEqual([
			'URLs has 3 entries; at most 2 are allowed',
			'Split them across several items.',
		]);
	});

	test('a list of texts must contain only texts', () => {
		expect(refusal(() => readUrls([{}]))[0]).toBe('URLs must be text, but is an object');
		expect(refusal(() => readUrls({}))[0]).toBe('URLs must be text, but is an object');
	});
});

test('events come in the order in which they are known, each once, and an unknown one is an error', () => {
	const known = ['a', 'b', 'c'];
	for (const value of [['c', 'a', 'c'], '["c", "a"]', ' c，a ', ['c ', '', 'a']])
		expect(asEvents(value, known)).toEqual(['a', 'c']);
	for (const value of [[], '[]', '', undefined, ' , '])
		expect(refusal(() => asEvents(value, known))).toEqual([
			'Events is empty',
			'Select at least one of: a, b, c.',
		]);
	expect(refusal(() => asEvents(['a', 'd'], known))).toEqual([
		'Events must be one of: a, b, c, but is "d"',
		CHECK,
	]);
	expect(refusal(() => asEvents([{ a: 'a' }], known))[0]).toBe(
		'Events must be text, but is an object',
	);
});

test('a list of IDs is read from a text, an array of texts or a JSON array', () => {
	expect(splitList(' a,b，c;d；e\nf,, ')).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
	expect(splitList([' a,b ', 5, '', null, {}])).toEqual(['a', 'b', '5']);
	expect(splitList('["a", "b"]')).toEqual(['a', 'b']);
	expect(splitList(7)).toEqual(['7']);
	expect([splitList(undefined), splitList({}), splitList('')]).toEqual([[], [], []]);
});

describe('entries', () => {
	test('entries are read from an array, a JSON array or a text', () => {
		const entry = { a: 1 };
		expect(asEntries([' a ', entry, 5, ' ', 'b、c'], 'Rows')).toEqual(['a', entry, 5, 'b', 'c']);
		expect(asEntries('[1, " b "]', 'Rows')).toEqual([1, 'b']);
		expect(asEntries(' a,b，c;d；e\nf,, ', 'Rows')).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
		expect(asEntries(5, 'Rows')).toEqual(['5']);
	});

	test('an array may be empty, but a missing value is refused', () => {
		expect([asEntries([], 'Rows'), asEntries('[]', 'Rows')]).toEqual([[], []]);
		for (const value of ['', ' , ', undefined, null, [' '], ['', '\uFEFF']])
			expect(refusal(() => asEntries(value, 'Rows'))).toEqual([
				'Rows has no value',
				'Enter at least one, or remove Rows. An expression that finds none must return an empty array, [].',
			]);
		expect(refusal(() => asEntries({}, 'Rows'))[0]).toBe('Rows must be text, but is an object');
	});
});

test('IDs are read from a text, a number or an array, each once', () => {
	const values = ['1, 2, 1', ['3', ' 4,5 '], '["6"]', 7, '', undefined];
	expect(values.map((value) => asIds(value, 'IDs'))).toEqual([
		['1', '2'],
		['3', '4', '5'],
		['6'],
		['7'],
		[],
		[],
	]);
	expect(refusal(() => asIds(2 ** 53, 'IDs'))[1]).toBe(
		'Pass it as text. Numbers only keep 15 to 16 digits.',
	);
});
