import { uniqueColumnNames } from './columns';

/**
 * The columns of a script as fields of the column mapper, and back. In a tool of an agent n8n makes the
 * key of a ✨ field (`$fromAI`) from its name: everything but ASCII letters, digits and dashes becomes
 * `_`. 姓名 and 金额 would get one key, `__`, and one value would fill both. So a Chinese name gets its
 * position before it: `Column 2: 姓名`.
 */

/** A name of which n8n's key keeps each character. */
const KEPT_NAME = /^[A-Za-z0-9_-]+$/;

/**
 * The start of a column's name in a tool, made from its position (from 0). A key keeps this
 * start, so each column gets a different key.
 */
const prefixOf = (index: number) => `Column ${index + 1}: `;

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
export function panelNames(columns: readonly string[], isTool: boolean): string[] {
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

/** Characters that would end the text in an expression, or the expression. */
const ENDING = /[`\\${}\s]+/g;
const MOST_KEY_CHARACTERS = 63;
const MOST_DESCRIBED_CHARACTERS = 200;

/**
 * The expressions with which the editor fills the columns of a tool, in the form of its ✨: an agent's
 * model sees the name of each column as a description, because a key can only have ASCII letters.
 */
export function modelExpressions(columns: readonly string[]): string[] {
	return uniqueColumnNames(columns).map((name, index) => {
		const isKey = KEPT_NAME.test(name) && name.length <= MOST_KEY_CHARACTERS;
		const key = isKey ? name : index === 0 ? 'phone_number' : `Column_${index + 1}`;
		const shown = name.replace(ENDING, ' ').slice(0, MOST_DESCRIBED_CHARACTERS);
		const description = index === 0 ? `The customer's phone number (${shown})` : shown;
		return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, 'string') }}`;
	});
}

/** A field of the column mapper: its unique name, and its name in the panel. */
interface ColumnField {
	id: string;
	displayName: string;
}

/** The columns that fields with names made by `panelNames` stand for. */
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
