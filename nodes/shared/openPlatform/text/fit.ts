/** Which annotations match the words of a text. */
import type { TextFunction } from '../protocol/services';
import type { Annotations, Relation } from './annotations';
import { at } from './at';
import { indexOutside, joinAnnotations, treesFromZero } from './join';

/** The annotations of a piece: the words always, others if requested. */
export type AnnotationsOfPiece = Pick<Annotations, 'cws'> & Partial<Annotations>;

/** The functions whose annotations refer to words. */
export type WordedFunction = Exclude<TextFunction, 'cws'>;

/** Merges the annotations that match the words, one function at a time, and collects the others. */
interface FittedAnnotations {
	/** The merged annotations of a function; undefined if they were not requested or do not match. */
	fitting: <F extends WordedFunction>(func: F) => Annotations[F] | undefined;
	/** Annotations that do not match: a list, or a list per piece if there are several. */
	raw: Partial<Record<TextFunction, unknown>>;
	warnings: string[];
}

export function fitAnnotations(pieces: AnnotationsOfPiece[]): FittedAnnotations {
	const warnings: string[] = [];
	const raw: FittedAnnotations['raw'] = {};
	const wordCounts = pieces.map(({ cws }) => cws.length);

	function fitting<F extends WordedFunction>(func: F): Annotations[F] | undefined {
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

	return { fitting, raw, warnings };
}

/**
 * Why the annotations of the pieces of a text do not match its words; undefined if they do.
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
	pos: differsInNumber,
	ner: differsInNumber,
	dp: relationsMisfit,
	srl: (annotations, wordCounts) =>
		pointsOutside(annotations, wordCounts) ??
		(annotations.flat().some(({ beg, end }) => beg > end)
			? 'a role ends before it begins'
			: undefined),
	sdp: (annotations, wordCounts) => relationsMisfit(treesFromZero(annotations), wordCounts),
	sdgp: pointsOutside,
};

function relationsMisfit(annotations: Relation[][], wordCounts: number[]): string | undefined {
	return differsInNumber(annotations, wordCounts) ?? pointsOutside(annotations, wordCounts);
}

function differsInNumber(annotations: unknown[][], wordCounts: number[]): string | undefined {
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

function pointsOutside(
	annotations: Parameters<typeof indexOutside>[0],
	wordCounts: number[],
): string | undefined {
	const outside = indexOutside(annotations, wordCounts);
	if (!outside) return undefined;
	const pieces = annotations.length;
	const place = pieces === 1 ? 'the text' : `piece ${outside.piece + 1} of ${pieces}`;
	return `it points to word ${outside.index}, but ${place} has only ${words(outside.count)} (numbered from 0)`;
}

/**
 * Why the annotations of several pieces cannot be merged: one points to a word that its piece does
 * not have. Undefined for a single piece, and if they can be merged.
 * @param wordCounts words per piece; not used if the function has an entry for each word
 */
export function reasonNotToMerge<F extends TextFunction>(
	func: F,
	pieces: Annotations[F][],
	wordCounts: number[],
): string | undefined {
	return pieces.length > 1 ? OUTSIDE[func](pieces, wordCounts) : undefined;
}

const lengths = (pieces: unknown[][]) => pieces.map(({ length }) => length);
const pointsNowhere = () => undefined;

const OUTSIDE: {
	[F in TextFunction]: (pieces: Annotations[F][], wordCounts: number[]) => string | undefined;
} = {
	cws: pointsNowhere,
	pos: pointsNowhere,
	ner: pointsNowhere,
	dp: (pieces) => pointsOutside(pieces, lengths(pieces)),
	srl: pointsOutside,
	sdp: (pieces) => pointsOutside(treesFromZero(pieces), lengths(pieces)),
	sdgp: pointsOutside,
};

function inPiece(piece: number, pieces: number): string {
	return pieces === 1 ? '' : ` in piece ${piece + 1} of ${pieces}`;
}
