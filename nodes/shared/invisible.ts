/** Blanks, and characters that nobody sees: zero-width spaces, direction marks, byte order marks. */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}]/u;

/** A key, ID or address as it was copied, without blanks and invisible characters at its ends. */
export function withoutInvisibleEnds(text: string): string {
	const characters = Array.from(text);
	const seen = characters.map((character) => !UNSEEN.test(character));
	return seen.includes(true)
		? characters.slice(seen.indexOf(true), seen.lastIndexOf(true) + 1).join('')
		: '';
}

/** True for a key or an ID of ASCII characters. Every other character came with the copying. */
export function isPlain(text: string): boolean {
	return /^[\x20-\x7e]*$/.test(text);
}
