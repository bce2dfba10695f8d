/**
 * Signs that look like marks of Markdown, but are signs of a sum, an address or a hidden name. In
 * doubt a sign is no mark.
 */

/** How far around marks is looked. */
const REACH = 200;

/** A single Chinese character, as before the stars of a hidden name: 张**. */
const ONE_CHARACTER = '(?:^|[^\\p{L}\\p{N}*]|[和与及跟给])\\p{Script=Han}';
const NAME = new RegExp(`${ONE_CHARACTER}$`, 'u');
/** What stands behind the stars of a hidden name, unless another hidden name comes. */
const AFTER_NAME = new RegExp(
	`^\\*+(?:$|[\\s,;:!?)\\p{STerm}\\uff0c\\uff1b\\uff1a\\u3001\\uff09]|先生|女士|小姐|同学|老师|经理|[^*\\n]*${ONE_CHARACTER}\\*)`,
	'u',
);

/** Whether marks in a text are none: neither the beginning nor the end of emphasis. */
export function isNoMark(text: string, start: number, end: number): boolean {
	const [before, after] = around(text, start, end);
	const isInAddress = /:\/\/[^\s<>"'()[\]]*$/.test(before) && /^[\w/&=?%]/.test(after);
	return isInAddress || (text.charAt(start) === '*' && end - start > 3);
}

/** Whether marks in a text cannot begin emphasis. Some can end it, as in `**S**pecific`. */
export function isNoBeginning(text: string, start: number, end: number): boolean {
	const [before, after] = around(text, start, end);
	switch (text.charAt(start)) {
		case '~':
			// 您好~~欢迎~~: what is struck out behind a word has a digit, as an old price has.
			return /[\p{L}\p{N}]$/u.test(before) && /^[^~\p{N}]*(?:~|$)/u.test(after);
		case '_':
			// An index of a formula: x_{1}.
			return after.startsWith('{');
		default:
			return NO_BEGINNINGS.some(
				([last, next]) => last.test(before) && next.test('*'.repeat(end - start) + after),
			);
	}
}

/** What stands before stars that do not begin emphasis, and the stars with what follows. */
const NO_BEGINNINGS = [
	// 2*3, x**2, (1+2)*3.
	[/[A-Za-z0-9)\]]$/, /^\*+[A-Za-z0-9([]/],
	// 单价*数量*折扣, 王*明: Chinese emphasis within a word has two stars.
	[/\p{Script=Han}$/u, /^\*\p{Script=Han}[^*\n]*(?<=\p{Script=Han})\*\p{Script=Han}/u],
	[NAME, AFTER_NAME],
] as const;

function around(text: string, start: number, end: number): [before: string, after: string] {
	return [text.slice(Math.max(0, start - REACH), start), text.slice(end, end + REACH)];
}

/** Signs at the beginning of a line: a comparison, a number alone, a text in brackets. */
const LINE_SIGNS =
	/^([ \t]*)(?=>[=0-9]|[-+*>][ \t]+\p{Sc}?[\d.,]+[ \t]?[%℃°\p{Script=Han}]?[ \t]*(?:[=\uff1d].*)?$|\[(?!\^)[^\]\n]*\]:(?![ \t]*<?(?:[a-z][a-z\d+.-]+:|[/#.]|www\.)))/gimu;

/** Marks as people and models mean them, where Markdown is stricter or has another meaning. */
export function asMeant(text: string): string {
	return (
		text
			// `##标题`; `#话题` is no heading.
			.replace(/^( {0,3}#{2,6})(?=[^#\s])/gm, '$1 ')
			// The boxes of a list of tasks.
			.replace(/^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[[ xX]\][ \t]+/gm, '$1')
			// The text of a note.
			.replace(/^ {0,3}\[\^[\w-]{1,20}\]:[ \t]*/gm, '')
			// A line of `=` below a heading is as good as one of `-`.
			.replace(/^ {0,3}={3,}[ \t]*$/gm, '***')
			.replace(/^.*\*\*.*/gm, withTightMarks)
			.replace(LINE_SIGNS, '$1\\')
	);
}

/** A line in which `** 重要 **` is bold. */
function withTightMarks(line: string): string {
	if (line.split('**').length % 2 === 0) return line;
	return line.replace(/\*\*([^*]+)\*\*/g, (part, inner: string) =>
		/\p{Script=Han}/u.test(inner) ? `**${inner.trim()}**` : part,
	);
}
