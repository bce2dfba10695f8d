import type { Annotations } from '../../../nodes/shared/openPlatform/text';
import { fc } from '../aiCall/property';

const ROLES = ['A0', 'A1', 'TMP', 'LOC'];
const RELATIONS = ['SBV', 'VOB', 'ATT', 'ADV'];
const SEMANTIC = ['Agt', 'dPoss', 'rPat', 'mPunc', 'Feat'];
const TAGS = ['n', 'v', 'nl', 'r', 'wp'];

const pick = <T>(list: T[], number: number): T => {
	const value = list[number % list.length];
	if (value === undefined) throw new RangeError('Nothing to pick from');
	return value;
};

/** Of four words, two are one name, one is none, and one is a name of its own. The last word begins no name. */
function entityTag(index: number, words: number): string {
	const place = index % 4;
	if (place === 0 && index + 1 < words) return 'B-Ns';
	if (place === 1) return 'E-Ns';
	return place === 2 ? 'O' : 'S-Nh';
}

/**
 * Analyzes a text by invented rules that look at one sentence at a time, and only at its characters,
 * so that the result is the same wherever a text is cut between sentences. `base` is the first index in the sdp answer.
 */
export function fakeAnalysis(text: string, base: 0 | 1 = 0): Annotations {
	const all: Annotations = { cws: [], pos: [], ner: [], dp: [], srl: [], sdp: [], sdgp: [] };
	for (const sentence of text.match(/[^。]*。\s*/g) ?? []) {
		const words = sentence.replace(/\s/g, '').match(/[山水]*./gsu) ?? [];
		const first = all.cws.length;
		const root = words.length - 1;
		words.forEach((word, index) => {
			const seed = word.codePointAt(0) ?? 0;
			// The last word is the root; the others depend on another word of the sentence.
			const parent =
				index === root ? -1 : first + ((index + 1 + (seed % (root - index))) % words.length);
			all.cws.push(word);
			all.pos.push(pick(TAGS, seed));
			all.ner.push(entityTag(index, words.length));
			all.dp.push(
				index === root ? { parent, relate: 'HED' } : { parent, relate: pick(RELATIONS, seed) },
			);
			all.sdp.push(
				index === root
					? { parent: base - 1, relate: 'Root' }
					: { parent: parent + base, relate: pick(SEMANTIC, seed) },
			);
			all.sdgp.push({
				id: first + index,
				parent,
				relate: index === root ? 'Root' : pick(SEMANTIC, seed + 1),
			});
			if (index > 0 && index < root) {
				all.srl.push({
					beg: first + index - 1,
					end: first + index,
					id: first + root,
					type: pick(ROLES, seed),
				});
				all.sdgp.push({ id: first + index, parent: first, relate: 'eCoo' });
			}
		});
	}
	return all;
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
