import {
	columnsOfFields,
	fieldNames,
	sharedKey,
	uniqueColumnNames,
} from '../../../nodes/shared/aiCall/rows/columns';

/** The key that the editor of n8n 2.41 makes from a field's name. */
const keyOf = (name: string) =>
	name
		.slice(0, 63)
		.replace(/[^a-zA-Z0-9\-]/g, '_')
		.slice(0, 63);

const COLUMNS = [
	'客户手机号码',
	'姓名',
	'金额',
	'金额',
	'name',
	'first name',
	'first_name',
	'name',
	'长'.repeat(80),
];

test('the columns of a tool have distinct keys, and a name whose key is already distinct is unchanged', () => {
	const names = fieldNames(COLUMNS, true);
	expect(names.slice(0, 8)).toEqual([
		'Column 1, phone number: 客户手机号码',
		'Column 2: 姓名',
		'Column 3: 金额',
		'Column 4: 金额',
		'name',
		'Column 6: first name',
		'first_name',
		'Column 8: name',
	]);
	expect(new Set(names.map(keyOf)).size).toBe(COLUMNS.length);
	for (const key of names.map(keyOf)) expect(key).toMatch(/[A-Za-z0-9]/);
});

/** The fields that the mapper shows for these columns. */
const fieldsOf = (columns: string[], isTool: boolean) => {
	const displayNames = fieldNames(columns, isTool);
	return uniqueColumnNames(columns).map((id, index) => ({
		id,
		displayName: displayNames[index] ?? '',
	}));
};

test('outside of a tool, the panel shows the unique names of the columns', () => {
	expect(fieldNames(['手机', '金额', '金额', '金额'], false)).toEqual([
		'手机',
		'金额',
		'金额 (2)',
		'金额 (3)',
	]);
	// A column that is itself named so must not be taken for the repetition of another.
	expect(fieldNames(['金额', '金额 (2)', '金额', '价格 (2)'], false)).toEqual([
		'金额',
		'Column 2: 金额 (2)',
		'金额 (3)',
		'价格 (2)',
	]);
});

test.each([
	[COLUMNS],
	[['手机', '金额', '金额', '金额']],
	[['金额', '金额 (2)', '金额', '价格 (2)', '金额 (3)', '金额 (2)']],
	[['金额 (2)', '金额', '金额']],
	[['name', 'name', 'name (2)', 'name (2) (2)']],
])('each value is sent under the name of its column: %j', (columns) => {
	for (const isTool of [false, true])
		expect(columnsOfFields(fieldsOf(columns, isTool))).toEqual(columns);
});

test('a column that has the name of a field in a tool keeps it', () => {
	expect(
		columnsOfFields([
			{ id: 'a', displayName: 'a' },
			{ id: 'Column 2: x', displayName: 'Column 2: x' },
		]),
	).toEqual(['a', 'Column 2: x']);
});

test('two columns with the same key are found', () => {
	const fromAi = (key: string) =>
		`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
	expect(
		sharedKey([
			['姓名', fromAi('__')],
			['时间', fromAi('time')],
			['金额', fromAi('__')],
		]),
	).toEqual({
		key: '__',
		columns: ['姓名', '金额'],
	});
	const sameKeyTwice = '={{ $fromAI("a") + $fromAI("a") }}';
	expect(
		sharedKey([
			['姓名', sameKeyTwice],
			['金额', fromAi('b')],
			['时间', 5],
			['地址', undefined],
		]),
	).toBeUndefined();
});
