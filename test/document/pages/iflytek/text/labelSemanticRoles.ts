import { textFromModel, textFunction } from '../../../table/text';
import type { Page } from '../../../page';

/** Document 1, 4.1. */
export const page: Page = {
	...textFunction('srl', { console: '语义角色标注', name: 'Text: Semantic Roles', value: 'roles' }),
	chinese: { name: '语义角色', does: '语义角色标注：谁、对谁、何时、何地、做了什么' },
	reference: {
		result: `{
  "text": "王小明住在上海。",
  "roles": [
    { "predicate": 1, "predicateWord": "住", "begin": 0, "end": 0, "text": "王小明", "type": "A0", "meaning": "agent of the action (usually)" }
  ],
  "warnings": [],
  "sids": ["…", "…"]
}`,
	},
	model: textFromModel('in which to find who did what to whom'),
};
