import { definedFields, at } from '../../values';
import { enumerated } from '../../errorTexts';
import type { TextPiece } from './sentences';
import { ENTITY_TYPES, NO_ENTITY } from './textLabels';

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
	const characters = [...text.matchAll(/[^]/gu)].filter(
		([character]) => withoutLeftOut(character) !== '',
	);
	/** The position in `text` of each UTF-16 code unit of the visible text. */
	const positions = characters.flatMap(({ 0: { length }, index }) =>
		Array.from({ length }, (_none, unit) => index + unit),
	);
	const visibleText = characters.map(([character]) => character).join('');
	const visibleWords = words.map(withoutLeftOut);
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

function withoutLeftOut(text: string): string {
	return text.replace(LEFT_OUT, '');
}

/** A whole entity: a name of one or several words. */
export interface Entity {
	text: string;
	type: string;
	meaning?: string;
	/** The first and the last word of the entity; both are part of it. */
	firstWord: number;
	lastWord: number;
	/**
	 * Where the entity is in the whole text, in UTF-16 code units. `end` is exclusive. Both are
	 * missing if the first or the last word is not found.
	 */
	start?: number;
	end?: number;
}

/** The whole entities of a text, and a warning that names tagged words outside of any entity. */
export function readEntities(
	tags: string[],
	{ wordCounts, extent }: TextWords,
): { entities: Entity[]; warnings: string[] } {
	const { spans, strays } = readSpans(tags, wordCounts);
	const entities = spans.map(({ type, firstWord, lastWord }) => {
		const { text, span } = extent(firstWord, lastWord);
		return definedFields({
			text,
			type,
			meaning: ENTITY_TYPES.get(type),
			firstWord,
			lastWord,
			...span,
		});
	});
	return {
		entities,
		warnings:
			strays.length > 0
				? [`Tagged by ner, but part of no whole name: words ${enumerated(strays)}`]
				: [],
	};
}

/** The words `firstWord` to `lastWord`, both included, that make an entity. */
type EntitySpan = Pick<Entity, 'type' | 'firstWord' | 'lastWord'>;

/**
 * Builds entities from `ner` tags (document 1, 2.2). An entity is one `S`, or a `B`, any number of
 * `I` and an `E` of the same type. Tagged words that are part of no entity are returned as
 * `strays`. No entity goes past the end of a piece, because the service saw only one piece at a
 * time.
 * @param wordCounts words per piece
 */
export function readSpans(
	tags: string[],
	wordCounts: number[],
): { spans: EntitySpan[]; strays: number[] } {
	const spans: EntitySpan[] = [];
	const strays: number[] = [];
	let word = 0;
	let pieceEnd = 0;
	for (const count of wordCounts) {
		pieceEnd += count;
		while (word < pieceEnd) {
			const lastWord = endOfEntity(tags, word) ?? Infinity;
			if (lastWord < pieceEnd) {
				spans.push({ type: at(tags, word).slice(2), firstWord: word, lastWord });
				word = lastWord;
			} else if (tags[word] !== NO_ENTITY) {
				strays.push(word);
			}
			word++;
		}
	}
	return { spans, strays };
}

/** The last word of the entity that begins with this word. Undefined if no entity begins here. */
function endOfEntity(tags: string[], word: number): number | undefined {
	const tag = at(tags, word);
	if (tag.startsWith('S-')) return word;
	if (!tag.startsWith('B-')) return undefined;
	const type = tag.slice(2);
	let last = word + 1;
	while (tags[last] === `I-${type}`) last++;
	return tags[last] === `E-${type}` ? last : undefined;
}
