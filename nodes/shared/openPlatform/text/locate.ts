import { at } from './at';

/** Where a word stands in the whole text, in UTF-16 code units, the end exclusive. */
export interface Span {
	start: number;
	end: number;
}

/** White space and invisible signs, which the service leaves out of its words. */
const LEFT_OUT = /[\s\p{Cc}\p{Cf}]/u;

/**
 * Finds the words of a piece of text, which begins at `offset` of the whole, in their order. Words must
 * follow each other with nothing between but what the service leaves out: from the front as far as that
 * goes, then from the back. A word between the two has no span rather than a wrong one.
 */
export function locateWords(text: string, words: string[], offset: number): (Span | undefined)[] {
	const spans = new Array<Span | undefined>(words.length).fill(undefined);
	const place = (word: number, start: number, end: number) => (spans[word] = { start: offset + start, end: offset + end });

	let front = 0;
	let found = 0;
	for (; found < words.length; found++) {
		const word = at(words, found);
		while (!text.startsWith(word, front) && LEFT_OUT.test(text.charAt(front))) front++;
		if (word === '' || !text.startsWith(word, front)) break;
		place(found, front, front + word.length);
		front += word.length;
	}

	let back = text.length;
	for (let last = words.length - 1; last > found; last--) {
		const word = at(words, last);
		while (back > front && !text.endsWith(word, back) && LEFT_OUT.test(text.charAt(back - 1))) back--;
		const start = back - word.length;
		if (word === '' || start < front || !text.endsWith(word, back)) break;
		place(last, start, back);
		back = start;
	}
	return spans;
}

