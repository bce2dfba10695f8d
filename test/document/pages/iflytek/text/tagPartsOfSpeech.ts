import { textFromModel, textFunction } from '../../../table/text';
import type { Page } from '../../../page';

/** Document 1, 4.1. */
export const page: Page = {
	...textFunction('pos'),
	chinese: { name: '词性标注', does: '词性标注' },
	reference: {
		result: `{
  "text": "他叫汤姆。",
  "tags": [{ "word": "他", "tag": "r", "meaning": "pronoun" }],
  "warnings": [],
  "sids": ["…", "…"]
}`,
	},
	model: textFromModel('whose words to label'),
};
