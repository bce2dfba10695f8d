import type { IExecuteFunctions } from 'n8n-workflow';
import { isEntry, withProblem, type Row } from '../entry/entry';
import { counted } from '../entry/sentences';
import { rowKey } from '../parameters/skip';
import { enteredId, enteredName } from '../../shared/entered';
import { fieldAt } from '../../shared/aiCall/rows/fieldNames';
import { InputError } from '../../shared/failure';
import { asText, listIn } from '../../shared/n8n/parameters/coerce';
import { Item } from '../../shared/n8n/parameters/item';
import { at, hasLostDigits } from '../../shared/values';

/** The keys of the user that identify rows. */

/**
 * Returns a function that gives the rows of an item their keys: what the expression in Row Key
 * returns, or the value of the field that Row Key names.
 */
export function readKeys(context: IExecuteFunctions): (index: number, entries: Row[]) => Row[] {
	const first = new Item(context, 0);
	const given = first.raw(rowKey.name);
	const items = context.getInputData();
	if (first.isExpression(rowKey.name))
		return (index, entries) => {
			const value = new Item(context, index).value(rowKey.name);
			refuseLostDigits(value, at(items, index).json);
			// Only an array of rows has a list of keys: the key "[1]" of a single row is no list.
			const isArray = entries[0]?.rowIndex !== undefined;
			return withKeys(entries, isArray ? value : [value]);
		};
	const field = enteredName(asText(given, rowKey.displayName));
	return (index, entries) =>
		withKeys(
			entries,
			entries.map(({ original, rowIndex }) =>
				fieldAt(rowIndex === undefined ? at(items, index).json : original, field),
			),
		);
}

/**
 * Refuses keys with a number of the item that has lost its last digits, as in `spring-{{ $json.id }}`:
 * the items of other customers have the same one. A text of the item may rightly have its digits.
 * @throws InputError
 */
export function refuseLostDigits(keys: unknown, json: unknown): void {
	const text = String(keys);
	const starts = longNumbersIn(text);
	if (starts.size === 0) return;
	const values = valuesIn(json);
	// The keys of an item may be those of 50,000 rows: they are searched only for what may be there.
	const isLostInKeys = (value: unknown) =>
		hasLostDigits(value) && starts.has(firstDigitsOf(value)) && text.includes(String(value));
	const lost = values.find(isLostInKeys);
	if (lost === undefined) return;
	const isText = (value: unknown) => typeof value === 'string' && value.includes(String(lost));
	if (!values.some(isText)) asText(lost, rowKey.displayName);
}

/** A number that has lost digits has at least so many, or an exponent. */
const LONG = 16;
const LONG_START = /(?=(\d{16}))/g;
const WITH_EXPONENT = /\d(?:\.\d+)?e\+\d+/g;

/** How the numbers may begin that have lost digits and stand in a text. */
function longNumbersIn(text: string): Set<string | undefined> {
	const found = new Set<string | undefined>(text.match(WITH_EXPONENT));
	for (const [, digits] of text.matchAll(LONG_START)) found.add(digits);
	return found;
}

function firstDigitsOf(number: number): string {
	const text = String(Math.abs(number));
	return text.includes('e') ? text : text.slice(0, LONG);
}

/** The values of an item at any depth, each once, also if the item contains itself. */
function valuesIn(json: unknown): unknown[] {
	const found = new Set([json]);
	// This loop comes to what is added meanwhile. An item may be nested too deeply for recursion.
	for (const value of found)
		if (typeof value === 'object' && value !== null)
			for (const part of Object.values(value)) found.add(part);
	return [...found];
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
export function withKeys(entries: Row[], given: unknown): Row[] {
	const keys = listIn(given) ?? [given];
	if (entries.length > 0 && keys.length !== entries.length) {
		throw new InputError(
			`Row Key gives ${counted(keys.length, ['key', 'keys'])} for ${counted(entries.length)}`,
			'For an array of rows, return an array of keys in the same order, such as {{ $json.rows.map((row) => row.order) }}, or enter the name of a field of the rows.',
		);
	}
	return entries.map((entry, index) => {
		const key = enteredId(asText(keys[index], rowKey.displayName));
		if (key !== '') return isEntry(entry) ? { ...entry, key } : entry;
		return withProblem(entry, emptyKey());
	});
}
