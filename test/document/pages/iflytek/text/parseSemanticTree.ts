import { textFromModel, textFunction } from '../../../table/text';
import type { Page } from '../../../page';

/** Document 1, 4.1. */
export const page: Page = {
	...textFunction('sdp', {
		console: '语义依存分析',
		name: 'Text: Semantic Tree and Graph',
		value: 'semantics',
	}),
	chinese: { name: '语义依存树', does: '语义依存树分析：每个词只有一个父节点' },
	reference: {
		result: `{
  "text": "王小明住在上海。",
  "tree": [
    { "word": "王小明", "parent": 1, "parentWord": "住", "relation": "Exp", "meaning": "experiencer" }
  ],
  "warnings": [],
  "sids": ["…", "…"]
}`,
	},
	model: textFromModel('whose semantic relations to find'),
};
