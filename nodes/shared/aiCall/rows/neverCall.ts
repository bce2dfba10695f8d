/** Numbers that must never be called. */
import { InputError } from '../../failure';
import { quoted } from '../../values';
import { normalizeMobileNumber } from './phone';

export const NEVER_CALL = 'Never Call';

/**
 * Characters that are ignored when numbers are compared, such as spaces, dashes, brackets and dots.
 */
const IGNORED_CHARACTERS = /[^0-9A-Za-z+*#]/g;

/**
 * A number in the form in which it is compared. A Mainland China mobile number becomes its eleven
 * digits, however it is written. Any other number loses the ignored characters.
 */
export function comparableNumber(text: string): string {
	const phone = normalizeMobileNumber(text);
	return phone.ok ? phone.number : text.normalize('NFKC').replace(IGNORED_CHARACTERS, '');
}

/** Shorter numbers may differ only in what `comparableNumber` ignores, such as Chinese words. */
const MIN_DIGITS = 7;

/**
 * A number in the form in which the rows of a run are compared. A text with few digits, such as a
 * name or an extension, stays as it is, so that no row is left out by mistake.
 */
export function distinctNumber(text: string): string {
	const number = comparableNumber(text);
	return number.replace(/\D/g, '').length < MIN_DIGITS ? text : number;
}

/**
 * Reads a list of numbers.
 * @throws InputError for an unreadable entry, because its number would be called
 */
export function readNumbers(entries: readonly string[]): ReadonlySet<string> {
	return new Set(
		entries.map((entry) => {
			const read = normalizeMobileNumber(entry, false);
			const number = comparableNumber(entry);
			if (read.ok && /\d/.test(number)) return number;
			throw new InputError(
				`${NEVER_CALL}: ${quoted(entry)} is no phone number`,
				read.ok || read.advice === undefined
					? 'Nothing was sent. Enter one number per line, or an expression that returns an array of numbers.'
					: `Nothing was sent. ${read.advice}`,
			);
		}),
	);
}
