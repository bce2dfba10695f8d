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
	// Elements that have no end.
	['<p>看<img src="a.png"/>这里</p>', '看 这里', { images: 1 }],
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
	['第一步<br />第二步', '第一步\n第二步', {}],
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
