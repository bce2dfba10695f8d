import { shortened } from '../../shared/errorTexts';
import type { Entry, Row } from './entry';

/** How texts name entries. */

/** Of many rows only the first are named. */
export const NAMED_ROWS = 6;

/** The names of rows in a text: `1380013, abc, (empty) and 3 more`. */
export function namesText(rows: readonly Row[], nameOf = shortName): string {
	const names = rows.slice(0, NAMED_ROWS).map(nameOf).join(', ');
	const more = rows.length - NAMED_ROWS;
	return more > 0 ? `${names} and ${more} more` : names;
}

/** A row by its number; an item that could not be read by its place. */
const shortName = (row: Row) =>
	row.label === undefined ? placeText(row) : shortened(row.label || '(empty)');

/** A row with its place, counted from 1 as in a sheet: `13800000001 (row 5)`, `(item 2, row 3)`. */
export function nameWithPlace(row: Row): string {
	const place = placeText(row);
	return row.label ? `${shortened(row.label)} (${place})` : place;
}

/** Where a row stands: the row of the sheet it was read from, or its item. */
export function placeText({ item, rowIndex, sheetRow }: Row): string {
	if (sheetRow !== undefined) return `row ${sheetRow}`;
	return rowIndex === undefined ? `item ${item + 1}` : `item ${item + 1}, row ${rowIndex + 1}`;
}

/** Where an entry comes from, in n8n's log: `item 3, row 0`, both zero-based. */
export function positionText({ item, rowIndex }: Pick<Entry, 'item' | 'rowIndex'>): string {
	return rowIndex === undefined ? `item ${item}` : `item ${item}, row ${rowIndex}`;
}

/** How a result names another row: its phone number and the next value: `13800000000, Ms Wang`. */
export function rowName(row: Row): string {
	const next =
		'values' in row ? row.values.slice(1).find((value) => value.trim() !== '') : undefined;
	return shortened([row.label ?? '', ...(next === undefined ? [] : [next])].join(', '));
}

/** The items of entries as ranges, in n8n's log: `items 0 to 49, 51`. */
export function itemsText(entries: readonly Entry[]): string {
	const items = [...new Set(entries.map(({ item }) => item))].sort((a, b) => a - b);
	const ranges: [number, number][] = [];
	for (const item of items) {
		const last = ranges.at(-1);
		if (last?.[1] === item - 1) last[1] = item;
		else ranges.push([item, item]);
	}
	const text = ranges
		.map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`))
		.join(', ');
	return `${items.length === 1 ? 'item' : 'items'} ${text}`;
}
