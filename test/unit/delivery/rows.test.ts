import { beginRows } from '../../../nodes/IflytekAiCall/rows/begin';
import {
	checksOf,
	refusedRepeats,
	type CheckedDestination,
} from '../../../nodes/IflytekAiCall/rows/check';
import { RowInput, type RowTarget } from '../../../nodes/IflytekAiCall/rows/input';
import { PlatformData } from '../../../nodes/IflytekAiCall/lookups/platformData';
import { readCallingHours } from '../../../nodes/shared/aiCall/time/callingHours';
import { InputError } from '../../../nodes/shared/failure';
import type { AiCallClient } from '../../../nodes/shared/n8n/aiCall/aiCallClient';
import { systemClock } from '../../../nodes/shared/n8n/retry/clock';
import { withKeys } from '../../../nodes/IflytekAiCall/rows/keys';
import { RowReader } from '../../../nodes/IflytekAiCall/rows/read';
import type { DeliveryEntry } from '../../../nodes/IflytekAiCall/delivery/entry';
import { contextOf, type Surroundings } from './context';

describe('keys of rows', () => {
	const rows = (count: number): DeliveryEntry<string>[] =>
		Array.from({ length: count }, (_, rowIndex) => ({
			item: 0,
			rowIndex,
			label: '139',
			target: 't',
			values: [],
			original: rowIndex,
		}));

	test.each<[number, unknown, string]>([
		[1, ['a', 'b'], 'Row Key gives 2 keys for 1 row'],
		[2, 'a', 'Row Key gives 1 key for 2 rows'],
		[2, [], 'Row Key gives 0 keys for 2 rows'],
	])('%d rows, %j', (count, given, message) => {
		expect(() => withKeys(rows(count), given)).toThrow(
			expect.objectContaining({
				message,
				details: {
					advice:
						'For an array of rows, return an array of keys in the same order, such as {{ $json.rows.map((row) => row.order) }}.',
				},
			}),
		);
	});

	test('are trimmed text, of a list also as JSON', () => {
		expect(withKeys(rows(2), '[" a ",7]')).toMatchObject([{ key: 'a' }, { key: '7' }]);
		expect(withKeys(rows(1), 'a')).toMatchObject([{ key: 'a' }]);
		expect(withKeys([], 'a')).toEqual([]);
		expect(() => withKeys(rows(1), [{}])).toThrow('Row Key must be text, but is an object');
	});

	test('must not be empty; an invalid row keeps its problems', () => {
		const problem = { reason: 'x', advice: 'y' };
		const empty = {
			reason: 'Row Key is empty',
			advice: 'Use an expression that returns a unique text for each row, such as an order number.',
		};
		expect(
			withKeys(
				[...rows(1), { problems: [problem], original: 1 }, { problems: [problem], original: 2 }],
				[' ', '', 'k'],
			),
		).toEqual([
			{ problems: [empty], rowIndex: 0, original: 0 },
			{ problems: [problem, empty], original: 1 },
			{ problems: [problem], original: 2 },
		]);
	});
});

