import { enumerated } from '../../values';
import { at } from './at';
import { locateWords, type Span } from './locate';
import type { TextPiece } from './split';

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
