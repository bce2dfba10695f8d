import {
	columnOfToolName,
	sharedKey,
	toolColumnName,
} from '../../../nodes/shared/aiCall/rows/toolColumns';

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
	'长'.repeat(80),
];

test('the columns of a tool have distinct keys, and a name whose key is already distinct is unchanged', () => {
	const names = COLUMNS.map(toolColumnName);
	expect(names.slice(0, 7)).toEqual([
		'Column 1, phone number: 客户手机号码',
		'Column 2: 姓名',
		'Column 3: 金额',
		'Column 4: 金额',
		'name',
		'Column 6: first name',
		'first_name',
	]);
	expect(new Set(names.map(keyOf)).size).toBe(COLUMNS.length);
	for (const key of names.map(keyOf)) expect(key).toMatch(/[A-Za-z0-9]/);
});

test('each value is sent under the name of its column', () => {
	const columnIds = [
		'客户手机号码',
		'姓名',
		'金额',
		'金额 (2)',
		'name',
		'first name',
		'first_name',
	];
	const names = COLUMNS.slice(0, 7).map(toolColumnName);
	expect(names.map((name, index) => columnOfToolName(name, columnIds[index] ?? '', index))).toEqual(
		COLUMNS.slice(0, 7),
	);
	// In a node that is not a tool, a column may itself have such a name.
	expect(columnOfToolName('Column 2: x', 'Column 2: x', 1)).toBe('Column 2: x');
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
