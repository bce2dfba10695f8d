import { InputError } from '../../failure';
import { isBlank, at } from '../../values';

/**
 * Where a text may be cut, and where its sentences end: for speech, subtitles and long texts.
 * `Intl.Segmenter` is no help: it cuts a third of the tests' texts wrongly, and the time that it
 * takes grows with the square of the text.
 */

/**
 * Matches a character as readers see it. It may have several code points: a letter with its
 * accents, a joined or modified emoji, a flag, or a Korean syllable written in parts. iFLYTEK's mark
 * for the sound of a character belongs to it: 行[=hang2].
 */
const CHARACTER =
	/(?:\r\n|\p{RI}{2}|[^])(?:[\p{M}\p{EMod}\u1160-\u11ff]|\u200d\p{ExtPict}?)*(?:\[=[^[\]\s]{1,20}\])?/gu;

/** `fig`, `Fig` and `FIG`. */
const inEachCase = (word: string) => [
	word,
	word.charAt(0).toUpperCase() + word.slice(1),
	word.toUpperCase(),
];

// Abbreviations, as parts of patterns.

/** They stand before a name or an example, and never end a sentence: `Dr. Li`. */
const BEFORE_NAME =
	'Mrs?|Ms|Mx|Dr|Prof|Rev|Hon|Gen|Col|Capt|Lt|Sgt|Gov|Sen|Rep|vs|cf|viz|approx|[Ee]\\.g|[Ii]\\.e';
/** They end no sentence if a number follows (`No. 5`), and are no words, however they are written. */
const NO_WORDS =
	'no nos nr vol vols fig figs eq eqs sect ch chs chap op ver ext tel para paras pt ref refs ex p pp';
/** Neither do these, but in small letters they are words. */
const LIKE_NAMES = 'Art Arts App Tab Jan Feb Mar Apr Aug Sep Sept Oct Nov Dec';
/** Seconds: behind a number they may end a sentence. */
const SECONDS = '(?<!\\p{N} )[Ss]ecs?';
const BEFORE_NUMBER = [
	...NO_WORDS.split(' ').flatMap(inEachCase),
	SECONDS,
	...LIKE_NAMES.split(' '),
].join('|');
/** They end a sentence if a capital letter follows. */
const BEFORE_CAPITAL = 'etc|al|a\\.m|p\\.m';
/** They, and initials, end a sentence if one of the `FIRST_WORDS` follows. */
const BEFORE_FIRST_WORD =
	'St|Mt|Ave|Inc|Ltd|Co|Corp|Bros|Jr|Sr|Ph\\.D|(?!I\\.)\\p{Lu}(?:\\.\\p{Lu})*';
const FIRST_WORDS =
	'An?|The|This|That|These|Those|There|Then|I|You|He|She|It|We|They|My|Your|His|Her|Our|Their|Who|What|When|Where|Why|How|If|In|On|At|As|For|But|And|Or|So|Now|After|Before|Please';

