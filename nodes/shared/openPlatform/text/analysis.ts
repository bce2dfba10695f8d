import { definedFields } from '../../values';
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
import { at } from './at';
import { readEntities, type Entity } from './entities';
import { fitAnnotations, type AnnotationsOfPiece } from './fit';
import type { TextPiece } from './split';
import { wordsOfText, warnOfLostWords, type TextWords } from './words';

/** A piece of a text with the annotations for it. */
export interface AnalyzedPiece extends TextPiece {
	annotations: AnnotationsOfPiece;
}

/** An arc to a token from its parent; without text if the parent is -1, the root. */
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
	 * In UTF-16 code units of the whole text, `end` exclusive; missing if the word is not found in
	 * it.
	 */
	start?: number;
	end?: number;
	/** From `pos`. */
	tag?: string;
	tagMeaning?: string;
	/** From `ner`; missing if the word is not part of an entity. */
	entity?: EntityTag;
	/** From `dp`; -1 for the head of the sentence. */
	head?: number;
	headText?: string;
	relation?: string;
	relationMeaning?: string;
	/** From `sdp`; -1 for a root. */
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
	/** The words `begin` to `end`, both included, in a role to the predicate. */
	roles: { type: string; meaning?: string; text: string; begin: number; end: number }[];
}

/** A text's analysis by several functions, joined word by word. */
interface TextAnalysis {
	tokens: Token[];
	/** From `ner`, if requested and matching the words. */
	entities?: Entity[];
	/** From `srl`, if requested and matching the words. */
	predicates?: Predicate[];
	/** What does not fit together, in sentences; empty if everything fits. */
	warnings: string[];
	/**
	 * The annotations that do not fit the words, by function, as they came; a list if there are
	 * several pieces.
	 */
	raw?: object;
}

/**
 * Merges the annotations of several functions for the pieces of a text (document 1, 2.2).
 * Annotations that do not match the words (another number of entries, an index that no word has)
 * are not merged, because a wrong merge would look right: they are named in `warnings` and returned
 * in `raw`.
 */
export function joinAnalysis(text: string, pieces: AnalyzedPiece[]): TextAnalysis {
	const joined = wordsOfText(
		text,
		pieces.map(({ annotations, ...piece }) => ({ ...piece, words: annotations.cws })),
	);
	const { fitting, raw, warnings } = fitAnnotations(pieces.map(({ annotations }) => annotations));
	const merged: Partial<Annotations> = {
		pos: fitting('pos'),
		ner: fitting('ner'),
		dp: fitting('dp'),
		srl: fitting('srl'),
		sdp: fitting('sdp'),
		sdgp: fitting('sdgp'),
	};
	const found = merged.ner && readEntities(merged.ner, joined);
	return definedFields({
		tokens: readTokens(joined, merged),
		entities: found?.entities,
		predicates: merged.srl && readPredicates(merged.srl, joined),
		warnings: [...warnOfLostWords(joined), ...warnings, ...(found?.warnings ?? [])],
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
