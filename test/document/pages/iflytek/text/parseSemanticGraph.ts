import { textFromModel, textFunction } from '../../../table/text';
import type { Page } from '../../../page';

/** Document 1, 4.1. */
export const page: Page = {
	...textFunction('sdgp'),
	chinese: { name: '语义依存图', does: '语义依存图分析：一个词可以有多个父节点' },
	result: {
		english: '`graph: [{ id, word, parent, parentWord, relation, meaning }]`',
		chinese: '`graph: [{ id, word, parent, parentWord, relation, meaning }]`',
	},
	model: textFromModel('whose semantic relations to find'),
};
