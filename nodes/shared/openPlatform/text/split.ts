import { InputError } from '../../failure';
import { isBlank } from '../../values';
import { at } from './at';

export interface TextPiece {
	text: string;
	/** Where it begins in the whole text, in UTF-16 code units. */
	start: number;
}

const SENTENCE_ENDS = '。！？!?；…';
const CLAUSE_ENDS = '，、;：';
/** Clause ends, but not between digits as in 12:30 and 1,000. */
const SEPARATORS = ',:';
const CLOSERS = '”’」』﹂﹄）)】〗》〉〕］]｝}»›';
const OPENERS = '“‘「『﹁﹃（(【〖《〈〔［[｛{«‹';
/** These close if they follow directly; otherwise they may open. */
const QUOTES = '"\'';
const NEWLINES = '\n\r\u2028\u2029';
/** Letters and digits of scripts with spaces between words: between two of them is within a word. */
const SPACED_WORD =
	/^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}]/u;

type Kind = 'sentenceEnd' | 'period' | 'clauseEnd' | 'separator' | 'closer' | 'opener' | 'quote' | 'newline' | 'space' | 'digit' | 'letter' | 'other';

type Encoding = 'utf8' | 'utf16le';

/** How good a place between two characters is for a split, in ascending order. `Bad` is within a word or before its punctuation. */
enum Place {
	Bad,
	Character,
	Clause,
	Sentence,
}

const BEST_FIRST = [Place.Sentence, Place.Clause, Place.Character, Place.Bad];

/** Code points that belong together: accents, emoji joined or modified, flags, Korean syllables written in parts. */
const CHARACTER = /(?:\r\n|\p{RI}{2}|[^])(?:[\p{M}\p{EMod}\u1160-\u11ff]|\u200d\p{ExtPict}?)*/gu;

/** The characters of a text, with the number of bytes and UTF-16 code units before each, and in total at the end. */
interface Characters {
	kinds: Kind[];
	bytes: number[];
	offsets: number[];
}

/**
 * Splits a text into pieces of at most `maxBytes` bytes each in the encoding (UTF-8 by default), as few as its sentences allow:
 * at sentence ends, otherwise at clause ends, otherwise between characters. A sentence keeps its closing quotes and brackets
 * and the white space after it. Blank pieces are left out.
 * Document 1, part 8: 500 bytes for language analysis, below 1000 for speech; below 8000 for streaming speech.
 * @throws InputError if one character alone has more bytes
 */
export function splitText(text: string, maxBytes: number, encoding: Encoding = 'utf8'): TextPiece[] {
	if (!Number.isInteger(maxBytes) || maxBytes < 1) throw new RangeError(`maxBytes is ${maxBytes}, not a positive whole number`);
	if (Buffer.byteLength(text, encoding) <= maxBytes) return text === '' ? [] : [{ text, start: 0 }];
	const characters = readCharacters(text, maxBytes, encoding);
	const { bytes, offsets } = characters;
	const total = characters.kinds.length;
	const places = ratePlaces(characters.kinds);

	const pieces: TextPiece[] = [];
	let from = 0;
	let end = 0;
	while (from < total) {
		while (end < total && at(bytes, end + 1) - at(bytes, from) <= maxBytes) end++;
		const cut = end === total ? total : bestBreak(from, end, places);
		const start = at(offsets, from);
		const piece = text.slice(start, at(offsets, cut));
		if (!isBlank(piece)) pieces.push({ text: piece, start });
		from = cut;
	}
	return pieces;
}

/** The last of the best places between `from` and `end`. */
function bestBreak(from: number, end: number, places: Place[]): number {
	const last = new Map<Place, number>();
	for (let cut = end; cut > from && !last.has(Place.Sentence); cut--) {
		const place = at(places, cut);
		if (!last.has(place)) last.set(place, cut);
	}
	for (const place of BEST_FIRST) {
		const cut = last.get(place);
		if (cut !== undefined) return cut;
	}
	return end;
}

