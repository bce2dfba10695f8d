import { readPhone } from '../../shared/aiCall/rows/phone';
import { listedNumbers, NEVER_CALL, numbersIn } from '../../shared/aiCall/rows/phoneLists';
import { warning, type Finding } from '../../shared/aiCall/finding';
import { FOUND } from '../entry/sentences';
import { neverCall } from '../parameters/rowParameters';
import { asEntries, asText } from '../../shared/n8n/parameters/coerce';
import type { Item } from '../../shared/n8n/parameters/item';
import { enumerated, quoted } from '../../shared/errorTexts';
import { InputError } from '../../shared/failure';

/** The numbers that must never be called, and warnings about entries that are no numbers. */
interface NeverCall {
	includes(number: string): boolean;
	warnings: Finding[];
}

/** The numbers of all items: whatever item has a number, it is called from none. */
export function readNeverCall(first: Item): NeverCall {
	const lists = first.hasOption(neverCall) ? first.optionOfItems(neverCall) : [];
	const entries = lists.flatMap((list) => asEntries(list, NEVER_CALL));
	const { numbers, others } = readNumbers(entries.map((entry) => asText(entry, NEVER_CALL)));
	return {
		includes: (number) => numbersIn(number).some((one) => numbers.has(one)),
		warnings: otherNumbersWarning(others),
	};
}

/** A list of numbers in the form in which they are compared. */
interface NumberList {
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
	const read = entries.map((entry) => ({ entry, numbers: listedNumbers(entry) ?? [] }));
	const unreadable = read.filter(({ numbers }) => numbers.length === 0).map(({ entry }) => entry);
	const [first] = unreadable;
	if (first !== undefined) throw notNumbers(first, unreadable);
	return {
		numbers: new Set(read.flatMap(({ numbers }) => numbers)),
		others: read
			.filter(({ numbers }) => numbers.some((number) => !readPhone(number).mobile.ok))
			.map(({ entry }) => entry),
	};
}

function notNumbers(first: string, entries: readonly string[]): InputError {
	const check = readPhone(first).mobile;
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
	return [warning(...FOUND.otherNumbers(others.length, enumerated(others.map(quoted))))];
}
