import { textFromModel, textFunction } from '../../../table/text';
import type { Page } from '../../../page';

/** Document 1, 4.1. */
export const page: Page = {
	...textFunction('pos'),
	chinese: { name: '词性标注', does: '词性标注' },
	result: {
		english: '`tags: [{ word, tag, meaning }]`',
		chinese: '`tags: [{ word, tag, meaning }]`',
	},
	model: textFromModel('whose words to label'),
};
