/** Which annotations match the words of a text. */
import type { TextFunction } from '../services';
import type { Annotations, Relation } from './annotations';
import { at } from './at';
import { joinAnnotations, NO_PARENT, treesFromZero } from './join';

/** The annotations of a piece: the words always, others if requested. */
interface AnnotatedPiece {
	annotations: Pick<Annotations, 'cws'> & Partial<Annotations>;
}

/** Merges the annotations that match the words, one function at a time, and collects the others. */
interface FittedAnnotations {
	/** The merged annotations of a function; undefined if they were not requested or do not match. */
	fitting: <F extends TextFunction>(func: F) => Annotations[F] | undefined;
	/** Annotations that do not match. */
	raw: Partial<Record<TextFunction, unknown[]>>;
	warnings: string[];
}

export function fitAnnotations(pieces: AnnotatedPiece[]): FittedAnnotations {
	const warnings: string[] = [];
	const raw: FittedAnnotations['raw'] = {};
	const wordCounts = pieces.map(({ annotations }) => annotations.cws.length);

	function fitting<F extends TextFunction>(func: F): Annotations[F] | undefined {
		const annotations = pieces.flatMap((piece): Annotations[F][] => {
			const ofPiece: Partial<Annotations> = piece.annotations;
			const annotation = ofPiece[func];
			return annotation === undefined ? [] : [annotation];
		});
		if (annotations.length < pieces.length) return undefined;
		const misfit = misfitOf(func, annotations, wordCounts);
		if (misfit === undefined) return joinAnnotations(func, annotations, wordCounts);
		const [only, ...others] = annotations;
		raw[func] = only !== undefined && others.length === 0 ? only : annotations;
		warnings.push(`${func} is not joined with the words, but given under raw: ${misfit}`);
		return undefined;
	}

	return { fitting, raw, warnings };
}

/**
 * Why the annotations of the pieces of a text do not match its words; undefined if they do.
 * @param wordCounts words per piece
 */
export function misfitOf<F extends TextFunction>(func: F, annotations: Annotations[F][], wordCounts: number[]): string | undefined {
	return MISFIT[func](annotations, wordCounts);
}

/** Why annotations do not match the words; undefined if they do. */
type FindMisfit<Annotation> = (annotations: Annotation[], wordCounts: number[]) => string | undefined;

const MISFIT: { [F in TextFunction]: FindMisfit<Annotations[F]> } = {
	cws: () => undefined,
	pos: differsInNumber,
	ner: differsInNumber,
	dp: relationsMisfit,
	srl: (annotations, wordCounts) =>
		pointsOutside(annotations, wordCounts, ({ beg, end, id }) => [beg, end, id]) ??
		(annotations.flat().some(({ beg, end }) => beg > end) ? 'a role ends before it begins' : undefined),
	sdp: (annotations, wordCounts) => relationsMisfit(treesFromZero(annotations), wordCounts),
	sdgp: (annotations, wordCounts) => pointsOutside(annotations, wordCounts, ({ id, parent }) => [id, ...(parent === NO_PARENT ? [] : [parent])]),
};

function relationsMisfit(annotations: Relation[][], wordCounts: number[]): string | undefined {
	return differsInNumber(annotations, wordCounts) ?? pointsOutside(annotations, wordCounts, ({ parent }) => (parent === NO_PARENT ? [] : [parent]));
}

function differsInNumber(annotations: unknown[][], wordCounts: number[]): string | undefined {
	const piece = annotations.findIndex((entries, index) => entries.length !== wordCounts[index]);
	if (piece < 0) return undefined;
	return `it has ${at(annotations, piece).length} entries for ${at(wordCounts, piece)} words${inPiece(piece, annotations.length)}`;
}

function pointsOutside<Annotation>(annotations: Annotation[][], wordCounts: number[], indexesOf: (entry: Annotation) => number[]): string | undefined {
	for (const [piece, entries] of annotations.entries()) {
		const count = at(wordCounts, piece);
		const outside = entries.flatMap(indexesOf).find((index) => index < 0 || index >= count);
		if (outside !== undefined) return `it points to word ${outside}, counted from 0, of ${count} words${inPiece(piece, annotations.length)}`;
	}
	return undefined;
}

function inPiece(piece: number, pieces: number): string {
	return pieces === 1 ? '' : ` in piece ${piece + 1} of ${pieces}`;
}
