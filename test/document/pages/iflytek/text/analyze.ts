import type { Page } from '../../../page';
import { options, SIMPLIFY } from '../../../table/common';
import {
	answerOf,
	input,
	longText,
	SENTENCE,
	sentTo,
	TEXT,
	TEXT_LIMITS,
	textFromModel,
} from '../../../table/text';

const FUNCTIONS = ['dp', 'ner', 'pos', 'sdgp', 'sdp', 'srl'];

/** Document 1, 4.1. The node calls several functions for one text. */
export const page: Page = {
	isDefault: true,
	chinese: { name: '综合分析', does: '同时调用多种分析，并按词合并成一份结果' },
	result: {
		english:
			'`tokens: [{ index, text, start, end, tag, head, headText, relation, … }]`, `entities: [{ text, type, meaning, firstWord, lastWord, start, end }]`, `predicates: [{ index, text, roles: [{ type, meaning, text, begin, end }] }]`, `warnings`',
		chinese:
			'`tokens: [{ index, text, start, end, tag, head, headText, relation, … }]`、`entities: [{ text, type, meaning, firstWord, lastWord, start, end }]`、`predicates: [{ index, text, roles: [{ type, meaning, text, begin, end }] }]`、`warnings`',
	},
	lines: {
		...input,
		functions: {
			type: 'multiOptions',
			default: ['pos', 'ner', 'dp'],
			required: true,
			values: FUNCTIONS,
		},
		simplify: SIMPLIFY,
		...options(longText),
	},
	given: { text: TEXT },
	// The first request asks for the words.
	sent: sentTo('cws'),
	limits: { ...TEXT_LIMITS, given: { functions: ['pos'] } },
	answer: answerOf(
		{
			text: TEXT,
			tokens: [
				{ index: 0, text: '李明', tag: 'nh', head: 1, headText: '来', relation: 'SBV' },
				{ index: 1, text: '来', tag: 'v', head: -1, relation: 'HED' },
			],
			entities: [{ text: '李明', type: 'Nh', firstWord: 0, lastWord: 0 }],
			sids: ['s', 's', 's', 's'],
		},
		'cws',
		...FUNCTIONS,
	),
	samples: [{ parameters: { text: SENTENCE, functions: FUNCTIONS } }],
	model: textFromModel('to analyze'),
};
