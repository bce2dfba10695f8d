import { shortened } from '../../shared/errorTexts';
import type { Entry } from './entry';

/** How texts name entries. */

/** Of many rows only the first are named. */
const LISTED_NAMES = 5;

/** The names of rows in a text: `1380013, abc, (empty), …`. */
export function namesText(rows: readonly { label?: string }[], limit = LISTED_NAMES): string {
	const names = rows.slice(0, limit).map(({ label }) => shortened(label || '(empty)'));
	return [...names, ...(rows.length > limit ? ['…'] : [])].join(', ');
}

/** Where an entry comes from: `item 3, row 0`, both zero-based. */
export function positionText({ item, rowIndex }: Pick<Entry, 'item' | 'rowIndex'>): string {
	return rowIndex === undefined ? `item ${item}` : `item ${item}, row ${rowIndex}`;
}

/** How a result names another row: its phone number and the next value: `13800000000, Ms Wang`. */
export function rowName({ label, values: [, ...values] }: Entry): string {
	const next = values.find((value) => value.trim() !== '');
	return shortened([label, ...(next === undefined ? [] : [next])].join(', '));
}

/** The items of entries as ranges: `items 0 to 49, 51`. */
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

/** A number with the noun of what is counted: `1 row`, `3 rows`. */
export const counted = (count: number, [one, many]: readonly [string, string]) =>
	`${count} ${count === 1 ? one : many}`;
