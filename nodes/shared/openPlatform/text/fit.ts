import type { TextFunction } from '../protocol/services';
import { at, type Annotations, type Relation } from './annotations';
import { indexOutside, joinAnnotations, treesFromZero } from './join';

/** Which annotations match the words of a text. */

/** The annotations of a piece. The words are always there, other annotations only if requested. */
export type AnnotationsOfPiece = Pick<Annotations, 'cws'> & Partial<Annotations>;

/** The functions whose annotations refer to words. */
export type WordedFunction = Exclude<TextFunction, 'cws'>;

/** Merges the annotations that match the words, and collects the others. */
interface FittedAnnotations {
	/**
	 * Merges the annotations of one function. Returns undefined if they were not requested. If they
	 * do not match the words, adds them to `raw`, adds a warning, and returns undefined, too.
	 */
	mergeFitting: <F extends WordedFunction>(func: F) => Annotations[F] | undefined;
	/** Annotations that do not match, by function. If there are several pieces, a list per piece. */
	raw: Partial<Record<TextFunction, unknown>>;
	warnings: string[];
}

export function fitAnnotations(pieces: AnnotationsOfPiece[]): FittedAnnotations {
	const warnings: string[] = [];
	const raw: FittedAnnotations['raw'] = {};
	const wordCounts = pieces.map(({ cws }) => cws.length);

	function mergeFitting<F extends WordedFunction>(func: F): Annotations[F] | undefined {
		const annotations = pieces.flatMap((piece: Partial<Annotations>): Annotations[F][] => {
			const ofPiece = piece[func];
			return ofPiece === undefined ? [] : [ofPiece];
		});
		if (annotations.length === 0) return undefined;
		const misfit = findMisfit(func, annotations, wordCounts);
		if (misfit === undefined) return joinAnnotations(func, annotations, wordCounts);
		raw[func] = annotations.length === 1 ? annotations[0] : annotations;
		warnings.push(`${func} is not joined with the words, but given under raw: ${misfit}`);
		return undefined;
	}

	return { mergeFitting, raw, warnings };
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
	const place = inPiece(piece, annotations.length);
	const noun = entries === 1 ? 'entry' : 'entries';
	return `it has ${entries} ${noun} for ${words(at(wordCounts, piece))}${place}`;
}

function words(count: number): string {
	return `${count} word${count === 1 ? '' : 's'}`;
}

/** What does not match if an annotation points to a word that its piece does not have. */
function indexMisfit(
	annotations: Parameters<typeof indexOutside>[0],
	wordCounts: number[],
): string | undefined {
	const outside = indexOutside(annotations, wordCounts);
	if (!outside) return undefined;
	const pieceCount = annotations.length;
	const place = pieceCount === 1 ? 'the text' : `piece ${outside.piece + 1} of ${pieceCount}`;
	return `it points to word ${outside.index}, but ${place} has only ${words(outside.count)} (numbered from 0)`;
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

const lengths = (pieces: unknown[][]) => pieces.map(({ length }) => length);
const withoutIndexes = () => undefined;

const INDEX_MISFIT: {
	[F in TextFunction]: (pieces: Annotations[F][], wordCounts: number[]) => string | undefined;
} = {
	cws: withoutIndexes,
	pos: withoutIndexes,
	ner: withoutIndexes,
	dp: (pieces) => indexMisfit(pieces, lengths(pieces)),
	srl: indexMisfit,
	sdp: (pieces) => indexMisfit(treesFromZero(pieces), lengths(pieces)),
	sdgp: indexMisfit,
};

function inPiece(piece: number, pieceCount: number): string {
	return pieceCount === 1 ? '' : ` in piece ${piece + 1} of ${pieceCount}`;
}
