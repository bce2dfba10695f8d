/** Numbers that must never be called. */
import { InputError } from '../../failure';
import { enumerated, quoted } from '../../values';
import { warning, type Finding } from '../finding';
import { comparableNumber, listedNumbers, normalizeMobileNumber } from './phone';

export const NEVER_CALL = 'Do-Not-Call Numbers';

/** Characters that make no other number, such as Chinese words, in a text that is not a number. */
const IGNORED_CHARACTERS = /[^0-9A-Za-z+*#]/g;

/** Shorter numbers may differ only in the ignored characters. */
const MIN_DIGITS = 7;

/**
 * A number in the form in which the rows of a run are compared. A text with few digits, such as a
 * name or an extension, stays as it is, so that no row is left out by mistake.
 */
export function distinctNumber(text: string): string {
	const number = comparableNumber(text) ?? text.normalize('NFKC').replace(IGNORED_CHARACTERS, '');
	return number.replace(/\D/g, '').length < MIN_DIGITS ? text : number;
}

/** A list of numbers in the form in which they are compared. */
export interface NumberList {
	numbers: ReadonlySet<string>;
	/** Entries that are numbers of another kind than Mainland China mobile numbers. */
	others: string[];
}

/**
 * Reads a list of numbers.
 * @throws InputError that names the entries that are not certainly numbers, because theirs would be
 * called
 */
export function readNumbers(entries: readonly string[]): NumberList {
	const read = entries.map((entry) => ({ entry, numbers: listedNumbers(entry) }));
	const unreadable = read.filter(({ numbers }) => !numbers).map(({ entry }) => entry);
	const [first] = unreadable;
	if (first !== undefined) throw notNumbers(first, unreadable);
	return {
		numbers: new Set(read.flatMap(({ numbers = [] }) => numbers)),
		others: read
			.filter(({ numbers = [] }) => numbers.some((number) => !normalizeMobileNumber(number).ok))
			.map(({ entry }) => entry),
	};
}

function notNumbers(first: string, entries: readonly string[]): InputError {
	const check = normalizeMobileNumber(first);
	const advice = check.ok || check.advice === undefined ? HOW_TO_ENTER : check.advice;
	return new InputError(
		`${NEVER_CALL}: ${enumerated(entries.map(quoted))} ${entries.length === 1 ? 'is no phone number' : 'are no phone numbers'}`,
		`Nothing was sent. ${advice}`,
	);
}

const HOW_TO_ENTER =
	'Enter each number in full, or an expression that returns an array of numbers. Masked numbers and names protect nobody.';

/** What a run says of entries that keep only rows with exactly their digits from being called. */
export function otherNumbersWarning(others: readonly string[]): Finding[] {
	if (others.length === 0) return [];
	return [
		warning(
			`${NEVER_CALL}: ${others.length === 1 ? '1 entry is no Mainland China mobile number' : `${others.length} entries are no Mainland China mobile numbers`}: ${enumerated(others.map(quoted))}`,
			'Such an entry only leaves out a row with the same digits. Correct it if a digit is missing.',
		),
	];
}
