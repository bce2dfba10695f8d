const EXCERPT_CHARACTERS = 120;

/**
 * A word at the end that is so long that it may be a secret. If an excerpt would end inside such a
 * word, the whole word is left out, so that no part of a secret is shown.
 */
const CUT_WORD = /[\w+/=%.-]{16,}$/;

/** The beginning of a text for error messages, written on one line. */
export function excerpt(text: string): string {
	const begin = text.slice(0, EXCERPT_CHARACTERS);
	const isWithinWord = /^[\w+/=%.-]/.test(text.slice(EXCERPT_CHARACTERS));
	return (isWithinWord ? begin.replace(CUT_WORD, '…') : begin).replace(/\s+/g, ' ');
}

/** Characters that no text has, as bytes of a file have them. */
const NOT_TEXT = /[^\P{Cc}\s]|\uFFFD/u;

/** The beginning of what the platform sent, as a sentence. Bytes that are no text are not shown. */
export function beginning(text: string): string {
	return isShowable(text) ? `It starts with: ${excerpt(text)}` : 'It is not text.';
}

/** Whether the beginning of a text can be shown. */
export function isShowable(text: string): boolean {
	return !NOT_TEXT.test(text.slice(0, EXCERPT_CHARACTERS));
}

const QUOTED_CHARACTERS = 30;

/** What a user entered, in quotation marks and on one line. A long text is cut. */
export function quoted(text: string): string {
	const isLong = text.length > QUOTED_CHARACTERS;
	return JSON.stringify(isLong ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text);
}

/** How many entries of a list an error shows. The others are only counted. */
export const ERROR_ENTRIES = 50;

/**
 * The entries of a list as one text. If there are more than `most`, it has only the first ones, and
 * says how many more there are.
 */
export function enumerated(entries: readonly (string | number)[], most = ERROR_ENTRIES): string {
	const more = entries.length - most;
	const first = shortened(entries.slice(0, most).join(', '));
	return more > 0 ? `${first} and ${more} more` : first;
}

/**
 * How much of a long text an error shows from its start and from its end. The end is shown because
 * messages end with the code.
 */
const BEGIN_CHARACTERS = 1700;
const END_CHARACTERS = 200;

/**
 * The longest text of the platform that an error shows in full, in characters. If a text is longer,
 * the error shows its start and its end.
 */
export const ERROR_CHARACTERS = 2000;

/**
 * A text with at most `ERROR_CHARACTERS`. A longer text is cut to its start and its end. Between
 * them, a note says how many characters are left out.
 */
export function shortened(text: string): string {
	if (text.length <= ERROR_CHARACTERS) return text;
	const leftOut = text.length - BEGIN_CHARACTERS - END_CHARACTERS;
	const cut = `${text.slice(0, BEGIN_CHARACTERS)} … (${leftOut} characters left out) … ${text.slice(-END_CHARACTERS)}`;
	// A cut may leave half of a surrogate pair, which cannot be stored.
	return cut.replace(/\p{Surrogate}/gu, '');
}

/** A text for HTML or WebVTT, where `<` begins a tag, `&` an entity, and `-->` separates times. */
export function escapedMarkup(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The parts as in a sentence: `a, b and c`. */
export function enumeration(parts: readonly string[], conjunction: 'and' | 'or'): string {
	const last = parts.at(-1) ?? '';
	return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}
