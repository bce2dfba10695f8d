import type { Settings } from '../settings';
import { dependencies, type Node } from './tree';
import { segment } from './words';

/** The functions whose results are invented from the words of cws and their tags. */
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

/** One tag per word. Neighboring words of the same type form one entity. */
function entities(text: string): string[] {
	const { words, organizations } = segment(text);
	const types = words.map(({ tag }, index) => (organizations.has(index) ? 'Ni' : entityTypes[tag]));
	return types.map((type, index) => {
		if (type === undefined) return 'O';
		const begins = types[index - 1] !== type;
		const ends = types[index + 1] !== type;
		const prefix = begins ? (ends ? 'S' : 'B') : ends ? 'E' : 'I';
		return `${prefix}-${type}`;
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
	if (relate === 'ADV') return tag === 'nt' ? 'TMP' : tag === 'p' ? 'LOC' : 'ADV';
	return undefined;
}

/** For each verb, the roles of the words that depend on it, in the order of the text. A role spans all words below it. */
function roles(nodes: readonly Node[]): Role[] {
	return nodes.flatMap(({ tag }, id) => {
		if (tag !== 'v') return [];
		return nodes.flatMap((node, index): Role[] => {
			const type = node.parent === id ? roleType(node) : undefined;
			return type === undefined ? [] : [{ ...span(nodes, index), id, type }];
		});
	});
}

/** The first and the last of the adjacent words that depend on `top`, including `top` itself. */
function span(nodes: readonly Node[], top: number): { beg: number; end: number } {
	/** Whether the word is `top` or depends on it, directly or through other words. */
	const below = (index: number): boolean => {
		let ancestor: number | undefined = index;
		while (ancestor !== undefined && ancestor >= 0 && ancestor !== top)
			ancestor = nodes[ancestor]?.parent;
		return ancestor === top;
	};
	let beg = top;
	let end = top;
	while (beg > 0 && below(beg - 1)) beg -= 1;
	while (end + 1 < nodes.length && below(end + 1)) end += 1;
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

/** A derived role, if the words next to the word suggest one. Derived roles are frequent in recorded answers. */
function derivedRole(nodes: readonly Node[], index: number): string | undefined {
	const [node, before] = [nodes[index], nodes[index - 1]];
	if (!node) return undefined;
	const { relate, tag, parent } = node;
	if (relate === 'COO' && parent === index - 1) return 'dCont';
	if (relate === 'ADV' && tag === 'nt' && index > parent) return 'dTime';
	if (relate === 'VOB' && before?.text === '的') return 'rPat';
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
	if (relate === 'ATT')
		return tag === 'm' || tag === 'q' ? 'Quan' : tag === 'a' || tag === 'b' ? 'Feat' : 'Nmod';
	return semanticRelations[relate] ?? 'mMaj';
}

/** The semantic tree. Its indexes begin with 0, and the root has the parent -1. */
function semanticTree(nodes: readonly Node[]): Arc[] {
	return nodes.map((node, index) => ({
		parent: node.parent,
		relate: derivedRole(nodes, index) ?? semanticRelation(node),
	}));
}

/** The arcs of the tree. The agent of a verb is also the agent of further verbs in the sentence, so an `id` can occur twice. */
function semanticGraph(nodes: readonly Node[]): (Arc & { id: number })[] {
	const tree = semanticTree(nodes);
	return tree.flatMap((arc, id) => {
		const arcs = [{ id, ...arc }];
		if (arc.relate !== 'Agt') return arcs;
		const shared = nodes.flatMap(({ relate, parent, sentence }, verb) =>
			relate === 'COO' && parent === arc.parent && sentence === nodes[id]?.sentence
				? [{ id, parent: verb, relate: 'Agt' }]
				: [],
		);
		return [...arcs, ...shared];
	});
}
