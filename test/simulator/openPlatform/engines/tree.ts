import { segment, type Word } from './words';

/** A word with its head, as in `dp`: `parent` is a zero-based word index, -1 for the one head of the whole text. */
export interface Node extends Word {
	parent: number;
	/** A dependency relation of document 1, 2.2. */
	relate: string;
	/** The sentence of the text to which it belongs. */
	sentence: number;
}

const SENTENCE_END = /^[。！？!?；;…]+$/u;
const NOUNS: readonly string[] = [
	'n',
	'nh',
	'ns',
	'nz',
	'nl',
	'nd',
	'r',
	'j',
	'ws',
	'nt',
	'i',
	'g',
	'x',
];
const VERBAL: readonly string[] = ['v', 'a'];

/**
 * A dependency tree by small rules: the first verb heads a sentence, the noun before it is
 * its subject, the noun after it its object. The heads of further sentences depend on the
 * first one's, because recorded answers have exactly one HED. Invented, but well formed:
 * one head, no cycles, lengths as in cws.
 */
export function dependencies(text: string): Node[] {
	const { words } = segment(text);
	const nodes: Node[] = [];
	let [first, sentence, top] = [0, 0, -1];
	words.forEach((word, index) => {
		const next = words[index + 1];
		const ends =
			next === undefined || (SENTENCE_END.test(word.text) && !SENTENCE_END.test(next.text));
		if (!ends) return;
		for (const node of treeOf(words.slice(first, index + 1), first)) {
			const leans = node.parent < 0 && top >= 0;
			if (node.parent < 0 && top < 0) top = nodes.length;
			nodes.push({ ...node, ...(leans ? { parent: top, relate: 'COO' } : {}), sentence });
		}
		first = index + 1;
		sentence += 1;
	});
	return nodes;
}

/** @param offset index of the sentence's first word in the text */
function treeOf(words: readonly Word[], offset: number): Omit<Node, 'sentence'>[] {
	const root = headOf(words);
	return words.map((word, index) => {
		const [parent, relate] = index === root ? [-1, 'HED'] : attach(words, index, root);
		return { ...word, parent: parent < 0 ? -1 : parent + offset, relate };
	});
}

function headOf(words: readonly Word[]): number {
	for (const tags of [['v'], ['a'], NOUNS]) {
		const found = words.findIndex(({ tag }) => tags.includes(tag));
		if (found >= 0) return found;
	}
	return Math.max(
		0,
		words.findIndex(({ tag }) => tag !== 'wp'),
	);
}

/**
 * Head and relation of a word. A word depends on a later one only on its own side of the
 * root, and on an earlier one only if that depends on the root, so there are no cycles.
 */
function attach(words: readonly Word[], index: number, root: number): readonly [number, string] {
	const { tag } = words[index] ?? { tag: 'x' };
	const limit = index < root ? root : words.length;
	const next = words[index + 1];
	const nextIs = (tags: readonly string[]) =>
		index + 1 < limit && next !== undefined && tags.includes(next.tag);
	const later = (tags: readonly string[]) => {
		const found = words.findIndex(
			(word, at) => at > index && at < limit && tags.includes(word.tag),
		);
		return found < 0 ? root : found;
	};
	if (tag === 'wp') return [root, 'WP'];
	if (tag === 'u') return [root, 'RAD'];
	if (tag === 'c') return nextIs([...NOUNS, ...VERBAL]) ? [index + 1, 'LAD'] : [root, 'LAD'];
	if (tag === 'd') return [later(VERBAL), 'ADV'];
	if (tag === 'p') return [root, index < root ? 'ADV' : 'CMP'];
	if (NOUNS.includes(tag) && words[index - 1]?.tag === 'p') return [index - 1, 'POB'];
	if (['m', 'b', 'q', 'h'].includes(tag))
		return nextIs([...NOUNS, 'q']) ? [index + 1, 'ATT'] : [root, 'ATT'];
	if (tag === 'nt') return [root, 'ADV'];
	if (NOUNS.includes(tag)) {
		if (nextIs(NOUNS) && next?.tag !== 'nt') return [index + 1, 'ATT'];
		return [root, index < root ? 'SBV' : 'VOB'];
	}
	if (tag === 'a') return nextIs(NOUNS) ? [index + 1, 'ATT'] : [root, 'CMP'];
	if (tag === 'v') return [root, index < root ? 'ADV' : 'COO'];
	return [root, 'IS'];
}
