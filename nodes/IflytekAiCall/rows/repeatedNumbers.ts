import { warning, type Finding } from '../../shared/aiCall/finding';
import { comparableNumber } from '../../shared/aiCall/rows/phone';
import type { Entry } from '../entry/entry';
import { namesText, rowName } from '../entry/names';
import { FOUND } from '../entry/sentences';

/** Warnings about rows with one number, where they are allowed. */
export class RepeatedNumbers {
	private readonly firsts = new Map<string, Entry>();

	/** The warning for a row that has the phone number of one that was asked for before. */
	warningFor(entry: Entry): Finding[] {
		const first = this.firstOf(entry);
		if (!first) return [];
		return [warning(...FOUND.repeated(rowName(first)))];
	}

	/** A warning that counts these rows. */
	static countedIn(entries: readonly Entry[]): Finding[] {
		const numbers = new RepeatedNumbers();
		const rows = entries.filter((entry) => numbers.firstOf(entry));
		if (rows.length === 0) return [];
		return [warning(...FOUND.repeatedNumbers(rows.length, namesText(rows)))];
	}

	private firstOf(entry: Entry): Entry | undefined {
		const number = comparableNumber(entry.label);
		const first = this.firsts.get(number);
		if (!first) this.firsts.set(number, entry);
		return first;
	}
}
