/**
 * Meanings of the tags of text analysis (document 1), in the words of the document. A tag without an entry has no
 * known meaning.
 */
import { definedFields } from '../../values';
import type { LabelTable } from '../labelTable';

const table = (meanings: Record<string, string>): LabelTable => new Map(Object.entries(meanings));

/** Part-of-speech tags (2.2). The document lists `nl` twice, with two meanings. */
export const PARTS_OF_SPEECH = table({
	r: 'pronoun',
	n: 'general noun',
	ns: 'geographical name',
	wp: 'punctuation',
	k: 'suffix',
	h: 'prefix',
	u: 'auxiliary',
	c: 'conjunction',
	v: 'verb',
	p: 'preposition',
	d: 'adverb',
	q: 'quantity',
	nh: 'person name',
	m: 'number',
	e: 'exclamation',
	b: 'other noun-modifier',
	a: 'adjective',
	nd: 'direction noun',
	nl: 'location noun or organization name',
	o: 'onomatopoeia',
	nt: 'temporal noun',
	nz: 'other proper noun',
	i: 'idiom',
	j: 'abbreviation',
	ws: 'foreign word',
	g: 'morpheme',
	x: 'non-lexeme',
});

/** Dependency relations of `dp` (2.2). */
export const DEPENDENCY_RELATIONS = table({
	SBV: 'subject-verb',
	VOB: 'direct object',
	IOB: 'indirect object',
	FOB: 'fronted object',
	DBL: 'double (pivot)',
	ATT: 'attribute',
	ADV: 'adverbial',
	CMP: 'complement',
	COO: 'coordinate',
	POB: 'preposition-object',
	LAD: 'left adjunct',
	RAD: 'right adjunct',
	IS: 'independent structure',
	WP: 'punctuation',
	HED: 'head (core of the sentence)',
});

/** The `ner` tag of a word that is not part of an entity (2.2). */
export const NO_ENTITY = 'O';

/** Prefixes of `ner` tags: the position of the word in the entity (2.2). */
export const ENTITY_POSITIONS = table({
	B: 'begin',
	I: 'middle',
	E: 'end',
	S: 'single-word entity',
});

/** Entity types of `ner` tags (2.2). */
export const ENTITY_TYPES = table({
	Nh: 'person name',
	Ns: 'place name',
	Ni: 'organization name',
});

/** Semantic role labels of `srl` (2.2). */
export const SEMANTIC_ROLES = table({
	A0: 'agent of the action (usually)',
	A1: 'affected entity (usually)',
	A2: 'core role, varies with the predicate',
	A3: 'core role, varies with the predicate',
	A4: 'core role, varies with the predicate',
	A5: 'core role, varies with the predicate',
	ADV: 'adverbial',
	BNE: 'beneficiary',
	CND: 'condition',
	DIR: 'direction',
	DGR: 'degree',
	EXT: 'extent',
	FRQ: 'frequency',
	LOC: 'locative',
	MNR: 'manner',
	PRP: 'purpose or reason',
	TMP: 'temporal',
	TPC: 'topic',
	CRD: 'coordinated arguments',
	PRD: 'predicate',
	PSR: 'possessor',
	PSE: 'possessee',
});

/**
 * The roles among the semantic relations of `sdp` and `sdgp` (2.2). `Desc` is also written `Feat`.
 */
export const SEMANTIC_RELATION_ROLES = table({
	Agt: 'agent',
	Exp: 'experiencer',
	Aft: 'affection',
	Poss: 'possessor',
	Pat: 'patient',
	Cont: 'content',
	Prod: 'product',
	Orig: 'origin',
	Datv: 'dative',
	Comp: 'comitative',
	Belg: 'belongings',
	Clas: 'classification',
	Accd: 'according',
	Reas: 'reason',
	Int: 'intention',
	Cons: 'consequence',
	Mann: 'manner',
	Tool: 'tool',
	Malt: 'material',
	Time: 'time',
	Loc: 'location',
	Proc: 'process',
	Dir: 'direction',
	Sco: 'scope',
	Quan: 'quantity',
	Qp: 'quantity-phrase',
	Freq: 'frequency',
	Seq: 'sequence',
	Desc: 'description',
	Feat: 'description',
	Host: 'host',
	Nmod: 'name-modifier',
	Tmod: 'time-modifier',
});

/** Prefixes that turn a role of SEMANTIC_RELATION_ROLES into a derived role (2.2). */
export const DERIVED_ROLE_PREFIXES = table({
	r: 'reverse role',
	d: 'nested role',
});

/** Semantic relations of `sdp` and `sdgp` that are no roles: events, markers, root (2.2). */
export const SEMANTIC_RELATIONS = table({
	eCoo: 'coordination',
	eSelt: 'selection',
	eEqu: 'equivalent',
	ePrec: 'precedent',
	eSucc: 'successor',
	eProg: 'progression',
	eAdvt: 'adversative',
	eCau: 'cause',
	eResu: 'result',
	eInf: 'inference',
	eCond: 'condition',
	eSupp: 'supposition',
	eConc: 'concession',
	eMetd: 'method',
	ePurp: 'purpose',
	eAban: 'abandonment',
	ePref: 'preference',
	eSum: 'summary',
	eRect: 'recount',
	mConj: 'conjunction',
	mAux: 'auxiliary',
	mPrep: 'preposition',
	mTone: 'tone',
	mTime: 'time',
	mRang: 'range',
	mDegr: 'degree',
	mFreq: 'frequency',
	mDir: 'direction',
	mPars: 'parenthesis',
	mNeg: 'negation',
	mMod: 'modal',
	mPunc: 'punctuation',
	mPept: 'repetition',
	mMaj: 'majority',
	mVain: 'vain',
	mSepa: 'separation',
	Root: 'root node of the sentence',
});

/**
 * Meaning of a semantic relation (`sdp`, `sdgp`). For a derived role it is the meaning of the role
 * with that of the prefix: `dPoss` means `possessor (nested role)`.
 */
export function semanticRelationMeaning(relation: string): string | undefined {
	const plain = SEMANTIC_RELATIONS.get(relation) ?? SEMANTIC_RELATION_ROLES.get(relation);
	if (plain !== undefined) return plain;
	const derived = DERIVED_ROLE_PREFIXES.get(relation.slice(0, 1));
	const role = SEMANTIC_RELATION_ROLES.get(relation.slice(1));
	return derived !== undefined && role !== undefined ? `${role} (${derived})` : undefined;
}

/** A parsed `ner` tag. */
export interface EntityTag {
	/** The tag itself. */
	tag: string;
	/** The position of the word in the entity. If it is not known, the prefix of the tag. */
	position?: string;
	/** The type as the tag has it, such as `Nh`. */
	type?: string;
	/** The meaning of the type. The tag `O` has no type, but a meaning: not part of an entity. */
	meaning?: string;
}

/** Parses a `ner` tag (2.2): `B-Ns` is the beginning of a place name. */
export function readEntityTag(tag: string): EntityTag {
	if (tag === NO_ENTITY) return { tag, meaning: 'not part of an entity' };
	const dash = tag.indexOf('-');
	if (dash < 0) return { tag };
	const prefix = tag.slice(0, dash);
	const type = tag.slice(dash + 1);
	return definedFields({
		tag,
		position: ENTITY_POSITIONS.get(prefix) ?? prefix,
		type,
		meaning: ENTITY_TYPES.get(type),
	});
}
