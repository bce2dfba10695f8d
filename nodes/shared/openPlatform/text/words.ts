import { enumerated } from '../../values';
import { at } from './annotations';
import type { TextPiece } from './sentences';

/** The words of a text in pieces. Indexes count from 0 over the whole text. */
export interface TextWords {
	words: string[];
	/** The position of each word in the text; undefined if it is not found. */
	spans: (Span | undefined)[];
	/** Words per piece. */
	wordCounts: number[];
	/**
	 * The text from the word `first` to the word `last`, both included. It has a `span` if both words
	 * are found in the text.
	 */
	extent: (first: number, last: number) => { text: string; span?: Span };
}

/** Joins the words (`cws`) of the pieces of a text, and finds each word in the text. */
export function wordsOfText(
	text: string,
	pieces: readonly (TextPiece & { words: string[] })[],
): TextWords {
	const words = pieces.flatMap((piece) => piece.words);
	const spans = pieces.flatMap((piece) => locateWords(piece.text, piece.words, piece.start));
	const concatenated = concatenateWords(words);
	return {
		words,
		spans,
		wordCounts: pieces.map((piece) => piece.words.length),
		extent: (first, last) => {
			const start = spans[first]?.start;
			const end = spans[last]?.end;
			if (start !== undefined && end !== undefined)
				return { text: text.slice(start, end), span: { start, end } };
			return {
				text: concatenated.text.slice(at(concatenated.starts, first), at(concatenated.ends, last)),
			};
		},
	};
}

/** A list with a warning that names the words not found in the text. Empty if all are found. */
export function warnOfLostWords({ spans }: TextWords): string[] {
	const lost = spans.flatMap((span, index) => (span === undefined ? [index] : []));
	return lost.length > 0
		? [`Not found in the text, and so without start and end: words ${enumerated(lost)}`]
		: [];
}

/** A space in a word from the service, except one between two Latin letters or digits. */
const NEEDLESS_SPACE = /(?<!\w) | (?!\w)/g;

/**
 * All words as one text, with the start and the end of each word in it. They are joined only once
 * for a text, because many roles may contain the same words.
 */
function concatenateWords(words: string[]): { text: string; starts: number[]; ends: number[] } {
	const starts: number[] = [];
	const ends: number[] = [];
	let text = '';
	let previous = '';
	for (const word of words) {
		const written = word.replace(NEEDLESS_SPACE, '');
		// Only Latin words take a space between them.
		if (/\w$/.test(previous) && /^\w/.test(written)) text += ' ';
		starts.push(text.length);
		text += written;
		ends.push(text.length);
		previous = written;
	}
	return { text, starts, ends };
}

/** Where a word is in the whole text, in UTF-16 code units. `end` is exclusive. */
interface Span {
	start: number;
	end: number;
}

/** White space and invisible characters, which the service may leave out of its words. */
const LEFT_OUT = /[\s\p{Cc}\p{Cf}]/gu;

/**
 * Finds the words of a piece of a text, in order. The piece begins at `offset` of the whole text.
 * Between two words there may only be characters that the service leaves out. The words are
 * searched from the front until one is not found, and then from the back. A word that neither
 * search reaches gets no span, because its span might be wrong.
 */
export function locateWords(text: string, words: string[], offset: number): (Span | undefined)[] {
	// These are code points, as in `visible`, so a surrogate pair is kept or left out as a whole.
	const characters = [...text.matchAll(/[^]/gu)].filter(([character]) => visible(character) !== '');
	/** The position in `text` of each UTF-16 code unit of the visible text. */
	const positions = characters.flatMap(({ 0: { length }, index }) =>
		Array.from({ length }, (_none, unit) => index + unit),
	);
	const visibleText = characters.map(([character]) => character).join('');
	const visibleWords = words.map(visible);
	const spans = new Array<Span | undefined>(words.length).fill(undefined);
	/** Sets the span of a visible word. `from` and `to` are positions in the visible text. */
	const setSpan = (word: number, from: number, to: number) => {
		if (to > from)
			spans[word] = {
				start: offset + at(positions, from),
				end: offset + at(positions, to - 1) + 1,
			};
	};

	let front = 0;
	let foundCount = 0;
	for (; foundCount < words.length; foundCount++) {
		const word = at(visibleWords, foundCount);
		if (!visibleText.startsWith(word, front)) break;
		setSpan(foundCount, front, front + word.length);
		front += word.length;
	}

	let back = visibleText.length;
	for (let last = words.length - 1; last > foundCount; last--) {
		const word = at(visibleWords, last);
		if (back - word.length < front || !visibleText.endsWith(word, back)) break;
		setSpan(last, back - word.length, back);
		back -= word.length;
	}
	placeInvisible(text, words, visibleWords, spans, offset);
	return spans;
}

/**
 * Gives a span to each word that only consists of characters that the service may leave out, if
 * the text has this word between its neighbors.
 */
function placeInvisible(
	text: string,
	words: string[],
	visibleWords: string[],
	spans: (Span | undefined)[],
	offset: number,
): void {
	/**
	 * The position at which the next invisible word must begin. Undefined after a word that was not
	 * found.
	 */
	let from: number | undefined = 0;
	for (const [index, word] of words.entries()) {
		const span = spans[index];
		if (span !== undefined) from = span.end - offset;
		else if (visibleWords[index] !== '') from = undefined;
		else if (word !== '' && from !== undefined && text.startsWith(word, from)) {
			spans[index] = { start: offset + from, end: offset + from + word.length };
			from += word.length;
		}
	}
}

function visible(text: string): string {
	return text.replace(LEFT_OUT, '');
}
