/** Warnings for rows that have the number of an earlier row. */
import type { Destination, Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import { RepeatedNumbers } from '../../../nodes/IflytekAiCall/rows/repeatedNumbers';
import type { Finding } from '../../../nodes/shared/aiCall/finding';

const to: Destination = { body: (rows) => ({ rows }) };

/** The rows that get a warning in a check, with it. */
function repeatWarnings(rows: Entry[]): [Entry, Finding[]][] {
	const numbers = new RepeatedNumbers();
	return rows
		.map((row): [Entry, Finding[]] => [row, numbers.warningFor(row)])
		.filter(([, findings]) => findings.length > 0);
}

describe('rows with a number that an earlier row has', () => {
	const entry = (item: number, label: string): Entry => ({
		item,
		label,
		destination: to,
		values: [],
		original: item,
	});
	const entries = [entry(0, 'a'), entry(1, 'b'), entry(2, 'a'), entry(3, 'a')];

	test('a row with a number that an earlier row has gets a warning in a check', () => {
		const text =
			'An earlier row has the same number (a). It would be called again. Remove the row, or turn off Allow Duplicate Numbers under Options.';
		const message = 'An earlier row has the same number (a)';
		expect(repeatWarnings(entries).map(([{ item }, findings]) => [item, findings])).toEqual([
			[2, [{ message, text, isWarning: true }]],
			[3, [{ message, text, isWarning: true }]],
		]);
	});

	test('a check warns once for the whole run, and counts the rows', () => {
		const one =
			'1 row has the number of an earlier row (a). They are called again, because Allow Duplicate Numbers under Options is on.';
		const two =
			'2 rows have the number of an earlier row (a, a). They are called again, because Allow Duplicate Numbers under Options is on.';
		const textsOf = (rows: Entry[]) => RepeatedNumbers.countedIn(rows).map(({ text }) => text);
		expect([textsOf(entries.slice(0, 2)), textsOf(entries.slice(0, 3)), textsOf(entries)]).toEqual([
			[],
			[one],
			[two],
		]);
	});

	test('rows have the same number however it is written, but texts with few digits must be equal', () => {
		const labels = ['13800000001', '前台 1', '+8613800000001', '客房 1', '138-0000-0001', '客房 1'];
		const written = labels.map((label, item) => entry(item, label));
		const warnings = repeatWarnings(written);
		expect(warnings.map(([{ item }]) => item)).toEqual([2, 4, 5]);
		// The first row is named, and not the one before.
		expect(warnings.map(([, [found]]) => found?.message)).toEqual([
			'An earlier row has the same number (13800000001)',
			'An earlier row has the same number (13800000001)',
			'An earlier row has the same number (客房 1)',
		]);
	});
});
