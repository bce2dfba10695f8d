/** Which field of the input is proposed for which column of a script. */
import {
	expressionOf,
	inputFields,
	proposalText,
	proposeMapping,
} from '../../../nodes/shared/aiCall/rows/mappingProposal';

const COLUMNS = ['客户手机号码', '姓名', '金额', '金额 (2)'];
const proposed = (columns: string[], ...items: Record<string, unknown>[]) =>
	proposeMapping(columns, inputFields(items));

test('of the values that are not blank, at least half must be mobile numbers', () => {
	const half = [{ x: '13800000000' }, { x: 'none' }, { x: ' ' }, { x: '' }];
	expect(proposed(['n'], ...half)).toEqual(['x']);
	expect(proposed(['n'], ...half, { x: 'none' })).toEqual([undefined]);
});

test.each<[string, string[], Record<string, unknown>, (string | undefined)[]]>([
	[
		'a field of the very name belongs to that column, whatever it is like',
		['n', '客户姓名', '姓名'],
		{ 姓名: 'a' },
		[undefined, undefined, '姓名'],
	],
	['signs alone are no name', ['n', '*'], { '(必填)': 'a' }, [undefined, undefined]],
	[
		'only before a name the word for a customer says nothing',
		['n', 'my name', 'name'],
		{ 'my customer name': 'a', 'customer name': 'b' },
		[undefined, undefined, 'customer name'],
	],
	[
		'fields are found by their values and by synonyms',
		COLUMNS,
		{ name: '王', mobile: '13800000000', amount: 5 },
		['mobile', 'name', 'amount', undefined],
	],
	[
		'the phone number is found by its values, whatever its name is',
		COLUMNS,
		{ x: '+86 138 0000 0000', 'Full Name': '王' },
		['x', 'Full Name', undefined, undefined],
	],
	[
		'of two fields with mobile numbers, the one with the name of a phone number is taken',
		COLUMNS,
		{ agent: '13900000000', phone: 13800000000 },
		['phone', undefined, undefined, undefined],
	],
	[
		'of two that could both be meant, none is taken',
		COLUMNS,
		{ agent: '13900000000', boss: '13800000000', name: '王', 客户名字: '王' },
		[undefined, undefined, undefined, undefined],
	],
	[
		'an equal name comes before the values',
		COLUMNS,
		{ phone: '13900000000', 客户手机号码: 'x', customer_name: 'y', 姓名: 'z' },
		['客户手机号码', '姓名', undefined, undefined],
	],
	[
		'without values, names alone tell the phone number',
		COLUMNS,
		{ tel: '', 'amount-due': '' },
		['tel', undefined, 'amount-due', undefined],
	],
	[
		'of several fields that are named like a phone number, the one with mobile numbers is taken',
		['n'],
		{ tel: '', phone: '13800000000', agent: '13900000000' },
		['phone'],
	],
	['without values, a first column of any name gets the phone number', ['n'], { tel: '' }, ['tel']],
	[
		'a repeated column is found by its unique name',
		COLUMNS,
		{ 金额: 1, '金额(2)': 2 },
		[undefined, undefined, '金额', '金额(2)'],
	],
	[
		'objects, lists and empty items are no fields',
		COLUMNS,
		{ name: {}, mobile: ['13800000000'], amount: null },
		[undefined, undefined, undefined, undefined],
	],
	['only the first column is the phone number', ['a', 'b'], { x: '13800000000' }, ['x', undefined]],
	[
		'no field is proposed twice',
		['手机', '电话'],
		{ mobile: '13800000000' },
		['mobile', undefined],
	],
])('%s', (_title, columns, item, expected) => {
	expect(proposed(columns, item)).toEqual(expected);
});

test('a field has phone numbers if at least half of its values are', () => {
	const items = ['13800000000', 'abc', ' ', '13800000001', ''].map((a) => ({ a }));
	expect(proposed(['n'], ...items)).toEqual(['a']);
	expect(proposed(['n'], ...items, { a: 'x' }, { a: 'y' })).toEqual([undefined]);
});

test('of a wide item, only the first 100 fields are looked at, and of a long text its beginning', () => {
	const wide = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, 1]));
	expect(inputFields([wide])).toHaveLength(100);
	const long = { a: 'x'.repeat(500) };
	const short = 'x'.repeat(40);
	expect(inputFields([long, long])).toEqual([{ name: 'a', values: [short, short] }]);
});

test('the proposal in words has only columns without a value', () => {
	const item = { mobile: '13800000000', name: '王', 'pay}}': '1' };
	const text = (isFilled: (column: string, index: number) => boolean) =>
		proposalText(COLUMNS, isFilled, [item]);
	expect(text(() => false)).toBe('"客户手机号码" {{ $json.mobile }}, "姓名" {{ $json.name }}');
	expect(text((column) => column === '姓名')).toBe('"客户手机号码" {{ $json.mobile }}');
	expect(text((_column, index) => index > 0)).toBe('"客户手机号码" {{ $json.mobile }}');
	expect(text(() => true)).toBeUndefined();
});

test.each([
	['mobile', '{{ $json.mobile }}'],
	['手机号', '{{ $json["手机号"] }}'],
	['a "b"', '{{ $json["a \\"b\\""] }}'],
	['1a', '{{ $json["1a"] }}'],
	['a}}', undefined],
	['{a', undefined],
])('the expression of the field %j', (name, expected) => {
	expect(expressionOf(name)).toBe(expected);
});
