import { textFromModel, textFunction } from '../../../table/text';
import type { Page } from '../../../page';

/** Document 1, 4.1. */
export const page: Page = {
	...textFunction('ner'),
	chinese: { name: '命名实体识别', does: '命名实体识别：人名、地名、机构名' },
	reference: {
		result: `{
  "text": "王小明住在上海。",
  "names": [
    { "text": "上海", "type": "Ns", "meaning": "place name", "firstWord": 3, "lastWord": 3, "start": 5, "end": 7 }
  ],
  "entities": [
    { "word": "上海", "tag": "S-Ns", "position": "single-word entity", "type": "Ns", "meaning": "place name" }
  ],
  "warnings": [],
  "sids": ["…", "…"]
}`,
		notes: [
			{
				english: '`names` has the whole names, `entities` one entry per word.',
				chinese: '`names` 是完整的名称，`entities` 每个词一个条目。',
			},
		],
	},
	model: textFromModel('in which to find people, places and organizations'),
};
