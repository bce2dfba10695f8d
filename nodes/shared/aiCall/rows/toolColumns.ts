/**
 * Names of columns where an agent's model fills them. n8n makes the key of a ✨ field, `$fromAI`, of
 * the field's name: all but letters, digits and dashes of ASCII becomes `_`, at most 63 characters.
 * Two Chinese names of one length would have the same key, and one value would fill both.
 */

/** What a key keeps as it is. */
const KEPT = /^[A-Za-z0-9_-]+$/;

/** The beginning of the name of a column, by its position from 0, which its key keeps. */
function prefixOf(index: number): string {
	return index === 0 ? 'Column 1, phone number: ' : `Column ${index + 1}: `;
}

/** The name that a column has in the panel of a tool; the key that n8n makes of it is its own. */
export function toolColumnName(column: string, index: number): string {
	return KEPT.test(column) ? column : `${prefixOf(index)}${column}`;
}

/**
 * The column that such a name stands for.
 * @param id of the field, which is the column's own name
 */
export function columnOfToolName(name: string, id: string, index: number): string {
	const prefix = prefixOf(index);
	return name !== id && name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

const FROM_AI = /\$fromAI\(\s*(['"`])(.*?)\1/gi;

/** The keys that an expression asks the model for. */
function keysIn(expression: unknown): string[] {
	if (typeof expression !== 'string') return [];
	return [...expression.matchAll(FROM_AI)].flatMap(([, , key]) => (key === undefined ? [] : [key]));
}

/** Two columns that one value of the model would fill. */
export interface SharedKey {
	key: string;
	columns: [string, string];
}

/**
 * The first two columns whose expressions ask the model for the same key.
 * @param expressions by column, as they are stored
 */
export function sharedKey(expressions: readonly [string, unknown][]): SharedKey | undefined {
	const firsts = new Map<string, string>();
	for (const [column, expression] of expressions)
		for (const key of new Set(keysIn(expression))) {
			const first = firsts.get(key);
			if (first !== undefined) return { key, columns: [first, column] };
			firsts.set(key, column);
		}
	return undefined;
}
