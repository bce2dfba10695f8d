/**
 * Texts as people enter, paste and import them. Fields that take the same kind of thing read it
 * with the same function of this file, or of `aiCall/rows/phone.ts` for phone numbers.
 */

/**
 * Characters that nobody sees: direction marks, joiners, variation selectors, zero-width spaces,
 * soft hyphens, the byte order mark.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** A text without invisible characters. */
export function visible(text: string): string {
	return text.replace(INVISIBLE, '');
}

/** A key, ID or address as it was copied, without blanks and invisible characters at its ends. */
export function withoutInvisibleEnds(text: string): string {
	const characters = Array.from(text);
	const seen = characters.map((character) => visible(character).trim() !== '');
	return seen.includes(true)
		? characters.slice(seen.indexOf(true), seen.lastIndexOf(true) + 1).join('')
		: '';
}

/** True for a key or an ID of ASCII characters. Every other character came with the copying. */
export function isPlain(text: string): boolean {
	return /^[\x20-\x7e]*$/.test(text);
}

/** A text with its invisible characters written as their codes, for errors: `<U+FEFF>name`. */
export function revealed(text: string): string {
	return text.replace(INVISIBLE, (character) => `<${codeOf(character)}>`);
}

/** How Unicode writes the code of a character: `U+FEFF`. */
export function codeOf(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Most names consist of such characters, of which none is left out. */
const PLAIN = /^[\w\u4E00-\u9FFF]*$/;

/** The name of a column or a field, as names are compared. */
export function enteredName(text: string): string {
	return PLAIN.test(text) ? text : visible(text).trim().normalize('NFC');
}

/** An ID: letters and digits in their usual form, every digit kept. */
export function enteredId(text: string): string {
	return visible(text.normalize('NFKC')).trim();
}

/** Commas and semicolons of both scripts, and line breaks. */
const BETWEEN_ENTRIES = /[,;\r\n\u0085\u2028\u2029、，；､﹐﹑﹔]/;

/** The entries of a text, which may contain blanks. */
export function enteredEntries(text: string): string[] {
	return text
		.split(BETWEEN_ENTRIES)
		.map(enteredName)
		.filter((entry) => entry !== '');
}

/** The IDs in a text. They have no blanks, so that blanks may stand between them, too. */
export function enteredIds(text: string): string[] {
	return enteredEntries(text).flatMap((entry) => enteredId(entry).split(/\s+/));
}
