/** How the rows of an item are read. */
import type { IDataObject } from 'n8n-workflow';
import { RowReader } from '../../../nodes/IflytekAiCall/rows/rowReader';
import { contextOf, type Surroundings } from './context';

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

	test('which column takes which field is told once, and a check says how to fill the others', async () => {
		const { context, hints } = contextOf({
			parameters: { columns: { mappingMode: 'autoMapInputData' } },
			items: [
				{ x: '13912345678', name: 'Li' },
				{ x: '13912345679', name: 'Wu' },
			],
		});
		const reader = new RowReader(context, async () => await Promise.resolve(['Phone', '姓名']));
		const columns = await reader.columnsOf(0);
		for (const index of [0, 1]) reader.rows(index, columns, { checkNumber: true });
		expect(hints).toEqual([
			{ message: expect.stringContaining('姓名') as string, location: 'outputPane' },
		]);
		expect(reader.mappingProposal().map(({ text }) => text)).toEqual([
			expect.stringContaining('姓名'),
			expect.stringContaining('enter them under Values to Send with Map Each Column Manually.'),
		]);
	});

	test('a list of rows is mapped by the fields of all of them', async () => {
		const rows = [{ tel: '13912345678' }, { tel: '13912345679' }];
		const { context } = contextOf({
			parameters: { rowsField: 'rows' },
			items: [{ rows, x: '13912345670' }],
		});
		const reader = new RowReader(context, async () => await Promise.resolve(['Phone']));
		const read = reader.rows(0, await reader.columnsOf(0), { checkNumber: true });
		expect(read.map(({ prepared }) => prepared)).toEqual(
			rows.map(({ tel }) => ({ ok: true, values: [tel] })),
		);
		// The fields of the item itself are no cells.
		expect(reader.mappingProposal()).toEqual([]);
	});

	test('the fields of the first items are proposed, however many follow', async () => {
		const fields = Array.from({ length: 20 }, () => ({
			phone: '13912345678',
			name: 'Li',
		}));
		const proposedOf = async (items: IDataObject[]) => {
			const reader = readerOf({ parameters: mappedByHand({ n: 'Li' }), items });
			reader.rows(0, await reader.columnsOf(0), { checkNumber: false });
			return reader.mappingProposal();
		};
		const found = await proposedOf(fields);
		expect(found).toHaveLength(1);
		const names = fields.map(({ name }) => ({ name }));
		expect(await proposedOf([...names, { phone: '13912345678' }])).toEqual(await proposedOf(names));
		expect(await proposedOf([...fields, { tel: '13912345678', name: 'Wu', phone: 'x' }])).toEqual(
			found,
		);
	});

	const automatic = { columns: { mappingMode: 'autoMapInputData' } };
	const rowsOf = async (parameters: IDataObject, items: IDataObject[]) => {
		const reader = readerOf({ parameters, items });
		const columns = await reader.columnsOf(0);
		return items.map((_item, index) => reader.rows(index, columns, { checkNumber: true })[0]);
	};

	test('a field that a row lacks and another has is an empty cell, and one that no row has is missing', async () => {
		const rows = await rowsOf(automatic, [
			{ Phone: '13912345678', Name: 'Li', 'Name (2)': 'x' },
			{ Phone: '13912345679', 'Name (2)': 'y' },
			{ Name: 'Wu' },
		]);
		expect(rows.map((row) => row?.prepared)).toEqual([
			{ ok: true, values: ['13912345678', 'Li', 'x'] },
			{ ok: true, values: ['13912345679', '', 'y'] },
			{ ok: false, problems: [expect.objectContaining({ reason: 'The phone number is empty' })] },
		]);
		const [lacking] = await rowsOf(automatic, [{ Phone: '13912345678', Name: 'Li' }]);
		expect(lacking?.prepared).toMatchObject({
			problems: [{ reason: 'The column "Name (2)" is missing' }],
		});
	});

	/** The rows of items whose columns are mapped by expressions, which give `values`. */
	async function mappedRows(entered: IDataObject, items: IDataObject[], values: IDataObject[]) {
		const { context } = contextOf({ items, parameters: mappedByHand(entered) });
		const getNodeParameter = (
			path: string,
			index: number,
			fallback?: unknown,
			options: { rawExpressions?: boolean } = {},
		) =>
			path === 'columns.value' && options.rawExpressions !== true
				? values[index]
				: context.getNodeParameter(path, index, fallback, { rawExpressions: true });
		const reader = new RowReader(Object.assign(Object.create(context), { getNodeParameter }), () =>
			Promise.resolve(COLUMNS),
		);
		const columns = await reader.columnsOf(0);
		return items.map((_item, index) => reader.rows(index, columns, { checkNumber: true })[0]);
	}

	test('of columns mapped by hand, a cell that a row lacks and another has is empty, and an expression that finds no field is kept', async () => {
		const entered = { p: '={{ $json.tel }}', n: '={{ $json["姓名"] }}' };
		const items = [{ tel: '13912345678', 姓名: 'Li' }, { tel: '13912345679' }];
		const values = [{ p: '13912345678', n: 'Li' }, { p: '13912345679' }];
		const rows = await mappedRows(entered, items, values);
		expect(rows.map((row) => row?.prepared)).toEqual([
			{ ok: true, values: ['13912345678', 'Li'] },
			{ ok: true, values: ['13912345679', ''] },
		]);
		const [, lacking] = await mappedRows({ ...entered, n: '={{ $json.nmae }}' }, items, [
			{ p: '13912345678' },
			{ p: '13912345679' },
		]);
		expect(lacking?.prepared).toEqual({
			ok: false,
			problems: [
				{
					reason: 'The column "Name" has no value',
					advice:
						'Its expression gives nothing: check the field that it refers to. If the field may be empty, enter {{ $json.nmae ?? "" }}.',
				},
			],
		});
	});

	test('columns without a name are an error', async () => {
		const withoutName = [{ id: 'p' }, { displayName: 'Name' }, {}];
		await expect(read({ parameters: mappedByHand({}, withoutName) })).rejects.toThrow(
			'Column 3 has no name',
		);
	});
});
