import { enteredName } from '../../entered';
import { mapFields } from './fieldMapping';
import { clashOf, namesBy } from './fieldNames';
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
	/** What to do about it, if more is known than that columns are missing. */
	advice?: string;
}

/**
 * Finds the cells of a row: in an array by position, in an object by unique column name, compared
 * without invisible characters and blanks around it, or in the field that the mapping gives the
 * column. An empty field is an empty cell, and so is one that this row lacks and another has: n8n
 * drops empty cells. A field that no row has is an error, because a misspelled name would otherwise
 * leave a gap in every call.
 */
export function findCells(
	row: unknown,
	columns: readonly string[],
	mapping = mapFields(uniqueColumnNames(columns), [row]),
): CellsFound {
	if (Array.isArray(row)) return cellsOfArray(row, columns);
	if (!isRecord(row))
		return {
			cells: [],
			missing: [],
			problem: 'The row is neither an array of values nor an object keyed by column name',
		};
	const names = uniqueColumnNames(columns);
	const fields = fieldsOfColumns(row, names);
	const clash = fields.find((found) => found.length > 1);
	if (clash) return { cells: [], missing: [], problem: clashOf(clash) };
	const cells = names.map((name, index) => {
		const cell = ownField(row, fields[index]?.[0] ?? mapping.fieldOf(name) ?? name);
		return cell === undefined && mapping.isFilled(name) ? '' : cell;
	});
	const missing = cells.flatMap((cell, index) => (cell === undefined ? [index] : []));
	if (missing.length === 0) return { cells, missing };
	const without = names.filter((_name, index) => cells[index] === undefined);
	const similar = [...new Set(without.flatMap((name) => mapping.alike(name)))];
	const hint = similar.length > 1 ? `: it may be ${listed(similar)}` : '';
	const problem = `${columnsAre(without)} missing${hint}`;
	return { cells, missing, problem, advice: mapping.advice };
}

/**
 * The fields of a row for each column. A field that is exactly the name of another column belongs
 * to that column alone.
 */
function fieldsOfColumns(row: object, names: readonly string[]): string[][] {
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

function cellsOfArray(row: readonly unknown[], columns: readonly string[]): CellsFound {
	const counts = `the row has ${countedNoun(row.length, 'value')}, the script has ${countedNoun(columns.length, 'column')}`;
	const missing = columns.flatMap((_column, index) => (index < row.length ? [] : [index]));
	const cells = columns.map((_column, index) => row[index]);
	if (row.length === columns.length) return { cells, missing };
	const problem =
		missing.length > 0
			? `${columnsAre(uniqueColumnNames(columns).slice(row.length))} missing`
			: `The row has too many values for the columns ${listed(columns)}`;
	return { cells, missing, problem: `${problem}: ${counts}` };
}

function countedNoun(number: number, noun: string): string {
	return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
