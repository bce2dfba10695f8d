import { TEXT_FUNCTIONS, type TextFunction } from '../protocol/services';
import type { Annotations, Relation } from './annotations';
import { at } from '../../values';

/**
 * How the annotations of a text in pieces are joined, and which of them match its words.
 */

/** The `parent` of a root, in this module and in responses of `dp` and `sdgp` (document 1, 2.2). */
const NO_PARENT = -1;

const JOIN: {
	[F in TextFunction]: (pieces: Annotations[F][], wordCounts: number[]) => Annotations[F];
} = {
	cws: (pieces) => pieces.flat(),
	pos: (pieces) => pieces.flat(),
	ner: (pieces) => pieces.flat(),
	dp: (pieces) => joinEntries(pieces, lengthsOf(pieces)),
	srl: joinEntries,
	sdp: (pieces) => joinEntries(treesFromZero(pieces), lengthsOf(pieces)),
	sdgp: joinEntries,
};

/**
 * Joins the annotations of the pieces of one text, in order, into what one request would have
 * returned. Word indexes count from 0 over the whole text, and the parent of each root is -1. In
 * `sdp` the given indexes may count from 0 or from 1. The result counts from 0, even for a single
 * piece. If there are several pieces, the caller has checked with `reasonNotToMerge` or `findMisfit` that no piece
 * points to a word that it does not have. After joining, such an index would point to a word of
 * another piece.
 * @param wordCounts words per piece. Not used for a single piece, nor if the function has an entry
 * for each word.
 */
export function joinAnnotations<F extends TextFunction>(
	func: F,
	pieces: Annotations[F][],
	wordCounts: number[],
): Annotations[F] {
	return JOIN[func](pieces, wordCounts);
}

/**
 * Returns the `sdp` annotations of one text with parents that count from 0, and -1 for roots. The
 * given parents count from 0 or from 1. This number is the base of the piece. A Root entry shows
 * it: the parent of the entry is -1 with base 0 (live responses), and 0 with base 1 (document 1).
 * Without a Root entry, a parent that is only possible with one base shows this base. If a piece
 * does not show its base, that of another piece counts, or 0 if no piece shows its base.
 */
function treesFromZero(pieces: Relation[][]): Relation[][] {
	const bases = pieces.map(baseOf);
	const knownBase = bases.find((base) => base !== undefined) ?? 0;
	return pieces.map((entries, index) =>
		entries.map(({ parent, relate }) => ({
			parent: relate === 'Root' ? NO_PARENT : parent - (bases[index] ?? knownBase),
			relate,
		})),
	);
}

/** The base that a piece shows. Undefined if the piece shows none. */
function baseOf(entries: Relation[]): 0 | 1 | undefined {
	if (entries.some(({ parent }) => parent === NO_PARENT)) return 0;
	if (entries.some(({ parent, relate }) => relate === 'Root' && parent === 0)) return 1;
	// Counted from 0, the word would be its own parent, or its parent would be after the last word.
	if (entries.some(({ parent }, index) => parent === index || parent === entries.length)) return 1;
	// Counted from 1, the word would be its own parent.
	if (entries.some(({ parent }, index) => parent === index + 1)) return 0;
	return undefined;
}

const lengthsOf = (pieces: unknown[][]) => pieces.map(({ length }) => length);

function joinEntries<Entry extends Indexed>(pieces: Entry[][], wordCounts: number[]): Entry[] {
	if (pieces.length === 1) return pieces.flat();
	let wordsBefore = 0;
	return pieces.flatMap((entries, piece) => {
		const shift = wordsBefore;
		wordsBefore += at(wordCounts, piece);
		return entries.map((entry) => withShiftedIndexes(entry, shift));
	});
}

/** Fields of annotations that are indexes of words. */
const INDEX_FIELDS = ['beg', 'end', 'id', 'parent'] as const;
type IndexField = (typeof INDEX_FIELDS)[number];
type Indexed = Partial<Record<IndexField, number>>;

/** A copy of an entry in which all indexes of words are greater by `shift`. */
function withShiftedIndexes<Entry extends Indexed>(entry: Entry, shift: number): Entry {
	const copy = { ...entry };
	// Reflect.set, because TypeScript allows no assignment to a field of a generic type.
	for (const field of INDEX_FIELDS)
		if (isIndex(field, entry[field])) Reflect.set(copy, field, entry[field] + shift);
	return copy;
}

/** Whether the value of a field is the index of a word. The -1 of a root's parent is none. */
function isIndex(field: IndexField, index: number | undefined): index is number {
	return index !== undefined && !(field === 'parent' && index === NO_PARENT);
}

/** The annotations of a piece. The words are always there, other annotations only if requested. */
export type AnnotationsOfPiece = Pick<Annotations, 'cws'> & Partial<Annotations>;

/** The functions whose annotations refer to words. */
export type WordedFunction = Exclude<TextFunction, 'cws'>;

export const isWorded = (func: TextFunction): func is WordedFunction => func !== 'cws';

