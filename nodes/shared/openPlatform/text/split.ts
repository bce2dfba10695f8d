import { InputError } from '../../failure';
import { isBlank } from '../../values';
import { at } from './at';
import { ratedCharacters } from './sentences';

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
