import { isMostlyLeftOut } from '../../../nodes/shared/spoken/leftOut';
import { spokenText } from '../../../nodes/shared/spoken/spokenText';
import { countsOf } from './countsOf';

/** What a text is spoken as, and how many of each kind are left out. */
type Case = [text: string, spoken: string, leftOut?: Record<string, number>];

function check(text: string, expected: string, leftOut: Record<string, number> = {}): void {
	const spoken = spokenText(text);
	expect({ text: spoken.text, leftOut: countsOf(spoken) }).toEqual({ text: expected, leftOut });
}

describe('reasoning is not spoken', () => {
	it.each<Case>([
		['<think>想一想</think>好的。', '好的。', { reasoning: 1 }],
		['不能透露折扣。\n</think>\n您好，九点开门。', '您好，九点开门。', { reasoning: 1 }],
		['I should be short.\n</thinking>\n\nIt is **open**.', 'It is open.', { reasoning: 1 }],
		['◁think▷想◁/think▷好', '好', { reasoning: 1 }],
		['<think>一</think>甲<think>二</think>乙', '甲\n乙', { reasoning: 2 }],
		['<think>一<think>二</think>三</think>四', '四', { reasoning: 3 }],
		['您好。<think>再', '您好。', { reasoning: 1 }],
		['<think>再', '', { reasoning: 1 }],
		['<think>\n\n</think>\n好的', '好的'],
		// A text about it.
		['用 `<think>` 和 `</think>` 标记。', '用 <think> 和 </think> 标记。'],
		['I think > you', 'I think > you'],
		['您好<|im_start|>再见', '您好 再见'],
	])('of %j', check);
});

describe('a block that is none', () => {
	it.each<Case>([
		['各位好。\n~~~~~~~~~~\n今天有雨。', '各位好。\n\n今天有雨。'],
		['一\n~~~~\n二\n~~~~\n三', '一\n\n二\n\n三'],
		['~~~\n今天有雨。', '今天有雨。'],
		['一\n```python\n二', '一\n二'],
		['```\n# 周报\n\n完成**三项**。\n```', '周报\n完成三项。'],
		['<think>想</think>\n```\n好的，**明天**见。\n```', '好的，明天见。', { reasoning: 1 }],
		['```\n甲\n```\n```js\nb\n```', '甲', { codeBlocks: 1 }],
		['```md\n一\n~~~~\n二\n```', '一\n\n二'],
		// And one that is code.
		['看\n```\nnpm i\n```', '看', { codeBlocks: 1 }],
		['```md\n看\n~~~sh\nnpm i\n~~~\n```', '看', { codeBlocks: 1 }],
		['```md\n~~~\nnpm i\n~~~\n```', '', { codeBlocks: 1 }],
		['~~~sh\nnpm i\n~~~\n好', '好', { codeBlocks: 1 }],
		['```js\na\n```', '', { codeBlocks: 1 }],
	])('in %j', check);
});

describe('superscripts', () => {
	it.each<Case>([
		['约10<sup>8</sup>人，100m<sup>2</sup>。', '约10⁸人，100m²。'],
		['10<sup>-3</sup>，10<sup>−3</sup>，10<SUP>+6</SUP>', '10⁻³，10⁻³，10⁺⁶'],
		['9.8 m/s<sup>2</sup>，3 g/cm<sup>3</sup>，5 km<sup>2</sup>', '9.8 m/s²，3 g/cm³，5 km²'],
		['12平方米，3立方厘米，2千米<sup>2</sup>', '12平方米，3立方厘米，2千米²'],
		['E=mc<sup>2</sup>，x<sup>2</sup> + y<sup>2</sup>', 'E=mc²，x² + y²'],
		['<p>约10<sup>8</sup>人<sup>8</sup></p>', '约10⁸人', { references: 1 }],
		['the 5<sup>th</sup> and 1<sup>st</sup>', 'the 5th and 1st'],
		// Numbers of notes.
		['张三<sup>2</sup>和李四<sup>[3]</sup>', '张三和李四', { references: 2 }],
		['Smith<sup>1</sup> and we<sup>*</sup>', 'Smith and we', { references: 2 }],
		['品牌<sup>TM</sup>，10<sup>[2]</sup>', '品牌，10', { references: 2 }],
		['约翰Smi<b>t</b><sup>1</sup>说', '约翰Smit说', { references: 1 }],
		['10<sup>a2</sup>，10<sup>2a</sup>', '10，10', { references: 2 }],
		['5<sup>the</sup>，5<sup>1st</sup>，5 人<sup>th</sup>', '5，5，5 人', { references: 3 }],
		['H<sub>2</sub>O', 'H2O'],
	])('in %j', check);
});

describe('what is not seen is not spoken', () => {
	it.each<Case>([
		['<ruby>行<rt>háng</rt></ruby>长', '行长', { hiddenHtml: 1 }],
		['<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>', '漢', { hiddenHtml: 3 }],
		['<span style="display:none">隐藏</span>您好', '您好', { hiddenHtml: 1 }],
		['<div STYLE="color: red; Display : NONE">隐</div>好', '好', { hiddenHtml: 1 }],
		['<p style="visibility:hidden">隐<b>藏</b></p><p>好</p>', '好', { hiddenHtml: 1 }],
		['好<i aria-hidden="true">★</i><span hidden>隐</span>', '好', { hiddenHtml: 2 }],
		[
			'<div style="display:none">\n\n隐\n\n<div>藏</div>\n\n</div>\n\n**好**',
			'好',
			{ hiddenHtml: 1 },
		],
		['<div hidden><img src="a.png"><s>旧</s></div>**好**', '好', { hiddenHtml: 1 }],
		['<span aria-hidden="false" style="display:block">您好</span>', '您好'],
		// An element that never ends.
		['<div style="display:none">隐藏', '隐藏'],
		['<p>好<style>p {}', '好p {}'],
		['一<title>**二**', '一二'],
		['<select><option>一</select>二', '二', { hiddenHtml: 1 }],
		['<del>199</del> <strike>149</strike> 99', '99', { struckOut: 2 }],
	])('in %j', check);
});

