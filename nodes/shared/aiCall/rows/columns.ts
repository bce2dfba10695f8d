import { enteredName, looseName } from '../../entered';
import { clashOf, namesBy } from './fields';
import { InputError } from '../../failure';
import { isRecord, ownField } from '../../values';
import { shortened } from '../../errorTexts';

/**
 * The columns of a script (`call_column`, document 2, 2.4 and 2.7), and their names in the panel.
 * Columns with the same name are told apart.
 */

/**
 * Unique column names: the second column of a name becomes `name (2)`, the third `name (3)`. A name
 * that another column already has is skipped.
 */
export function uniqueColumnNames(columns: readonly string[]): string[] {
	const taken = new Set(columns);
	/** For each name that was seen, the next number to try. */
	const nextNumbers = new Map<string, number>();
	return columns.map((column) => {
		let number = nextNumbers.get(column) ?? 1;
		while (number > 1 && taken.has(`${column} (${number})`)) number++;
		nextNumbers.set(column, number + 1);
		return number === 1 ? column : `${column} (${number})`;
	});
}

/**
 * The columns to send: at least one, each with a name.
 * @throws InputError if there are none, or if one has no name
 */
export function checkColumns(columns: readonly string[]): string[] {
	const blank = columns.findIndex((column) => enteredName(column) === '');
	if (columns.length > 0 && blank === -1) return [...columns];
	throw new InputError(
		columns.length === 0 ? 'There are no columns' : `Column ${blank + 1} has no name`,
		'Select the script to load its columns. The first column is the phone number.',
	);
}

const MAX_LISTED = 10;

/** Lists names for an error, such as `"a", "b"`; a long list is cut. */
export function listed(names: readonly string[]): string {
	const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
	return (
		names
			.slice(0, MAX_LISTED)
			.map((name) => `"${shortened(name)}"`)
			.join(', ') + more
	);
}

/** Column names as the start of an error: `The column "金额" is`, `The columns "姓名", "金额" are`. */
function columnsAre(names: readonly string[]): string {
	return names.length === 1 ? `The column ${listed(names)} is` : `The columns ${listed(names)} are`;
}

/** The cells of a row in column order. The cells at the indexes in `missing` are undefined. */
interface CellsFound {
	cells: unknown[];
	missing: readonly number[];
	/** Why the row as a whole cannot be sent. */
	problem?: string;
}

/**
 * Finds the cells of a row: in an array by position, in an object by unique column name, compared
 * without invisible characters and blanks around it. If no field has a name, the only one counts
 * that differs in blanks within it, line breaks, capitals or full-width letters alone. An empty
 * field is an empty cell. A missing field is an error, because a misspelled name would otherwise
 * leave a gap in every call.
 */
export function findCells(row: unknown, columns: readonly string[]): CellsFound {
	if (Array.isArray(row)) return cellsOfArray(row, columns);
	if (!isRecord(row))
		return {
			cells: [],
			missing: [],
			problem: 'The row is neither an array of values nor an object keyed by column name',
		};
	const names = uniqueColumnNames(columns);
	const fields = fieldsOf(row, names);
	const clash = fields.find((found) => found.length > 1);
	if (clash) return { cells: [], missing: [], problem: clashOf(clash) };
	const found = fields.every(({ length }) => length > 0)
		? fields
		: withLooseFields(row, names, fields);
	const cells = found.map((like) => (like.length === 1 ? cellOf(row, like) : undefined));
	const missing = cells.flatMap((cell, index) => (cell === undefined ? [index] : []));
	if (missing.length === 0) return { cells, missing };
	const without = missing.map((index) => names[index] ?? '');
	const similar = [...new Set(missing.flatMap((index) => found[index] ?? []))];
	const hint = similar.length > 1 ? `: it may be ${listed(similar)}` : '';
	return { cells, missing, problem: `${columnsAre(without)} missing${hint}` };
}

const cellOf = (row: object, [field = '']: readonly string[]) => ownField(row, field);

/**
 * The fields of a row for each column. A field that is exactly the name of another column belongs
 * to that column alone.
 */
function fieldsOf(row: object, names: readonly string[]): string[][] {
	const exact = new Set(names);
	const others = namesBy(
		Object.keys(row).filter((field) => !exact.has(field)),
		enteredName,
	);
	return names.map((name) => {
		const similar = others.get(enteredName(name)) ?? [];
		return Object.hasOwn(row, name) ? [name, ...similar.slice(0, MAX_LISTED)] : similar;
	});
}

/**
 * The same, with fields of similar names for columns that have none. Columns whose names are
 * similar get none.
 */
