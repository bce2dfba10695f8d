/** How the rows of an item are read. */
import { PROPOSAL_ITEMS } from '../../../nodes/shared/aiCall/rows/mappingProposal';
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

	test('the fields of the first items are proposed, however many follow', async () => {
		const fields = Array.from({ length: PROPOSAL_ITEMS }, () => ({
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
		expect(await proposedOf([...fields, { tel: '13912345678', name: 'Wu', phone: 'x' }])).toEqual(
			found,
		);
	});

	test('columns without a name are an error', async () => {
		const withoutName = [{ id: 'p' }, { displayName: 'Name' }, {}];
		await expect(read({ parameters: mappedByHand({}, withoutName) })).rejects.toThrow(
			'Column 3 has no name',
		);
	});
});
