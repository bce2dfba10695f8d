import { codeOf, visible } from '../../entered';
import { quoted } from '../../errorTexts';

/**
 * Phone numbers, the first column of every row (document 2, 2.7), and lists of them: the numbers
 * that must never be called.
 */

/**
 * A valid number, or why it is invalid. `advice` is only set if there is better advice than to
 * correct the number.
 */
type PhoneCheck = { ok: true; number: string } | { ok: false; reason: string; advice?: string };

/** Mainland China: eleven digits, 13 to 19 at the beginning. */
const MOBILE_NUMBER = /^1[3-9]\d{9}$/;

/** Country code: +86, 0086, or 86 directly before a mobile number. */
const COUNTRY_CODE = /^(?:\+86|0086|86(?=1\d{10}$))/;

/** White space, all kinds of hyphens and dashes, the minus sign, and brackets. */
const SEPARATORS = /[\s()\u2010-\u2015\u2212\uFE58\uFE63-]+/g;

/** What people write before a number: `手机：138…`, `Tel. 138…`; links have `tel:138…`. */
const LABEL =
	/^(?:tel|telephone|phone|mobile|cell|手机|手机号|手机号码|电话|电话号码|联系电话|联系方式)\s*[:.]?\s*(?=["'+(\d])/i;

/** What spreadsheets put around a number: `'138…`, `="138…"`. */
const AROUND = /^=?["']|["']$/g;

/** A whole number that was written as a decimal one: `13800000001.0`. */
const WHOLE = /^(\+?[\d ]{7,})\.0+$/;

/**
 * A number in groups with dots between them. A number with only one dot may be a decimal number.
 */
const DOTTED = /^(\+86|0086|86)?\.?(\d{3})\.(\d{4})\.(\d{4})$/;

/** The groups of a North American number such as `1 (386) 555-0100`. */
const NORTH_AMERICAN = /^1 \d{3} ?\d{3} ?\d{4}$/;

/** A long number in the short form of spreadsheets: `1.38E+10`. */
const SHORT_FORM = /^\d+(?:[.,]\d+)?E\+?\d+$/i;

const SHORT_FORM_ADVICE =
	'In the spreadsheet, set the format of the column to Text, enter the numbers again in full, and export the file again.';

/**
 * Normalizes a mobile number: spaces, dashes, brackets, dots between groups and the country code
 * are removed. The rest must be a Mainland China mobile number. If `check` is false, for lines that
 * can call other numbers, only what surrounds the number is removed, and any text is accepted
 * except a spreadsheet's short form such as `1.38E+10`.
 */
export function normalizeMobileNumber(text: string, check = true): PhoneCheck {
	const written = withoutFrame(readable(text).trim());
	if (SHORT_FORM.test(written))
		return {
			ok: false,
			reason: `A spreadsheet has shortened the phone number to ${quoted(written)}`,
			advice: SHORT_FORM_ADVICE,
		};
	if (!check)
		return written === ''
			? { ok: false, reason: 'The phone number is empty' }
			: { ok: true, number: written };
	const groups = groupsIn(text);
	const number = bareNumber(groups).replace(COUNTRY_CODE, '');
	if (!MOBILE_NUMBER.test(number)) return { ok: false, reason: reasonFor(text, number) };
	if (!NORTH_AMERICAN.test(groups)) return { ok: true, number };
	return {
		ok: false,
		reason: `${quoted(text)} is grouped like a North American number`,
		advice: `If it is a Mainland China mobile number, write ${number}. If your line can call other numbers, write it with +1 and turn off Check Numbers under Options.`,
	};
}

/** Full-width and small forms. Circled and raised digits are no digits of a number. */
const OTHER_WIDTH = /[\uFE50-\uFE6F\uFF01-\uFF5E]/g;

/** A text without invisible characters, with characters of the usual width. */
function readable(text: string): string {
	return visible(text).replace(OTHER_WIDTH, (wide) => wide.normalize('NFKC'));
}

function withoutFrame(number: string): string {
	return number.replace(LABEL, '').replace(AROUND, '').trim().replace(WHOLE, '$1');
}

/** The groups of digits of a number, with one blank between them. */
function groupsIn(text: string): string {
	return withoutFrame(readable(text).replace(SEPARATORS, ' ').trim());
}

function bareNumber(groups: string): string {
	return groups.replaceAll(' ', '').replace(DOTTED, '$1$2$3$4');
}

function reasonFor(text: string, number: string): string {
	if (number === '') return 'The phone number is empty';
	const problem = `${quoted(text)} is not a Mainland China mobile number`;
	const [other] = /\D/u.exec(number) ?? [];
	if (other !== undefined)
		return `${problem}: it contains characters other than digits (${other.charCodeAt(0) < 128 ? quoted(other) : codeOf(other)})`;
	if (number.length !== 11) return `${problem}: it has ${number.length} digits, not 11`;
	return `${problem}: it must start with 13 to 19`;
}

/** A number of another kind: a landline, or one of another country. */
const OTHER_NUMBER = /^(?:\d{7,12}|\+\d{7,15})$/;

/** A Mainland China mobile number that has lost or won a digit, or has a zero before it. */
const DAMAGED_MOBILE = /^(?:86(?=\d{9}))?0?1[3-9]/;

/**
 * A number in the form in which numbers are compared, however it is written: a Mainland China
 * mobile number in eleven digits, another number of China as it is dialed there, one of another
 * country with `+`. Undefined for a text that is not certainly one number.
 */
export function comparableNumber(text: string): string | undefined {
	const mobile = normalizeMobileNumber(text);
	if (mobile.ok) return mobile.number;
	const number = bareNumber(groupsIn(text))
		.replace(/^00/, '+')
		.replace(/^\+860?/, '0');
	return OTHER_NUMBER.test(number) && !DAMAGED_MOBILE.test(number) ? number : undefined;
}

/** A country code and eleven digits may each stand alone. */
const MAX_PARTS = 12;

/** A number that nothing can be missing from. */
const COMPLETE_NUMBER = /^(?:1[3-9]\d{9}|0\d{10,11}|\+\d{8,15})$/;

/**
 * The numbers of an entry of a list: one, or several with blanks between them, in the form in which
 * they are compared. Undefined if the entry is anything else.
 */
export function listedNumbers(entry: string): string[] | undefined {
	const number = comparableNumber(entry);
	if (number !== undefined) return [number];
	const numbers: string[] = [];
	let parts: string[] = [];
	for (const part of entry.split(/\s+/)) {
		parts.push(part);
		if (parts.length > MAX_PARTS) return undefined;
		const found = comparableNumber(parts.join(' '));
		if (found === undefined || !COMPLETE_NUMBER.test(found)) continue;
		numbers.push(found);
		parts = [];
	}
	return parts.length === 0 ? numbers : undefined;
}

/** The numbers in a text that may contain more than one, or something else. */
export function numbersIn(text: string): string[] {
	const numbers = listedNumbers(text);
	if (numbers) return numbers;
	const digits = bareNumber(groupsIn(text)).match(/\+?\d{7,}/g) ?? [];
	return digits.map((found) => comparableNumber(found) ?? found);
}

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
