import { mapFields } from '../../../nodes/shared/aiCall/rows/fieldMapping';
import { prepareRow } from '../../../nodes/shared/aiCall/rows/preparedRow';

const COLUMNS = ['客户手机号码', '姓名', '金额'];
const fieldsOf = (...rows: unknown[]) => {
	const mapping = mapFields(COLUMNS, rows);
	return COLUMNS.map((column) => mapping.fieldOf(column));
};

test.each<[object, (string | undefined)[]]>([
	[{ '*客户手机号码': '1', '*姓名': 'a' }, ['*客户手机号码', '*姓名', undefined]],
	[{ 手机号: '1', 名字: 'a', 应还金额: 5 }, ['手机号', '名字', '应还金额']],
	[{ '客户手机号码（必填）': '1', '姓名:': 'a' }, ['客户手机号码（必填）', '姓名:', undefined]],
	[{ Mobile: '1', Full_Name: 'a' }, ['Mobile', 'Full_Name', undefined]],
	// Fields of the very name need no mapping, apart from blanks and invisible characters.
	[
		{ 客户手机号码: '1', '姓名\u00A0': 'a', '\u200B金额': 5, 手机: '2' },
		[undefined, undefined, undefined],
	],
	// Two that may be meant, and a name that only values tell.
	[{ 手机: '13800000001', 电话: '13800000002' }, [undefined, undefined, undefined]],
	[{ 推荐人: '13800000001' }, [undefined, undefined, undefined]],
])('the fields of %j', (row, expected) => {
	expect(fieldsOf(row)).toEqual(expected);
});

test.each([
	...[
		'电话1',
		'电话(1)',
		'手机1',
		'phone_1',
		'Phone1',
		'Mobile No.',
		'Tel. No.',
		'Mobile Phone No',
		'Cellphone',
	],
	...[
		'移动电话',
		'手机号(11位)',
		'手机号（11位数字）',
		'手機號碼',
		'聯絡電話',
		'【手机号】',
		'[手机号]',
		'被叫号码',
	],
	...['被叫', '客户电话', '联系方式', '手机号码1', 'Contact Number', '電話'],
])('the field %j is that of the phone number', (field) => {
	expect(fieldsOf({ [field]: '13800000001' })).toEqual([field, undefined, undefined]);
});

test.each([
	'电话2',
	'紧急联系人电话',
	'手机号(备用)',
	'推荐人手机',
	'座机',
	'主叫号码',
	'emergency phone',
])('the field %j may be that of another number', (field) => {
	expect(fieldsOf({ [field]: '13800000001' })).toEqual([undefined, undefined, undefined]);
});

test('the first of several numbers is taken, and none if one has no number', () => {
	expect(fieldsOf({ 电话1: '13800000001', 电话2: '13800000002' })[0]).toBe('电话1');
	expect(fieldsOf({ 电话1: '13800000001', 电话: '13800000002' })[0]).toBeUndefined();
});

test('a decomposed name is the composed one', () => {
	const [column, field] = ['Caf\u00e9', 'Cafe\u0301'];
	expect(mapFields([column], [{ [field]: 'x' }]).isFilled(column)).toBe(true);
	expect(prepareRow([column], { [field]: '1' }, { checkNumber: false })).toEqual({
		ok: true,
		values: ['1'],
	});
});

test('all rows together decide, and a field of one row fills a column of all', () => {
	const mapping = mapFields(COLUMNS, [
		{ 手机号: '1' },
		{ 姓名: 'a' },
		{ 金额: undefined },
		['x'],
		5,
	]);
	expect(COLUMNS.map((column) => mapping.isFilled(column))).toEqual([true, true, false]);
	expect(mapping.text).toBe('Mapped by name: "客户手机号码" takes the field "手机号"');
	expect(mapFields(COLUMNS, [{ 客户手机号码: '1' }]).text).toBeUndefined();
});

test.each([
	[{ 十一月客户名单: '客户手机号码', b: '姓名' }],
	[{ 名单: 'x', __EMPTY: 'y', __EMPTY_1: 'z' }],
])('a title above the headings is named: %j', (row) => {
	expect(mapFields(COLUMNS, [row]).advice).toMatch(
		/first line of the sheet.*Range 1.*Header Row 2/,
	);
});

