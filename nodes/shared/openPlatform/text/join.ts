import type { TextFunction } from '../protocol/services';
import type { Annotations, Relation } from './annotations';
import { at } from './at';

/** The parent of a root, here and in `dp` and `sdgp` responses (document 1, 2.2). */
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
 * Joins the annotations of the pieces of one text, in their order, into what one request would have
 * returned: word indexes count from 0 over the whole text, and the parent of each root is -1. `sdp`
 * is accepted zero-based or one-based and returned zero-based, even for a single piece. If there
 * are several pieces, none may point to a word that it does not have (see indexOutside), because
 * after joining it would point to a word of another piece.
 * @param wordCounts words per piece, if there are several; not used if the function has an entry
 * for each word
 */
export function joinAnnotations<F extends TextFunction>(
	func: F,
	pieces: Annotations[F][],
	wordCounts: number[],
): Annotations[F] {
	return JOIN[func](pieces, wordCounts);
}

/**
 * The `sdp` annotations of one text with zero-based parents and -1 for roots. The base of each
 * piece is recognized by the parent of its Root entries: 0 in document 1, -1 in live responses. A
 * piece without a Root entry is recognized by parents that are only possible with one base.
 * Otherwise its base is that of the other pieces, or 0 if none is recognized.
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
	if (entries.some(({ parent }) => parent === NO_PARENT)) return 0;
	if (entries.some(({ parent, relate }) => relate === 'Root' && parent === 0)) return 1;
	// No word is its own parent, and no index is past the end, so such a parent shows the other base.
	if (entries.some(({ parent }, index) => parent === index || parent === entries.length)) return 1;
	if (entries.some(({ parent }, index) => parent === index + 1)) return 0;
	return undefined;
}

const lengthsOf = (pieces: unknown[][]) => pieces.map(({ length }) => length);

function joinEntries<Entry extends Indexed>(pieces: Entry[][], wordCounts: number[]): Entry[] {
	if (pieces.length === 1) return pieces.flat();
	let before = 0;
	return pieces.flatMap((entries, piece) => {
		const shift = before;
		before += at(wordCounts, piece);
		return entries.map((entry) => shifted(entry, shift));
	});
}

/** Fields of annotations that are indexes of words. */
const INDEX_FIELDS = ['beg', 'end', 'id', 'parent'] as const;
type IndexField = (typeof INDEX_FIELDS)[number];
type Indexed = Partial<Record<IndexField, number>>;

function shifted<Entry extends Indexed>(entry: Entry, shift: number): Entry {
	const copy = { ...entry };
	for (const field of INDEX_FIELDS)
		if (isIndex(field, entry[field])) Reflect.set(copy, field, entry[field] + shift);
	return copy;
}

/** The first index of a word that is outside of its piece. */
export function indexOutside(
	pieces: Indexed[][],
	wordCounts: number[],
): { index: number; piece: number; count: number } | undefined {
	for (const [piece, entries] of pieces.entries()) {
		const count = at(wordCounts, piece);
		for (const entry of entries) {
			for (const field of INDEX_FIELDS) {
				const index = entry[field];
				if (isIndex(field, index) && (index < 0 || index >= count)) return { index, piece, count };
			}
		}
	}
	return undefined;
}

/** Whether an entry has an index of a word in a field. The parent of a root is no such index. */
function isIndex(field: IndexField, index: number | undefined): index is number {
	return index !== undefined && !(field === 'parent' && index === NO_PARENT);
}
