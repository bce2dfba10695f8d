/**
 * Signs that look like marks of Markdown, but are signs of a sum, a comparison or a hidden name.
 * While Markdown is read, characters that no text has stand in their place.
 */

const SIGNS = '*_~>#+-=[\\';
/** Unicode keeps U+FDD0 to U+FDEF free for such use. */
const FIRST_PLACE = 0xfdd0;

const OPERAND = 'A-Za-z0-9)\\]';
const NEXT_OPERAND = 'A-Za-z0-9([';
/** Between two Chinese characters. */
const BETWEEN = (sign: string) => `(?<=\\p{Script=Han})${sign}(?=\\p{Script=Han})`;

/** Surnames before the stars of a hidden name, words before such a name, and words after it. */
const SURNAMES =
	'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱方侯邹熊孟秦白江阎薛尹段雷黎史龙陶贺顾毛郝龚邵万钱严赖覃洪武莫孔';
const BEFORE_NAME = '和与及跟给';
const AFTER_NAME = '先生|女士|小姐|同学|老师|经理|和|与|及';

const OTHER_SIGNS = [
	// Multiplication and powers: 2*3, x**2, (1+2)*3, and hidden digits: 138****0001.
	'(?<=[0-9])\\*+(?=[0-9])',
	`(?<=[${OPERAND}])\\*(?=[${NEXT_OPERAND}])`,
	`(?<=[${OPERAND}])\\*\\*(?=[${NEXT_OPERAND}])[^*\\n]*(?<=[${OPERAND}])\\*\\*(?=[${NEXT_OPERAND}])`,
	// 单价*数量*折扣, 王*明、李*华: Chinese emphasis within a word has two stars.
	`${BETWEEN('\\*')}[^*\\n]*${BETWEEN('\\*')}`,
	// Hidden names: 张**、李**女士.
	`(?<=^|[^\\p{L}\\p{N}*]|[${BEFORE_NAME}])[${SURNAMES}]\\*{1,2}(?=[^\\p{L}\\p{N}*]|$|${AFTER_NAME})`,
	// An index of a formula: x_{1}.
	'_(?=\\{)',
	// A comparison at the beginning of a line: >= 5, >5.
	'^[ \\t]*>(?=[=0-9])',
	// A number alone on a line is no item of a list: - 20, * 3 = 60, > 5.
	'^[ \\t]*[-+*>](?=[ \\t]+\\p{Sc}?[\\d.,]+[ \\t]?[%\\p{Script=Han}]?[ \\t]*(?:[=\\uff1d].*)?$)',
	// [备注]: a text in brackets defines no link, unless an address follows.
	'^[ \\t]*\\[(?!\\^)(?=[^\\]\\n]*\\]:)(?![^\\]\\n]*\\]:[ \\t]*<?(?:[a-z][a-z\\d+.-]+:|[/#.]|www\\.))',
].map((pattern) => new RegExp(pattern, 'gimu'));

/** A line with hidden digits or a password. Emphasis has three stars at most. */
const HIDDEN_LINE = /^(?![ \t]*\*[* \t]*$).*\*{4}.*$/gm;

/** An address, in which a sign before another part of it is no mark; and a path of Windows. */
const ADDRESS = /https?:\/\/[^\s<>"'()[\]]+/g;
const SIGN_IN_ADDRESS = /[*_~](?=[\w/&=?%])/g;
const PATH = /\b[A-Za-z]:\\\S+/g;

/** Replaces the signs that are no marks. */
export function hideOtherSigns(text: string): string {
	let hidden = text.replace(HIDDEN_LINE, (line) => line.replace(/\*{4,}/g, hide));
	hidden = hidden.replace(ADDRESS, (address) => address.replace(SIGN_IN_ADDRESS, hide));
	hidden = hidden.replace(PATH, hide);
	for (const pattern of OTHER_SIGNS) hidden = hidden.replace(pattern, hide);
	return hidden;
}

function hide(part: string): string {
	return part.replace(/[*_~>#+=[\\-]/g, (sign) =>
		String.fromCharCode(FIRST_PLACE + SIGNS.indexOf(sign)),
	);
}

/** Puts the signs back. */
export function showOtherSigns(text: string): string {
	return text.replace(/[\ufdd0-\ufdef]/g, (place) =>
		SIGNS.charAt(place.charCodeAt(0) - FIRST_PLACE),
	);
}
