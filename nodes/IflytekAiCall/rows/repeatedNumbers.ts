import { warning, type Finding } from '../../shared/aiCall/finding';
import { distinctNumber } from '../../shared/aiCall/rows/phone';
import { Repeats, type Entry } from '../entry/entry';
import { counted, namesText, rowName } from '../entry/names';

/** The warning for a row that has the phone number of an earlier one. */
export function repeatWarning(entry: Entry, numbers: Repeats): Finding[] {
	const first = numbers.firstOf(entry, distinctNumber(entry.label));
	if (!first) return [];
	return [
		warning(
			`An earlier row has the same number (${rowName(first)})`,
			'It would be called again. Remove the row, or turn off Allow Duplicate Numbers under Options.',
		),
	];
}

/** A warning that counts these rows. */
export function repeatedNumbers(entries: readonly Entry[]): Finding[] {
	const numbers = new Repeats();
	const rows = entries.filter((entry) => numbers.firstOf(entry, distinctNumber(entry.label)));
	if (rows.length === 0) return [];
	const count = counted(rows.length, ['row has', 'rows have']);
	return [
		warning(
			`${count} the number of an earlier row (${namesText(rows)})`,
			'They are called again, because Allow Duplicate Numbers under Options is on.',
		),
	];
}
