import { PlatformError, sessionIds } from '../../failure';
import type { TextFunction } from '../services';
import { NOT_PER_WORD, type Annotations, type Arc, type Relation, type Role } from './annotations';
import { at } from './at';

/** The parent of a root, here and in `dp` and `sdgp` answers (document 1, 2.2). */
export const NO_PARENT = -1;

/** True where joining several pieces' answers takes the number of words in each piece (from cws). */
export function needsWordCounts(func: TextFunction): boolean {
	return NOT_PER_WORD.includes(func);
}

/** The session ids of the answers for each piece, where they are known. */
type Sids = readonly (string | undefined)[][];

const JOIN: { [F in TextFunction]: (pieces: Annotations[F][], wordCounts: number[], sids: Sids) => Annotations[F] } = {
	cws: (pieces) => pieces.flat(),
	pos: (pieces) => pieces.flat(),
	ner: (pieces) => pieces.flat(),
	dp: (pieces, _counts, sids) => joinRelations(pieces, sids),
	srl: joinRoles,
	sdp: (pieces, _counts, sids) => joinRelations(treesFromZero(pieces), sids),
	sdgp: joinArcs,
};

/**
 * Joins the answers for the pieces of one text, in their order, into what one call would have given:
 * word indexes count from 0 over the whole text, and the parent of each root is -1. `sdp` may come
 * zero-based or one-based and leaves zero-based, for a single piece too.
 * `wordCounts` (words per piece) is used where needsWordCounts says so and there are several pieces; `sids` are the
 * session ids of each piece's answers, for the error.
 * @throws PlatformError where an answer of several points to a word that its piece does not have: joined
 * it would point to a word of another piece
 */
export function joinAnnotations<F extends TextFunction>(func: F, pieces: Annotations[F][], wordCounts: number[] = [], sids: Sids = []): Annotations[F] {
	return JOIN[func](pieces, wordCounts, sids);
}

/**
 * The `sdp` answers of one text with zero-based parents and -1 for roots. The base of each is recognized by the
 * parent of its Root entries: 0 in document 1, -1 in live answers. One without such an entry is recognized by
 * parents that only one base can have, else it is like the others of the text, else zero-based.
 */
export function treesFromZero(pieces: Relation[][]): Relation[][] {
	const bases = pieces.map(baseOf);
	const usual = bases.find((base) => base !== undefined) ?? 0;
	return pieces.map((entries, index) =>
		entries.map(({ parent, relate }) => ({
			parent: relate === 'Root' ? NO_PARENT : parent - (bases[index] ?? usual),
			relate,
		})),
	);
}

function baseOf(entries: Relation[]): 0 | 1 | undefined {
	const roots = entries.filter(({ relate }) => relate === 'Root');
	if (entries.some(({ parent }) => parent === NO_PARENT)) return 0;
	if (roots.some(({ parent }) => parent === 0)) return 1;
	// No word is its own parent, and none has an index past the end.
	if (entries.some(({ parent }, index) => parent === index || parent === entries.length)) return 1;
	if (entries.some(({ parent }, index) => parent === index + 1)) return 0;
	return undefined;
}

function joinRelations(pieces: Relation[][], sids: Sids): Relation[] {
	const shifts = shiftsOf(pieces.map((entries) => entries.length));
	return pieces.flatMap((entries, piece) => {
		const shift = shifter(pieces.length, entries.length, at(shifts, piece), sids[piece]);
		return entries.map(({ parent, relate }) => ({ parent: parent === NO_PARENT ? parent : shift(parent), relate }));
	});
}

function joinRoles(pieces: Role[][], wordCounts: number[], sids: Sids): Role[] {
	const shifts = shiftsOf(wordCounts);
	return pieces.flatMap((roles, piece) => {
		const shift = shifter(pieces.length, wordCounts[piece], shifts[piece], sids[piece]);
		return roles.map(({ beg, end, id, type }) => ({ beg: shift(beg), end: shift(end), id: shift(id), type }));
	});
}

function joinArcs(pieces: Arc[][], wordCounts: number[], sids: Sids): Arc[] {
	const shifts = shiftsOf(wordCounts);
	return pieces.flatMap((arcs, piece) => {
		const shift = shifter(pieces.length, wordCounts[piece], shifts[piece], sids[piece]);
		return arcs.map(({ id, parent, relate }) => ({ id: shift(id), parent: parent === NO_PARENT ? parent : shift(parent), relate }));
	});
}

/** For each piece the number of words before it. */
function shiftsOf(wordCounts: number[]): number[] {
	let before = 0;
	return wordCounts.map((count) => {
		const shift = before;
		before += count;
		return shift;
	});
}

/** Moves a word's index within its piece to the whole text; the answer for a text in one piece stays as it came. */
function shifter(pieceCount: number, wordCount: number | undefined, shift: number | undefined, sids: Sids[number] = []): (index: number) => number {
	if (pieceCount === 1) return (index) => index;
	if (wordCount === undefined || shift === undefined) throw new RangeError('Joining these answers takes the number of words of each piece');
	return (index) => {
		if (index >= 0 && index < wordCount) return index + shift;
		throw new PlatformError(`The results for the pieces of this text cannot be merged: one refers to word ${index} of a piece of ${wordCount} words`, 'unreadable', {
			...sessionIds(sids),
			advice: 'Send the text in parts of at most 500 bytes, or turn off Simplify to get the raw response for each piece.',
		});
	};
}
