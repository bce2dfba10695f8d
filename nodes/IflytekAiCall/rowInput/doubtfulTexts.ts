/** Warnings of a check for rows with texts that look as if a value was not there. */
import { warning, type Finding } from '../../shared/aiCall/checks';
import { missingValueIn, SOURCE_ADVICE } from '../../shared/aiCall/rows/cells';
import { quoted, isRecord, ownField } from '../../shared/values';
import { placesText, type Entry } from '../batch/entry';

/** The columns of a row with such a text, each with the text. */
function doubtfulCells({ destination, values }: Entry): [column: string, text: string][] {
	const row = ownField(destination.shown(values), 'row');
	if (!isRecord(row)) return [];
	return Object.entries(row).flatMap(([column, value]) => {
		const text = typeof value === 'string' ? missingValueIn(value) : undefined;
		return text === undefined ? [] : [[column, text]];
	});
}

/** A warning for each such text of a row. */
export function doubtfulTexts(entries: readonly Entry[]): Map<Entry, Finding[]> {
	const found = entries.map((entry): [Entry, Finding[]] => [
		entry,
		doubtfulCells(entry).map(([column, text]) =>
			warning(`Column ${quoted(column)} has ${quoted(text)}, which would be spoken`, SOURCE_ADVICE),
		),
	]);
	return new Map(found.filter(([, findings]) => findings.length > 0));
}

/** A warning for each column with such texts. It names the rows. */
export function doubtfulColumns(entries: readonly Entry[]): Finding[] {
	const byColumn = new Map<string, { text: string; rows: Entry[] }>();
	for (const entry of entries)
		for (const [column, text] of doubtfulCells(entry)) {
			const known = byColumn.get(column) ?? { text, rows: [] };
			known.rows.push(entry);
			byColumn.set(column, known);
		}
	return [...byColumn].map(([column, { text, rows }]) =>
		warning(
			`Column ${quoted(column)} has ${quoted(text)} or the like in ${rows.length === 1 ? '1 row' : `${rows.length} rows`} (${placesText(rows)})`,
			'They would be spoken. Check the field or expression that provides the values.',
		),
	);
}
