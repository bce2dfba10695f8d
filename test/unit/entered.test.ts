/** How texts are read that people enter, paste and import. */
import { enteredEntries, enteredId, enteredIds, enteredName } from '../../nodes/shared/entered';
import { clashOf, fieldAt } from '../../nodes/shared/aiCall/rows/fieldNames';

test('an invisible character changes no name, ID or key', () => {
	const invisible = [
		'\uFEFF',
		'\u200B',
		'\u200E',
		'\u202A',
		'\u2066',
		'\u00AD',
		'\uFE0F',
		'\u{E0020}',
	];
	for (const character of invisible)
		expect([enteredName, enteredId].map((read) => read(`${character} a${character}1 `))).toEqual([
			'a1',
			'a1',
		]);
	expect(clashOf(['\uFEFF姓名', '姓名\u{E0020}'])).toMatch(
		/^The fields "<U\+FEFF>姓名" and "姓名<U\+E0020>" /,
	);
});

test.each([
	['a full-width and a usual one', ['Ａ１００１', 'A1001'], 'A1001'],
	['an accent of its own and one that is part of the letter', ['e\u0301', '\u00E9'], '\u00E9'],
])('%s are one key', (_name, keys, key) => {
	expect(keys.map(enteredId)).toEqual(keys.map(() => key));
});

test('keys that differ in capitals, zeros or digits are different', () => {
	const keys = [
		'a1',
		'A1',
		'01',
		'1',
		'10',
		'1.0.0',
		'346252615123869701',
		'346252615123869702',
		'11.2',
		'11.20',
	];
	expect(keys.map(enteredId)).toEqual(keys);
	expect(enteredId('1001.0')).toBe('1001.0');
	expect(enteredId(' 346252615123869701\u200B')).toBe('346252615123869701');
});

test('entries stand between commas and semicolons of both scripts and line breaks, IDs between blanks, too', () => {
	const text = ' a b、c，d；e;f,g\r\nh\u2028\uFEFFi\n、,';
	expect(enteredEntries(text)).toEqual(['a b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']);
	expect(enteredIds(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']);
	expect(enteredIds('a \t b')).toEqual(['a', 'b']);
	expect(['', ' ', '\uFEFF', ',，'].flatMap(enteredIds)).toEqual([]);
});

test('a field is found by its name, or by dot notation', () => {
	const record = { 'a.b': 1, a: { b: 2, c: { d: 3 } } };
	expect(
		['a.b', 'a.c.d', 'a.c', 'a.x', 'x.a', 'a.constructor', 'constructor'].map((path) =>
			fieldAt(record, path),
		),
	).toEqual([1, 3, { d: 3 }, undefined, undefined, undefined, undefined]);
	expect([null, 'text', ['first']].map((value) => fieldAt(value, 'length'))).toEqual([
		undefined,
		undefined,
		undefined,
	]);
});

test('a field is found whatever invisible characters and blanks its name has, but two of one name are refused', () => {
	expect(fieldAt({ '\uFEFForder': 1 }, 'order')).toBe(1);
	expect(fieldAt({ '': 1, undefined: 2 }, 'order')).toBeUndefined();
	expect(fieldAt({ ' a': { 'b\u200B': 2 } }, 'a.b ')).toBe(2);
	expect(() => fieldAt({ order: 1, '\uFEFForder ': 2 }, 'order')).toThrow(
		expect.objectContaining({
			message:
				'The fields "order" and "<U+FEFF>order " have one name, apart from blanks and invisible characters',
			details: { advice: 'Remove or rename one of them before this node.' },
		}),
	);
});
