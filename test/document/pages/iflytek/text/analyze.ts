import type { Page } from '../../../page';
import { itemOptions, SIMPLIFY } from '../../../table/common';
import {
	answerOf,
	flatOutput,
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
	reference: {
		result: `{
  "text": "王小明住在上海。",
  "tokens": [
    { "index": 0, "text": "王小明", "start": 0, "end": 3, "tag": "nh", "tagMeaning": "person name",
      "head": 1, "headText": "住", "relation": "SBV", "relationMeaning": "subject-verb" }
  ],
  "entities": [
    { "text": "上海", "type": "Ns", "meaning": "place name", "firstWord": 3, "lastWord": 3, "start": 5, "end": 7 }
  ],
  "predicates": [
    { "index": 1, "text": "住", "roles": [{ "type": "A0", "text": "王小明", "begin": 0, "end": 0 }] }
  ],
  "warnings": [],
  "sids": ["…"]
}`,
		notes: [
			{
				english:
					'With Entities a token has `entity`, with Semantic Tree `semanticHead`, `semanticHeadText` and `semanticRelation`, with Semantic Graph `arcs`.',
				chinese:
					'选了实体时，每个词另有 `entity`；选了语义依存树时有 `semanticHead`、`semanticHeadText` 和 `semanticRelation`；选了语义依存图时有 `arcs`。',
			},
		],
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
		...itemOptions({ ...longText, ...flatOutput }),
	},
	given: { text: TEXT },
	// The first request asks for the words.
	sent: sentTo('cws'),
	otherRequests: ['pos', 'ner', 'dp'],
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