/** Parts of a text that are like a word: their marks end neither a sentence nor a clause. */
const LIKE_WORDS = [
	`(?<![\\p{L}\\p{N}])(?:${[
		`(?:${BEFORE_NAME})\\.`,
		`(?:${BEFORE_NUMBER})\\.(?=\\s*\\p{N})`,
		`(?:${BEFORE_CAPITAL})\\.(?=\\s+\\P{Lu})`,
		`(?:${BEFORE_FIRST_WORD})\\.(?![)"\\p{Pf}]?\\s+(?:${FIRST_WORDS})(?![\\p{L}.]))`,
	].join('|')})`,
	// The number of an entry of a list: where a line or sentence begins, and a first one after a colon.
	'(?=\\d)(?<=(?:^|\\.\\s|(?!\\.)[\\p{STerm}\\u2026])\\s*)(?:\\d{1,3}\\.){1,4}(?=[ \\t])',
	'(?=[a-zA-Z])(?<=^[ \\t]*)(?:[a-zA-Z]|[ivxIVX]{2,4})\\.(?=[ \\t])',
	'(?=1)(?<=[:\\uff1a]\\s*)1\\.(?=[ \\t])',
	// An address, and the query of an address that is written without https.
	':\\/\\/[!#-;=?-~]*[\\w\\/#%&=~+\\-]',
	'\\?(?=\\w+=)',
].map((pattern) => new RegExp(pattern, 'gmu'));

/** An ellipsis between the same character twice: somebody hesitates. */
const HESITATION = /(?<=(\p{L}))(?:[\u2026\u22ef]+|\.{3,})(?=\1)/gu;

/** Letters and digits of scripts without spaces between words. */
const UNSPACED =
	/^(?=[\p{L}\p{N}])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Kinds of characters. A typical character is the name of the kind, and the pattern matches all
 * characters of the kind. The first pattern that matches a character counts. `A`, `a` and `0` are
 * of scripts with spaces between words: two in a row belong to one word.
 */
const KINDS: readonly [kind: string, pattern: RegExp][] = [
	['0', /^[0-9]/],
	['x', UNSPACED],
	['a', /^\p{Ll}/u],
	['A', /^[\p{L}\p{N}]/u],
	['.', /^[.\uff0e]/],
	['~', /^[\u2026\u22ef]/],
	['?', /^[!?]/],
	['!', /^\p{STerm}/u],
	[',', /^[,:]/],
	[';', /^\p{Term}/u],
	['"', /^["\uff02]/],
	["'", /^['\uff07]/],
	['(', /^(?:\p{Pi}|(?=\p{QMark})\p{Ps})/u],
	[')', /^(?:\p{Pf}|(?=\p{QMark})\p{Pe})/u],
	['[', /^\p{Ps}/u],
	[']', /^\p{Pe}/u],
	['\n', /^[\n\r\u2028\u2029]/],
	[' ', /^[\s\p{Cc}\p{Cf}]*$/u],
];
const OTHER_KIND = '-';

// The patterns below match texts in which each character is replaced by its kind.

/** Brackets within a sentence, which goes on after them. */
const BRACKETS = /\[(?<!(?:^|[!?.~\n])[)\]]* *\[)[^[\]\n]*\](?! +A)/g;
/** Brackets with which a sentence begins. */
const FIRST_BRACKETS = /\[(?<=(?:^|[!?.~\n])[)\]]* *\[)[^[\]\n]*\]/g;
/**
 * Marks after which the sentence goes on: a small letter follows a period, an ellipsis, a Latin `!`
 * or `?`, or a quotation; or no white space is between an ellipsis and a word.
 */
const WITHIN_SENTENCE = /[.~?](?=[)\]]* +[([]*a)|~(?=[Aa0])|!(?=[)\]]+ +a)/g;
const CLAUSE_END = /[;,!~\n][)\]]*( *)/g;
/** A period ends a sentence if white space or the end of the text follows. */
const END = '(?:[!~][)\\]]*|\\.[)\\]]*(?=[ \\n]|$)|\\n)';
/** The end of a sentence, with what follows and has neither a letter nor a digit. */
const SENTENCE_END = new RegExp(`(?:^|${END})(?:[^Aa0x!.~\\n]*(?:${END}|$))*([ \\n]*)`, 'g');
/**
 * Places where no piece should begin: after an opening bracket, within a word or number (such as
 * 3|.|5 and don|’|t), and before punctuation that must not begin a piece.
 */
const BAD_PLACE = /(?<=[([])|(?<=[Aa0][.)]?)(?=[Aa0])|(?<=0,)(?=0)|(?<!\n)(?=[!.~;,)\]])/g;

/** How good a place between two characters is for a cut: the higher, the better. */
const BAD = 0;
export const BETWEEN_CHARACTERS = 1;
const AFTER_CLAUSE = 2;
/** In the white space between two sentences. */
const BETWEEN_SENTENCES = 3;
/** Where a sentence begins. */
export const AFTER_SENTENCE = 4;

/**
 * The characters of a text, and its `places`: how good the place before each character is for a
 * cut, from `BAD` to `AFTER_SENTENCE`. A sentence has the punctuation, closing quotes and brackets
 * and white space after it, and what has neither a letter nor a digit. A line break ends it.
 */
export function ratedCharacters(text: string): { characters: string[]; places: number[] } {
	let words = text.replace(HESITATION, (marks) => ','.repeat(marks.length));
	for (const pattern of LIKE_WORDS)
		words = words.replace(pattern, (part) => part.replace(/[^\p{L}\p{N}]/gu, 'a'));
	const characters = text.match(CHARACTER) ?? [];
	let end = 0;
	const kinds = kindsOf(characters.map(({ length }) => words.slice(end, (end += length))));
	return { characters, places: ratePlaces(refineKinds(kinds)) };
}

/** Replaces each character by its kind. Each different character is looked up once. */
function kindsOf(characters: string[]): string {
	const kinds = new Map<string, string>();
	for (const character of new Set(characters)) {
		const [kind] = KINDS.find(([, pattern]) => pattern.test(character)) ?? [OTHER_KIND];
		kinds.set(character, kind);
	}
	return characters.map((character) => kinds.get(character)).join('');
}

/** Replaces the kinds of marks that depend on what stands around them. */
function refineKinds(kinds: string): string {
	return withoutStraightQuotes(kinds)
		.replace(/\.{3,}/g, (dots) => '~'.repeat(dots.length))
		.replace(BRACKETS, (part) => part.replace(/[!?~]|\.(?=[ \]])/g, ';'))
		.replace(FIRST_BRACKETS, (part) => part.replaceAll('?', '.'))
		.replace(WITHIN_SENTENCE, ';')
		.replaceAll('?', '!');
}

/**
 * Tells whether straight quotes open or close: from the white space or bracket on one side, and
 * otherwise in turn. A single one within a word is an apostrophe.
 */
function withoutStraightQuotes(kinds: string): string {
	const open = new Set<string>();
	return kinds.replace(/["'\n]/g, (kind, index: number) => {
		if (kind === '\n') {
			open.clear();
			return kind;
		}
		const [before, after] = [kinds.charAt(index - 1), kinds.charAt(index + 1)] as const;
		if (kind === "'" && /[Aa0]/.test(before) && /[Aa0]/.test(after)) return 'a';
		const [mayOpen, mayClose] = [/^[ \n([]?$/.test(before), /^[ \n)\]]?$/.test(after)];
		const opens = mayOpen === mayClose ? !open.has(kind) : mayOpen;
		if (opens) open.add(kind);
		else open.delete(kind);
		return opens ? '(' : ')';
	});
}

/** Rates the place before each character. */
function ratePlaces(kinds: string): number[] {
	const places = new Array<number>(kinds.length).fill(BETWEEN_CHARACTERS);
	for (const match of kinds.matchAll(CLAUSE_END)) {
		const end = match.index + match[0].length;
		places.fill(AFTER_CLAUSE, end - at(match, 1).length, end + 1);
	}
	for (const match of kinds.matchAll(SENTENCE_END)) {
		const end = match.index + match[0].length;
		// What comes before the first letter or digit belongs to the first sentence.
		if (match.index === 0 || end === kinds.length) continue;
		places.fill(BETWEEN_SENTENCES, end - at(match, 1).length, end);
		places[end] = AFTER_SENTENCE;
	}
	for (const { index } of kinds.matchAll(BAD_PLACE)) places[index] = BAD;
	return places;
}

export interface TextPiece {
	text: string;
	/** Where the piece begins in the whole text, in UTF-16 code units. */
	start: number;
}

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