/**
 * Joins the annotations of each function that match the words. The others are in `raw`, by function
 * (if there are several pieces, as a list per piece), and `warnings` says why.
 */
export function fitAnnotations(pieces: AnnotationsOfPiece[]) {
	const joined: Partial<Annotations> = {};
	const raw: Partial<Record<TextFunction, unknown>> = {};
	const warnings: string[] = [];
	const wordCounts = pieces.map(({ cws }) => cws.length);

	function fit<F extends WordedFunction>(func: F): void {
		const annotations = pieces.flatMap((piece: Partial<Annotations>): Annotations[F][] => {
			const ofPiece = piece[func];
			return ofPiece === undefined ? [] : [ofPiece];
		});
		// The function was not requested.
		if (annotations.length === 0) return;
		const misfit = findMisfit(func, annotations, wordCounts);
		if (misfit === undefined) joined[func] = joinAnnotations(func, annotations, wordCounts);
		else {
			raw[func] = annotations.length === 1 ? annotations[0] : annotations;
			warnings.push(`${func} is not joined with the words, but given under raw: ${misfit}`);
		}
	}
	for (const func of TEXT_FUNCTIONS) if (isWorded(func)) fit(func);

	return { joined, raw, warnings };
}

/**
 * Why the annotations of the pieces of a text do not match its words. Undefined if they match.
 * @param wordCounts words per piece
 */
export function findMisfit<F extends WordedFunction>(
	func: F,
	annotations: Annotations[F][],
	wordCounts: number[],
): string | undefined {
	return MISFIT[func](annotations, wordCounts);
}

const MISFIT: {
	[F in WordedFunction]: (
		annotations: Annotations[F][],
		wordCounts: number[],
	) => string | undefined;
} = {
	pos: countMisfit,
	ner: countMisfit,
	dp: relationsMisfit,
	srl: (annotations, wordCounts) =>
		indexMisfit(annotations, wordCounts) ??
		(annotations.flat().some(({ beg, end }) => beg > end)
			? 'a role ends before it begins'
			: undefined),
	sdp: (annotations, wordCounts) => relationsMisfit(treesFromZero(annotations), wordCounts),
	sdgp: indexMisfit,
};

function relationsMisfit(annotations: Relation[][], wordCounts: number[]): string | undefined {
	return countMisfit(annotations, wordCounts) ?? indexMisfit(annotations, wordCounts);
}

/** What does not match if a piece has more or fewer entries than words. */
function countMisfit(annotations: unknown[][], wordCounts: number[]): string | undefined {
	const piece = annotations.findIndex((entries, index) => entries.length !== wordCounts[index]);
	if (piece < 0) return undefined;
	const entries = at(annotations, piece).length;
	const pieceCount = annotations.length;
	const place = pieceCount === 1 ? '' : ` in piece ${piece + 1} of ${pieceCount}`;
	const noun = entries === 1 ? 'entry' : 'entries';
	return `it has ${entries} ${noun} for ${words(at(wordCounts, piece))}${place}`;
}

function words(count: number): string {
	return `${count} word${count === 1 ? '' : 's'}`;
}

/** What does not match if an annotation points to a word that its piece does not have. */
function indexMisfit(annotations: Indexed[][], wordCounts: number[]): string | undefined {
	for (const [piece, entries] of annotations.entries()) {
		const count = at(wordCounts, piece);
		for (const entry of entries) {
			for (const field of INDEX_FIELDS) {
				const index = entry[field];
				if (!isIndex(field, index) || (index >= 0 && index < count)) continue;
				const pieceCount = annotations.length;
				const place = pieceCount === 1 ? 'the text' : `piece ${piece + 1} of ${pieceCount}`;
				return `it points to word ${index}, but ${place} has only ${words(count)} (numbered from 0)`;
			}
		}
	}
	return undefined;
}

/**
 * Why the annotations of several pieces cannot be merged: an annotation points to a word that its
 * piece does not have. Undefined if they can be merged, and always for a single piece.
 * @param wordCounts words per piece. Not used if the function has an entry for each word, because
 * then the entries of each piece are counted.
 */
export function reasonNotToMerge<F extends TextFunction>(
	func: F,
	pieces: Annotations[F][],
	wordCounts: number[],
): string | undefined {
	return pieces.length > 1 ? INDEX_MISFIT[func](pieces, wordCounts) : undefined;
}

const withoutIndexes = () => undefined;

const INDEX_MISFIT: {
	[F in TextFunction]: (pieces: Annotations[F][], wordCounts: number[]) => string | undefined;
} = {
	cws: withoutIndexes,
	pos: withoutIndexes,
	ner: withoutIndexes,
	dp: (pieces) => indexMisfit(pieces, lengthsOf(pieces)),
	srl: indexMisfit,
	sdp: (pieces) => indexMisfit(treesFromZero(pieces), lengthsOf(pieces)),
	sdgp: indexMisfit,
};
