import { Jieba } from '@node-rs/jieba';
import { dict } from '@node-rs/jieba/dict';

/** A word, with its tag from the document's list (document 1, 2.2). */
export interface Word {
	text: string;
	tag: string;
}

/**
 * The document's tags by jieba's tags. jieba uses the tags of ICTCLAS. The document has only some of
 * them. A tag that is not listed here is treated like its first letter. The document
 * lists the tag `nl` twice, the second time for organizations.
 */
const tags: Record<string, string> = {
	n: 'n',
	ng: 'g',
	nr: 'nh',
	nrt: 'nh',
	nrfg: 'nh',
	ns: 'ns',
	nt: 'nl',
	nz: 'nz',
	t: 'nt',
	tg: 'nt',
	f: 'nd',
	s: 'nl',
	v: 'v',
	vn: 'v',
	vd: 'v',
	vg: 'v',
	vi: 'v',
	vq: 'v',
	a: 'a',
	ad: 'a',
	an: 'a',
	ag: 'g',
	z: 'a',
	zg: 'd',
	b: 'b',
	m: 'm',
	mg: 'm',
	mq: 'm',
	q: 'q',
	r: 'r',
	d: 'd',
	p: 'p',
	c: 'c',
	u: 'u',
	y: 'u',
	e: 'e',
	o: 'o',
	h: 'h',
	k: 'k',
	i: 'i',
	l: 'i',
	j: 'j',
	g: 'g',
	eng: 'ws',
};

/** jieba's tag of organizations. Of the words with the document's tag `nl`, only these are entities. */
const ORGANIZATION = 'nt';

const HAN = /\p{Script=Han}/u;
const PUNCTUATION = /^[\p{P}\p{S}]+$/u;
const NUMBER = /^[\p{N}.,%]+$/u;
const LATIN = /^[\p{Script=Latin}\p{N}'-]+$/u;

/** The length of the longest text whose analysis is kept, and the number of kept analyses. */
const CACHE_TEXT = 600;
const CACHE_SIZE = 2000;

export interface Segmentation {
	words: readonly Word[];
	organizations: ReadonlySet<number>;
}

let jieba: Jieba | undefined;
const cache = new Map<string, Segmentation>();

/** Loads the dictionary (about 0.2 s), so that the first request does not wait for it. */
export function warmWords(): Jieba {
	jieba ??= Jieba.withDict(dict);
	return jieba;
}

/** Words and tags of a text. White space is no word. The same text gives the same object as long as the cache keeps it. */
export function segment(text: string): Segmentation {
	const known = cache.get(text);
	if (known) return known;
	const tagged = warmWords()
		.tag(text, true)
		.filter(({ word }) => word.trim() !== '');
	const result: Segmentation = {
		words: tagged.map(({ word, tag }) => ({ text: word, tag: documentTag(word, tag) })),
		organizations: new Set(
			tagged.flatMap(({ tag }, index) => (tag === ORGANIZATION ? [index] : [])),
		),
	};
	if (text.length <= CACHE_TEXT) {
		if (cache.size >= CACHE_SIZE) cache.clear();
		cache.set(text, result);
	}
	return result;
}

function documentTag(word: string, tag: string): string {
	if (PUNCTUATION.test(word)) return 'wp';
	const known = tags[tag] ?? (tag === 'x' ? undefined : tags[tag.charAt(0)]);
	if (known !== undefined) return known;
	if (NUMBER.test(word)) return 'm';
	if (LATIN.test(word)) return 'ws';
	// Most Han words that are not in the dictionary are names of things.
	return HAN.test(word) ? 'n' : 'x';
}
