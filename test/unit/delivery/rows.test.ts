import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import {
	beginRows,
	repeatWarnings,
	type RowOperation,
} from '../../../nodes/IflytekAiCall/rowInput/beginRows';
import { PlatformData } from '../../../nodes/IflytekAiCall/methods/platformData';
import { readCallingHours } from '../../../nodes/shared/aiCall/time/callingHours';
import { InputError } from '../../../nodes/shared/failure';
import type { AiCallClient } from '../../../nodes/shared/aiCall/transport/aiCallClient';
import { systemClock } from '../../../nodes/shared/n8n/requests/clock';
import {
	partsOfExpression,
	readKeys,
	readSentRowsSettings,
	withKeys,
} from '../../../nodes/IflytekAiCall/rowInput/entries';
import { RowReader } from '../../../nodes/IflytekAiCall/rowInput/read';
import type { Destination, Entry } from '../../../nodes/IflytekAiCall/batch/entry';
import { refusal } from '../n8n/fakeContext';
import { contextOf, type Surroundings } from './context';

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
		const emptyKey = new InputError(
			'Row Key is empty',
			'Enter the name of a field that has a unique text in each row, such as an order number, or an expression that returns one.',
		);
		expect(
			withKeys(
				[...rows(1), { problems: [problem], original: 1 }, { problems: [problem], original: 2 }],
				[' ', '', 'k'],
			),
		).toEqual([
			{ label: '139', problems: [emptyKey], rowIndex: 0, original: 0 },
			{ problems: [problem, emptyKey], original: 1 },
			{ problems: [problem], original: 2 },
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
		{ order: ' a1 ', list: { number: 7 }, 'a.b': 'c', none: null, big: 2 ** 53 },
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

	test('Row Key can be an expression, which n8n does not evaluate if it only names fields', () => {
		expect(keysOf((index: number) => `key ${index}`)).toEqual(['key 1']);
		// These expressions only name fields.
		expect(keysOf('={{ $json.order }}')).toEqual(['a1']);
		expect(keysOf("={{ $json['list'].number }}")).toEqual(['7']);
		expect(keysOf('=s-{{ $json.order }}/{{ $json.list.number }}')).toEqual(['s- a1 /7']);
		// A value that is neither text nor number is left to n8n, so that the error names its type.
		expect(keysOf('={{ $json.none }}')).toEqual(['={{ $json.none }}']);
		expect(keysOf('=a-{{ $json.none }}')).toEqual(['=a-{{ $json.none }}']);
		expect(keysOf('={{ $json.list }}')).toEqual(['={{ $json.list }}']);
		expect(keysOf('={{ $json.missing }}')).toEqual(['={{ $json.missing }}']);
	});

	test.each([
		'={{ $json.big }}',
		'=spring-{{ $json.big }}',
		'={{ $json.order }}/{{ $json["big"] }} ',
		// n8n would evaluate these, because one of the fields is neither text nor a number.
		'={{ $json.big }}-{{ $json.none }}',
		'={{ $json.none }}-{{ $json.big }}',
		'big',
	])('the Row Key %s is refused if a field is a number that has lost its last digits', (rowKey) => {
		expect(refusal(() => keysOf(rowKey))).toEqual([
			'Row Key is the number 9007199254740992, which lost its last digits before reaching this node',
			'Pass it as text. Numbers only keep 15 to 16 digits.',
		]);
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

	// The parts are texts and the paths of fields. An expression that does more than name fields has no parts.
	test.each<[string, (string | string[])[] | undefined]>([
		['={{ $json.order }}', [['order']]],
		['={{$json.order}}', [['order']]],
		['={{ $json.订单.$a_1 }}', [['订单', '$a_1']]],
		[`={{ $json["a b"]['c'].d }}`, [['a b', 'c', 'd']]],
		['={{ $json[""] }}', [['']]],
		['=a-{{ $json.b }}{{ $json.c }}-d', ['a-', ['b'], ['c'], '-d']],
		['={{ $json }}', undefined],
		['={{ $json.order + 1 }}', undefined],
		['={{ $json.1a }}', undefined],
		['={{ $json["a\\"b"] }}', undefined],
		['={{ $json.a }}{', undefined],
		['=a\\{{ $json.a }}', undefined],
	])('the parts of the expression %s are %j', (expression, parts) => {
		expect(partsOfExpression(expression)).toEqual(parts);
	});

	test('as many keys are remembered as Remembered Row Keys says, and none if Row Key is empty', () => {
		const rememberedWith = (parameters: Record<string, unknown>) =>
			readSentRowsSettings(contextOf({ parameters }).context).rememberedKeys;
		for (const rowKey of [undefined, '', ' ', 5])
			expect(rememberedWith({ rowKey })).toBeUndefined();
		expect(rememberedWith({ rowKey: 'order' })).toBe(10_000);
		const options = { rememberedRowKeys: '2000' };
		expect(rememberedWith({ rowKey: 'order', options })).toBe(2000);
		expect(() => rememberedWith({ rowKey: 'order', options: { rememberedRowKeys: 99 } })).toThrow(
			'Remembered Row Keys must be a whole number from 100 to 50000, but is 99',
		);
	});
});

describe('the reader of rows', () => {
	const COLUMNS = ['Phone', 'Name', 'Name'];
	const readerOf = (surroundings: Surroundings) =>
		new RowReader(contextOf(surroundings).context, async () => await Promise.resolve(COLUMNS));
	const read = async (surroundings: Surroundings) => {
		const reader = readerOf(surroundings);
		return {
			mapped: reader.mappedColumns,
			rows: reader.rows(0, await reader.columnsOf(0), { checkNumber: true }),
		};
	};
	const schema = [
		{ id: 'p', displayName: 'Phone' },
		{ id: 'old', displayName: 'Old', removed: true },
		{ id: 'n', displayName: 'Name', removed: false },
	];
	const mappedByHand = (value: unknown, fields: unknown = schema) => ({
		columns: { mappingMode: 'defineBelow', schema: fields, value },
	});

	test('the reader maps values by the ids of the columns that were not removed', async () => {
		expect(
			await read({ parameters: mappedByHand({ p: '13912345678', n: 'Li', old: 'x' }) }),
		).toEqual({
			mapped: ['Phone', 'Name'],
			rows: [
				{
					original: { Phone: '13912345678', Name: 'Li' },
					prepared: { ok: true, values: ['13912345678', 'Li'] },
				},
			],
		});
	});

	test.each<[unknown, string]>([
		[{}, 'No columns are mapped'],
		[null, 'No columns are mapped'],
		['text', 'No columns are mapped'],
		[
			{ p: '13912345678' },
			'The column "Name" has no value. To send it empty, enter {{ "" }} as an expression',
		],
	])('the reader says why it cannot send the mapped values %j', async (value, reason) => {
		const { rows } = await read({ parameters: mappedByHand(value) });
		expect(rows).toMatchObject([{ prepared: { ok: false, problems: [{ reason }] } }]);
	});

	test('the reader uses the columns of the script if none were loaded into the mapper', async () => {
		expect(
			await read({
				parameters: mappedByHand({ Phone: '13912345678', Name: 'Li', 'Name (2)': 7 }, []),
			}),
		).toMatchObject({
			mapped: undefined,
			rows: [{ prepared: { ok: true, values: ['13912345678', 'Li', '7'] } }],
		});
	});

	test('the reader uses the fields of the item if columns are mapped automatically', async () => {
		const parameters = {
			columns: { mappingMode: 'autoMapInputData', schema, value: null },
		};
		expect(
			await read({
				parameters,
				items: [{ Phone: '13912345678', Name: '', 'Name (2)': '', more: 1 }],
			}),
		).toMatchObject({
			mapped: undefined,
			rows: [{ prepared: { ok: true, values: ['13912345678', '', ''] } }],
		});
	});

	test('the reader finds the rows in a field that is nested, has a dot in its name, or contains JSON', async () => {
		const rows = [['13912345678', 'Li', 'Wang'], { Phone: '13912345679' }];
		for (const [rowsField, item] of [
			['rows', { rows }],
			['a.b', { a: { b: rows } }],
			['a.b', { 'a.b': rows }],
			['rows', { rows: ` ${JSON.stringify(rows)}` }],
		] as const) {
			expect((await read({ parameters: { rowsField }, items: [item] })).rows).toEqual([
				{
					original: rows[0],
					rowIndex: 0,
					prepared: { ok: true, values: ['13912345678', 'Li', 'Wang'] },
				},
				{ original: rows[1], rowIndex: 1, prepared: expect.objectContaining({ ok: false }) },
			]);
		}
	});

	test('the reader reads the name of the field for each item', () => {
		const reader = readerOf({
			parameters: { rowsField: (index: number) => [' a ', 'b', ' '][index] },
			items: [{ a: [['x']] }, { b: [['y']] }, {}],
		});
		const originals = (index: number) =>
			reader
				.rows(index, { originals: ['Phone'], names: ['Phone'] }, { checkNumber: false })
				.map(({ original }) => original);
		expect([originals(0), originals(1)]).toEqual([[['x']], [['y']]]);
		expect(() => originals(2)).toThrow('Rows in an Array Field is empty');
	});

	test.each<[object, string]>([
		[{ other: 1 }, 'The item has no field "rows"'],
		[{ rows: 'x' }, 'The field "rows" does not contain an array of rows'],
		[{ rows: {} }, 'The field "rows" does not contain an array of rows'],
	])('the reader names the field in which it finds no rows: %j', async (item, message) => {
		const advice =
			'Enter the name of a field containing an array of rows. Each row must be an array of values or an object keyed by column name.';
		await expect(
			read({ parameters: { rowsField: 'rows' }, items: [{ ...item }] }),
		).rejects.toMatchObject({ message, details: { advice } });
	});

	test('fields are proposed for columns that have no value, and only after rows were read', async () => {
		const items = [{ phone: '13912345678', name: 'Li' }];
		const proposedFor = async (parameters: IDataObject) => {
			const reader = readerOf({ parameters, items });
			const before = reader.mappingProposal();
			reader.rows(0, await reader.columnsOf(0), { checkNumber: false });
			return [before, reader.mappingProposal()].map((findings) => findings.length);
		};
		expect(await proposedFor(mappedByHand({ p: '13912345678', n: 'Li' }))).toEqual([0, 0]);
		expect(await proposedFor(mappedByHand({ n: 'Li' }))).toEqual([1, 1]);
		expect(await proposedFor({ columns: { mappingMode: 'autoMapInputData' } })).toEqual([0, 1]);
		expect(await proposedFor({ rowsField: 'name' }).catch(String)).toMatch('array of rows');
	});

	test('columns without a name are an error', async () => {
		const withoutName = [{ id: 'p' }, { displayName: 'Name' }, {}];
		await expect(read({ parameters: mappedByHand({}, withoutName) })).rejects.toThrow(
			'Column 3 has no name',
		);
	});
});

/** A client of a platform with one script, and the list of what it was asked. */
function platform() {
	const asked: unknown[] = [];
	const client: AiCallClient = async (...request) => {
		asked.push(request);
		return await Promise.resolve({
			code: '0',
			message: '',
			result: {
				robots: [{ robot_id: '7', call_column: ['Phone', 'Name'] }],
				lines: [{ line_num: '3', time_expire: 1 }],
			},
			sent: {},
		});
	};
	return { client, asked };
}

test('the columns of a script are looked up once, however many items use it', async () => {
	const data = new PlatformData(platform().client);
	expect(await data.columnsOfScript('7')).toBe(await data.columnsOfScript('7'));
});

describe('the rows of an item', () => {
	/** A clock after the calling hours: it is 22:00 in China. */
	const clock = { ...systemClock, date: () => Date.parse('2026-11-23T22:00:00+08:00') };
	const hours = readCallingHours('09:00-20:00', 'Asia/Shanghai');
	const rowsOf = async (
		parameters: IDataObject,
		change: Partial<RowOperation> = {},
		rows = [
			['13912345678', 'Li'],
			['1', 'Li'],
		],
	) => {
		const { client, asked } = platform();
		const { context } = contextOf({
			parameters: {
				simplify: true,
				...(parameters.columns === undefined && { rowsField: 'rows' }),
				...parameters,
				runMode: 'check',
			},
			items: [{ rows }],
		});
		const handle = await beginRows(context, client, clock, {
			names: { method: 'addRows', action: 'add rows' },
			describeDestination: () => ({ choices: { task: 1 }, body: (rows) => ({ rows }) }),
			columns: async (data) => await data.columnsOfScript('7'),
			check: () => [],
			...change,
		});
		return { rows: (await handle(0)).map(({ json }) => json), asked };
	};

	test('the rows of an item are read with the columns of the script, which are requested once', async () => {
		const { rows, asked } = await rowsOf({ options: { timeout: 7 } });
		expect(rows).toMatchObject([
			{ rowIndex: 0, phoneNumber: '13912345678', row: { Phone: '13912345678', Name: 'Li' } },
			{ rowIndex: 1, state: 'problem', problems: [expect.stringContaining('"1"')] },
		]);
		expect(asked).toEqual([['queryConfiguration', { type: 0 }, { timeoutMs: 7000, retries: 5 }]]);
		expect((await rowsOf({ options: { checkNumbers: false } })).rows).toMatchObject([
			{ state: 'ready' },
			{ state: 'ready', phoneNumber: '1' },
		]);
	});

	test('in a check the rows of an item show a problem of their destination, and otherwise the item fails', async () => {
		const withoutTask = () => {
			throw new InputError('Task is empty', 'Enter it.');
		};
		expect((await rowsOf({}, { describeDestination: withoutTask })).rows).toMatchObject([
			{ problems: ['Task is empty. Enter it.'] },
			{ problems: [expect.stringContaining('"1"')] },
		]);
		const { client } = platform();
		const { context } = contextOf({
			parameters: { rowsField: 'rows', options: {} },
			items: [{ rows: [['13912345678', 'Li']] }],
		});
		const handle = await beginRows(context, client, clock, {
			names: { method: 'addRows', action: 'add rows' },
			describeDestination: withoutTask,
			columns: async (data) => await data.columnsOfScript('7'),
			check: () => [],
		});
		await expect(handle(0)).rejects.toThrow('Task is empty');
	});

	test('the rows of an item are not sent outside the hours of their destination', async () => {
		const withHours = () => ({ choices: {}, hours, body: (rows: string[][]) => ({ rows }) });
		expect((await rowsOf({}, { describeDestination: withHours })).rows[0]).toMatchObject({
			state: 'outsideHours',
			from: expect.stringMatching(/T09:00:00\+08:00$/),
		});
	});

	test('an expired line keeps an item from being sent, but not from being checked, unless it has no valid row', async () => {
		const lines = () => '3';
		expect((await rowsOf({}, { lines })).rows).toMatchObject([
			{ state: 'ready' },
			{ state: 'problem' },
		]);
		const sent = async (rows: string[][]) => {
			const { context } = contextOf({
				parameters: { rowsField: 'rows', options: {} },
				items: [{ rows }],
			});
			const handle = await beginRows(context, platform().client, clock, {
				names: { method: 'addRows', action: 'add rows' },
				describeDestination: () => ({ choices: {}, body: (all) => ({ rows: all }) }),
				columns: async (data) => await data.columnsOfScript('7'),
				check: () => [],
				lines,
			});
			return await handle(0).catch((error: Error) => error.message);
		};
		expect(
			await sent([
				['13912345678', 'Li'],
				['1', 'Li'],
			]),
		).toMatch(/^Line 3 expired on /);
		expect(await sent([['1', 'Li']])).toMatch('"1"');
	});

	test('a text with several numbers is left out if one of them must never be called', async () => {
		const options = { checkNumbers: false, neverCall: '13912345679' };
		const rows = [['13912345678 or 13912345679', 'Li']];
		expect((await rowsOf({ options }, {}, rows)).rows).toMatchObject([{ state: 'neverCall' }]);
	});

	test('the rows of an item are checked by the operation', async () => {
		const text = 'from the operation';
		const finding = { message: text, text, isWarning: true };
		expect((await rowsOf({}, { check: () => [() => [finding]] })).rows[0]).toMatchObject({
			warnings: expect.arrayContaining(['from the operation']),
		});
	});

	test('a check compares the mapped columns with the columns of the script', async () => {
		const mapped = {
			columns: {
				mappingMode: 'defineBelow',
				schema: [{ id: 'Phone', displayName: 'Phone' }],
				value: { Phone: '13912345678' },
			},
		};
		expect((await rowsOf(mapped)).rows[0]).toMatchObject({
			problems: [
				expect.stringMatching(/^The columns under Values to Send are not those of the script/),
			],
		});
	});
});

describe('rows with a number that an earlier row has', () => {
	const entry = (item: number, label: string): Entry => ({
		item,
		label,
		destination: to,
		values: [],
		original: item,
	});
	const entries = [entry(0, 'a'), entry(1, 'b'), entry(2, 'a'), entry(3, 'a')];

	test('a row with a number that an earlier row has gets a warning in a check', () => {
		const text =
			'An earlier row has the same number (a). It would be called again. Remove the row, or turn off Allow Duplicate Numbers under Options.';
		const message = 'An earlier row has the same number (a)';
		expect([...repeatWarnings(entries)].map(([{ item }, findings]) => [item, findings])).toEqual([
			[2, [{ message, text, isWarning: true }]],
			[3, [{ message, text, isWarning: true }]],
		]);
	});

	test('rows have the same number however it is written, but texts with few digits must be equal', () => {
		const labels = ['13800000001', '前台 1', '+8613800000001', '客房 1', '138-0000-0001', '客房 1'];
		const written = labels.map((label, item) => entry(item, label));
		expect([...repeatWarnings(written).keys()].map(({ item }) => item)).toEqual([2, 4, 5]);
	});
});

test('an operation on rows sends them, and names them in the log and in its results', async () => {
	const requests: unknown[] = [];
	const client: AiCallClient = async (method, body) => {
		requests.push([method, body]);
		const ids = body.task === 'task 0' ? ['11', '12'] : ['13'];
		return await Promise.resolve({
			code: '0',
			message: '',
			result: { total: ids.length, task_data_ids: ids },
			sent: { code: 0 },
		});
	};
	const rows = [
		['13912345678', 'Li'],
		['13912345679', 'Wu'],
	];
	const other = ['13912345670', 'Su'];
	const { context, lines } = contextOf({
		parameters: {
			rowsField: 'rows',
			simplify: (index: number) => index === 0,
			options: { concurrentRequests: 1 },
		},
		items: [{ rows }, { rows: [other] }],
	});
	const handle = await beginRows(context, client, systemClock, {
		names: { method: 'addRows', action: 'add rows' },
		describeDestination: (index) => ({
			choices: { index },
			shown: { task: `task ${index}` },
			body: (rows) => ({ task: `task ${index}`, rows }),
		}),
		columns: async () => await Promise.resolve(['Phone', 'Name']),
		check: () => [],
	});
	expect(await handle(0)).toEqual(
		rows.map(([number, name], index) => ({
			json: {
				state: 'accepted',
				task_data_id: ['11', '12'][index],
				task: 'task 0',
				phoneNumber: number,
				row: { Phone: number, Name: name },
				reason: 'platform',
				at: expect.any(String) as string,
			},
		})),
	);
	expect(requests).toEqual([
		['addRows', { task: 'task 0', rows }],
		['addRows', { task: 'task 1', rows: [other] }],
	]);
	expect(lines).toEqual([
		'info Calls: execution without id, batch 1: sending 2 rows, item 0',
		'info Calls: execution without id, batch 1: accepted (task_data_id): item 0, row 0: 11; item 0, row 1: 12',
		'info Calls: execution without id, batch 2: sending 1 row, item 1',
		'info Calls: execution without id, batch 2: accepted (task_data_id): item 1, row 0: 13',
	]);
});
