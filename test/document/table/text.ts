/** Language analysis: document 1, 4.1 and part 8. */
import { options, SIMPLIFY } from './common';
import type { Lines, Operation, Resource } from './line';

const TEXT = '王小明住在上海。';

const input: Lines = {
	text: { type: 'string', default: '', required: true, values: ['他叫汤姆'], api: 'text' },
};

/** Over 500 bytes in UTF-8; tried in limits.test.ts. */
const longText: Lines = { longText: { type: 'options', default: 'cut', values: ['cut', 'error'] } };

/** One request more; tried in test/engine/textWords.test.ts. */
const INCLUDE_WORDS: Lines = {
	includeWords: { type: 'boolean', default: true, shown: { simplify: [true] } },
};

/** The request of a function: `X-Param` has the one `type` that the document allows. */
const sent = (func: string) => ({
	url: `https://ltpapi.xfyun.cn/v1/${func}`,
	fields: { type: 'dependent', text: TEXT },
});

const one = (func: string): Operation => ({
	lines: {
		...input,
		simplify: SIMPLIFY,
		...(func === 'cws' ? {} : INCLUDE_WORDS),
		...options(longText),
	},
	given: { text: TEXT },
	// With Include Words the words are asked for after it.
	sent: sent(func),
});

export const text: Resource = {
	default: 'analyze',
	operations: {
		analyze: {
			lines: {
				...input,
				functions: {
					type: 'multiOptions',
					default: ['pos', 'ner', 'dp'],
					required: true,
					values: ['dp', 'ner', 'pos', 'sdgp', 'sdp', 'srl'],
				},
				simplify: SIMPLIFY,
				...options(longText),
			},
			given: { text: TEXT },
			// The words first, then the three others.
			sent: sent('cws'),
		},
		labelSemanticRoles: one('srl'),
		parseDependencies: one('dp'),
		parseSemanticGraph: one('sdgp'),
		parseSemanticTree: one('sdp'),
		recognizeEntities: one('ner'),
		segment: one('cws'),
		tagPartsOfSpeech: one('pos'),
	},
};
