/**
 * Signs in a cell that a robot would read out, or that a person would not say: marks of Markdown,
 * tags and emoji. A cell is short, so no parser is needed: in doubt a sign is no mark.
 */
import { EMOJI, KEY } from '../../pictographs';

/** How far the end of a mark may be from its beginning. */
const REACH = 200;
const within = (not: string) => `[^${not}\\n]{0,${REACH}}`;

const NO_WORD_BEFORE = '(?<![\\p{L}\\p{N}*_~`=/?&)])';
/** Behind the stars of a hidden name, as in 张**先生 or 李**、王*. */
const AFTER_NAME = '先生|女士|小姐|同学|老师|经理|[和与及跟给]';

const ELEMENTS =
	'a|abbr|b|big|blockquote|body|br|center|code|dd|del|div|dl|dt|em|font|h[1-6]|head|hr|html|i|img|ins|li|mark|ol|p|pre|q|rp|rt|ruby|s|script|small|span|strong|style|sub|sup|table|tbody|td|th|thead|tr|u|ul|(?:seed:)?(?:think|thinking|thought|reasoning|reflection)';

const MARKS: readonly string[] = [
	// Bold, struck out, emphasized, code.
	`(?:${NO_WORD_BEFORE}|(?<=\\p{Script=Han}{2}))\\*{2,3}(?=(?!${AFTER_NAME})[\\p{L}\\p{N}\\p{Ps}\\p{Pi}]${within('*')}\\*\\*)`,
	`${NO_WORD_BEFORE}(?:~~(?=[^\\s~]${within('~')}~~)|__(?=[^\\s_]${within('_')}__(?!\\w)))`,
	`~~(?=[^\\n~\\d]{0,20}\\d${within('~')}~~)`,
	`${NO_WORD_BEFORE}\\*(?=[^\\s*]${within('*')}(?<=[^\\s*])\\*(?![\\p{L}\\p{N}*]))`,
	`\`{1,3}(?=[^\`\\n]${within('`')}\`)`,
	// A heading, an item, a quotation, a row of a table. Numbers of lists are spoken.
	'(?<=^ {0,3})#{1,6}(?=[ \\t]+\\S)|(?<=^ {0,3})#{2,6}(?=\\p{L})',
	'(?<=^[ \\t]{0,8})[-+*](?=[ \\t]+(?!\\p{Sc}?\\d)\\S)',
	'^>(?=[ \\t]*[\\p{L}\\p{Ps}])',
	`^\\|(?=[^|\\n]{0,${REACH}}\\|)`,
	// A link, an image, the number of a source.
	`!?\\[(?=[^\\[\\]\\n]{0,${REACH}}\\]\\((?:[a-z][a-z\\d+.-]{2,20}:|www\\.|[/#.])|\\^\\w{1,20}\\](?!\\())`,
	'\\u3010(?=[^\\u3010\\u3011\\n]{1,60}\\u2020)',
	// Tags and entities.
	`<\\/?(?:${ELEMENTS})(?:\\s(?=[^<>]{0,${REACH}}=|\\s*\\/)[^<>]{0,${REACH}}|\\/)?>|<!--`,
	'&(?:[a-z]{2,6}|#\\d{1,7}|#x[\\da-f]{1,6});',
	// Escapes of line breaks, apart from paths.
	'(?<![A-Za-z]:)(?:\\\\r)?\\\\n(?![A-Za-z])',
	`${KEY}|${EMOJI}|\\p{EMod}`,
];

const MARK = new RegExp(MARKS.join('|'), 'imu');

/** The first mark, tag or emoji of a cell; undefined if it has none. */
export function markIn(text: string): string | undefined {
	return MARK.exec(text)?.[0];
}
