import { at } from '../../values';
import { AFTER_SENTENCE, BETWEEN_CHARACTERS, ratedCharacters } from '../text/sentences';
import { eastAsianWidth } from '../../bundled';

/** The most columns of a line. 42 Latin letters or 21 Chinese characters fit. */
export const LINE_COLUMNS = 42;

/** A part of a text that is shown at one time. */
interface CueText {
	/**
	 * Where the cue begins and ends in the text, in UTF-16 code units. It ends where the next cue
	 * begins.
	 */
	start: number;
	end: number;
	/** One line, or two. */
	lines: string[];
}

/** A character that is spoken. */
export const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Cuts a text into cues, one for each sentence. A sentence longer than two lines becomes several
 * cues and is cut at its clauses if it has any. Text without a letter or digit belongs to the
 * sentence before it.
 */
export function cueTexts(text: string): CueText[] {
	return new CueCutter(text).cut();
}

/**
 * Cuts a text into its cues, for one request each. A cue without a letter or digit belongs to the
 * cue before it, and at the beginning of the text to the first cue that has one: a request with
 * nothing to speak costs as much, and the answer may have no audio.
 */
export function spokenCues(text: string): string[] {
	const starts = cueTexts(text)
		.filter(({ start, end }) => LETTER_OR_DIGIT.test(text.slice(start, end)))
		.map(({ start }) => start);
	return [0, ...starts.slice(1)].map((start, index) => text.slice(start, starts[index + 1]));
}

/** How many columns a character takes: a Chinese character takes two, an invisible mark none. */
export function columnWidth(character: string): number {
	if (/^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character)) return 0;
	return eastAsianWidth(character.codePointAt(0) ?? 0);
}

/** Cuts one text. Positions count whole characters, each with its accents and joined emoji. */
class CueCutter {
	private readonly characters: string[];
	/** How good the place before each character is for a cut. */
	private readonly places: number[];
	/** How many columns come before each character. */
	private readonly columns = [0];
	/** How many UTF-16 code units come before each character. */
	private readonly units = [0];
	/** For each place, where the next character that is not blank begins. */
	private readonly nextVisible: number[];
	/** For each place, where the previous character that is not blank ends. */
	private readonly previousVisible = [0];

	constructor(text: string) {
		const rated = ratedCharacters(text);
		this.characters = rated.characters;
		this.places = rated.places;
		for (const [index, character] of this.characters.entries()) {
			this.columns.push(at(this.columns, index) + columnWidth(character));
			this.units.push(at(this.units, index) + character.length);
			this.previousVisible.push(
				isInvisible(character) ? at(this.previousVisible, index) : index + 1,
			);
		}
		const count = this.characters.length;
		this.nextVisible = new Array<number>(count + 1).fill(count);
		for (let index = count - 1; index >= 0; index--)
			this.nextVisible[index] = isInvisible(at(this.characters, index))
				? at(this.nextVisible, index + 1)
				: index;
	}

	cut(): CueText[] {
		const { length } = this.characters;
		const starts = this.characters
			.map((_, place) => place)
			.filter((place) => place === 0 || this.places[place] === AFTER_SENTENCE);
		return starts.flatMap((from, index) => this.cues(from, starts[index + 1] ?? length));
	}

	/** The cues of a sentence, or of a part of one. */
	private cues(from: number, to: number): CueText[] {
		const lines = this.lines(from, to);
		if (lines) return [{ start: at(this.units, from), end: at(this.units, to), lines }];
		const place = this.placeToCut(from, to);
		return [...this.cues(from, place), ...this.cues(place, to)];
	}

	/**
	 * The lines of a cue: one or two. Undefined if the text does not fit on two lines, or only if a
	 * word is cut.
	 */
	private lines(from: number, to: number): string[] | undefined {
		if (this.fits(from, to)) return [onOneLine(this.text(from, to))];
		const place = this.bestPlace(
			from,
			to,
			(middle) => this.isBetweenWords(middle) && this.fits(from, middle) && this.fits(middle, to),
		);
		if (place === undefined) return undefined;
		return [onOneLine(this.text(from, place)), onOneLine(this.text(place, to))];
	}

	/**
	 * Where a sentence is cut. The order of preference is: a place between words that is not in the
	 * first or last sixth, any other place between words, a place inside a word. Among places between
	 * words, the end of a clause comes first. Among equal places, the nearest to the middle comes
	 * first.
	 */
	private placeToCut(from: number, to: number): number {
		const margin = (at(this.columns, to) - at(this.columns, from)) / 6;
		const isFarFromEnds = (place: number) =>
			at(this.columns, place) - at(this.columns, from) >= margin &&
			at(this.columns, to) - at(this.columns, place) >= margin;
		return (
			this.bestPlace(from, to, (place) => this.isBetweenWords(place) && isFarFromEnds(place)) ??
			this.bestPlace(from, to, () => true) ??
			to
		);
	}

	private isBetweenWords(place: number): boolean {
		return at(this.places, place) >= BETWEEN_CHARACTERS;
	}

	/**
	 * The best of the allowed places. Of several that are equally good, it is the nearest to the
	 * middle. Neither part is blank. Undefined if no place is allowed.
	 */
	private bestPlace(
		from: number,
		to: number,
		isAllowed: (place: number) => boolean,
	): number | undefined {
		const middle = (at(this.columns, from) + at(this.columns, to)) / 2;
		const distance = (place: number) => Math.abs(at(this.columns, place) - middle);
		const isBetter = (place: number, other: number) =>
			at(this.places, place) === at(this.places, other)
				? distance(place) < distance(other)
				: at(this.places, place) > at(this.places, other);
		const [first, end] = this.withoutBlanks(from, to);
		let best: number | undefined;
		for (let place = first + 1; place < end; place++)
			if (isAllowed(place) && (best === undefined || isBetter(place, best))) best = place;
		return best;
	}

	/** Whether the characters fit on a line; what is blank at its ends does not count. */
	private fits(from: number, to: number): boolean {
		const [first, end] = this.withoutBlanks(from, to);
		return at(this.columns, end) - at(this.columns, first) <= LINE_COLUMNS;
	}

	/** Where the characters begin and end without the blank ones at their ends. */
	private withoutBlanks(from: number, to: number): [first: number, end: number] {
		const first = Math.min(at(this.nextVisible, from), to);
		const end = Math.max(at(this.previousVisible, to), first);
		return [first, end];
	}

	private text(from: number, to: number): string {
		return this.characters.slice(from, to).join('');
	}
}

/** Whether a character is invisible: a space, or a mark such as a text-direction mark. */
function isInvisible(character: string): boolean {
	return character.trim() === '' || columnWidth(character) === 0;
}

/**
 * A text on one line. Line breaks and control characters become spaces, and several spaces in a row
 * become one.
 */
export function onOneLine(text: string): string {
	return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
