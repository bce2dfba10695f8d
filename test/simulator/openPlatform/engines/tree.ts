import { segment, type Word } from './words';

/** A word and its head, as in `dp`. */
export interface Node extends Word {
	/** The index of the head, counted from 0; -1 if the word is the head of the whole text. */
	parent: number;
	/** A dependency relation of document 1, 2.2. */
	relate: string;
	/** Index of the sentence that contains the word, counted from 0. */
	sentence: number;
}

const SENTENCE_END = /^[。！？!?；;…]+$/u;
/** Tags of nouns, and of other words that are used like nouns. */
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
/** Tags of verbs and adjectives. */
const VERBAL: readonly string[] = ['v', 'a'];

/**
 * Invents a dependency tree by small rules. The first verb is the head of a sentence. The
 * noun before this verb is the verb's subject, and the noun after the verb is its object. The heads of
 * further sentences depend on the head of the first sentence, because recorded answers have
 * exactly one HED. The tree is well formed: one head, no cycles, and a node for each word.
 */
export function dependencies(text: string): Node[] {
	const { words } = segment(text);
	const nodes: Node[] = [];
	let sentenceStart = 0;
	let sentence = 0;
	/** Index of the text's head; -1 until the head is found. */
	let textHead = -1;
	words.forEach((word, index) => {
		const next = words[index + 1];
		const endsSentence =
			next === undefined || (SENTENCE_END.test(word.text) && !SENTENCE_END.test(next.text));
		if (!endsSentence) return;
		for (const node of treeOf(words.slice(sentenceStart, index + 1), sentenceStart)) {
			const isSentenceHead = node.parent < 0;
			if (isSentenceHead && textHead >= 0) {
				nodes.push({ ...node, parent: textHead, relate: 'COO', sentence });
				continue;
			}
			if (isSentenceHead) textHead = nodes.length;
			nodes.push({ ...node, sentence });
		}
		sentenceStart = index + 1;
		sentence += 1;
	});
	return nodes;
}

/**
 * The tree of one sentence.
 * @param offset index of the sentence's first word in the text
 */
function treeOf(words: readonly Word[], offset: number): Omit<Node, 'sentence'>[] {
	const root = headOf(words);
	return words.map((word, index) => {
		const [parent, relate] = index === root ? [-1, 'HED'] : attach(words, index, root);
		return { ...word, parent: parent < 0 ? -1 : parent + offset, relate };
	});
}

/** The head of a sentence: the first verb. If there is none, the first adjective, then the first noun, then the first word that is not punctuation. */
function headOf(words: readonly Word[]): number {
	for (const tags of [['v'], ['a'], NOUNS]) {
		const found = words.findIndex(({ tag }) => tags.includes(tag));
		if (found >= 0) return found;
	}
	const found = words.findIndex(({ tag }) => tag !== 'wp');
	// The head of a sentence that is only punctuation is the first mark.
	return found >= 0 ? found : 0;
}

/**
 * The head and the relation of a word. A word depends on a later word only if both are on
 * the same side of the root. It depends on an earlier word only if that word depends on the
 * root. So there are no cycles.
 */
function attach(words: readonly Word[], index: number, root: number): readonly [number, string] {
	const { tag } = words[index] ?? { tag: 'x' };
	/** The index before which a later head must be. */
	const limit = index < root ? root : words.length;
	const next = words[index + 1];
	const nextIs = (tags: readonly string[]) =>
		index + 1 < limit && next !== undefined && tags.includes(next.tag);
	const laterOrRoot = (tags: readonly string[]) => {
		const found = words.findIndex(
			(word, position) => position > index && position < limit && tags.includes(word.tag),
		);
		return found < 0 ? root : found;
	};
	if (tag === 'wp') return [root, 'WP'];
	if (tag === 'u') return [root, 'RAD'];
	if (tag === 'c') return nextIs([...NOUNS, ...VERBAL]) ? [index + 1, 'LAD'] : [root, 'LAD'];
	if (tag === 'd') return [laterOrRoot(VERBAL), 'ADV'];
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