test.each([
	['another encoding', { 'ÊÖ»úºÅ': '13800000001', ÐÕÃû: '王' }, /another encoding.*GBK.*CSV UTF-8/],
	['another encoding', { '\uFFFD\uFFFD\uFFFD': '1', '\uFFFD\uFFFD': 'x' }, /another encoding/],
	['another delimiter', { '客户手机号码;姓名;金额': '1;王;5' }, /one column.*Delimiter/],
	['another delimiter', { '客户手机号码\t姓名\t金额': '1\t王\t5' }, /one column.*Delimiter/],
	['no headings', { '13800000001': '13800000002', 王芳: '李' }, /no headings.*Header Row/],
])('a sheet with %s is named: %j', (_name, row, advice) => {
	expect(mapFields(COLUMNS, [row]).advice).toMatch(advice);
});

test.each<[unknown, string, string]>([
	[[{ type: 'text', text: '王芳' }], 'a list', ', such as [0].type or [0].text'],
	[{ value: '王芳' }, 'an object', ', such as .value'],
	[{ '名 字': ['王'] }, 'an object', ', such as ["名 字"][0]'],
	[{ a: { b: { c: 1 } } }, 'an object', ', such as .a.b.c'],
	[{ a: { b: { c: { d: { e: 1 } } } } }, 'an object', ''],
	[[], 'a list', ''],
	[[null], 'a list', ''],
])('the cell %j is refused, and its texts are named', (cell, what, such) => {
	expect(prepareRow(COLUMNS, ['13800000001', cell, '1'], { checkNumber: true })).toEqual({
		ok: false,
		problems: [
			{
				reason: `Column "姓名": the value is ${what}, which the robot would spell out`,
				advice: `Take the text inside it${such}.`,
			},
		],
	});
});

test('a large cell is refused', () => {
	const cell = Array.from({ length: 100_000 }, () => ({
		a: Array.from({ length: 10 }, () => ({})),
	}));
	expect(prepareRow(['a'], [cell], { checkNumber: false }).ok).toBe(false);
});

describe('of two fields that may have the phone number', () => {
	const taken = (...rows: object[]) => mapFields(['phone'], rows).fieldOf('phone');
	const none = { 电话: '1', 手机: '1' };
	const other = { 电话: '1', 手机: '13800000001' };

	test('that with mobile numbers is taken, which the first 20 rows tell', () => {
		expect(taken(other)).toBe('手机');
		expect(
			taken(...Array.from({ length: 20 }, () => none), ...Array.from({ length: 60 }, () => other)),
		).toBeUndefined();
	});
});

test('fields beyond the first hundred only fill columns of their own name', () => {
	const hundred = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, 'x']));
	const { fieldOf } = mapFields(['phone'], [{ ...hundred, Mobile: '13800000001' }]);
	expect(fieldOf('phone')).toBeUndefined();
});

test('no field is like a name that none has', () => {
	expect(mapFields(['手机', '姓名'], [{ 手机: '1' }]).alike('姓名')).toEqual([]);
});

describe('the advice for columns without a field', () => {
	const advice = (row: object, columns = ['手机', '姓名']) =>
		mapFields(columns, [row]).advice ?? '';

	test.each<[RegExp, object]>([
		[/^The first line of the sheet seems to be a title/, { 通知: '手机', __EMPTY: '地址' }],
		[/^The first line of the sheet seems to be a title/, { 通知: '姓名', 日期: '地址' }],
		[/^The sheet was read as one column/, { '手机;姓名;地址': '1;2;3' }],
		[/^$/, { '手机;姓名': '1', 地址: '2' }],
		[/^$/, { 手机: '1' }],
		// Columns that all have a field need none, whatever the sheet has.
		[/^$/, { 手机: '1', 姓名: '手机', __EMPTY: 'x' }],
	])('is %j', (expected, row) => {
		expect(advice(row)).toMatch(expected);
	});
});
