import { markdownOfEastAsia, MarkdownIt } from '../bundled';
import { GAP } from './emoji';
import { CELL_END, TagReader, withPauses } from './html';
import { leaveOut, type LeftOut } from './leftOut';
import { sections } from './sections';

/** An address of a link: `[备注](请带证件)` and `[时间](9/10)` are texts with brackets. */
const ADDRESS = /^[a-z][a-z\d+.-]{2,}:|^(?:[/#?]|\.{1,2}\/|www\.)|\.[a-z][a-z\d]/i;

const markdown = new MarkdownIt({ html: true });
markdown.use(markdownOfEastAsia);
// What a writer indents is no code, a line of `=` or `-` makes no heading of the line before it, and
// tags are read where they stand.
markdown.disable(['code', 'lheading', 'html_block']);
markdown.validateLink = (address) => ADDRESS.test(address);

type Token = ReturnType<typeof markdown.parse>[number];

/**
 * The text of Markdown. Each paragraph, item of a list and row of a table has its own line.
 * @param withBlocks whether blocks that are named as text are read, too
 */
export function markdownText(source: string, leftOut: LeftOut, withBlocks = true): string {
	const tags = new TagReader(source, leftOut);
	const parts: string[] = [];
	for (const { text, end } of sections(asMeant(source))) {
		for (const token of markdown.parse(text, {})) {
			const part = blockText(token, tags, leftOut, withBlocks);
			const endsTwice = part === '\n' && token.type !== 'hr' && parts.at(-1) === '\n';
			if (part !== '' && !endsTwice) parts.push(part);
		}
		if (parts.at(-1) === '\n') parts.splice(-1, 1, end);
	}
	return withPauses(parts.join(''));
}

/** Marks as people and models mean them, where Markdown is stricter. */
function asMeant(text: string): string {
	return (
		text
			// `##标题`; `#话题` is no heading.
			.replace(/^( {0,3}#{2,6})(?=[^#\s])/gm, '$1 ')
			// The boxes of a list of tasks.
			.replace(/^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[[ xX]\][ \t]+/gm, '$1')
			// Footnotes.
			.replace(/^ {0,3}\[\^\d{1,3}\]:[ \t]*/gm, '')
			.replace(/\[\^\d{1,3}\]/g, '')
			// A line of `=` below a heading is as good as one of `-`.
			.replace(/^ {0,3}={3,}[ \t]*$/gm, '***')
			.replace(/^.*\*\*.*/gm, withTightMarks)
	);
}

/** A line in which `** 重要 **` is bold. */
function withTightMarks(line: string): string {
	if (line.split('**').length % 2 === 0) return line;
	return line.replace(/\*\*([^*]+)\*\*/g, (part, inner: string) =>
		/\p{Script=Han}/u.test(inner) ? `**${inner.trim()}**` : part,
	);
}

/** The languages of a block that is no code: whole answers of models come as such a block. */
const TEXT_BLOCKS = new Set(['markdown', 'md', 'text', 'txt', 'plaintext']);

function blockText(token: Token, tags: TagReader, leftOut: LeftOut, withBlocks: boolean): string {
	switch (token.type) {
		case 'inline':
			return inlineText(token.children ?? [], tags, leftOut);
		case 'list_item_open':
			return token.info === '' ? '' : `${token.info}${token.markup} `;
		case 'fence':
			return fenceText(token, leftOut, withBlocks);
		case 'th_close':
		case 'td_close':
			return CELL_END;
		case 'hr':
		case 'heading_close':
		case 'list_item_close':
		case 'paragraph_close':
		case 'tr_close':
			return '\n';
		default:
			return '';
	}
}

function fenceText({ info, content }: Token, leftOut: LeftOut, withBlocks: boolean): string {
	const [language = ''] = info.trim().toLowerCase().split(/\s/);
	if (withBlocks && TEXT_BLOCKS.has(language)) return `${markdownText(content, leftOut, false)}\n`;
	leaveOut(leftOut, 'codeBlocks');
	return '\n';
}

function inlineText(tokens: readonly Token[], tags: TagReader, leftOut: LeftOut): string {
	const parts: string[] = [];
	/** Where struck-out text begins in `parts`. */
	const struck: number[] = [];
	for (const token of tokens)
		switch (token.type) {
			case 's_open':
				struck.push(parts.length);
				parts.push(token.markup);
				break;
			case 's_close':
				endStruck(parts, struck.pop() ?? parts.length, leftOut);
				break;
			default:
				parts.push(partText(token, tags, leftOut));
		}
	return parts.join('');
}

/**
 * Struck-out text is no longer true, so it is left out. It is not struck out if `~~` stands behind a
 * word, as in 您好~~欢迎~~, unless it has a digit, as an old price has.
 */
function endStruck(parts: string[], start: number, leftOut: LeftOut): void {
	const [mark = '', ...inner] = parts.splice(start);
	const text = inner.join('');
	const isDrawl = /[\p{L}\p{N}]$/u.test(parts.at(-1) ?? '') && !/\p{N}/u.test(text);
	if (isDrawl) parts.push(mark, text, mark);
	else {
		leaveOut(leftOut, 'struckOut');
		parts.push(GAP);
	}
}

function partText(token: Token, tags: TagReader, leftOut: LeftOut): string {
	if (token.type === 'html_inline') return tagText(token.content, tags);
	if (tags.isHidden) return '';
	switch (token.type) {
		case 'softbreak':
		case 'hardbreak':
			return '\n';
		case 'image':
			leaveOut(leftOut, 'images');
			return GAP;
		case 'link_open':
			// The address of an autolink is its text.
			if (token.markup !== 'autolink') leaveOut(leftOut, 'linkAddresses');
			return '';
		default:
			return token.content;
	}
}

/**
 * What a tag within Markdown puts into the text. What is no tag of HTML stays as it is, and so do
 * comparisons: a<b and c>d, a<b>c.
 */
function tagText(content: string, tags: TagReader): string {
	const [, end, word, rest = ''] = /^<(\/?)([a-z][\w-]*)(.*)/is.exec(content) ?? [];
	if (word === undefined) return '';
	const name = word.toLowerCase();
	const isComparison =
		(name.length === 1 && !tags.hasEnd(name)) || (/\s\w/.test(rest) && !rest.includes('='));
	return isComparison ? content : (tags.tag(name, end === '/') ?? content);
}
