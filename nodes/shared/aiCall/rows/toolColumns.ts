/**
 * The names of columns in the panel. In a tool n8n makes the key of a ✨ field (`$fromAI`), which an
 * agent's model fills in, from the field's name: everything but ASCII letters, digits and dashes
 * becomes `_`, at most 63 characters. Two Chinese names of the same length would get the same key,
 * and one value would fill both.
 */
import { uniqueColumnNames } from './columns';

/** A name with only characters that a key keeps. */
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
	const [, column] = NUMBERED.exec(name) ?? [];
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

/** Two columns that would be filled by the same value of the model. */
export interface SharedKey {
	key: string;
	columns: [string, string];
}

/**
 * The first two columns whose expressions ask the model for the same key.
 * @param expressions pairs of a column and its expression as n8n stores it
 */
export function sharedKey(expressions: readonly [string, unknown][]): SharedKey | undefined {
	const firstColumns = new Map<string, string>();
	for (const [column, expression] of expressions)
		for (const key of new Set(keysIn(expression))) {
			const first = firstColumns.get(key);
			if (first !== undefined) return { key, columns: [first, column] };
			firstColumns.set(key, column);
		}
	return undefined;
}
