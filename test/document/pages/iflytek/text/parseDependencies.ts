import { textFromModel, textFunction } from '../../../table/text';
import type { Page } from '../../../page';

/** Document 1, 4.1. */
export const page: Page = {
	...textFunction('dp', {
		console: '依存句法分析',
		name: 'Text: Dependencies',
		value: 'dependencies',
	}),
	chinese: { name: '依存句法', does: '依存句法分析：主谓、动宾等句法关系' },
	result: {
		english: '`dependencies: [{ word, parent, parentWord, relation, meaning }]`',
		chinese: '`dependencies: [{ word, parent, parentWord, relation, meaning }]`',
	},
	model: textFromModel('whose grammatical relations to find'),
};
