import { Jieba } from '@node-rs/jieba';
import { dict } from '@node-rs/jieba/dict';

/** A word, with its tag from the document's list (document 1, 2.2). */
export interface Word {
	text: string;
	tag: string;
}

/**
 * The document's tag for each of jieba's tags. jieba uses the tags of ICTCLAS, and the document has only some of
 * these. A tag that is not listed here is treated like its first letter. The document
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

/** jieba's tag of organizations. A word with the document's tag `nl` is only an entity if it has this tag of jieba. */
const ORGANIZATION = 'nt';

const HAN = /\p{Script=Han}/u;
const PUNCTUATION = /^[\p{P}\p{S}]+$/u;
const NUMBER = /^[\p{N}.,%]+$/u;
const LATIN = /^[\p{Script=Latin}\p{N}'-]+$/u;

/** Results of longer texts are not cached. */
const CACHED_TEXT_MAX = 600;
/** The largest number of cached results. */
const CACHE_SIZE = 2000;

export interface Segmentation {
	words: readonly Word[];
	/** The indexes of the words that are organizations. */
	organizations: ReadonlySet<number>;
}

let jieba: Jieba | undefined;
const cache = new Map<string, Segmentation>();

/** Loads the dictionary, which takes about 0.2 s. The simulator does it at the start, so that the first request does not wait. */
export function warmWords(): Jieba {
	jieba ??= Jieba.withDict(dict);
	return jieba;
}

/** The words of a text with their tags. White space does not count as a word. If the result is in the cache, the same object is returned. */
export function segment(text: string): Segmentation {
	const cached = cache.get(text);
	if (cached) return cached;
	const tagged = warmWords()
		.tag(text, true)
		.filter(({ word }) => word.trim() !== '');
	const result: Segmentation = {
		words: tagged.map(({ word, tag }) => ({ text: word, tag: documentTag(word, tag) })),
		organizations: new Set(
			tagged.flatMap(({ tag }, index) => (tag === ORGANIZATION ? [index] : [])),
		),
	};
	if (text.length <= CACHED_TEXT_MAX) {
		if (cache.size >= CACHE_SIZE) cache.clear();
		cache.set(text, result);
	}
	return result;
}

function documentTag(word: string, tag: string): string {
	if (PUNCTUATION.test(word)) return 'wp';
	// jieba's tag `x` only says that the word is unknown.
	const listedTag = tags[tag] ?? (tag === 'x' ? undefined : tags[tag.charAt(0)]);
	if (listedTag !== undefined) return listedTag;
	if (NUMBER.test(word)) return 'm';
	if (LATIN.test(word)) return 'ws';
	// Most Han words that are not in the dictionary are names of things.
	return HAN.test(word) ? 'n' : 'x';
}
