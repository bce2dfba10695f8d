import { codeOf, visible } from '../../entered';
import { quoted } from '../../errorTexts';

/**
 * The one reader of phone numbers, the first column of every row (document 2, 2.7), and when two of
 * them are the same number. Lists of numbers: `phoneLists.ts`.
 */

/**
 * A number that can be sent, or why it cannot. `advice` is only set if there is better advice than to
 * correct the number.
 */
type PhoneCheck = { ok: true; number: string } | { ok: false; reason: string; advice?: string };

/** A text as a phone number. */
interface PhoneReading {
	/** The text without what surrounds a number: the form in which any number can be sent. */
	written: string;
	/** Whether it is a Mainland China mobile number, or why it is none. */
	mobile: PhoneCheck;
	/**
	 * The number that it certainly is, whatever its kind, in the form in which numbers are compared: a
	 * Mainland China mobile number in eleven digits, another number of China as it is dialed there, one
	 * of another country with `+`. Undefined for anything else.
	 */
	number: string | undefined;
}

/** Mainland China: eleven digits, 13 to 19 at the beginning. */
const MOBILE_NUMBER = /^1[3-9]\d{9}$/;

/** Country code: +86, 0086, or 86 directly before a mobile number. */
const COUNTRY_CODE = /^(?:\+86|0086|86(?=1\d{10}$))/;

/** White space, all kinds of hyphens and dashes, the minus sign, dots in the middle, and brackets. */
const SEPARATORS = /[\s()_\u00B7\u2010-\u2015\u2022\u2212\u30FB\uFE58\uFE63\uFF65-]+/g;

