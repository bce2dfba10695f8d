import { DEPENDENCY_RELATIONS, PARTS_OF_SPEECH, readEntityTag, SEMANTIC_ROLES, semanticRelationMeaning, type EntityTag } from '../labels';
import type { TextFunction } from '../services';
import type { Annotations, Relation } from './annotations';

/** A tag or relation with its meaning, where the tables of document 1 name it. */
interface Named {
	meaning?: string;
}

export interface SimpleTag extends Named {
	tag: string;
}

export interface SimpleRelation extends Named {
	/** Zero-based index of the parent word; -1 for a root. */
	parent: number;
	relation: string;
}

/** The words `begin` to `end`, both included, play a role to the word `predicate`. */
export interface SimpleRole extends Named {
	predicate: number;
	begin: number;
	end: number;
	type: string;
}

export interface SimpleArc extends SimpleRelation {
	/** Index of the word that the arc points to. */
	id: number;
}

/** The simplified result of each function, in addition to the text. */
export interface SimplifiedAnnotations {
	cws: { words: string[] };
	pos: { tags: SimpleTag[] };
	ner: { entities: EntityTag[] };
	dp: { dependencies: SimpleRelation[] };
	srl: { roles: SimpleRole[] };
	sdp: { tree: SimpleRelation[] };
	sdgp: { graph: SimpleArc[] };
}

const SIMPLIFY: { [F in TextFunction]: (annotations: Annotations[F]) => SimplifiedAnnotations[F] } = {
	cws: (words) => ({ words }),
	pos: (tags) => ({ tags: tags.map((tag) => ({ tag, ...named(PARTS_OF_SPEECH.get(tag)) })) }),
	ner: (tags) => ({ entities: tags.map(readEntityTag) }),
	dp: (entries) => ({ dependencies: entries.map((entry) => simplifyRelation(entry, (relation) => DEPENDENCY_RELATIONS.get(relation))) }),
	srl: (roles) => ({
		roles: roles.map(({ id, beg, end, type }) => ({ predicate: id, begin: beg, end, type, ...named(SEMANTIC_ROLES.get(type)) })),
	}),
	sdp: (entries) => ({ tree: entries.map((entry) => simplifyRelation(entry, semanticRelationMeaning)) }),
	sdgp: (arcs) => ({ graph: arcs.map((arc) => ({ id: arc.id, ...simplifyRelation(arc, semanticRelationMeaning) })) }),
};

/** The simplified form of a joined answer (see joinAnnotations). A value without a known meaning has no `meaning`. */
export function simplifyAnnotations<F extends TextFunction>(func: F, annotations: Annotations[F]): SimplifiedAnnotations[F] {
	return SIMPLIFY[func](annotations);
}

function simplifyRelation({ parent, relate }: Relation, meaningOf: (relation: string) => string | undefined): SimpleRelation {
	return { parent, relation: relate, ...named(meaningOf(relate)) };
}

function named(meaning: string | undefined): Named {
	return meaning === undefined ? {} : { meaning };
}
