import { spokenText } from '../../../nodes/shared/spoken/spokenText';
import { fc } from '../aiCall/property';
import { AS_MODELS_WRITE } from './asModelsWrite';
import { countsOf } from './countsOf';

const spoken = (text: string) => spokenText(text).text;
const read = (text: string) => ({ text: spoken(text), leftOut: countsOf(spokenText(text)) });

it.each(AS_MODELS_WRITE)('of %j is spoken: %j', (text, expected) => {
	expect(spoken(text)).toBe(expected);
});

describe('texts that have no marks stay as they are', () => {
	it.each([
		// Sums, prices, comparisons.
		'3 * 4 = 12，2*3*4，a_b_c，#1，C#，$5 > $3',
		'(1+2)*3*(4+5) = 81，x**2 + y**2 = 4，2 ** 3 = 8',
		'总价=单价*数量*折扣',
		'6{x}_{1} + 4{x}_{2}，a_1 + a_2',
		'  100\n- 20\n= 80',
		'12\n* 3 = 36',
		'>= 5 元包邮\n>5 元也行',
		'a < b，b > c，i<n，1<2',
		'if a<b and c>d then, x<i>y, p<q',
		'若 x <var and y> z，x <sub n> y',
		'- 5 度',
		'- 5℃',
		'1+1\n=\n2',
		'2 ** 3 ** 4',
		`2*3*4${'，好'.repeat(150)}`,
		// Names, addresses, numbers.
		'张**先生和李**女士，王*明、李*华',
		'密码****甲** 乙',
		'**甲****乙',
		'卡号 6222 **** **** 1234，电话 138****0001，密码：****，账号：****',
		'C:\\temp\\_x\\*.txt，https://example.com/a_b_c?x=*1*',
		'https://example.com/a_b_c?x=*1*',
		'List<String>、<姓名>、Vec<T>',
		'©2026 Acme™，血型🅰，3 → 4',
		// Chinese habits.
		'您好~~欢迎~~，好的~',
		`您好~~${'好'.repeat(250)}~~`,
		'[备注]: 请带证件',
		'[备注](请带证件)，[时间](9/10)，数组a[1](首个)',
		'#话题# 今天',
		'　　首行空两格。\n\n\n  第二段。  ',
		'1. 打开设置。\n2. 点击保存。',
		'1986. 大年\n3) 第三',
		'** 一 ** 二 **',
		'……\n——',
		// Characters that Markdown replaces, or that stand for other signs while a text is read.
		'a\0b',
		'\ufdd0\ufdee',
		'',
		' \n\t',
	])('%j', (text) => {
		expect(spokenText(text)).toEqual({ text, leftOut: {} });
	});

	it('any text of Chinese, Latin letters, digits and common punctuation', () => {
		const characters = fc.constantFrom(
			...'您好张三李四元aZ09 ，。！？、：；“”（）《》…—,.!?:;"\'()%$¥@/=\n',
		);
		fc.assert(
			fc.property(fc.string({ unit: characters, maxLength: 60 }), (text) => {
				expect(spokenText(text)).toEqual({ text, leftOut: {} });
			}),
		);
	});
});

it.each<[string, string, object]>([
	['看：\n```js\na\n```\n~~~\nb\n~~~\n完', '看：\n完', { codeBlocks: 2 }],
	['👋 您好 😀😀', '您好', { emoji: 3 }],
	['今天很开心😀明天见😀！', '今天很开心 明天见！', { emoji: 2 }],
	['1️⃣ 打开 #️⃣', '1 打开 #', {}],
	['![图](a.png)看<img src="b.png">这里', '看 这里', { images: 2 }],
	['[官网](https://a.b)和[电话](tel:123)', '官网和电话', { linkAddresses: 2 }],
	['见 <https://a.b>', '见 https://a.b', {}],
	['~~199 元~~ 99 元，原价~~199元~~现价', '99 元，原价 现价', { struckOut: 2 }],
	['~~周一~~周二', '周二', { struckOut: 1 }],
	['您好~~欢迎**光临**~~', '您好~~欢迎光临~~', {}],
	['**您好**', '您好', {}],
	['____您好____', '您好', {}],
	['**见 https://a.b**。ok', '见 https://a.b。ok', {}],
	['- 一\n\n- 二\n  - 三', '一\n二\n三', {}],
	['<p>您好。</p><br>再见&nbsp;！', '您好。\n再见 ！', {}],
	[
		'<!DOCTYPE html><html><head><title>t</title></head><body><h1>通知</h1><!-- x\n\ny -->\n<table><tr><td>苹果</td><td>5 元</td></tr></table><a href="x">见</a>\n  下&amp;文<pre>c</pre><style>p{}</style></body></html>',
		'通知\n苹果，5 元\n见 下&文',
		{ hiddenHtml: 2, codeBlocks: 1, linkAddresses: 1 },
	],
	['标题\n===\n正文', '标题\n\n正文', {}],
	['上\n\n---\n\n---\n\n下', '上\n\n下', {}],
	['**第一行**  \n第二行', '第一行\n第二行', {}],
	['| | 苹果 |\n|-|-|\n| | 5 元 |', '苹果\n5 元', {}],
	['| | | |\n|-|-|-|\n|a||b|\n|c|||', 'a, b\nc', {}],
	['见<a href="x">这里</a>，<b>重要</b>', '见这里，重要', { linkAddresses: 1 }],
	['* first\n* second\n*', 'first\nsecond', {}],
	['function_call_output and **done**', 'function_call_output and done', {}],
	['标签<style>不隐藏', '标签不隐藏', {}],
	['a<script>x\n\ny</script>b', 'ab', { hiddenHtml: 1 }],
	['👍👍', '', { emoji: 2 }],
	['```\ncode', 'code', {}],
	['```md\n# 一\n```md\n# 二\n```\n```', '一\n二', {}],
	['*\u200d\ufe0f*', '\u200d\ufe0f', {}],
	['\ufdd0**a**', '\ufdd0a', {}],
])('of %j is spoken %j, and %j is left out', (text, expected, leftOut) => {
	expect(read(text)).toEqual({ text: expected, leftOut });
});

it('a long text is read in sections, and gives the same as its parts', () => {
	const paragraph = '- **第一项**：' + '汉字，'.repeat(50) + '\n\n```\ncode\n\ncode\n```\n\n';
	const { text, leftOut } = read(paragraph.repeat(1000));
	const one = spoken(paragraph);
	expect(text.replace(/\n+/g, '\n')).toBe(`${one}\n`.repeat(1000).trim());
	expect(leftOut).toEqual({ codeBlocks: 1000 });
});

it('a section that ends within an item of a list ends no line', () => {
	const text = 'b c '.repeat(50_000).trim();
	// A failure does not print the text.
	expect(spoken(`- ${text}`) === text).toBe(true);
});

it('no section ends within a character', () => {
	for (const before of ['**a**', '`a`'])
		for (const word of ['𠮷', 'b c']) {
			const text = word.repeat(200_000);
			// A failure does not print the text.
			expect(spoken(before + text) === `a${text}`).toBe(true);
		}
});