/** What people write before a number: `手机：138…`, `Tel. 138…`, `☎138…`; links have `tel:138…`. */
const LABEL =
	/^(?:[\u260E\u260F\u2706\u{1F4DE}\u{1F4F1}\u{1F4F2}]\s*)?(?:p(?=:)|(?:tel|telephone|phone|mobile|cell)(?:\.?\s?(?:no|number))?|手机|手机号|手机号码|(?:移动|联系)?电话|电话号码|联系方式|被叫(?:号码)?|手機(?:號碼)?|(?:聯絡)?電話|電話號碼)?\s*(?:[:.]+\s*)?(?=["'+(\d\u2018-\u201F])/iu;

/** What spreadsheets put around a number: `'138…`, `="138…"`, `“138…”`. */
const AROUND = /^=?["'\u2018-\u201F\u300C\uFF62]|["'\u2018-\u201F\u300D\uFF63]$/g;

/** What ends an entry of a list. */
const ENTRY_END = /[,;.\u3001\u3002\uFF61\uFF64]$/;

/** A number in the format of amounts: `13,800,000,001`. */
const AMOUNT = /^\d{1,2}(?:,\d{3}){3}(?:\.0+)?$/;

/** A whole number that was written as a decimal one: `13800000001.0`. */
const WHOLE = /^(\+?[\d ]{7,})\.0+$/;

/**
 * A number in groups with dots or slashes between them. A number with only one dot may be a decimal number.
 */
const DOTTED = /^(\+86|0086|86)?\.?(\d{3})([./])(\d{4})\3(\d{4})$/;

/** The groups of a North American number such as `1 (386) 555-0100`. */
const NORTH_AMERICAN = /^1 \d{3} ?\d{3} ?\d{4}$/;

/** A long number in the short form of spreadsheets: `1.38E+10`. */
const SHORT_FORM = /^\d+(?:[.,]\d+)?E\+?\d+$/i;

const SHORT_FORM_ADVICE =
	'In the spreadsheet, set the format of the column to Text, enter the numbers again in full, and export the file again.';

/** Reads a text as a phone number. */
export function readPhone(text: string): PhoneReading {
	const written = withoutFrame(readable(text).trim());
	const groups = groupsIn(text);
	const bare = bareNumber(groups);
	const mobile = readMobile(text, written, groups, bare.replace(COUNTRY_CODE, ''));
	return { written, mobile, number: mobile.ok ? mobile.number : otherNumber(bare) };
}

function readMobile(text: string, written: string, groups: string, number: string): PhoneCheck {
	if (SHORT_FORM.test(written))
		return {
			ok: false,
			reason: `A spreadsheet has shortened the phone number to ${quoted(written)}`,
			advice: SHORT_FORM_ADVICE,
		};
	if (!MOBILE_NUMBER.test(number)) return { ok: false, reason: reasonFor(text, number) };
	if (!NORTH_AMERICAN.test(groups)) return { ok: true, number };
	return {
		ok: false,
		reason: `${quoted(text)} is grouped like a North American number`,
		advice: `If it is a Mainland China mobile number, write ${number}. If your line can call other numbers, write it with +1 and turn off Check Numbers under Options.`,
	};
}

/**
 * The number that is sent: a Mainland China mobile number in eleven digits. If `check` is false, for
 * lines that can call other numbers, only what surrounds the number is removed, and any text is
 * accepted except a spreadsheet's short form such as `1.38E+10`.
 */
export function normalizeMobileNumber(text: string, check = true): PhoneCheck {
	const { written, mobile } = readPhone(text);
	if (check || SHORT_FORM.test(written)) return mobile;
	return written === ''
		? { ok: false, reason: 'The phone number is empty' }
		: { ok: true, number: written };
}

/** Full-width and small forms. Circled and raised digits are no digits of a number. */
const OTHER_WIDTH = /[\uFE50-\uFE6F\uFF01-\uFF5E]/g;

/** A text without invisible characters, with characters of the usual width. */
function readable(text: string): string {
	return visible(text).replace(OTHER_WIDTH, (wide) => wide.normalize('NFKC'));
}

function withoutFrame(number: string): string {
	const entry = number.replace(LABEL, '').replace(ENTRY_END, '').trimEnd();
	return entry
		.replace(AROUND, '')
		.trim()
		.replace(AMOUNT, (amount) => amount.replaceAll(',', ''))
		.replace(WHOLE, '$1');
}

/** The groups of digits of a number, with one blank between them. */
function groupsIn(text: string): string {
	return withoutFrame(readable(text).replace(SEPARATORS, ' ').trim());
}

function bareNumber(groups: string): string {
	return groups.replaceAll(' ', '').replace(DOTTED, '$1$2$4$5');
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

function otherNumber(bare: string): string | undefined {
	const number = bare.replace(/^00/, '+').replace(/^\+860?/, '0');
	return OTHER_NUMBER.test(number) && !DAMAGED_MOBILE.test(number) ? number : undefined;
}

/** The zero that some lines dial before a mobile number of another city. */
const DIALED_ZERO = /^0(?=1[3-9]\d{9}$)/;

/** Digits that stand in a text, as the number that they most probably are. */
export function likelyNumber(digits: string): string {
	const number = digits.replace(DIALED_ZERO, '');
	return readPhone(number).number ?? number;
}

/** The text of a number without separators, which may still have other characters. */
export function bareText(text: string): string {
	return bareNumber(groupsIn(text));
}

/** Characters that make no other number, such as Chinese words, in a text that is not a number. */
const IGNORED_CHARACTERS = /[^\p{N}A-Za-z+*#]/gu;

const WORDS = /[\p{Script=Han}()\uFF08\uFF09]+/gu;

/** A text without the Chinese words that stand beside a number, such as a name. */
export function withoutWords(text: string): string {
	return text.replace(WORDS, ' ');
}

/** Shorter numbers may differ only in the ignored characters. */
const MIN_DIGITS = 7;

/**
 * The form in which numbers are compared: two texts are the same number if theirs is equal. A text
 * with few digits, such as a name or an extension, stays as it is, so that no row is left out by
 * mistake.
 */
export function comparableNumber(text: string): string {
	const number = readPhone(text).number ?? readPhone(withoutWords(text)).number;
	if (number !== undefined) return number;
	const likely = likelyNumber(bareText(text).replace(IGNORED_CHARACTERS, ''));
	return likely.replace(/\D/g, '').length < MIN_DIGITS ? text : likely;
}
