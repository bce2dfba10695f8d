/** How texts name entries. */
import {
	itemsText,
	namesText,
	nameWithPlace,
	positionText,
	rowName,
} from '../../../nodes/IflytekAiCall/entry/names';
import type { InvalidEntry } from '../../../nodes/IflytekAiCall/entry/entry';
import { InputError } from '../../../nodes/shared/failure';
import { entriesTo } from './context';

const entry = entriesTo({ body: () => ({}) });
const UNREADABLE: InvalidEntry = { item: 6, problems: [new InputError('No script')] };

test.each<[number[], string]>([
	[[3], 'item 3'],
	[[3, 3], 'item 3'],
	[[0, 1, 2], 'items 0 to 2'],
	[[5, 0, 2, 1, 7, 8], 'items 0 to 2, 5, 7 to 8'],
])('the items %j are called "%s"', (items, text) => {
	expect(itemsText(items.map((item) => entry(item)))).toBe(text);
});

test('a position is an item, and the index of a row in it', () => {
	expect([entry(3), entry(3, { rowIndex: 0 })].map(positionText)).toEqual([
		'item 3',
		'item 3, row 0',
	]);
});

test('of many names only the first are listed', () => {
	const rows = ['1', '', '3'].map((label, item) => entry(item, { label }));
	const many = Array.from({ length: 6 + 2 }, (_none, item) => entry(item));
	expect([namesText(rows), namesText(many.slice(0, 6)), namesText(many)]).toEqual([
		'1, (empty), 3',
		'1390, 1391, 1392, 1393, 1394, 1395',
		'1390, 1391, 1392, 1393, 1394, 1395 and 2 more',
	]);
	expect([namesText([]), namesText([UNREADABLE]), namesText(rows, nameWithPlace)]).toEqual([
		'',
		'item 7',
		'1 (item 1), item 2, 3 (item 3)',
	]);
});

test('a row is named by its number and the next value', () => {
	expect(
		[['139'], ['139', ' ', 'Ms Wang', 'x']].map((values) =>
			rowName(entry(0, { label: '139', values })),
		),
	).toEqual(['139', '139, Ms Wang']);
	expect([rowName({ ...UNREADABLE, label: '138' }), rowName(UNREADABLE)]).toEqual(['138', '']);
});

test('a place is counted from 1, as in a sheet', () => {
	const rows = [entry(0), entry(2, { rowIndex: 0 }), entry(4, { rowIndex: 1, sheetRow: 9 })];
	expect([...rows, UNREADABLE].map(nameWithPlace)).toEqual([
		'1390 (item 1)',
		'1392 (item 3, row 1)',
		'1394 (row 9)',
		'item 7',
	]);
});

test('a long name is cut', () => {
	const row = entry(0, { label: 'x'.repeat(5000), values: ['x'.repeat(5000), 'y'] });
	for (const name of [namesText([row]), nameWithPlace(row), rowName(row)])
		expect(name).toContain('characters left out');
});
