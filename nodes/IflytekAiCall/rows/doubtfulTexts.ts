import { warning, type Finding } from '../../shared/aiCall/finding';
import { markIn } from '../../shared/aiCall/rows/cellMarks';
import { heardCell } from '../../shared/aiCall/rows/heardCells';
import type { Entry } from '../entry/entry';
import { namesText } from '../entry/names';
import { counted, FOUND } from '../entry/sentences';
import { inTurns } from '../../shared/n8n/run/items';
import { quoted } from '../../shared/errorTexts';
import { noValueIn } from '../../shared/noValue';
import { at } from '../../shared/values';

/** Warnings about texts that nobody should hear. */

/** A cell that is doubtful: it is empty, stands in the place of a value, or is heard otherwise. */
interface Doubt {
	kind: 'empty' | 'noValue' | 'otherwise';
	column: string;
	/** What is doubtful in it. */
	text: string;
	/** What would be heard, and what to do, if it is heard otherwise. Else both are empty. */
	heard: string;
	advice: string;
}

/** The doubtful cells of a row. */
function doubtsOf({ destination, values }: Entry): Doubt[] {
	return (destination.columns ?? []).flatMap((name, index): Doubt[] => {
		const value = at(values, index);
		const doubt = { column: quoted(name), heard: '', advice: '' };
		if (value.trim() === '') return [{ ...doubt, kind: 'empty', text: '' }];
		const text = missingValueIn(value);
		if (text !== undefined) return [{ ...doubt, kind: 'noValue', text: quoted(text) }];
		// The first column is the phone number.
		const cell = index === 0 ? undefined : heardCell(value, name);
		if (!cell) return [];
		const { meaning: heard, advice } = cell;
		return [{ ...doubt, kind: 'otherwise', text: quoted(value), heard, advice }];
	});
}

/** A warning for each such text of a row. */
export function doubtfulTexts(entry: Entry): Finding[] {
	return doubtsOf(entry).map(({ kind, column, text, heard, advice }) => {
		if (kind === 'empty') return warning(...FOUND.emptyCell(column));
		if (kind === 'noValue') return warning(...FOUND.noValue(column, text));
		return warning(...FOUND.heardOtherwise(column, text, heard, advice));
	});
}

/** A warning for each column with such texts, and for each with empty ones. It names the rows. */
export async function doubtfulColumns(entries: readonly Entry[]): Promise<Finding[]> {
	const found = new Map<string, { doubt: Doubt; rows: Entry[] }>();
	for await (const entry of inTurns(entries)) {
		for (const doubt of doubtsOf(entry)) {
			const key = JSON.stringify([doubt.column, doubt.kind, doubt.advice]);
			const known = found.get(key) ?? { doubt, rows: [] };
			known.rows.push(entry);
			found.set(key, known);
		}
	}
	return [...found.values()].map(({ doubt: { kind, column, text, advice }, rows }) => {
		const named = `${counted(rows.length)} (${namesText(rows)})`;
		if (kind === 'empty') return warning(...FOUND.emptyCells(column, named));
		if (kind === 'noValue') return warning(...FOUND.noValues(column, text, named));
		return warning(...FOUND.allHeardOtherwise(column, text, named, advice));
	});
}

/** The part of a text that nobody should hear: what stands in the place of a value, or a mark. */
export function missingValueIn(text: string): string | undefined {
	return noValueIn(text) ?? markIn(text);
}
