import type { Settings } from '../settings';
import { dependencies, type Node } from './tree';
import { segment } from './words';

/** The functions that are invented from the words of cws and their tags. */
export type CannedFunction = 'ner' | 'dp' | 'srl' | 'sdp' | 'sdgp';

/** `data[name]` of document 1, 2.2. */
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

/** One tag per word: neighbors of the same type form one entity. */
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

/** Role of a dependent of a predicate: none for punctuation, particles and the like. */
function roleType({ relate, tag }: Node): string | undefined {
	if (relate === 'SBV') return 'A0';
	if (relate === 'VOB') return 'A1';
	if (relate === 'ADV') return tag === 'nt' ? 'TMP' : tag === 'p' ? 'LOC' : 'ADV';
	return undefined;
}

/** For each verb, its dependents with the words below them; `beg` and `end` inclusive, in the order of the text. */
function roles(nodes: readonly Node[]): Role[] {
	return nodes.flatMap(({ tag }, id) => {
		if (tag !== 'v') return [];
		return nodes.flatMap((node, index): Role[] => {
			const type = node.parent === id ? roleType(node) : undefined;
			return type === undefined ? [] : [{ ...span(nodes, index), id, type }];
		});
	});
}

/** First and last of the adjacent words that depend on `top`, itself included. */
function span(nodes: readonly Node[], top: number): { beg: number; end: number } {
	const below = (index: number): boolean => {
		let at: number | undefined = index;
		while (at !== undefined && at >= 0 && at !== top) at = nodes[at]?.parent;
		return at === top;
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

/** The derived roles, which are frequent in recorded answers; invented from the words next to a word. */
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

/** Zero-based, the root at -1. */
function semanticTree(nodes: readonly Node[]): Arc[] {
	return nodes.map((node, index) => ({
		parent: node.parent,
		relate: derivedRole(nodes, index) ?? semanticRelation(node),
	}));
}

/** The tree's arcs, and one more for each further verb of a sentence, which has the same agent: an `id` can occur twice. */
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