function withLooseFields(row: object, names: readonly string[], fields: string[][]): string[][] {
	const columns = namesBy(names, looseName);
	const others = namesBy(Object.keys(row), looseName);
	return names.map((name, index) => {
		const found = fields[index] ?? [];
		const loose = looseName(name);
		// A field of another column is never used twice: its name is similar to both columns' names.
		return found.length > 0 || columns.get(loose)?.length !== 1 ? found : (others.get(loose) ?? []);
	});
}

function cellsOfArray(row: readonly unknown[], columns: readonly string[]): CellsFound {
	const counts = `the row has ${count(row.length, 'value')}, the script has ${count(columns.length, 'column')}`;
	const missing = columns.flatMap((_column, index) => (index < row.length ? [] : [index]));
	const cells = columns.map((_column, index) => row[index]);
	if (row.length === columns.length) return { cells, missing };
	const problem =
		missing.length > 0
			? `${columnsAre(uniqueColumnNames(columns).slice(row.length))} missing`
			: `The row has too many values for the columns ${listed(columns)}`;
	return { cells, missing, problem: `${problem}: ${counts}` };
}

function count(number: number, noun: string): string {
	return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/**
 * A name with only characters that a key keeps. In a tool n8n makes the key of a ✨ field
 * (`$fromAI`), which an agent's model fills in, from the field's name: everything but ASCII letters,
 * digits and dashes becomes `_`, at most 63 characters. Two Chinese names of the same length would
 * get the same key, and one value would fill both.
 */
const KEPT_NAME = /^[A-Za-z0-9_-]+$/;

/**
 * The start of a column's name in a tool, made from its position (from 0). A key keeps this
 * start, so each column gets a different key.
 */
function prefixOf(index: number): string {
	return index === 0 ? 'Column 1, phone number: ' : `Column ${index + 1}: `;
}

/** A name such as `金额 (2)`, which may be the second column with the name `金额`. */
const NUMBERED = /^(.*) \(\d+\)$/s;

/** The column whose repetition a name looks like, if it is one of these; else undefined. */
function repeatedBy(name: string, columns: ReadonlySet<string>): string | undefined {
	const column = NUMBERED.exec(name)?.[1];
	return column !== undefined && columns.has(column) ? column : undefined;
}

/**
 * The names of columns in the panel: unique names, as the output has them. In a tool n8n makes a
 * different key from each. A name gets its position before it where it would not be certain which
 * column is meant.
 */
export function fieldNames(columns: readonly string[], isTool: boolean): string[] {
	const names = uniqueColumnNames(columns);
	const seen = new Set<string>();
	return columns.map((column, index) => {
		const name = names[index] ?? column;
		const isRepeated = name !== column;
		const isClear = isTool
			? !isRepeated && KEPT_NAME.test(column)
			: isRepeated || repeatedBy(column, seen) === undefined;
		seen.add(column);
		return isClear ? name : `${prefixOf(index)}${column}`;
	});
}

/** A field of the column mapper: its unique name, and its name in the panel. */
interface ColumnField {
	id: string;
	displayName: string;
}

/** The columns that fields with names made by `fieldNames` stand for. */
export function columnsOfFields(fields: readonly ColumnField[]): string[] {
	const seen = new Set<string>();
	return fields.map((field, index) => {
		const column = columnOfField(field, index, seen);
		seen.add(column);
		return column;
	});
}

function columnOfField(
	{ id, displayName }: ColumnField,
	index: number,
	seen: ReadonlySet<string>,
): string {
	if (displayName === id) return repeatedBy(id, seen) ?? id;
	const prefix = prefixOf(index);
	return displayName.startsWith(prefix) ? displayName.slice(prefix.length) : displayName;
}

const FROM_AI = /\$fromAI\(\s*(['"`])(.*?)\1/gi;

/** The keys for which an expression asks the model. */
function keysIn(expression: unknown): string[] {
	if (typeof expression !== 'string') return [];
	return Array.from(expression.matchAll(FROM_AI), ([, , key = '']) => key);
}

/**
 * The first two columns whose expressions ask the model for the same key, and so would be filled by
 * the same value.
 * @param expressions pairs of a column and its expression as n8n stores it
 */
export function sharedKey(
	expressions: readonly [string, unknown][],
): { key: string; columns: [string, string] } | undefined {
	const firstColumns = new Map<string, string>();
	for (const [column, expression] of expressions)
		for (const key of new Set(keysIn(expression))) {
			const first = firstColumns.get(key);
			if (first !== undefined) return { key, columns: [first, column] };
			firstColumns.set(key, column);
		}
	return undefined;
}
