import { spokenText } from '../../../nodes/shared/spoken/spokenText';

it.each([
	// Headings.
	['##标题 ##\n正文', '标题\n正文'],
	['编号##12，**重要**', '编号##12，重要'],
	// Boxes of tasks.
	['- [ ] 一\n  - [x] 二', '一\n二'],
	['9. [x] 一\n10. [ ] 二', '9. 一\n10. 二'],
	['-   [x] 一', '一'],
	['- [x]      > 一', '一'],
	['选项 - [x] **重要**', '选项 - [x] 重要'],
	// Footnotes.
	['见[^12]。\n\n[^12]:海平面。', '见。\n海平面。'],
	['水温[^1]: 100 度', '水温: 100 度'],
	// Lines of `=`.
	['分隔 ===\n**下**', '分隔 ===\n下'],
	['=== **标题**', '=== 标题'],
	// Blocks of text, and items that are empty or begin with code.
	['``` md\n# 周报\n```', '周报'],
	['1.\n2. **二**', '1.\n2. 二'],
])('of the Markdown %j is spoken %j', (text, expected) => {
	expect(spokenText(text).text).toBe(expected);
});

it('a block of code ends the line before it', () => {
	expect(spokenText('1. ```\n   npm i\n   ```\n   然后重启。')).toEqual({
		text: '1.\n然后重启。',
		leftOut: { codeBlocks: { count: 1, characters: 4 } },
	});
});
