import { InputError } from '../../failure';
import { isBlank } from '../../values';
import { at } from './at';

export interface TextPiece {
	text: string;
	/** Where the piece begins in the whole text, in UTF-16 code units. */
	start: number;
}

/**
 * Matches a character as readers see it. It may have several code points: a letter with its
 * accents, a joined or modified emoji, a flag, or a Korean syllable written in parts.
 */
const CHARACTER = /(?:\r\n|\p{RI}{2}|[^])(?:[\p{M}\p{EMod}\u1160-\u11ff]|\u200d\p{ExtPict}?)*/gu;

/** Letters and digits of scripts with spaces between words. Two in a row belong to one word. */
const SPACED_WORD =
	/^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}]/u;

/**
 * Kinds of characters. A typical character is the name of the kind, and the pattern matches all
 * characters of the kind. The first pattern that matches a character counts.
 */
const KINDS: readonly [kind: string, pattern: RegExp][] = [
	['!', /^[。！？!?；…]/],
	['.', /^\./],
	['、', /^[，、;：]/],
	[',', /^[,:]/],
	[')', /^[”’」』﹂﹄）)】〗》〉〕］\]｝}»›]/],
	['(', /^[“‘「『﹁﹃（(【〖《〈〔［[｛{«‹]/],
	['"', /^["']/],
	['\n', /^[\n\r\u2028\u2029]/],
	[' ', /^[\s\p{Cc}\p{Cf}]*$/u],
	['0', /^[0-9]/],
	['a', SPACED_WORD],
];
const OTHER_KIND = '字';

// The patterns below match texts in which each character is replaced by its kind. In CLAUSE_END and
// SENTENCE_END the first group is the punctuation with its closing quotes and brackets. White space
// may follow.
const CLAUSE_END = /([、,][)"]*) */g;
/**
 * A period ends a sentence if white space or the end of the text follows, possibly after closing
 * punctuation.
 */
const SENTENCE_END = /((?:!|\.(?=[)"]*(?:[ \n]|$)))[)"]*|\n)[ \n]*/g;
/**
 * Places where no piece should begin: after an opening bracket, within a word or number (such as
 * 3|.|5 and don|'|t), and before punctuation that must not begin a piece.
 */
const BAD_PLACE = /(?<=\()|(?<=[a0][.)"]?)(?=[a0])|(?<=0,)(?=0)|(?<!\n)(?=[!.、,)])/g;

/** How good a place between two characters is for a split: the higher, the better. */
const BAD = 0;
export const BETWEEN_CHARACTERS = 1;
const AFTER_CLAUSE = 2;
export const AFTER_SENTENCE = 3;
const ENDS: readonly [pattern: RegExp, rating: number][] = [
	[CLAUSE_END, AFTER_CLAUSE],
	[SENTENCE_END, AFTER_SENTENCE],
];

/**
 * Splits a text into pieces of at most `maxBytes` bytes each, in UTF-8 by default. A piece ends at
 * the last sentence end that fits, otherwise at the last clause end, otherwise between two
 * characters. A sentence keeps its closing quotes and brackets and the white space after it. Blank
 * pieces are left out.
 * @throws InputError if a single character has more than `maxBytes` bytes
 */
export function splitText(text: string, maxBytes: number, encoding?: BufferEncoding): TextPiece[] {
	const { characters, places } = ratedCharacters(text);
	const sizes = characters.map((character) => Buffer.byteLength(character, encoding));

	const pieces: TextPiece[] = [];
	let start = 0;
	let from = 0;
	while (from < characters.length) {
		const end = endOfFitting(sizes, from, maxBytes);
		if (end === from) {
			throw new InputError(
				`The text has a character of ${sizes[from]} bytes at position ${start}, and a request takes at most ${maxBytes} bytes`,
				'It contains a long sequence of accents or joined symbols. Remove it from the text.',
			);
		}
		const next = end === characters.length ? end : lastBestPlace(places, from, end);
		const piece = characters.slice(from, next).join('');
		if (!isBlank(piece)) pieces.push({ text: piece, start });
		start += piece.length;
		from = next;
	}
	return pieces;
}

/**
 * Cuts a text in two near its middle, if possible between two sentences. A text of one character
 * stays whole.
 */
export function splitInTwo(text: string): string[] {
	const { characters, places } = ratedCharacters(text);
	const middle = Math.floor(characters.length / 2);
	if (middle === 0) return [text];
	let best = middle;
	for (let distance = 0; distance <= middle / 2; distance++)
		for (const place of [middle - distance, middle + distance])
			if (at(places, place) > at(places, best)) best = place;
	return [characters.slice(0, best).join(''), characters.slice(best).join('')];
}

/**
 * The characters of a text, and its `places`: how good the place before each character is for a
 * split, from `BAD` to `AFTER_SENTENCE`.
 */
export function ratedCharacters(text: string): { characters: string[]; places: number[] } {
	const characters = text.match(CHARACTER) ?? [];
	return { characters, places: ratePlaces(characters.map(kindOf).join('')) };
}

/** Where a piece that begins at `from` must end at the latest, to have at most `maxBytes`. */
function endOfFitting(sizes: number[], from: number, maxBytes: number): number {
	let end = from;
	let bytes = 0;
	for (; end < sizes.length; end++) {
		bytes += at(sizes, end);
		if (bytes > maxBytes) break;
	}
	return end;
}

/** The best of the places after `from` up to `end`. Of equally good places, the last. */
function lastBestPlace(places: number[], from: number, end: number): number {
	const possible = places.slice(from + 1, end + 1);
	return from + 1 + possible.lastIndexOf(Math.max(...possible));
}

function kindOf(character: string): string {
	const [kind] = KINDS.find(([, pattern]) => pattern.test(character)) ?? [OTHER_KIND];
	return kind;
}

/** Rates the place before each character. */
function ratePlaces(kinds: string): number[] {
	const places = new Array<number>(kinds.length).fill(BETWEEN_CHARACTERS);
	for (const [pattern, rating] of ENDS) {
		for (const { 0: all, 1: end = all, index } of kinds.matchAll(pattern)) {
			// Places inside an end are bad. The place after an end is good, and so is each place in the
			// white space that follows.
			places.fill(BAD, index + 1, index + end.length);
			places.fill(rating, index + end.length, index + all.length + 1);
		}
	}
	for (const { index } of kinds.matchAll(BAD_PLACE)) places[index] = BAD;
	return places;
}
