import { textFromModel, textFunction } from '../../../table/text';
import type { Page } from '../../../page';

/** Document 1, 4.1. */
export const page: Page = {
	...textFunction('srl', { console: '语义角色标注', name: 'Text: Semantic Roles', value: 'roles' }),
	chinese: { name: '语义角色', does: '语义角色标注：谁、对谁、何时、何地、做了什么' },
	result: {
		english: '`roles: [{ predicate, predicateWord, begin, end, text, type, meaning }]`',
		chinese: '`roles: [{ predicate, predicateWord, begin, end, text, type, meaning }]`',
	},
	model: textFromModel('in which to find who did what to whom'),
};
