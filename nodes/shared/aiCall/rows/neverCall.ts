/** Numbers that must never be called. */
import { InputError } from '../../failure';
import { quoted } from '../../values';
import { normalizeMobileNumber } from './phone';

export const NEVER_CALL = 'Never Call';

/** What does not tell numbers apart: blanks, dashes, brackets, dots, and the prefixes of links. */
const NOT_THE_NUMBER = /[^0-9A-Za-z+*#]/g;

/**
 * A number as it is compared: of a Mainland China mobile number, however it is written, its eleven
 * digits; of another what remains without blanks and dashes.
 */
export function comparableNumber(text: string): string {
	const phone = normalizeMobileNumber(text);
	return phone.ok ? phone.number : text.normalize('NFKC').replace(NOT_THE_NUMBER, '');
}

/**
 * Reads a list of numbers.
 * @throws InputError for an entry that is none: what cannot be read would be called
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
