import type { SpokenPart } from './audioJoiner';

/** How words are spoken that a voice reads wrongly. */

export interface Reading {
	word: string;
	/** What is sent in the place of the word. */
	reading: string;
}

/** A text as it is sent, and where it differs from what subtitles show. */
export interface SentText {
	text: string;
	/** In order, and not overlapping: what is sent from `start` to `end`, and the word that is shown. */
	words: { start: number; end: number; word: string }[];
}

/** iFLYTEK's mark for the sound of the character or word before it: 行[=hang2]. */
const MARK = '(?<=\\p{L})\\[=[^[\\]\\s]{1,20}\\]';
/** A letter of a script that has blanks between words. */
const LETTER = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}]';
/** A place that is not within such a word, nor within a number. */
const EDGE = `(?!(?<=${LETTER})${LETTER}|(?<=\\p{N})\\p{N})`;

/**
 * Puts readings into a text. A word of Latin letters is only replaced where it stands alone. Of two
 * words that begin at the same place the longer one counts. Marks in the text are not shown.
 */
export function withReadings(text: string, readings: readonly Reading[]): SentText {
	const readingOf = new Map(readings.map(({ word, reading }) => [word, reading]));
	const longestFirst = [...readingOf.keys()].sort((one, other) => other.length - one.length);
	const escaped = longestFirst.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
	const pattern = new RegExp(`${EDGE}(?:${[...escaped, MARK].join('|')})${EDGE}`, 'gu');
	const parts: string[] = [];
	const words: SentText['words'] = [];
	let from = 0;
	let end = 0;
	for (const { 0: found, index } of text.matchAll(pattern)) {
		const reading = readingOf.get(found);
		const start = end + index - from;
		end = start + (reading ?? found).length;
		parts.push(text.slice(from, index), reading ?? found);
		words.push({ start, end, word: reading === undefined ? '' : found });
		from = index + found.length;
	}
	return { text: parts.join('') + text.slice(from), words };
}

/** The parts of a speech with the text that subtitles show: words instead of their readings. */
export function shownParts(parts: readonly SpokenPart[], { text, words }: SentText): SpokenPart[] {
	let end = 0;
	return parts.map((part) => {
		// Only what is blank was not sent.
		const start = text.indexOf(part.text, end);
		end = start + part.text.length;
		const within = words.filter((word) => word.start < end && word.end > start);
		const shownUpTo = (position: number) => {
			let shown = '';
			let from = start;
			for (const word of within.filter((one) => one.start < position)) {
				// A word whose reading was cut is shown where it begins.
				shown += text.slice(from, word.start) + (word.start < start ? '' : word.word);
				from = word.end;
			}
			return shown + text.slice(from, position);
		};
		return {
			...part,
			text: shownUpTo(end),
			marks: part.marks?.map(({ position, share }) => ({
				position: shownUpTo(start + position).length,
				share,
			})),
		};
	});
}
