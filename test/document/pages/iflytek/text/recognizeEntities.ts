import { textFromModel, textFunction } from '../../../table/text';
import type { Page } from '../../../page';

/** Document 1, 4.1. */
export const page: Page = {
	...textFunction('ner'),
	chinese: { name: '命名实体识别', does: '命名实体识别：人名、地名、机构名' },
	result: {
		english:
			'`names: [{ text, type, meaning, firstWord, lastWord, start, end }]`, the whole names; `entities: [{ word, tag, position, type, meaning }]`, one per word',
		chinese:
			'`names: [{ text, type, meaning, firstWord, lastWord, start, end }]`，完整的名称；`entities: [{ word, tag, position, type, meaning }]`，每词一个',
	},
	model: textFromModel('in which to find people, places and organizations'),
};
