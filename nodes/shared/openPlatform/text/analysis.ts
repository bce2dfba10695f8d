import { definedFields, at } from '../../values';
import {
	DEPENDENCY_RELATIONS,
	NO_ENTITY,
	PARTS_OF_SPEECH,
	readEntityTag,
	SEMANTIC_ROLES,
	semanticRelationMeaning,
	type EntityTag,
} from './textLabels';
import type { Annotations, Arc, Role } from './annotations';
import { readEntities, type Entity, warnOfLostWords, wordsOfText, type TextWords } from './words';
import { fitAnnotations, type AnnotationsOfPiece } from './join';
import type { TextPiece } from './sentences';

/** A piece of a text, and its annotations. */
export interface AnalyzedPiece extends TextPiece {
	annotations: AnnotationsOfPiece;
}

/** An arc from a parent to a token. A root has the `parent` -1 and no `parentText`. */
interface TokenArc {
	parent: number;
	parentText?: string;
	relation: string;
	meaning?: string;
}

/**
 * A word with everything that the analyses (parts of speech, entities, …) return for it. Indexes of
 * words count from 0 over the whole text.
 */
interface Token {
	index: number;
	text: string;
	/**
	 * Where the word is in the whole text, in UTF-16 code units. `end` is exclusive. Both are missing
	 * if the word is not found.
	 */
	start?: number;
	end?: number;
	/** From `pos`. */
	tag?: string;
	tagMeaning?: string;
	/** From `ner`; missing if the word is not part of an entity. */
	entity?: EntityTag;
	/** The word's parent, from `dp`. -1 for the head of the sentence. */
	head?: number;
	headText?: string;
	relation?: string;
	relationMeaning?: string;
	/** The word's parent, from `sdp`. -1 for a root. */
	semanticHead?: number;
	semanticHeadText?: string;
	semanticRelation?: string;
	semanticRelationMeaning?: string;
	/** From `sdgp`. */
	arcs?: TokenArc[];
}

interface Predicate {
	index: number;
	text: string;
	/** The words `begin` to `end`, both included, play the role `type` for the predicate. */
	roles: { type: string; meaning?: string; text: string; begin: number; end: number }[];
}

/** The analyses of a text by several functions, joined word by word. */
export interface TextAnalysis {
	tokens: Token[];
	/** From `ner`. Missing if `ner` was not requested or does not match the words. */
	entities?: Entity[];
	/** From `srl`. Missing if `srl` was not requested or does not match the words. */
	predicates?: Predicate[];
	/** A sentence for each thing that does not fit. Empty if everything fits. */
	warnings: string[];
	/**
	 * The annotations that do not fit the words, by function, as the service returned them. If the
	 * text has several pieces, there is a list of annotations for each piece.
	 */
	raw?: object;
}

/**
 * Merges the annotations of several functions for the pieces of a text (document 1, 2.2).
 * Annotations do not match the words if they have another number of entries, or an index that no
 * word has. They are not merged, because the result would be wrong and nobody would notice. Instead
 * they are named in `warnings` and returned in `raw`.
 */
export function joinAnalysis(text: string, pieces: AnalyzedPiece[]): TextAnalysis {
	const textWords = wordsOfText(
		text,
		pieces.map(({ annotations, ...piece }) => ({ ...piece, words: annotations.cws })),
	);
	const { joined, raw, warnings } = fitAnnotations(pieces.map(({ annotations }) => annotations));
	const named = joined.ner && readEntities(joined.ner, textWords);
	return definedFields({
		tokens: readTokens(textWords, joined),
		entities: named?.entities,
		predicates: joined.srl && readPredicates(joined.srl, textWords),
		warnings: [...warnOfLostWords(textWords), ...warnings, ...(named?.warnings ?? [])],
		raw: Object.keys(raw).length > 0 ? raw : undefined,
	});
}

function readTokens(
	{ words, spans }: TextWords,
	{ pos, ner, dp, sdp, sdgp }: Partial<Annotations>,
): Token[] {
	const arcs = sdgp && arcsByWord(sdgp, words);
	return words.map((word, index): Token => {
		const tag = pos?.[index];
		const entityTag = ner?.[index] ?? NO_ENTITY;
		const dependency = dp?.[index];
		const semantic = sdp?.[index];
		return definedFields({
			index,
			text: word,
			...spans[index],
			tag,
			tagMeaning: PARTS_OF_SPEECH.get(tag ?? ''),
			entity: entityTag === NO_ENTITY ? undefined : readEntityTag(entityTag),
			head: dependency?.parent,
			headText: dependency && words[dependency.parent],
			relation: dependency?.relate,
			relationMeaning: dependency && DEPENDENCY_RELATIONS.get(dependency.relate),
			semanticHead: semantic?.parent,
			semanticHeadText: semantic && words[semantic.parent],
			semanticRelation: semantic?.relate,
			semanticRelationMeaning: semantic && semanticRelationMeaning(semantic.relate),
			arcs: arcs?.[index],
		});
	});
}

function arcsByWord(arcs: Arc[], words: string[]): TokenArc[][] {
	const byWord = words.map((): TokenArc[] => []);
	for (const { id, parent, relate } of arcs) {
		at(byWord, id).push(
			definedFields({
				parent,
				parentText: words[parent],
				relation: relate,
				meaning: semanticRelationMeaning(relate),
			}),
		);
	}
	return byWord;
}

function readPredicates(roles: Role[], { words, extent }: TextWords): Predicate[] {
	const predicates = new Map<number, Predicate>();
	for (const { id, type, beg, end } of roles) {
		const predicate = predicates.get(id) ?? { index: id, text: at(words, id), roles: [] };
		predicate.roles.push(
			definedFields({
				type,
				meaning: SEMANTIC_ROLES.get(type),
				text: extent(beg, end).text,
				begin: beg,
				end,
			}),
		);
		predicates.set(id, predicate);
	}
	return [...predicates.values()].sort((one, other) => one.index - other.index);
}
