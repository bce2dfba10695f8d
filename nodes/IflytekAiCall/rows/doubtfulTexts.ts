import { warning, type Finding } from '../../shared/aiCall/finding';
import { SOURCE_ADVICE } from '../../shared/aiCall/rows/rows';
import type { Entry } from '../entry/entry';
import { namesText } from '../entry/names';
import { LOOP_MS, turns } from '../../shared/n8n/run/items';
import { quoted } from '../../shared/errorTexts';
import { formattingIn } from '../../shared/spoken/spokenText';

/** Warnings about texts that look as if a value was not there. */

/** The columns of a row with such a text, each with the text; empty columns have the text ''. */
function doubtfulCells({ destination, values }: Entry): [column: string, text: string][] {
	return (destination.columns ?? []).flatMap((column, index) => {
		const value = values[index] ?? '';
		const text = value.trim() === '' ? '' : missingValueIn(value);
		return text === undefined ? [] : [[column, text]];
	});
}

/** A warning for each such text of a row. */
export function doubtfulTexts(entry: Entry): Finding[] {
	return doubtfulCells(entry).map(([column, text]) =>
		text === ''
			? warning(`Column ${quoted(column)} is empty, so the robot says nothing for it`, EMPTY_ADVICE)
			: warning(
					`Column ${quoted(column)} has ${quoted(text)}, which would be spoken`,
					SOURCE_ADVICE,
				),
	);
}

const EMPTY_ADVICE = 'Enter a value if the script speaks it.';

/** A warning for each column with such texts, and for each with empty ones. It names the rows. */
export async function doubtfulColumns(entries: readonly Entry[]): Promise<Finding[]> {
	const nextTurn = turns(LOOP_MS);
	const found = new Map<string, { column: string; text: string; rows: Entry[] }>();
	for (const entry of entries) {
		await nextTurn();
		for (const [column, text] of doubtfulCells(entry)) {
			const key = JSON.stringify([column, text === '']);
			const known = found.get(key) ?? { column, text, rows: [] };
			known.rows.push(entry);
			found.set(key, known);
		}
	}
	return [...found.values()].map(({ column, text, rows }) => {
		const count = rows.length === 1 ? '1 row' : `${rows.length} rows`;
		const where = `in ${count} (${namesText(rows)})`;
		return text === ''
			? warning(`Column ${quoted(column)} is empty ${where}`, EMPTY_ADVICE)
			: warning(
					`Column ${quoted(column)} has ${quoted(text)} or the like ${where}`,
					'They would be spoken. Check the field or expression that provides the values.',
				);
	});
}

/**
 * What a sheet, an expression or a program writes in the place of a value that it does not have.
 * `锟斤拷` and U+FFFD are texts that were read in another encoding than they were written in.
 */
const NO_VALUE =
	/#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|ERROR!|#{4})|\[object \w+\]|Invalid Date(?:Time)?|\{\{|\}\}|\$\{|(?<![A-Za-z])(?:undefined|null|NaN)(?![A-Za-z])|\uFFFD|锟斤拷/u;

/**
 * The part of a text that nobody should hear: what looks like a value that was not there, or
 * formatting, such as a mark of Markdown, a tag or an emoji.
 */
export function missingValueIn(text: string): string | undefined {
	return NO_VALUE.exec(text)?.[0] ?? formattingIn(text);
}
