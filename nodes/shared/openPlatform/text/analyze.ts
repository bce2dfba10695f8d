import { DEPENDENCY_RELATIONS, NO_ENTITY, PARTS_OF_SPEECH, readEntityTag, SEMANTIC_ROLES, semanticRelationMeaning, type EntityTag } from '../labels';
import type { TextFunction } from '../services';
import type { Annotations, Arc, Relation, Role } from './annotations';
import { at } from './at';
import { readEntities, type Entity } from './entities';
import { fitAnnotations } from './fit';
import { given } from './given';
import { wordsOfText, warnOfLostWords, type TextWords } from './words';

/** A piece of a text with the answers for it: the words always, of the others those that were asked for. */
export interface AnalyzedPiece {
	text: string;
	/** Where the piece begins in the whole text, in UTF-16 code units. */
	start: number;
	annotations: Pick<Annotations, 'cws'> & Partial<Annotations>;
}

/** An arc to a token from its parent; there is no text where the parent is -1, the root. */
export interface TokenArc {
	parent: number;
	parentText?: string;
	relation: string;
	meaning?: string;
}

/** A word with all that the functions say of it. Indexes of words count from 0 over the whole text. */
export interface Token {
	index: number;
	text: string;
	/** In UTF-16 code units of the whole text, `end` exclusive; missing where the word is not found in it. */
	start?: number;
	end?: number;
	/** pos */
	tag?: string;
	tagMeaning?: string;
	/** ner; missing where the word is not part of an entity */
	entity?: EntityTag;
	/** dp; -1 for the head of the sentence */
	head?: number;
	headText?: string;
	relation?: string;
	relationMeaning?: string;
	/** sdp; -1 for a root */
	semanticHead?: number;
	semanticHeadText?: string;
	semanticRelation?: string;
	semanticRelationMeaning?: string;
	/** sdgp */
	arcs?: TokenArc[];
}

/** The words `begin` to `end`, both included, in a role to a predicate. */
export interface PredicateRole {
	type: string;
	meaning?: string;
	text: string;
	begin: number;
	end: number;
}

export interface Predicate {
	index: number;
	text: string;
	roles: PredicateRole[];
}

/** A text's analysis by several functions, joined word by word. */
export interface TextAnalysis {
	tokens: Token[];
	/** From ner, where asked and joined. */
	entities?: Entity[];
	/** From srl, where asked and joined. */
	predicates?: Predicate[];
	/** What does not fit together, in sentences; empty where all does. */
	warnings: string[];
	/**
	 * The answers that do not fit the words, by function, as readAnswer gives them: the array of a text in
	 * one piece, the list of the pieces' arrays of a longer one.
	 */
	raw?: Partial<Record<TextFunction, unknown[]>>;
}

/**
 * Merges the annotations of several functions for the pieces of a text (document 1, 2.2). Annotations that do not match the
 * words (another number of entries, an index that no word has) are not merged, because a wrong merge would look right: they
 * are named in `warnings` and returned in `raw`.
 */
export function joinAnalysis(text: string, pieces: AnalyzedPiece[]): TextAnalysis {
	const { fitting, raw, warnings } = fitAnnotations(pieces);
	const joined = wordsOfText(text, pieces.map(({ annotations, ...piece }) => ({ ...piece, words: annotations.cws })));
	const { words, spans } = joined;
	warnings.push(...warnOfLostWords(joined));

	const tags = fitting('pos');
	const entityTags = fitting('ner');
	const relations = fitting('dp');
	const roles = fitting('srl');
	const tree = fitting('sdp');
	const arcs = fitting('sdgp');

	const tokens = words.map(
		(word, index): Token => ({
			index,
			text: word,
			...spans[index],
			...tagPart(tags?.[index]),
			...entityPart(entityTags?.[index]),
			...headPart(relations?.[index], words),
			...semanticHeadPart(tree?.[index], words),
		}),
	);
	if (arcs !== undefined) addArcs(tokens, arcs, words);

	const found = entityTags && readEntities(entityTags, joined);
	const predicates = roles && readPredicates(roles, joined);
	if (found) warnings.push(...found.warnings);
	return {
		tokens,
		...(found && { entities: found.entities }),
		...(predicates && { predicates }),
		warnings,
		...(Object.keys(raw).length > 0 && { raw }),
	};
}

function tagPart(tag: string | undefined): Partial<Token> {
	return tag === undefined ? {} : { tag, ...given('tagMeaning', PARTS_OF_SPEECH.get(tag)) };
}

function entityPart(tag: string | undefined): Partial<Token> {
	return tag === undefined || tag === NO_ENTITY ? {} : { entity: readEntityTag(tag) };
}

function headPart(entry: Relation | undefined, words: string[]): Partial<Token> {
	if (entry === undefined) return {};
	const { parent, relate } = entry;
	return { head: parent, ...given('headText', words[parent]), relation: relate, ...given('relationMeaning', DEPENDENCY_RELATIONS.get(relate)) };
}

function semanticHeadPart(entry: Relation | undefined, words: string[]): Partial<Token> {
	if (entry === undefined) return {};
	const { parent, relate } = entry;
	return {
		semanticHead: parent,
		...given('semanticHeadText', words[parent]),
		semanticRelation: relate,
		...given('semanticRelationMeaning', semanticRelationMeaning(relate)),
	};
}

function addArcs(tokens: Token[], arcs: Arc[], words: string[]): void {
	const incoming = tokens.map((): TokenArc[] => []);
	for (const { id, parent, relate } of arcs) {
		const arc = { parent, ...given('parentText', words[parent]), relation: relate, ...given('meaning', semanticRelationMeaning(relate)) };
		at(incoming, id).push(arc);
	}
	for (const token of tokens) token.arcs = at(incoming, token.index);
}

function readPredicates(roles: Role[], { words, extent }: TextWords): Predicate[] {
	const predicates = new Map<number, Predicate>();
	for (const { id, type, beg, end } of roles) {
		const predicate = predicates.get(id) ?? { index: id, text: at(words, id), roles: [] };
		predicate.roles.push({ type, ...given('meaning', SEMANTIC_ROLES.get(type)), text: extent(beg, end).text, begin: beg, end });
		predicates.set(id, predicate);
	}
	return [...predicates.values()].sort((one, other) => one.index - other.index);
}