describe('a line break that was escaped twice', () => {
	it.each<Case>([
		['第一行\\n第二行', '第一行\n第二行'],
		['甲\\n\\n乙\\r\\n丙\\t丁', '甲\n乙\n丙 丁'],
		['Dear Tom,\\nThank you\\nnow', 'Dear Tom,\nThank you\nnow'],
		['选项A:\\n内容', '选项A:\n内容'],
		['# 标题\\n- **一**\\n- 二', '标题\n一\n二'],
		// And none.
		['C:\\new\\table，D:\\temp_1\\*.txt', 'C:\\new\\table，D:\\temp_1\\*.txt'],
		['用 `\\n` 换行', '用 \\n 换行'],
		['a \\neq b', 'a \\neq b'],
	])('in %j', check);
});

describe('numbers of sources are not spoken', () => {
	it.each<Case>([
		['退货期为 7 天【4:0†退货.pdf】。', '退货期为 7 天。', { references: 1 }],
		['增长 5%[1]。人口[2][3]，下降。[4] 好。', '增长 5%。人口，下降。 好。', { references: 3 }],
		['约**30%**[2, 3]。“好。”[1-3]', '约30%。“好。”', { references: 2 }],
		['The sky is blue [1]. It is wet.[2]', 'The sky is blue. It is wet.', { references: 2 }],
		['At 7 PM [citation:1][ref: 3].', 'At 7 PM.', { references: 2 }],
		['好[^1^]吗[^note]。\n\n[^note]: 注释。', '好吗。\n注释。', { references: 2 }],
		['好:contentReference[oaicite:0]{index=0}。', '好。', { references: 1 }],
		['晴\ue200cite\ue202turn0search0\ue201。', '晴。', { references: 1 }],
		[
			'It is so [1](https://a.b). See [[2]](https://a.b).',
			'It is so. See.',
			{ references: 2, linkAddresses: 2 },
		],
		// Other brackets.
		['数组 a[1] 和 b[2]。', '数组 a[1] 和 b[2]。'],
		['`list[1]`。**好**', 'list[1]。好'],
		['请按[1]，或 [2]。', '请按[1]，或 [2]。'],
		['Press [1] or [2].', 'Press [1] or [2].'],
		['参考资料：\n[1] 办法', '参考资料：\n[1] 办法'],
		['【通知】明天停水', '【通知】明天停水'],
		['第 [12](https://a.b) 条', '第 12 条', { linkAddresses: 1 }],
		['[1](https://a.b) 首页', '1 首页', { linkAddresses: 1 }],
	])('in %j', check);
});

describe('formulas', () => {
	it.each<Case>([
		['\\(x = 3\\)，\\[ S = a \\times b = 15 \\]', 'x = 3，S = a × b = 15'],
		['$E = mc^2$，$10^{-3}$，$x$', 'E = mc²，10⁻³，x'],
		['$$v = \\frac{\\text{路程}}{t} \\leq 5\\%$$', 'v = 路程/t ≤ 5%'],
		[
			'\\(\\dfrac{1}{12}\\)，\\(10^{12}\\)，\\(5\\ \\text{kg}\\)，\\(5\\$\\)。',
			'1/12，10¹²，5 kg，5$。',
		],
		['设 \\(x_{1} = \\sqrt{2}\\)，则', '设，则', { formulas: 1 }],
		['有\n$$\nx = \\frac{-b \\pm \\sqrt{d}}{2a}\n$$\n解', '有\n\n解', { formulas: 1 }],
		['若 $a \\in \\mathbb{R}$ 成立', '若 成立', { formulas: 1 }],
		// Money and variables.
		['费用 $5 到 $6，$A_B 和 $C', '费用 $5 到 $6，$A_B 和 $C'],
		['${a}_${b}，$$', '${a}_${b}，$$'],
	])('in %j', check);
});

describe('hidden names, which have no marks', () => {
	it.each<Case>([
		['张**先生和诸**女士，**重要**', '张**先生和诸**女士，重要'],
		['客户：闫**，电话：**138**', '客户：闫**，电话：138'],
		['**客户**：张**、李**、苗**', '客户：张**、李**、苗**'],
		// Marks.
		['**99 元**和**5 元**，**你和我**都**是**', '99 元和5 元，你和我都是'],
		['请**务必**带，见**“重要”**', '请务必带，见“重要”'],
		['仅限*今天*！', '仅限今天！'],
	])('in %j', check);
});

it('characters are counted without white space', () => {
	expect(
		spokenText('好😀👍🏽\n```\na b\nc\n```\n![图 一](a.png)[官网](https://a.b) ~~旧 价~~').leftOut,
	).toEqual({
		codeBlocks: { count: 1, characters: 3 },
		emoji: { count: 2, characters: 3 },
		images: { count: 1, characters: 2 },
		linkAddresses: { count: 1, characters: 11 },
		struckOut: { count: 1, characters: 2 },
	});
});

it.each([
	['好的\n```\nab\n```', false],
	['好的\n```\nabc\n```', true],
	['见[官网](https://example.com)。', false],
	['见[官网](https://example.com)。![很长的说明文字](a.png)', true],
	['<think>很长很长的想法</think>好', true],
	['**好**', false],
])('more than half of %j is left out: %j', (text, expected) => {
	const { text: spoken, leftOut } = spokenText(text);
	expect(isMostlyLeftOut(spoken, leftOut)).toBe(expected);
});
