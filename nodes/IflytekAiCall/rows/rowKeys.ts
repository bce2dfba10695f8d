import type { IExecuteFunctions } from 'n8n-workflow';
import { isEntry, type Entry, type InvalidEntry } from '../entry/entry';
import { rowKey } from '../fields/repeat';
import { enteredKey, enteredName } from '../../shared/entered';
import { fieldAt } from '../../shared/aiCall/rows/fields';
import { InputError } from '../../shared/failure';
import { asText, listIn } from '../../shared/n8n/parameters/coerce';
import { Item } from '../../shared/n8n/parameters/item';
import { ownField } from '../../shared/values';

/** The keys of the user that identify rows. */

/**
 * Returns a function that gives the rows of an item their keys: what the expression in Row Key
 * returns, or the value of the field that Row Key names.
 */
export function readKeys(
	context: IExecuteFunctions,
): (index: number, entries: (Entry | InvalidEntry)[]) => (Entry | InvalidEntry)[] {
	const first = new Item(context, 0);
	const given = first.raw(rowKey.name);
	const items = context.getInputData();
	if (first.isExpression(rowKey.name)) {
		const parts = partsOfExpression(String(given));
		return (index, entries) => {
			const value =
				(parts && valueOfParts(parts, items[index]?.json)) ??
				new Item(context, index).value(rowKey.name);
			// Only an array of rows has a list of keys: the key "[1]" of a single row is no list.
			const isArray = entries.some(({ rowIndex }) => rowIndex !== undefined);
			return withKeys(entries, isArray ? value : [value]);
		};
	}
	const field = enteredName(asText(given, rowKey.displayName));
	return (index, entries) =>
		withKeys(
			entries,
			entries.map(({ original, rowIndex }) =>
				fieldAt(rowIndex === undefined ? items[index]?.json : original, field),
			),
		);
}

/** A field of the item in an expression, such as `{{ $json.order['number'] }}`. */
const FIELD =
	/\{\{\s*\$json((?:\.[\p{L}_$][\p{L}\p{N}_$]*|\["[^"\\{}]*"\]|\['[^'\\{}]*'\])+)\s*\}\}/u;
/** One name in the path of a field: `.name`, `["name"]` or `['name']`. */
const FIELD_NAME = /\.([^.[]+)|\["([^"]*)"\]|\['([^']*)'\]/gu;

/**
 * Splits an expression that only joins texts and fields of the item. The editor writes such
 * expressions for fields that are dragged: `{{ $json.order['number'] }}`, `spring-{{ $json.order
 * }}`. The node evaluates them itself, because n8n takes about a millisecond for each.
 * @returns the parts: texts as they are, and for each field the names that lead to it; undefined
 * for other expressions
 */
export function partsOfExpression(expression: string): (string | string[])[] | undefined {
	// `split` returns texts and the paths of fields in turn, because `FIELD` captures the path.
	const pieces = expression.slice(1).split(new RegExp(FIELD, 'gu'));
	if (pieces.some((piece, index) => index % 2 === 0 && /[{}\\]/.test(piece))) return undefined;
	return pieces
		.map((piece, index) => (index % 2 === 0 ? piece : namesIn(piece)))
		.filter((part) => part.length > 0);
}

const namesIn = (path: string): string[] =>
	[...path.matchAll(FIELD_NAME)].map(([, ...names]) => names.find(Boolean) ?? '');

/**
 * The text of a split expression for an item. Undefined if a field is neither text nor a number:
 * then n8n must evaluate the expression.
 * @throws InputError if a field is a number that has lost its last digits
 */
function valueOfParts(parts: (string | string[])[], json: unknown): string | undefined {
	const values = parts.map((part) => {
		// `reduce` goes from the item to the field, name by name.
		const value = typeof part === 'string' ? part : part.reduce<unknown>(ownField, json);
		return typeof value === 'number' ? asText(value, rowKey.displayName) : value;
	});
	return values.every((value) => typeof value === 'string') ? values.join('') : undefined;
}

function emptyKey(): InputError {
	return new InputError(
		'Row Key is empty',
		'Enter the name of a field that has a unique text in each row, such as an order number, or an expression that returns one.',
	);
}

/**
 * Gives each row of an item its key.
 * @param given the key of the only row, or a list with a key for each row
 * @throws InputError if a key is not text, or if there is not one key for each row
 */
export function withKeys(
	entries: (Entry | InvalidEntry)[],
	given: unknown,
): (Entry | InvalidEntry)[] {
	const keys = listIn(given) ?? [given];
	if (entries.length > 0 && keys.length !== entries.length) {
		throw new InputError(
			`Row Key gives ${keys.length} ${keys.length === 1 ? 'key' : 'keys'} for ${entries.length} ${entries.length === 1 ? 'row' : 'rows'}`,
			'For an array of rows, return an array of keys in the same order, such as {{ $json.rows.map((row) => row.order) }}, or enter the name of a field of the rows.',
		);
	}
	return entries.map((entry, index) => {
		const key = enteredKey(asText(keys[index], rowKey.displayName));
		if (key !== '') return isEntry(entry) ? { ...entry, key } : entry;
		if (!isEntry(entry)) return { ...entry, problems: [...entry.problems, emptyKey()] };
		const { label, rowIndex, original } = entry;
		return { label, problems: [emptyKey()], rowIndex, original };
	});
}
