import { warning, type Finding } from '../../shared/aiCall/finding';
import { distinctNumber } from '../../shared/aiCall/rows/phone';
import { Repeats, type Entry } from '../entry/entry';
import { counted, namesText, rowName } from '../entry/names';

/** Warnings for rows that have the phone number of an earlier row. */
export function repeatWarnings(entries: readonly Entry[]): Map<Entry, Finding[]> {
	const advice =
		'It would be called again. Remove the row, or turn off Allow Duplicate Numbers under Options.';
	const numbers = new Repeats();
	return new Map(
		entries.flatMap((entry): [Entry, Finding[]][] => {
			const first = numbers.firstOf(entry, distinctNumber(entry.label));
			if (!first) return [];
			return [[entry, [warning(`An earlier row has the same number (${rowName(first)})`, advice)]]];
		}),
	);
}

/** A warning that counts these rows. */
export function repeatedNumbers(entries: readonly Entry[]): Finding[] {
	const rows = [...repeatWarnings(entries).keys()];
	if (rows.length === 0) return [];
	const count = counted(rows.length, ['row has', 'rows have']);
	return [
		warning(
			`${count} the number of an earlier row (${namesText(rows)})`,
			'They are called again, because Allow Duplicate Numbers under Options is on.',
		),
	];
}
