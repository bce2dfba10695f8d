import { at } from './at';
import { joinAnnotations } from './join';
import { locateWords, type Span } from './locate';
import type { TextPiece } from './split';

/** Gives the text from one word to another, both included, and where it stands, if both words are found in the text. */
type ReadExtent = (first: number, last: number) => { text: string; span: Span | undefined };

/** The words of a text in pieces. Indexes count from 0 over the whole text. */
export interface TextWords {
	words: string[];
	/** Where each word stands in the text; undefined where it is not found. */
	spans: (Span | undefined)[];
	/** Words per piece. */
	wordCounts: number[];
	extent: ReadExtent;
}

/** Joins the words (cws) of the pieces of a text, and finds them in it. */
export function wordsOfText(text: string, pieces: readonly (TextPiece & { words: string[] })[]): TextWords {
	const words = joinAnnotations('cws', pieces.map((piece) => piece.words));
	const spans = pieces.flatMap((piece) => locateWords(piece.text, piece.words, piece.start));
	return { words, spans, wordCounts: pieces.map((piece) => piece.words.length), extent: extentsOf(text, words, spans) };
}

/** A warning about the words that are not found in their text; empty if all are. */
export function warnOfLostWords({ spans }: TextWords): string[] {
	const lost = spans.flatMap((span, index) => (span === undefined ? [index] : []));
	return lost.length > 0 ? [`Not found in the text, and so without start and end: words ${lost.join(', ')}`] : [];
}

/** The text between words: a slice of the text where both are found in it, else the words. */
function extentsOf(text: string, words: string[], spans: (Span | undefined)[]): ReadExtent {
	const written = words.map((word) => word.replace(SPACE_BESIDE_SIGN, ''));
	// Only Latin words take a space between them.
	const gaps = written.map((word, index) => (/\w$/.test((written[index - 1] ?? '').slice(-1)) && /^\w/.test(word) ? ' ' : ''));
	const starts: number[] = [];
	let length = 0;
	written.forEach((word, index) => {
		starts.push(length + at(gaps, index).length);
		length = at(starts, index) + word.length;
	});
	const joined = written.map((word, index) => at(gaps, index) + word).join('');

	return (first, last) => {
		const start = spans[first]?.start;
		const end = spans[last]?.end;
		if (start !== undefined && end !== undefined) return { text: text.slice(start, end), span: { start, end } };
		// All words are joined once: roles may reach over the same words many times.
		return { text: joined.slice(at(starts, first), at(starts, last) + at(written, last).length), span: undefined };
	};
}

/** A space within a word as the service gives it, but for one between letters. */
const SPACE_BESIDE_SIGN = /(?<!\w) | (?!\w)/g;
