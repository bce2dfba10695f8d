/**
 * The names of columns that an agent's model fills in. n8n makes the key of a ✨ field (`$fromAI`)
 * from the field's name: everything but ASCII letters, digits and dashes becomes `_`, at most 63
 * characters. Two Chinese names of the same length would get the same key, and one value would fill
 * both.
 */

/** A name with only characters that a key keeps. */
const KEPT_NAME = /^[A-Za-z0-9_-]+$/;

/**
 * The start of a column's name in a tool, made from its position (from 0). A key keeps this
 * start, so each column gets a different key.
 */
function prefixOf(index: number): string {
	return index === 0 ? 'Column 1, phone number: ' : `Column ${index + 1}: `;
}

/**
 * The name of a column in the panel of a tool. n8n makes a different key from each of these names.
 */
export function toolColumnName(column: string, index: number): string {
	return KEPT_NAME.test(column) ? column : `${prefixOf(index)}${column}`;
}

/**
 * The column that a name made by `toolColumnName` stands for.
 * @param id the ID of the field, which is the column's own name
 */
export function columnOfToolName(name: string, id: string, index: number): string {
	const prefix = prefixOf(index);
	return name !== id && name.startsWith(prefix) ? name.slice(prefix.length) : name;
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
