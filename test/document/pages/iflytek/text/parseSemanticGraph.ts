import { textFromModel, textFunction } from '../../../table/text';
import type { Page } from '../../../page';

/** Document 1, 4.1. */
export const page: Page = {
	...textFunction('sdgp'),
	chinese: { name: '语义依存图', does: '语义依存图分析：一个词可以有多个父节点' },
	reference: {
		result: `{
  "text": "王小明住在上海。",
  "graph": [
    { "id": 0, "word": "王小明", "parent": 1, "parentWord": "住", "relation": "Exp", "meaning": "experiencer" }
  ],
  "warnings": [],
  "sids": ["…", "…"]
}`,
		notes: [
			{
				english:
					'A word that has several parents has several entries with the same `id`, its index.',
				chinese: '一个词有多个父节点时有多个条目，`id` 相同，即词的序号。',
			},
		],
	},
	model: textFromModel('whose semantic relations to find'),
};
