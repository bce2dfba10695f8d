/** Language analysis: document 1, 4.1 and part 8. */
import { fromModel } from '../fromModel';
import { itemOptions, SIMPLIFY } from './common';
import { all, answered, list, object, text, whole } from './responses';
import type { Key, Lines, ReadAnswer, Schema, Sent } from '../page';

export const TEXT = '王小明住在上海。';

export const input: Lines = {
	text: { type: 'string', default: '', required: true, values: ['他叫汤姆'], api: 'text' },
};

/** The option for text of more than 500 bytes in UTF-8. limits.test.ts tests it. */
export const longText: Lines = {
	longText: { type: 'options', default: 'cut', values: ['cut', 'error'] },
};

/** The form for a sheet, tested in test/engine/flatOutput.test.ts. */
export const flatOutput: Lines = {
	flatOutput: { type: 'boolean', default: false, shown: { '/simplify': [true] } },
};

/** Include Words needs a second request. test/engine/textWords.test.ts tests it. */
const INCLUDE_WORDS: Lines = {
	includeWords: { type: 'boolean', default: true, shown: { simplify: [true] } },
};

/** A sentence whose analysis has roles, entities and relations, so that the result has every field. */
export const SENTENCE = '李明昨天在北京大学买了一本书，因为他的朋友在上海的公司里送给王芳礼物。';

/** How many bytes (UTF-8) the text of one request may have. */
export const TEXT_LIMITS = { textBytes: 500 };

const RELATION = object({ parent: whole, relate: text });

/** The entries of each function's list (2.2). */
const ENTRIES: Readonly<Record<string, Schema>> = {
	cws: text,
	pos: text,
	ner: text,
	dp: RELATION,
	srl: object({ ...all(whole, 'beg', 'end', 'id'), type: text }),
	sdp: RELATION,
	sdgp: object({ ...all(whole, 'id', 'parent'), relate: text }),
};

/** The request of a function. Its `type` is the only one that the document allows. */
export const sentTo = (func: string, key?: Pick<Key, 'console' | 'name' | 'value'>): Sent => ({
	endpoint: func,
	url: `https://ltpapi.xfyun.cn/v1/${func}`,
	fields: { type: 'dependent', text: TEXT },
	response: answered(object({ [func === 'cws' ? 'word' : func]: list(ENTRIES[func] ?? {}) })),
	...(key && {
		key: { ...key, param: { type: 'dependent' }, body: 'text=%E6%B5%8B%E8%AF%95' },
	}),
});

const [SUBJECT, VERB] = ['李明', '来'];

/** The answer of each function for these two words. */
const ANSWERS: Readonly<Record<string, unknown>> = {
	word: [SUBJECT, VERB],
	pos: ['nh', 'v'],
	ner: ['S-Nh', 'O'],
	dp: [
		{ parent: 1, relate: 'SBV' },
		{ parent: -1, relate: 'HED' },
	],
	srl: [{ beg: 0, end: 0, id: 1, type: 'A0' }],
	sdp: [
		{ parent: 1, relate: 'Agt' },
		{ parent: -1, relate: 'Root' },
	],
	sdgp: [
		{ id: 0, parent: 1, relate: 'Agt' },
		{ id: 1, parent: -1, relate: 'Root' },
	],
};

/** Fields of the simplified result of each function for these two words. */
const RESULTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
	cws: { words: [SUBJECT, VERB], sid: 's' },
	pos: {
		tags: [
			{ word: SUBJECT, tag: 'nh' },
			{ word: VERB, tag: 'v' },
		],
	},
	ner: {
		names: [{ text: SUBJECT, type: 'Nh', firstWord: 0, lastWord: 0 }],
		entities: [
			{ word: SUBJECT, tag: 'S-Nh', type: 'Nh' },
			{ word: VERB, tag: 'O' },
		],
	},
	dp: {
		dependencies: [
			{ word: SUBJECT, parent: 1, parentWord: VERB, relation: 'SBV' },
			{ word: VERB, parent: -1, relation: 'HED' },
		],
	},
	srl: {
		roles: [{ predicate: 1, predicateWord: VERB, begin: 0, end: 0, text: SUBJECT, type: 'A0' }],
	},
	sdp: {
		tree: [
			{ word: SUBJECT, parent: 1, parentWord: VERB, relation: 'Agt' },
			{ word: VERB, parent: -1, relation: 'Root' },
		],
	},
	sdgp: {
		graph: [
			{ id: 0, word: SUBJECT, parent: 1, parentWord: VERB, relation: 'Agt' },
			{ id: 1, word: VERB, parent: -1, relation: 'Root' },
		],
	},
};

/** An answer with the fields that these functions read. It always has the words, because each function may request them. */
export const answerOf = (gives: ReadAnswer['gives'], ...functions: string[]): ReadAnswer => {
	// The answer of the function `cws` is the list `word`.
	const lists = functions.map((func) => (func === 'cws' ? 'word' : func));
	return {
		whole: Object.fromEntries(['word', ...lists].map((name) => [name, ANSWERS[name]])),
		gives,
		wrong: [
			{},
			// A text instead of each list, and lists with a number instead of an entry.
			...['text', [1]].map((wrong) => Object.fromEntries(lists.map((name) => [name, wrong]))),
		],
	};
};

/** What the seven functions have in common. */
export const textFunction = (func: string, key?: Pick<Key, 'console' | 'name' | 'value'>) => ({
	lines: {
		...input,
		simplify: SIMPLIFY,
		...(func === 'cws' ? {} : INCLUDE_WORDS),
		...itemOptions({ ...longText, ...(func === 'ner' ? flatOutput : {}) }),
	},
	given: { text: TEXT },
	// With Include Words, the request for the words follows this request.
	sent: sentTo(func, key),
	otherRequests: func === 'cws' ? [] : ['cws'],
	limits: TEXT_LIMITS,
	answer: answerOf({ text: TEXT, ...RESULTS[func] }, func),
	samples: [{ parameters: { text: SENTENCE } }],
});

export const textFromModel = (what: string) => ({
	text: fromModel('text', `The Chinese text ${what}`),
});
