import { definedFields } from '../../values';
import {
	DEPENDENCY_RELATIONS,
	PARTS_OF_SPEECH,
	readEntityTag,
	SEMANTIC_ROLES,
	semanticRelationMeaning,
} from './textLabels';
import type { TextFunction } from '../protocol/services';
import type { Annotations, Relation } from './annotations';
import { readEntities, warnOfLostWords, wordsOfText, type TextWords } from './words';
import {
	findMisfit,
	isWorded,
	reasonNotToMerge,
	type WordedFunction,
	joinAnnotations,
} from './join';
import type { TextPiece } from './sentences';

/** A piece of a text with its words, and with the annotations of one function. */
export interface WordedPiece<Annotation> extends TextPiece {
	annotations: Annotation;
	words: string[];
}

interface SimplifiedResult extends Record<string, unknown> {
	warnings?: string[];
}

/**
 * How the annotations of each function are simplified. If the words are known, each entry has the
 * words that it refers to.
 */
const SIMPLIFY: {
	[F in TextFunction]: (annotations: Annotations[F], textWords?: TextWords) => SimplifiedResult;
} = {
	cws: (words) => ({ words }),
	pos: (tags, textWords) => ({
		tags: tags.map((tag, index) =>
			definedFields({ word: textWords?.words[index], tag, meaning: PARTS_OF_SPEECH.get(tag) }),
		),
	}),
	ner: simplifyEntities,
	dp: (relations, textWords) => ({
		dependencies: relations.map((entry, word) =>
			simplifyRelation(entry, word, DEPENDENCY_RELATIONS.get(entry.relate), textWords),
		),
	}),
	srl: (roles, textWords) => ({
		roles: roles.map(({ id, beg, end, type }) =>
			definedFields({
				predicate: id,
				predicateWord: textWords?.words[id],
				begin: beg,
				end,
				text: textWords?.extent(beg, end).text,
				type,
				meaning: SEMANTIC_ROLES.get(type),
			}),
		),
	}),
	sdp: (relations, textWords) => ({
		tree: relations.map((entry, word) =>
			simplifyRelation(entry, word, semanticRelationMeaning(entry.relate), textWords),
		),
	}),
	sdgp: (arcs, textWords) => ({
		graph: arcs.map((arc) => ({
			id: arc.id,
			...simplifyRelation(arc, arc.id, semanticRelationMeaning(arc.relate), textWords),
		})),
	}),
};

/**
 * `names` has one entry for each whole entity, which may have several words. `entities` has one
 * entry for each word.
 */
function simplifyEntities(tags: string[], textWords?: TextWords): SimplifiedResult {
	const entities = tags.map((tag, index) =>
		definedFields({ word: textWords?.words[index], ...readEntityTag(tag) }),
	);
	if (textWords === undefined) return { entities };
	const names = readEntities(tags, textWords);
	return {
		names: names.entities,
		entities,
		warnings: [...warnOfLostWords(textWords), ...names.warnings],
	};
}

function simplifyRelation(
	{ parent, relate }: Relation,
	word: number,
	meaning: string | undefined,
	textWords: TextWords | undefined,
): object {
	return definedFields({
		word: textWords?.words[word],
		parent,
		parentWord: textWords?.words[parent],
		relation: relate,
		meaning,
	});
}

/**
 * The simplified result of a function for a text in pieces. An entry has no `meaning` if the
 * meaning of its value is not known. Annotations that cannot be merged are returned in `raw`, one
 * list for each piece, because a wrong merge would look right. `warnings` then says why.
 * @param withWords whether each entry gets its words
 */
export function simplifyPieces<F extends TextFunction>(
	func: F,
	text: string,
	pieces: WordedPiece<Annotations[F]>[],
	withWords: boolean,
): object {
	const annotations = pieces.map((piece) => piece.annotations);
	const wordCounts = pieces.map(({ words }) => words.length);
	const reason = reasonNotToMerge(func, annotations, wordCounts);
	if (reason !== undefined) {
		const warning = `${func} is not merged, but given under raw: ${reason}`;
		return { raw: annotations, warnings: [warning] };
	}
	const joined = joinAnnotations(func, annotations, wordCounts);
	return withWords && isWorded(func)
		? simplifyWithWords(func, text, pieces, joined)
		: simplifyAnnotations(func, joined);
}

/** The simplified form of joined annotations. */
export function simplifyAnnotations<F extends TextFunction>(
	func: F,
	annotations: Annotations[F],
): object {
	return SIMPLIFY[func](annotations);
}

/**
 * The simplified form of joined annotations, each entry with its words. If the annotations do not
 * match the words, the entries get no words, because wrong words would look right. `warnings` then
 * says why. Without a warning it is an empty list.
 */
export function simplifyWithWords<F extends WordedFunction>(
	func: F,
	text: string,
	pieces: WordedPiece<Annotations[F]>[],
	joined: Annotations[F],
): object {
	const misfit = findMisfit(
		func,
		pieces.map(({ annotations }) => annotations),
		pieces.map(({ words }) => words.length),
	);
	if (misfit !== undefined) {
		return {
			...SIMPLIFY[func](joined),
			warnings: [`No words are included, because ${func} does not match them: ${misfit}`],
		};
	}
	const { warnings = [], ...simplified } = SIMPLIFY[func](joined, wordsOfText(text, pieces));
	return { ...simplified, warnings };
}
