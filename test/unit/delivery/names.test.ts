/** How texts name entries. */
import {
	counted,
	itemsText,
	namesText,
	positionText,
	rowName,
} from '../../../nodes/IflytekAiCall/entry/names';
import { entriesTo } from './context';

const entry = entriesTo({ body: () => ({}) });

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
	const rows = ['1', '', '3'].map((label) => ({ label }));
	expect([namesText(rows), namesText(rows, 2), namesText([{}])]).toEqual([
		'1, (empty), 3',
		'1, (empty), …',
		'(empty)',
	]);
});

test('a row is named by its number and the next value', () => {
	expect(
		[['139'], ['139', ' ', 'Ms Wang', 'x']].map((values) =>
			rowName(entry(0, { label: '139', values })),
		),
	).toEqual(['139', '139, Ms Wang']);
});

test('one is counted in the singular', () => {
	expect([0, 1, 2].map((count) => counted(count, ['row', 'rows']))).toEqual([
		'0 rows',
		'1 row',
		'2 rows',
	]);
});
