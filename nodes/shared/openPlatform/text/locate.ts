import { at } from './at';

/** Where a word stands in the whole text, in UTF-16 code units, the end exclusive. */
export interface Span {
	start: number;
	end: number;
}

/** White space and invisible characters, which the service may leave out of its words. */
const LEFT_OUT = /[\s\p{Cc}\p{Cf}]/gu;

/**
 * Finds the words of a piece of text, which begins at `offset` of the whole, in their order. Words
 * must follow each other without a gap, except for characters that the service leaves out. They are
 * searched from the front until one is not found, then from the back. A word that neither search
 * reaches gets no span, because its span might be wrong.
 */
export function locateWords(text: string, words: string[], offset: number): (Span | undefined)[] {
	// By code points, like `visible`: a surrogate pair is kept or left out as a whole.
	const characters = [...text.matchAll(/[^]/gu)].filter(([character]) => visible(character) !== '');
	/** The position in `text` of each UTF-16 code unit of the visible text. */
	const kept = characters.flatMap(({ 0: { length }, index }) =>
		Array.from({ length }, (_unit, place) => index + place),
	);
	const visibleText = characters.map(([character]) => character).join('');
	const visibleWords = words.map(visible);
	const spans = new Array<Span | undefined>(words.length).fill(undefined);
	/** Sets the span of a word. `from` and `to` are positions in the visible text. */
	const place = (word: number, from: number, to: number) => {
		if (to > from)
			spans[word] = { start: offset + at(kept, from), end: offset + at(kept, to - 1) + 1 };
	};

	let front = 0;
	let found = 0;
	for (; found < words.length; found++) {
		const word = at(visibleWords, found);
		if (!visibleText.startsWith(word, front)) break;
		place(found, front, front + word.length);
		front += word.length;
	}

	let back = visibleText.length;
	for (let last = words.length - 1; last > found; last--) {
		const word = at(visibleWords, last);
		if (back - word.length < front || !visibleText.endsWith(word, back)) break;
		place(last, back - word.length, back);
		back -= word.length;
	}
	placeInvisible(text, words, visibleWords, spans, offset);
	return spans;
}

/**
 * Gives spans to words that only consist of characters which the service leaves out, if the text
 * has them between their neighbors.
 */
function placeInvisible(
	text: string,
	words: string[],
	visibleWords: string[],
	spans: (Span | undefined)[],
	offset: number,
): void {
	/**
	 * The position from which the next invisible word is searched; undefined after a word that was
	 * not found.
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
