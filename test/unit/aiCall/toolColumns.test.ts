import { isFromAIOnlyExpression, traverseNodeParameters, type FromAIArgument } from 'n8n-workflow';
import { uniqueColumnNames } from '../../../nodes/shared/aiCall/rows/columns';
import {
	columnsOfFields,
	panelNames,
	modelExpressions,
	sharedKey,
} from '../../../nodes/shared/aiCall/rows/mapperColumns';

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
	const names = panelNames(COLUMNS, true);
	expect(names.slice(0, 8)).toEqual([
		'Column 1: 客户手机号码',
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
	const displayNames = panelNames(columns, isTool);
	return uniqueColumnNames(columns).map((id, index) => ({
		id,
		displayName: displayNames[index] ?? '',
	}));
};

test('outside of a tool, the panel shows the unique names of the columns', () => {
	expect(panelNames(['手机', '金额', '金额', '金额'], false)).toEqual([
		'手机',
		'金额',
		'金额 (2)',
		'金额 (3)',
	]);
	// A column that is itself named so must not be taken for the repetition of another.
	expect(panelNames(['金额', '金额 (2)', '金额', '价格 (2)'], false)).toEqual([
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

test('a tool of these columns asks the model for each by its name, with keys that n8n takes', () => {
	const expressions = modelExpressions(COLUMNS);
	const parameters = { columns: { value: Object.fromEntries(expressions.entries()) } };
	const asked: FromAIArgument[] = [];
	traverseNodeParameters(parameters, asked);
	expect(asked.map(({ key, description }) => [key, description])).toEqual([
		['phone_number', "The customer's phone number (客户手机号码)"],
		['Column_2', '姓名'],
		['Column_3', '金额'],
		['Column_4', '金额 (2)'],
		['name', 'name'],
		['Column_6', 'first name'],
		['first_name', 'first_name'],
		['Column_8', 'name (2)'],
		['Column_9', '长'.repeat(80)],
	]);
	expect(sharedKey(expressions.map((expression, index) => [String(index), expression]))).toBe(
		undefined,
	);
});

test.each(['`, 1) }} {{ 7 * 6 }}', '${process.exit()}', '\\`', '}}{{', "'", '"', 'x'.repeat(9999)])(
	'a column named %j is only a description',
	(name) => {
		const [, expression = ''] = modelExpressions(['phone', name]);
		expect(isFromAIOnlyExpression(expression)).toBe(true);
		expect(expression.length).toBeLessThan(300);
		const asked: FromAIArgument[] = [];
		traverseNodeParameters({ expression }, asked);
		expect(asked.map(({ key }) => key)).toEqual(['Column_2']);
	},
);

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

test('a name of up to 63 characters is the key of its own column', () => {
	const [, kept = '', long = ''] = modelExpressions(['n', 'a'.repeat(63), 'b'.repeat(64)]);
	expect(kept).toContain(`$fromAI('${'a'.repeat(63)}'`);
	expect(long).toContain("$fromAI('Column_3'");
});
