/** The keys of the user that identify rows. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Destination, Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import { readKeys, withKeys } from '../../../nodes/IflytekAiCall/rows/rowKeys';
import { InputError } from '../../../nodes/shared/failure';
import { refusal } from '../n8n/fakeContext';
import { contextOf } from './context';

const to: Destination = { body: (rows) => ({ rows }) };

describe('keys of rows', () => {
	const rows = (count: number): Entry[] =>
		Array.from({ length: count }, (_, rowIndex) => ({
			item: 0,
			rowIndex,
			label: '139',
			destination: to,
			values: [],
			original: rowIndex,
		}));

	test.each<[number, unknown, string]>([
		[1, ['a', 'b'], 'Row Key gives 2 keys for 1 row'],
		[2, 'a', 'Row Key gives 1 key for 2 rows'],
		[2, [], 'Row Key gives 0 keys for 2 rows'],
	])('%d rows are refused with the keys %j', (count, keys, message) => {
		expect(() => withKeys(rows(count), keys)).toThrow(
			expect.objectContaining({
				message,
				details: {
					advice:
						'For an array of rows, return an array of keys in the same order, such as {{ $json.rows.map((row) => row.order) }}, or enter the name of a field of the rows.',
				},
			}),
		);
	});

	test('keys of rows become trimmed text, and a list of keys can be JSON', () => {
		expect(withKeys(rows(2), '[" a ",7]')).toMatchObject([{ key: 'a' }, { key: '7' }]);
		expect(withKeys(rows(1), 'a')).toMatchObject([{ key: 'a' }]);
		expect(withKeys([], 'a')).toEqual([]);
		expect(() => withKeys(rows(1), [{}])).toThrow('Row Key must be text, but is an object');
	});

	test('a row with an empty key is invalid, and a row that was already invalid keeps its problems', () => {
		const problem = new InputError('x', 'y');
		const emptyKey = new InputError('Row Key is empty');
		const keyed = withKeys(
			[
				...rows(1),
				{ item: 0, problems: [problem], original: 1 },
				{ item: 0, problems: [problem], original: 2 },
			],
			[' ', '', 'k'],
		);
		// Errors are compared by their messages alone.
		expect(keyed[0]).toMatchObject({
			problems: [
				{
					details: {
						advice:
							'Enter the name of a field that has a unique text in each row, such as an order number, or an expression that returns one.',
					},
				},
			],
		});
		expect(keyed).toEqual([
			{ item: 0, label: '139', problems: [emptyKey], rowIndex: 0, original: 0 },
			{ item: 0, problems: [problem, emptyKey], original: 1 },
			{ item: 0, problems: [problem], original: 2 },
		]);
	});
});

describe('Row Key', () => {
	const entry = (original: unknown, rowIndex?: number): Entry => ({
		item: 1,
		...(rowIndex !== undefined && { rowIndex }),
		label: '139',
		destination: to,
		values: [],
		original,
	});
	// The tests read the second item.
	const items = [
		{ order: 'no' },
		{
			order: ' a1 ',
			list: { number: 7, far: [2 ** 54] },
			'a.b': 'c',
			none: null,
			big: 2 ** 53,
			id: 2 ** 55,
			id_str: `${2 ** 55}`,
		},
	];

	/** The keys of the rows of the second item; `none` for a row without a valid key. */
	const keysOf = (rowKey: unknown, entries = [entry({ order: 'mapped' })]) =>
		readKeys(contextOf({ parameters: { rowKey }, items }).context)(1, entries).map((row) =>
			'key' in row ? row.key : 'none',
		);

	test('Row Key names a field of the item, or of each row in a list', () => {
		expect(['order', ' order ', 'list.number', 'a.b'].map((name) => keysOf(name))).toEqual([
			['a1'],
			['a1'],
			['7'],
			['c'],
		]);
		const rows = [entry({ order: 'x', list: { number: 1 } }, 0), entry({ order: 'y' }, 1)];
		expect(keysOf('order', rows)).toEqual(['x', 'y']);
		expect(keysOf('list.number', rows)).toEqual(['1', 'none']);
		expect(keysOf('toString', rows)).toEqual(['none', 'none']);
	});

	test('Row Key can be an expression', () => {
		expect(keysOf((index: number) => `key ${index}`)).toEqual(['key 1']);
	});

	test.each<[string, unknown]>([
		['a number', () => 2 ** 53],
		['a text with a number of the item', () => `spring-${2 ** 53}`],
		['a text with a number deep in the item', () => `x ${2 ** 54} y`],
		['a field with a number', 'big'],
		['a list with it', () => ['a', `b-${2 ** 53}`]],
	])('a Row Key that is %s is refused if the number has lost its last digits', (_name, rowKey) => {
		expect(refusal(() => keysOf(rowKey))).toEqual([
			expect.stringMatching(
				/^Row Key is the number \d+, which lost its last digits before reaching this node$/,
			),
			'Pass it as text. Numbers only keep 15 to 16 digits.',
		]);
	});

	test('a Row Key is refused for a number of the item, though it has a text of the item, too', () => {
		const { context } = contextOf({
			parameters: { rowKey: () => `spring ${2 ** 53}` },
			items: [{ id: 2 ** 53, name: 'spring' }],
		});
		expect(refusal(() => readKeys(context)(0, [entry({})]))[0]).toMatch(
			'which lost its last digits',
		);
	});

	test('an item is searched only for a long number, and may contain itself', () => {
		const keyOf = (key: string, item: IDataObject) =>
			readKeys(contextOf({ parameters: { rowKey: () => key }, items: [item] }).context)(0, [
				entry({}),
			]).map((row) => ('key' in row ? row.key : 'none'));
		const unread = Object.defineProperty({}, 'far', {
			enumerable: true,
			get: () => {
				throw new Error('It was read');
			},
		});
		expect(keyOf('spring 123456789012345', unread)).toEqual(['spring 123456789012345']);
		expect(() => keyOf('spring 1234567890123456', unread)).toThrow('It was read');
		const item: IDataObject = { id: 2 ** 54, none: undefined };
		item.own = item;
		expect(keyOf(`spring ${2 ** 53}`, item)).toEqual([`spring ${2 ** 53}`]);
		expect(refusal(() => keyOf(`spring ${2 ** 54}`, item))[0]).toMatch('lost its last digits');
	});

	test('a key may have the digits of a text of the item, though a number has lost them', () => {
		expect(keysOf(() => `${2 ** 55}`)).toEqual([`${2 ** 55}`]);
		// Another number that only begins like one of the item.
		expect(keysOf(() => '18014398509481985')).toEqual(['18014398509481985']);
	});

	test('a list of keys is refused if one is a number that has lost its last digits, and keeps the digits of JSON text', () => {
		const rows = [entry({}, 0), entry({}, 1)];
		expect(refusal(() => keysOf(() => ['a', 2 ** 53], rows))[0]).toBe(
			'Row Key is the number 9007199254740992, which lost its last digits before reaching this node',
		);
		expect(keysOf(() => '["a", 9007199254740993]', rows)).toEqual(['a', '9007199254740993']);
		expect(refusal(() => keysOf('id', [entry({ id: 2 ** 53 }, 0)]))[0]).toBe(
			'Row Key is the number 9007199254740992, which lost its last digits before reaching this node',
		);
	});

	test("Row Key is read without n8n's validation", () => {
		const { context } = contextOf({ items: [{}] });
		const calls: unknown[] = [];
		context.getNodeParameter = ((...[name, index, , options]: unknown[]) => {
			calls.push([name, index, options]);
			return '={{ $json.a + 1 }}';
		}) as IExecuteFunctions['getNodeParameter'];
		readKeys(context)(0, [entry({})]);
		expect(calls).toEqual([
			['rowKey', 0, { rawExpressions: true }],
			['rowKey', 0, { extractValue: false, skipValidation: true }],
		]);
	});
});
