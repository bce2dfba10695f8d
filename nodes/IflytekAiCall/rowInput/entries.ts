import type { IExecuteFunctions } from 'n8n-workflow';
import { distinctNumber } from '../../shared/aiCall/rows/phone';
import type { RowProblem } from '../../shared/aiCall/rows/rows';
import { asFailure, InputError } from '../../shared/failure';
import { ownField, textOf } from '../../shared/values';
import {
	isEntry,
	type Destination,
	type Entry,
	type InvalidEntry,
	type SentRowsSettings,
} from '../batch/entry';
import { enteredKey, enteredName, fieldAt } from '../../shared/entered';
import { asFlag, asText, listIn } from '../../shared/n8n/parameters/coerce';
import { Item } from '../../shared/n8n/parameters/item';
import type { Columns, ReadRow } from './read';
import { rememberedRowKeys, rowKey, sendInterrupted } from './parameters';

/** Where rows go. Rows with the same `choices` and `hours` share requests. */
export interface RowDestination extends Pick<Destination, 'body' | 'hours' | 'task' | 'shown'> {
	choices: object;
	/** What tells the rows apart from others with the same number, such as their task. */
	target?: string;
}

interface Describes {
	describeDestination(index: number, columns: readonly string[]): RowDestination;
}

/**
 * Returns a function that gives the destination of an item's rows. Items with the same choices
 * share a destination. In a check, an error is returned instead of thrown, so that the check also
 * reports the problems of the rows.
 */
export function destinationFinder({ describeDestination }: Describes) {
	const known = new Map<string, Destination>();
	const destinationOf = (index: number, { originals, names }: Columns) => {
		const { choices, target, ...own } = describeDestination(index, originals);
		const key = JSON.stringify([choices, own.hours]);
		const destination = known.get(key) ?? { ...own, identity: { target }, columns: names };
		known.set(key, destination);
		return destination;
	};
	return (index: number, columns: Columns, isCheck: boolean): Destination | Error => {
		if (!isCheck) return destinationOf(index, columns);
		try {
			return destinationOf(index, columns);
		} catch (error) {
			return asFailure(error);
		}
	};
}

/** Which rows are left out because of their number. */
interface NumberRules {
	isNeverCalled(number: string): boolean;
	allowsDuplicates: boolean;
}

/** A row as an entry. It is invalid if its values are, or if it has no destination. */
export function entryOf(
	item: number,
	{ prepared, ...row }: ReadRow,
	columns: Columns,
	destination: Destination | Error,
	rules: NumberRules,
): Entry | InvalidEntry {
	if (!prepared.ok) {
		const [first, ...others] = prepared.problems;
		const errorOf = ({ reason, advice }: RowProblem) => new InputError(reason, advice);
		const problems: InvalidEntry['problems'] = [errorOf(first), ...others.map(errorOf)];
		return { label: numberAsItCame(row.original, columns), problems, ...row };
	}
	const { values } = prepared;
	const label = values[0] ?? '';
	if (destination instanceof Error) return { label, problems: [destination], ...row };
	const entry = { item, label, destination, values, ...row };
	if (rules.isNeverCalled(label)) return { ...entry, neverCall: true };
	return rules.allowsDuplicates ? entry : { ...entry, distinct: distinctNumber(label) };
}

/** The phone number of an invalid row, to name the row; undefined if it has none. */
function numberAsItCame(row: unknown, { names }: Columns): string | undefined {
	const [name = ''] = names;
	return textOf(Array.isArray(row) ? row[0] : ownField(row, name));
}

/** Which rows count as sent before: those of this execution, and with Row Key those of others. */
export function readSentRowsSettings(context: IExecuteFunctions): SentRowsSettings {
	const item = new Item(context, 0);
	const given = item.raw(rowKey.name);
	const hasKeys = typeof given === 'string' && given.trim() !== '';
	return {
		...(hasKeys && { rememberedKeys: item.optionNumber(rememberedRowKeys) }),
		sendInterrupted: asFlag(item.option(sendInterrupted)),
	};
}

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
