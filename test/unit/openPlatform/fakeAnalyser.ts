import type { Annotations } from '../../../nodes/shared/openPlatform/text/annotations';
import { fc } from '../aiCall/property';

const ROLES = ['A0', 'A1', 'TMP', 'LOC'];
const RELATIONS = ['SBV', 'VOB', 'ATT', 'ADV'];
const SEMANTIC_RELATIONS = ['Agt', 'dPoss', 'rPat', 'mPunc', 'Feat'];
const TAGS = ['n', 'v', 'nl', 'r', 'wp'];

/** An entry of the list, always the same for the same seed. */
const pick = <T>(list: T[], seed: number): T => {
	const value = list[seed % list.length];
	if (value === undefined) throw new RangeError('Nothing to pick from');
	return value;
};

/**
 * Of each four words, the first two are one name, the third is no name, and the fourth is a name of its own. If a name of two
 * words would begin at the last word, this word is a name of its own.
 */
function entityTag(index: number, words: number): string {
	const place = index % 4;
	if (place === 0 && index + 1 < words) return 'B-Ns';
	if (place === 1) return 'E-Ns';
	return place === 2 ? 'O' : 'S-Nh';
}

/**
 * Analyzes a text by invented rules. They look at one sentence at a time, and only at its characters, so that the result is
 * the same wherever a text is cut between sentences. `base` is the number of the first word in the sdp answer.
 */
export function fakeAnalysis(text: string, base: 0 | 1 = 0): Annotations {
	const annotations: Annotations = {
		cws: [],
		pos: [],
		ner: [],
		dp: [],
		srl: [],
		sdp: [],
		sdgp: [],
	};
	for (const sentence of text.match(/[^。]*。\s*/g) ?? []) {
		const words = sentence.replace(/\s/g, '').match(/[山水]*./gsu) ?? [];
		const firstWord = annotations.cws.length;
		const root = words.length - 1;
		words.forEach((word, index) => {
			const seed = word.codePointAt(0) ?? 0;
			// The last word is the root. Each other word depends on another word of the sentence.
			const parent =
				index === root ? -1 : firstWord + ((index + 1 + (seed % (root - index))) % words.length);
			annotations.cws.push(word);
			annotations.pos.push(pick(TAGS, seed));
			annotations.ner.push(entityTag(index, words.length));
			annotations.dp.push(
				index === root ? { parent, relate: 'HED' } : { parent, relate: pick(RELATIONS, seed) },
			);
			annotations.sdp.push(
				index === root
					? { parent: base - 1, relate: 'Root' }
					: { parent: parent + base, relate: pick(SEMANTIC_RELATIONS, seed) },
			);
			annotations.sdgp.push({
				id: firstWord + index,
				parent,
				relate: index === root ? 'Root' : pick(SEMANTIC_RELATIONS, seed + 1),
			});
			if (index > 0 && index < root) {
				annotations.srl.push({
					beg: firstWord + index - 1,
					end: firstWord + index,
					id: firstWord + root,
					type: pick(ROLES, seed),
				});
				annotations.sdgp.push({ id: firstWord + index, parent: firstWord, relate: 'eCoo' });
			}
		});
	}
	return annotations;
}

/** Texts for the fake analyser, made of sentences of at most 150 bytes each. */
export const sentences = fc
	.array(
		fc.tuple(
			fc.string({ unit: fc.constantFrom(...'山水天大学𠮷国abc'), minLength: 1, maxLength: 30 }),
			fc.constantFrom('', '', ' ', '\n', '　\r\n'),
		),
		{ minLength: 1, maxLength: 20 },
	)
	.map((parts) => parts.map(([signs, space]) => `${signs}。${space}`).join(''));
