import type { Settings } from '../settings';
import { dependencies, type Node } from './tree';
import { segment } from './words';

/** The functions whose results are invented. They are made from the words of `cws` and the tags of these words. */
export type CannedFunction = 'ner' | 'dp' | 'srl' | 'sdp' | 'sdgp';

/** The result of a function in the form of document 1, 2.2. */
export function analysisOf(name: CannedFunction, text: string, settings: Settings): unknown {
	switch (name) {
		case 'ner':
			return settings.nerLength === 'words' ? entities(text) : [...entities(text), 'O'];
		case 'dp':
			return dependencies(text).map(({ parent, relate }) => ({ parent, relate }));
		case 'srl':
			return roles(dependencies(text));
		case 'sdp':
			return semanticTree(dependencies(text)).map(({ parent, relate }) => ({
				parent: parent + settings.sdpBase,
				relate,
			}));
		case 'sdgp':
			return semanticGraph(dependencies(text));
	}
}

const entityTypes: Record<string, string> = { nh: 'Nh', ns: 'Ns' };

/** One entity tag per word. Neighboring words of the same type form one entity. `S-` marks an entity of one word; `B-`, `I-` and `E-` mark the first, inner and last words of a longer entity. */
function entities(text: string): string[] {
	const { words, organizations } = segment(text);
	const types = words.map(({ tag }, index) => (organizations.has(index) ? 'Ni' : entityTypes[tag]));
	return types.map((type, index) => {
		if (type === undefined) return 'O';
		const begins = types[index - 1] !== type;
		const ends = types[index + 1] !== type;
		if (begins && ends) return `S-${type}`;
		if (begins) return `B-${type}`;
		return ends ? `E-${type}` : `I-${type}`;
	});
}

interface Role {
	beg: number;
	end: number;
	id: number;
	type: string;
}

/** The role of a word that depends on a predicate; undefined for words such as punctuation and particles. */
function roleType({ relate, tag }: Node): string | undefined {
	if (relate === 'SBV') return 'A0';
	if (relate === 'VOB') return 'A1';
	if (relate !== 'ADV') return undefined;
	if (tag === 'nt') return 'TMP';
	return tag === 'p' ? 'LOC' : 'ADV';
}

/** For each verb, the roles of the words that depend on the verb, in the order of the text. A role spans its word and all words that depend on this word. */
function roles(nodes: readonly Node[]): Role[] {
	return nodes.flatMap(({ tag }, id) => {
		if (tag !== 'v') return [];
		return nodes.flatMap((node, index): Role[] => {
			const type = node.parent === id ? roleType(node) : undefined;
			return type === undefined ? [] : [{ ...span(nodes, index), id, type }];
		});
	});
}

/** The indexes of the first and the last word of a range around `top`, in which all words depend on `top`. */
function span(nodes: readonly Node[], top: number): { beg: number; end: number } {
	/** Whether the word is `top` or depends on it, directly or through other words. */
	const belongsToTop = (index: number): boolean => {
		let ancestor: number | undefined = index;
		while (ancestor !== undefined && ancestor >= 0 && ancestor !== top)
			ancestor = nodes[ancestor]?.parent;
		return ancestor === top;
	};
	let beg = top;
	let end = top;
	while (beg > 0 && belongsToTop(beg - 1)) beg -= 1;
	while (end + 1 < nodes.length && belongsToTop(end + 1)) end += 1;
	return { beg, end };
}

interface Arc {
	parent: number;
	relate: string;
}

const semanticRelations: Record<string, string> = {
	HED: 'Root',
	SBV: 'Agt',
	VOB: 'Pat',
	IOB: 'Datv',
	POB: 'Loc',
	COO: 'eSucc',
	LAD: 'mConj',
	RAD: 'mAux',
	CMP: 'mDegr',
	WP: 'mPunc',
	IS: 'mPars',
};

/** A derived role, if a word and the words around it suggest one. Recorded answers often have derived roles. */
function derivedRole(nodes: readonly Node[], index: number): string | undefined {
	const node = nodes[index];
	const previous = nodes[index - 1];
	if (!node) return undefined;
	const { relate, tag, parent } = node;
	if (relate === 'COO' && parent === index - 1) return 'dCont';
	if (relate === 'ADV' && tag === 'nt' && index > parent) return 'dTime';
	if (relate === 'VOB' && previous?.text === '的') return 'rPat';
	if (relate === 'VOB' && tag === 'nz') return 'dClas';
	if (relate === 'CMP' && tag === 'a') return 'dFeat';
	return relate === 'SBV' && nodes[parent]?.tag === 'a' ? 'rExp' : undefined;
}

const NEGATION = /^[不没无未别]/u;

function semanticRelation({ relate, tag, text }: Node): string {
	if (relate === 'ADV') {
		if (tag === 'nt') return 'Time';
		if (tag === 'p') return 'mPrep';
		return NEGATION.test(text) ? 'mNeg' : 'mMod';
	}
	if (relate === 'ATT') {
		if (tag === 'm' || tag === 'q') return 'Quan';
		return tag === 'a' || tag === 'b' ? 'Feat' : 'Nmod';
	}
	return semanticRelations[relate] ?? 'mMaj';
}

/** The semantic tree. Its indexes begin with 0, and the root has the parent -1. */
function semanticTree(nodes: readonly Node[]): Arc[] {
	return nodes.map((node, index) => ({
		parent: node.parent,
		relate: derivedRole(nodes, index) ?? semanticRelation(node),
	}));
}

/** The arcs of the tree, and more arcs for agents: an agent of a verb is also the agent of the verbs that are coordinated with it in the sentence. So an `id` can occur twice. */
function semanticGraph(nodes: readonly Node[]): (Arc & { id: number })[] {
	const tree = semanticTree(nodes);
	return tree.flatMap((arc, id) => {
		const arcs = [{ id, ...arc }];
		if (arc.relate !== 'Agt') return arcs;
		const arcsToOtherVerbs = nodes.flatMap(({ relate, parent, sentence }, verb) =>
			relate === 'COO' && parent === arc.parent && sentence === nodes[id]?.sentence
				? [{ id, parent: verb, relate: 'Agt' }]
				: [],
		);
		return [...arcs, ...arcsToOtherVerbs];
	});
}
