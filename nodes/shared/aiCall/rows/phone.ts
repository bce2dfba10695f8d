/** Phone numbers, the first column of every row (document 2, 2.7). */
import { quoted, withoutEnd } from '../../values';

/**
 * A valid number, or why it is invalid. `advice` is only set if there is better advice than to
 * correct the number.
 */
export type PhoneCheck =
	{ ok: true; number: string } | { ok: false; reason: string; advice?: string };

/** Mainland China: eleven digits, 13 to 19 at the beginning. */
const MOBILE_NUMBER = /^1[3-9]\d{9}$/;

/** Country code: +86, 0086, or 86 directly before a mobile number. */
const COUNTRY_CODE = /^(?:\+86|0086|86(?=1\d{10}$))/;

/** White space and invisible characters that people copy along with a number. */
const BLANK = /[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/;
const BLANKS_AT_BEGINNING = new RegExp(`^${BLANK.source}+`);

/** The characters of `BLANK`, all kinds of hyphens and dashes, the minus sign, and brackets. */
const SEPARATORS = new RegExp(
	`${BLANK.source}|[-()\\u00AD\\u2010-\\u2015\\u2212\\uFE58\\uFE63]`,
	'g',
);

/** What spreadsheets and links put before a number. */
const PREFIX = /^(?:'|tel:)/i;

/**
 * A number in groups with dots between them. A number with only one dot may be a decimal number.
 */
const DOTTED = /^(\+86|0086|86)?\.?(\d{3})\.(\d{4})\.(\d{4})$/;

/** A long number in the short form of spreadsheets: `1.38E+10`. */
const SHORT_FORM = /^\d+(?:[.,]\d+)?E\+?\d+$/i;

const SHORT_FORM_ADVICE =
	'In the spreadsheet, set the format of the column to Text, enter the numbers again in full, and export the file again.';

/**
 * Normalizes a mobile number: spaces, dashes, brackets, dots between groups and the country code
 * are removed. The rest must be a Mainland China mobile number. If `check` is false, for lines that
 * can call other numbers, only surrounding spaces are removed, and any text is accepted except a
 * spreadsheet's short form such as `1.38E+10`.
 */
export function normalizeMobileNumber(text: string, check = true): PhoneCheck {
	const halfWidth = toHalfWidth(text);
	const trimmed = withoutEnd(halfWidth, BLANK).replace(BLANKS_AT_BEGINNING, '');
	if (SHORT_FORM.test(trimmed))
		return {
			ok: false,
			reason: `A spreadsheet has shortened the phone number to ${quoted(trimmed)}`,
			advice: SHORT_FORM_ADVICE,
		};
	if (!check) {
		return trimmed === ''
			? { ok: false, reason: 'The phone number is empty' }
			: { ok: true, number: trimmed };
	}
	const bare = halfWidth.replace(SEPARATORS, '').replace(PREFIX, '');
	const number = bare.replace(DOTTED, '$1$2$3$4').replace(COUNTRY_CODE, '');
	return MOBILE_NUMBER.test(number)
		? { ok: true, number }
		: { ok: false, reason: reasonFor(text, number) };
}

/** Converts full-width digits, plus, hyphen and brackets. */
function toHalfWidth(text: string): string {
	return text.replace(/[\uFF08\uFF09\uFF0B\uFF0D\uFF10-\uFF19]/g, (wide) =>
		String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
	);
}

function reasonFor(text: string, number: string): string {
	if (number === '') return 'The phone number is empty';
	const problem = `${quoted(text)} is not a Mainland China mobile number`;
	if (!/^\d+$/.test(number)) return `${problem}: it contains characters other than digits`;
	if (number.length !== 11) return `${problem}: it has ${number.length} digits, not 11`;
	return `${problem}: it must start with 13 to 19`;
}