describe('the reader of rows', () => {
	const COLUMNS = ['Phone', 'Name', 'Name'];
	const readerOf = (surroundings: Surroundings) =>
		new RowReader(contextOf(surroundings).context, async () => await Promise.resolve(COLUMNS));
	const read = async (surroundings: Surroundings) => {
		const reader = readerOf(surroundings);
		return {
			mapped: reader.mapped,
			rows: reader.rows(0, await reader.columnsOf(0), { checkNumber: true }),
		};
	};
	const schema = [
		{ id: 'p', displayName: 'Phone' },
		{ id: 'old', displayName: 'Old', removed: true },
		{ id: 'n', displayName: 'Name', removed: false },
	];
	const byHand = (value: unknown, fields: unknown = schema) => ({
		rowsFrom: 'item',
		columns: { mappingMode: 'defineBelow', schema: fields, value },
	});

	test('maps values by the ids of the columns that were not removed', async () => {
		expect(await read({ parameters: byHand({ p: '13912345678', n: 'Li', old: 'x' }) })).toEqual({
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
	])('says what is not mapped: %j', async (value, reason) => {
		const { rows } = await read({ parameters: byHand(value) });
		expect(rows).toMatchObject([{ prepared: { ok: false, problems: [{ reason }] } }]);
	});

	test('takes the columns of the script where none were loaded into the mapper', async () => {
		expect(
			await read({ parameters: byHand({ Phone: '13912345678', Name: 'Li', 'Name (2)': 7 }, []) }),
		).toMatchObject({
			mapped: undefined,
			rows: [{ prepared: { ok: true, values: ['13912345678', 'Li', '7'] } }],
		});
	});

	test('takes the fields of the item where columns are mapped automatically', async () => {
		const parameters = {
			rowsFrom: 'item',
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

	test('takes the rows of a field, also of a nested one, of one with a dot in its name, and as JSON', async () => {
		const rows = [['13912345678', 'Li', 'Wang'], { Phone: '13912345679' }];
		for (const [rowsField, item] of [
			['rows', { rows }],
			['a.b', { a: { b: rows } }],
			['a.b', { 'a.b': rows }],
			['rows', { rows: ` ${JSON.stringify(rows)}` }],
		] as const) {
			expect(
				(await read({ parameters: { rowsFrom: 'field', rowsField }, items: [item] })).rows,
			).toEqual([
				{
					original: rows[0],
					rowIndex: 0,
					prepared: { ok: true, values: ['13912345678', 'Li', 'Wang'] },
				},
				{ original: rows[1], rowIndex: 1, prepared: expect.objectContaining({ ok: false }) },
			]);
		}
	});

	test('reads the name of the field for each item', () => {
		const reader = readerOf({
			parameters: { rowsFrom: 'field', rowsField: (index: number) => [' a ', 'b', ' '][index] },
			items: [{ a: [['x']] }, { b: [['y']] }, {}],
		});
		const originals = (index: number) =>
			reader
				.rows(index, { columns: ['Phone'], names: ['Phone'] }, { checkNumber: false })
				.map(({ original }) => original);
		expect([originals(0), originals(1)]).toEqual([[['x']], [['y']]]);
		expect(() => originals(2)).toThrow('Rows Field is empty');
	});

	test.each<[object, string]>([
		[{ other: 1 }, 'The item has no field "rows"'],
		[{ rows: 'x' }, 'The field "rows" does not contain an array of rows'],
		[{ rows: {} }, 'The field "rows" does not contain an array of rows'],
	])('names the field that has none: %j', async (item, message) => {
		const advice =
			'Enter the name of a field containing an array of rows. Each row must be an array of values or an object keyed by column name.';
		await expect(
			read({ parameters: { rowsFrom: 'field', rowsField: 'rows' }, items: [{ ...item }] }),
		).rejects.toMatchObject({ message, details: { advice } });
	});

	test('names the parameter that is none of its values', () => {
		expect(() => readerOf({ parameters: { rowsFrom: 'x' } })).toThrow(
			'Rows From must be one of: item, field, but is "x"',
		);
	});

	test('columns without a name are an error', async () => {
		const schema = [{ id: 'p' }, { displayName: 'Name' }, {}];
		await expect(read({ parameters: byHand({}, schema) })).rejects.toThrow('Column 3 has no name');
	});
});

/** A client of a platform with one script, and what it was asked. */
function platform() {
	const asked: unknown[] = [];
	const client: AiCallClient = async (...request) => {
		asked.push(request);
		return await Promise.resolve({
			code: '0',
			message: '',
			result: { robots: [{ robot_id: '7', call_column: ['Phone', 'Name'] }] },
			sent: {},
		});
	};
	return { client, asked };
}

test('the columns of a script are looked up once, however many items have it', async () => {
	const data = new PlatformData(platform().client);
	expect(await data.columnsOfScript('7')).toBe(await data.columnsOfScript('7'));
});

describe('the input of rows', () => {
	const destination = {
		target: () => 'task',
		columns: async (data: PlatformData) => await data.columnsOfScript('7'),
	};
	const inputOf = (parameters: object, own = {}) => {
		const { client, asked } = platform();
		const { context } = contextOf({
			parameters: { rowsFrom: 'field', rowsField: 'rows', ...parameters },
			items: [
				{
					rows: [
						['13912345678', 'Li'],
						['1', 'Li'],
					],
				},
			],
		});
		return { input: new RowInput<string>(context, client, { ...destination, ...own }), asked };
	};

	test('are entries of their target', async () => {
		const { input, asked } = inputOf({ options: { timeout: 7 } });
		const hours = readCallingHours('09:00-20:00', 'Asia/Shanghai');
		expect(await input.entries(0)).toMatchObject([
			{
				item: 0,
				rowIndex: 0,
				label: '13912345678',
				target: { target: 'task', names: ['Phone', 'Name'], hours: undefined },
				values: ['13912345678', 'Li'],
			},
			{ problems: [{ reason: expect.stringContaining('1') }], rowIndex: 1 },
		]);
		expect(asked).toEqual([['queryConfiguration', { type: 1 }, { timeoutMs: 7000 }]]);
		expect(
			await inputOf({ options: { checkNumbers: false } }, { hours: () => hours }).input.entries(0),
		).toMatchObject([{ target: { hours } }, { label: '1', target: { hours } }]);
	});

	const noTask = {
		target: () => {
			throw new InputError('Task is empty', 'Enter it.');
		},
	};

	test('fail where the target cannot be read', async () => {
		await expect(inputOf({ options: {} }, noTask).input.entries(0)).rejects.toThrow(
			'Task is empty',
		);
	});

	test('of a check name what is wrong with the target and with the rows', async () => {
		const { input, asked } = inputOf({ options: { checkOnly: true } }, noTask);
		expect(await input.entries(0)).toEqual([
			{
				original: ['13912345678', 'Li'],
				rowIndex: 0,
				problems: [{ reason: 'Task is empty. Enter it.', advice: '' }],
			},
			{
				original: ['1', 'Li'],
				rowIndex: 1,
				problems: [expect.objectContaining({ reason: expect.stringContaining('1') })],
			},
		]);
		expect(asked).toEqual([['queryConfiguration', { type: 0 }, { timeoutMs: 60_000 }]]);
	});
});

describe('the check of rows', () => {
	const clock = { ...systemClock, date: () => Date.parse('2026-11-23T22:00:00+08:00') };
	const target: RowTarget<string> = { target: 't', names: [] };
	const entry = (item: number, label: string): DeliveryEntry<RowTarget<string>> => ({
		item,
		label,
		target,
		values: [],
		original: item,
	});
	const entries = [entry(0, 'a'), entry(1, 'b'), entry(2, 'a'), entry(3, 'a')];
	const found = async (mapped: string[] | undefined, rows: Partial<CheckedDestination<string>>) => {
		const steps = checksOf(
			{ platform: new PlatformData(platform().client), mapped },
			{
				target: () => 't',
				columns: async () => await Promise.resolve(['Phone', 'Name']),
				check: () => [],
				...rows,
			},
			clock,
		).ofItem(0);
		return (await Promise.all(steps.map(async (step) => await step()))).flat();
	};

	test('asks the operation, the hours and the columns', async () => {
		const finding = { text: 'from the operation', isWarning: true };
		expect(await found(undefined, { check: () => [() => [finding]] })).toEqual([finding]);
		expect(
			await found(['Phone', 'Name'], {
				hours: () => readCallingHours('00:00-24:00', 'Asia/Shanghai'),
			}),
		).toEqual([]);
		expect(
			await found(['Phone'], { hours: () => readCallingHours('09:00-20:00', 'Asia/Shanghai') }),
		).toEqual([
			{ text: expect.stringMatching(/^Not sent: it is 22:00 in Asia\/Shanghai/), isWarning: false },
			{
				text: expect.stringMatching(
					/^The columns under Values to Send are not those of the script/,
				),
				isWarning: false,
			},
		]);
	});

	test('warns of repeated numbers', () => {
		const warnings = checksOf(
			{ platform: new PlatformData(platform().client), mapped: undefined },
			{ target: () => 't', columns: async () => await Promise.resolve([]), check: () => [] },
			clock,
		).ofEntries?.(entries);
		const text =
			'Duplicate number: already used in this run (item 0: a). It would be called again. Remove the row, or turn on Reject Duplicate Numbers under Options.';
		expect([...(warnings ?? [])].map(([{ item }, findings]) => [item, findings])).toEqual([
			[2, [{ text, isWarning: true }]],
			[3, [{ text, isWarning: true }]],
		]);
	});

	test('refuses them where the user wants that', () => {
		expect([...refusedRepeats(entries).values()][0]).toEqual({
			problems: [
				{
					reason: 'Duplicate number: already used in this run (item 0: a)',
					advice: 'Remove the row, or turn off Reject Duplicate Numbers under Options.',
				},
			],
			original: 2,
		});
	});
});

test('an operation on rows sends them, and names them in the log and in its results', async () => {
	const requests: unknown[] = [];
	const client: AiCallClient = async (method, body) => {
		requests.push([method, body]);
		return await Promise.resolve({
			code: '0',
			message: '',
			result: { total: 1, task_data_ids: ['11'] },
			sent: { code: 0 },
		});
	};
	const { context, lines } = contextOf({
		parameters: {
			rowsFrom: 'field',
			rowsField: 'rows',
			simplify: (index: number) => index === 0,
			options: {},
		},
		items: [{ rows: [['13912345678', 'Li']] }, { rows: [] }],
	});
	const handle = await beginRows<string>(context, client, systemClock, {
		names: { method: 'addRows', action: 'add rows' },
		target: () => 'task',
		columns: async () => await Promise.resolve(['Phone', 'Name']),
		body: (task, rows) => ({ task, rows }),
		shown: (task) => ({ task }),
		check: () => [],
	});
	expect(await handle(0)).toEqual([
		{
			json: {
				task_data_id: '11',
				task: 'task',
				phoneNumber: '13912345678',
				row: { Phone: '13912345678', Name: 'Li' },
			},
		},
	]);
	expect(requests).toEqual([['addRows', { task: 'task', rows: [['13912345678', 'Li']] }]]);
	expect(lines).toEqual([
		'info Calls: execution without id, batch 1: sending 1 row, item 0',
		'info Calls: execution without id, batch 1: accepted (task_data_id): item 0, row 0: 11',
	]);
});
