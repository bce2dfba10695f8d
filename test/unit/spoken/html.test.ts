import { spokenText } from '../../../nodes/shared/spoken/spokenText';
import { countsOf } from './countsOf';

const read = (text: string) => ({
	text: spokenText(text).text,
	leftOut: countsOf(spokenText(text)),
});

it.each<[string, string, object]>([
	// Elements that are hidden.
	['<p>看<svg><b>图</b>标</svg>这里</p>', '看这里', { hiddenHtml: 1 }],
	['<p>看<svg/>这里<svg>图</svg></p>', '看这里', { hiddenHtml: 1 }],
	['<p>看<script>x</script >这<style>y</STYLE\n>里</p>', '看这里', { hiddenHtml: 2 }],
	['<p>看<pre>a<img src="a.png">b</pre>这里</p>', '看\n这里', { codeBlocks: 1 }],
	['<p>甲<s> </s>乙</p>', '甲 乙', {}],
	// Elements that have no end.
	['<p>看<s>甲<b>乙</b>丙', '看甲乙丙', {}],
	['<p>看<img src="a.png"/>这里</p>', '看 这里', { images: 1 }],
	// Cells of a head.
	['<table><tr><th>名称</th><th>单价</th></tr></table>', '名称，单价', {}],
	// Links, and numbers of sources among them.
	['<p><a name="x">甲</a>和<a href="x">乙<b>丙</b></a></p>', '甲和乙丙', { linkAddresses: 1 }],
	['<div><a href="x"><p>甲</p>乙</a><p>丙</p></div>', '甲\n乙\n丙', { linkAddresses: 1 }],
	['<p>甲<a href="x">[12]</a>乙</p>', '甲乙', { linkAddresses: 1, references: 1 }],
	['<p>A<a href="x">a1</a>，B<a href="x">1b</a></p>', 'Aa1，B1b', { linkAddresses: 2 }],
	['<p>甲<br><a href="x">1</a></p>', '甲\n1', { linkAddresses: 1 }],
	// A name that HTML does not have.
	['<p>您<x-name>好</x-name></p>', '您好', {}],
	// An entity as old pages write it.
	['<p>Tom &amp Jerry</p>', 'Tom & Jerry', {}],
	// Entities that would be tags or other entities.
	['<p>Use the &lt;br&gt; tag, or &amp;lt;</p>', 'Use the <br> tag, or &lt;', {}],
	['<p>&lt;script&gt;alert&lt;/script&gt; ok</p>', '<script>alert</script> ok', {}],
	// Code between two texts.
	['<p>这样<pre>code</pre>重启</p>', '这样\n重启', { codeBlocks: 1 }],
	// Markdown that is indented as HTML is.
	['<div>\n      ## 通知\n</div>', '通知', {}],
])('of the HTML %j is spoken %j, and %j is left out', (text, expected, leftOut) => {
	expect(read(text)).toEqual({ text: expected, leftOut });
});

it.each<[string, string, object]>([
	['您好<!-- x -->，**欢迎**', '您好，欢迎', {}],
	['您好<!-- <br> -->**欢迎**', '您好欢迎', {}],
	['您好<!-- <i> -->，**欢迎**', '您好，欢迎', {}],
	['第一步<br />第二步', '第一步\n第二步', {}],
	['<b>甲<br>乙</b>丙', '甲\n乙丙', {}],
	['您好<font color="red">，**欢迎**', '您好，欢迎', {}],
	['if a<b c>d, <b>ok</b>', 'if a<b c>d, ok', {}],
	['if a<p and c>d, x<i y=1>z, **ok**', 'if a<p and c>d, x<i y=1>z, ok', {}],
	['这样写：<pre>code</pre>然后重启。', '这样写：\n然后重启。', { codeBlocks: 1 }],
])(
	'of the tags within the Markdown %j is spoken %j, and %j is left out',
	(text, expected, leftOut) => {
		expect(read(text)).toEqual({ text: expected, leftOut });
	},
);

it.each([2_000, 50_000])(
	'%j elements inside each other are read, and what follows them',
	(count) => {
		const deep = `${'<div>'.repeat(count)}甲${'</div>'.repeat(count)}`;
		expect(spokenText(`**好**${deep}乙<s>旧</s>`).text).toBe('好\n甲\n乙');
		expect(spokenText(`<p>好</p>${'<b>'.repeat(count)}甲`).text).toBe('好\n甲');
	},
);

it.each([
	[999, '新'],
	[1_000, '旧新'],
])('in %j elements, struck-out text and what follows is %j', (count, expected) => {
	expect(spokenText(`<p>${'<b>'.repeat(count - 1)}<s>旧</s>新`).text).toBe(expected);
});

it('an image without a text is left out, too', () => {
	expect(spokenText('看<img src="a.png">').leftOut).toEqual({
		images: { count: 1, characters: 0 },
	});
});

it('of a hidden table only its text counts', () => {
	const hidden = '<div hidden><table><tr><td>甲</td><td>乙</td></tr></table></div>**好**';
	expect(spokenText(hidden)).toEqual({
		text: '好',
		leftOut: { hiddenHtml: { count: 1, characters: 2 } },
	});
});