function readCharacters(text: string, maxBytes: number, encoding: Encoding): Characters {
	const characters: Characters = { kinds: [], bytes: [0], offsets: [0] };
	let bytes = 0;
	for (const { 0: character, index: start } of text.matchAll(CHARACTER)) {
		const size = Buffer.byteLength(character, encoding);
		if (size > maxBytes) {
			throw new InputError(
				`The text has a character of ${size} bytes at position ${start}, and a request takes at most ${maxBytes} bytes`,
				'It contains a long sequence of accents or joined symbols. Remove it from the text.',
			);
		}
		bytes += size;
		characters.kinds.push(kindOf(character));
		characters.bytes.push(bytes);
		characters.offsets.push(start + character.length);
	}
	return characters;
}

function kindOf(character: string): Kind {
	const sign = character.charAt(0);
	if (sign === '.') return 'period';
	if (SENTENCE_ENDS.includes(sign)) return 'sentenceEnd';
	if (CLAUSE_ENDS.includes(sign)) return 'clauseEnd';
	if (SEPARATORS.includes(sign)) return 'separator';
	if (CLOSERS.includes(sign)) return 'closer';
	if (OPENERS.includes(sign)) return 'opener';
	if (QUOTES.includes(sign)) return 'quote';
	if (NEWLINES.includes(sign)) return 'newline';
	if (isBlank(character)) return 'space';
	if (sign >= '0' && sign <= '9') return 'digit';
	return SPACED_WORD.test(character) ? 'letter' : 'other';
}

/** Rates the place before each character and the one at the end. */
function ratePlaces(kinds: Kind[]): Place[] {
	const endsSentence = periodsThatEnd(kinds);
	const places: Place[] = [Place.Bad];
	let ended = Place.Character;
	let spaced = false;
	kinds.forEach((kind, index) => {
		const previous = kinds[index - 1];
		const next = kinds[index + 1];
		const isSpace = kind === 'space' || kind === 'newline';
		const closes = (kind === 'closer' || kind === 'quote') && !spaced;
		if (kind === 'sentenceEnd' || kind === 'newline' || at(endsSentence, index)) ended = Place.Sentence;
		else if (kind === 'clauseEnd' || kind === 'separator') ended = Place.Clause;
		else if (!isSpace && !closes) ended = Place.Character;
		spaced = isSpace;

		const bad = kind === 'opener' || (!isSpace && isInWord(previous, kind, next)) || (kind !== 'newline' && belongsBefore(next, spaced, ended));
		places.push(bad ? Place.Bad : ended);
	});
	return places;
}

/** True if the place after `kind` is within a word or a number: 3|.|5, don|'|t. */
function isInWord(previous: Kind | undefined, kind: Kind, next: Kind | undefined): boolean {
	if (!isWord(next)) return false;
	return isWord(kind) || (isWord(previous) && (kind === 'period' || kind === 'quote' || kind === 'closer' || (kind === 'separator' && previous === 'digit' && next === 'digit')));
}

function isWord(kind: Kind | undefined): boolean {
	return kind === 'letter' || kind === 'digit';
}

/** True for punctuation that must not begin a piece. */
function belongsBefore(next: Kind | undefined, spaced: boolean, ended: Place): boolean {
	if (next === 'quote') return !spaced && ended !== Place.Character;
	return next === 'sentenceEnd' || next === 'clauseEnd' || next === 'separator' || next === 'period' || next === 'closer';
}

/** A period ends a sentence if white space or the end of the text follows, possibly after closing punctuation. */
function periodsThatEnd(kinds: Kind[]): boolean[] {
	const ends = new Array<boolean>(kinds.length).fill(false);
	let spaceFollows = true;
	for (let index = kinds.length - 1; index >= 0; index--) {
		const kind = at(kinds, index);
		if (kind === 'period') ends[index] = spaceFollows;
		if (kind === 'space' || kind === 'newline') spaceFollows = true;
		else if (kind !== 'closer' && kind !== 'quote') spaceFollows = false;
	}
	return ends;
}
