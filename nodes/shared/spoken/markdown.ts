import { markdownOfEastAsia, MarkdownIt } from '../bundled';
import { sections } from './blocks';
import { endTags, HtmlReader, withoutEnd } from './html';
import type { LeftOut } from './leftOut';
import { asMeant, isNoBeginning, isNoMark } from './otherSigns';

/** An address of a link: `[备注](请带证件)` and `[时间](9/10)` are texts with brackets. */
const ADDRESS = /^[a-z][a-z\d+.-]{2,}:|^(?:[/#?]|\.{1,2}\/|www\.)|\.[a-z][a-z\d]/i;

const markdown = new MarkdownIt({ html: true });
markdown.use(markdownOfEastAsia);
// What a writer indents is no code, a line of `=` or `-` makes no heading of the line before it, and
// tags are read where they stand. Blocks of code were cut out before.
markdown.disable(['code', 'fence', 'lheading', 'html_block']);
markdown.validateLink = (address) => ADDRESS.test(address);
markdown.normalizeLink = (address) => address;
markdown.normalizeLinkText = (address) => address;
markdown.inline.State = class extends markdown.inline.State {
	/** Whether stars, tildes or underscores can begin and end emphasis. */
	override scanDelims(start: number, canSplitWord: boolean) {
		const run = super.scanDelims(start, canSplitWord);
		const end = start + run.length;
		if (isNoMark(this.src, start, end)) return { ...run, can_open: false, can_close: false };
		return isNoBeginning(this.src, start, end) ? { ...run, can_open: false } : run;
	}
};

type Rule = NonNullable<(typeof markdown.renderer.rules)[string]>;
type Token = Parameters<Rule>[0][number];

const written =
	(write: (token: Token, env: Parameters<Rule>[3]) => string): Rule =>
	(tokens, index, _options, env) => {
		const token = tokens[index];
		return token ? write(token, env) : '';
	};
const content = written((token) => escapeHtml(token.content));
const { escapeHtml } = markdown.utils;
const lineEnd = () => '<br>';

// Of the HTML that stands for Markdown, only what is heard matters.
markdown.renderer.renderToken = () => '';
markdown.renderer.rules = {
	text: content,
	code_inline: content,
	html_inline: written(tag),
	image: written((token) => `<img alt="${escapeHtml(token.content)}">`),
	// The address of an autolink is its text.
	link_open: written((token) =>
		token.markup === 'autolink' ? '' : `<a href="${escapeHtml(String(token.attrGet('href')))}">`,
	),
	link_close: () => '</a>',
	s_open: () => '<s>',
	s_close: () => '</s>',
	td_open: () => '<td>',
	td_close: () => '</td>',
	th_open: () => '<td>',
	th_close: () => '</td>',
	hr: () => '<hr>',
	list_item_open: written(({ info, markup }) => (info === '' ? '' : `${info}${markup} `)),
	softbreak: lineEnd,
	hardbreak: lineEnd,
	heading_close: lineEnd,
	list_item_close: lineEnd,
	paragraph_close: lineEnd,
	tr_close: lineEnd,
};

/** A tag within Markdown. What is no tag stays: List<String>, and comparisons such as a<b and c>d. */
function tag({ content }: Token, env: Parameters<Rule>[3]): string {
	const found = /(?<=^<\/?)[a-z][\w-]*/i.exec(content);
	// A comment.
	if (!found) return content;
	const name = found[0].toLowerCase();
	const isComparison = name.length === 1 && /\s\w/.test(content) && !content.includes('=');
	const hasEnd = env?.ends instanceof Set && env.ends.has(name);
	if (hasEnd && !isComparison) return content;
	const alone = name.length === 1 ? undefined : withoutEnd(name);
	if (alone === 'nothing') return '';
	return alone === 'itself' || (name.length > 1 && content.includes('='))
		? content
		: escapeHtml(content);
}

/** The text of Markdown. Each paragraph, item of a list and row of a table has its own line. */
export function markdownText(source: string, leftOut: LeftOut): string {
	const reader = new HtmlReader(leftOut);
	const ends = endTags(source);
	for (const section of sections(asMeant(source))) {
		const html = markdown.render(section, { ends });
		// A section that ends within a line.
		const end = section.slice(section.trimEnd().length);
		const between = end === '' ? '' : ' ';
		reader.write(end.includes('\n') ? html : html.replace(/(?<!<br>)(?:<br>)+$/, between));
	}
	return reader.finish();
}
