import { bareText, likelyNumber, readPhone, withoutWords } from './phone';

/** Texts that have more than one phone number, such as the numbers that must never be called. */

/** A country code and eleven digits may each stand alone. */
const MAX_PARTS = 12;

/** A number that nothing can be missing from. */
const COMPLETE_NUMBER = /^(?:1[3-9]\d{9}|0\d{10,11}|\+\d{8,15})$/;

/**
 * The numbers of an entry of a list: one, or several with blanks between them, in the form in which
 * they are compared. Undefined if the entry is anything else.
 */
export function listedNumbers(entry: string): string[] | undefined {
	const number = readPhone(entry).number;
	if (number !== undefined) return [number];
	const numbers: string[] = [];
	let parts: string[] = [];
	for (const part of entry.split(/\s+/)) {
		parts.push(part);
		if (parts.length > MAX_PARTS) return undefined;
		const found = readPhone(parts.join(' ')).number;
		if (found === undefined || !COMPLETE_NUMBER.test(found)) continue;
		numbers.push(found);
		parts = [];
	}
	return parts.length === 0 ? numbers : undefined;
}

/** The numbers in a text that may contain more than one, or something else. */
export function numbersIn(text: string): string[] {
	const numbers = listedNumbers(text) ?? listedNumbers(withoutWords(text));
	if (numbers) return numbers;
	const bare = bareText(text);
	// The dots may stand between groups of digits, or end a number.
	const digits = [bare, bare.replace(/(?<=\d)\.(?=\d)/g, '')].map((one) => one.match(/\+?\d{7,}/g));
	return [...new Set(digits.flatMap((found) => found ?? []).map(likelyNumber))];
}

export const NEVER_CALL = 'Do-Not-Call Numbers';
