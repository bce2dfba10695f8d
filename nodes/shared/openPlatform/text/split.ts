import { InputError } from '../../failure';
import { isBlank } from '../../values';
import { at } from './at';
import { graphemeEnds } from './graphemes';

/** A part of a text. */
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
/** These close what ends directly before them; otherwise they may open. */
const QUOTES = '"\'';
const NEWLINES = '\n\r\u2028\u2029';
/** Letters and digits of scripts that set words apart by spaces: between two of them is inside a word. */
const SPACED_WORD =
	/^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}]/u;

type Kind = 'sentenceEnd' | 'period' | 'clauseEnd' | 'separator' | 'closer' | 'opener' | 'quote' | 'newline' | 'space' | 'digit' | 'letter' | 'other';

/** In which a text is sent. */
type Encoding = 'utf8' | 'utf16le';

/** How good a place between two characters is for a cut; the higher, the better. `Bad` is in a word or before what ends one. */
enum Place {
	Bad,
	Character,
	Clause,
	Sentence,
}

const BEST_FIRST = [Place.Sentence, Place.Clause, Place.Character, Place.Bad];

/** A text's characters (graphemes), with the number of bytes and UTF-16 code units before each, and in all at the end. */
interface Characters {
	kinds: Kind[];
	bytes: number[];
	offsets: number[];
}

/**
 * Cuts a text into pieces of at most `maxBytes` bytes each in the encoding (UTF-8 by default), as few as its sentences allow: at
 * sentence ends, else at clause ends, else between characters, never inside one. A sentence keeps its
 * closing quotes and brackets and the white space behind it. The pieces in their order are the text.
 * A piece without anything to see (isBlank) arises only from a run too long to share out.
 * Document 1, part 8: 500 bytes for language analysis, below 1000 for speech; below 8000 for streaming speech.
 * @throws InputError where one character alone has more bytes
 */
export function splitText(text: string, maxBytes: number, encoding: Encoding = 'utf8'): TextPiece[] {
	if (!Number.isInteger(maxBytes) || maxBytes < 1) throw new RangeError(`maxBytes is ${maxBytes}, not a positive whole number`);
	if (Buffer.byteLength(text, encoding) <= maxBytes) return text === '' ? [] : [{ text, start: 0 }];
	const characters = readCharacters(text, maxBytes, encoding);
	const { bytes, offsets } = characters;
	const total = characters.kinds.length;
	const places = ratePlaces(characters.kinds);
	const blanks = new Blanks(characters, maxBytes);

	const pieces: TextPiece[] = [];
	let from = 0;
	let end = 0;
	while (from < total) {
		while (end < total && at(bytes, end + 1) - at(bytes, from) <= maxBytes) end++;
		const cut = end === total ? total : bestBreak(from, end, places, blanks);
		const start = at(offsets, from);
		pieces.push({ text: text.slice(start, at(offsets, cut)), start });
		from = cut;
	}
	return pieces;
}

/** The last of the best places after `from` and up to `end`. */
function bestBreak(from: number, end: number, places: Place[], blanks: Blanks): number {
	const last = new Map<Place, number>();
	for (let cut = end; cut > from && !last.has(Place.Sentence); cut--) {
		const place = at(places, cut);
		if (!last.has(place) && !blanks.wouldAppear(from, cut)) last.set(place, cut);
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
	let start = 0;
	for (const end of graphemeEnds(text)) {
		const character = text.slice(start, end);
		const size = Buffer.byteLength(character, encoding);
		if (size > maxBytes) {
			throw new InputError(
				`The text has a character of ${size} bytes at position ${start}, and a request takes at most ${maxBytes} bytes`,
				'Such a character carries a long row of accents or joined signs. Remove it from the text.',
			);
		}
		bytes += size;
		characters.kinds.push(kindOf(character));
		characters.bytes.push(bytes);
		characters.offsets.push(end);
		start = end;
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

/** True where the place after `kind` is inside a word or a number: 3|.|5, don|'|t. */
function isInWord(previous: Kind | undefined, kind: Kind, next: Kind | undefined): boolean {
	if (!isWord(next)) return false;
	return isWord(kind) || (isWord(previous) && (kind === 'period' || kind === 'quote' || kind === 'closer' || (kind === 'separator' && previous === 'digit' && next === 'digit')));
}

function isWord(kind: Kind | undefined): boolean {
	return kind === 'letter' || kind === 'digit';
}

/** True for what must not begin a piece: it ends or closes what stands before it. */
function belongsBefore(next: Kind | undefined, spaced: boolean, ended: Place): boolean {
	if (next === 'quote') return !spaced && ended !== Place.Character;
	return next === 'sentenceEnd' || next === 'clauseEnd' || next === 'separator' || next === 'period' || next === 'closer';
}

/** A period ends a sentence where white space or the end of the text follows, closing signs between them or not. */
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

/** Foresees pieces of white space alone. */
class Blanks {
	/** For each character the nearest one from there on, and up to there, that is not white space. */
	private readonly nextVisible: number[];
	private readonly lastVisible: number[];
	private readonly total: number;

	constructor(
		private readonly characters: Characters,
		private readonly maxBytes: number,
	) {
		const visible = characters.kinds.map((kind) => kind !== 'space' && kind !== 'newline');
		this.total = visible.length;
		this.lastVisible = [];
		let last = -1;
		visible.forEach((isVisible, index) => {
			if (isVisible) last = index;
			this.lastVisible.push(last);
		});
		this.nextVisible = new Array<number>(this.total + 1).fill(this.total);
		for (let index = this.total - 1; index >= 0; index--) {
			this.nextVisible[index] = visible[index] === true ? index : at(this.nextVisible, index + 1);
		}
	}

	/** True where a cut at `cut` makes a blank piece, before or behind it, that another cut would avoid. */
	wouldAppear(from: number, cut: number): boolean {
		if (at(this.nextVisible, from) >= cut) return true;
		const next = at(this.nextVisible, cut);
		if (next === cut) return false;
		const runStart = at(this.lastVisible, cut - 1) + 1;
		const roomBehind = next < this.total ? this.maxBytes - this.bytes(next, next + 1) : 0;
		const roomBefore = this.maxBytes - this.bytes(runStart - 1, runStart);
		if (this.bytes(runStart, next) > roomBefore + roomBehind) return false;
		return this.bytes(cut, next) > roomBehind;
	}

	private bytes(from: number, to: number): number {
		return at(this.characters.bytes, to) - at(this.characters.bytes, from);
	}
}
