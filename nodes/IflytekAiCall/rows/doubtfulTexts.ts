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
type Doubt = { column: string } & (
	| { kind: 'empty'; advice?: undefined }
	/** `text` is what is doubtful in it. */
	| { kind: 'noValue'; text: string; advice?: undefined }
	| { kind: 'otherwise'; text: string; heard: string; advice: string }
);

/** The doubtful cells of a row. */
function doubtsOf({ destination, values }: Entry): Doubt[] {
	return (destination.columns ?? []).flatMap((name, index): Doubt[] => {
		const value = at(values, index);
		const column = quoted(name);
		if (value.trim() === '') return [{ kind: 'empty', column }];
		const text = missingValueIn(value);
		if (text !== undefined) return [{ kind: 'noValue', column, text: quoted(text) }];
		// The first column is the phone number.
		const cell = index === 0 ? undefined : heardCell(value, name);
		if (!cell) return [];
		const { meaning: heard, advice } = cell;
		return [{ kind: 'otherwise', column, text: quoted(value), heard, advice }];
	});
}

/** A warning for each such text of a row. */
export function doubtfulTexts(entry: Entry): Finding[] {
	return doubtsOf(entry).map((doubt) => {
		const { column } = doubt;
		switch (doubt.kind) {
			case 'empty':
				return warning(...FOUND.emptyCell(column));
			case 'noValue':
				return warning(...FOUND.noValue(column, doubt.text));
			case 'otherwise':
				return warning(...FOUND.heardOtherwise(column, doubt.text, doubt.heard, doubt.advice));
		}
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
	return [...found.values()].map(({ doubt, rows }) => {
		const { column } = doubt;
		const named = `${counted(rows.length)} (${namesText(rows)})`;
		switch (doubt.kind) {
			case 'empty':
				return warning(...FOUND.emptyCells(column, named));
			case 'noValue':
				return warning(...FOUND.noValues(column, doubt.text, named));
			case 'otherwise':
				return warning(...FOUND.allHeardOtherwise(column, doubt.text, named, doubt.advice));
		}
	});
}

/** The part of a text that nobody should hear: what stands in the place of a value, or a mark. */
export function missingValueIn(text: string): string | undefined {
	return noValueIn(text) ?? markIn(text);
}
