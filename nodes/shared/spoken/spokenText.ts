import { withoutBesides, withoutReasoning } from './besides';
import { blocks } from './blocks';
import { withoutEmoji } from './emoji';
import { HtmlReader, isHtml, withPauses } from './html';
import { leaveOut, type LeftOut } from './leftOut';
import { markdownText } from './markdown';

/** What a person who reads a text aloud says: the text without Markdown, HTML and emoji. */
interface SpokenText {
	text: string;
	leftOut: LeftOut;
}

/** Without one of these, a text has no formatting. */
const MAY_BE_FORMATTED =
	/[*_`~#<>&[\]|\\$\u2020\u3014\uff3b\u25c1\ue200\p{Emoji_Presentation}\p{Extended_Pictographic}\u20e3\p{RI}]|^[ \t]*(?:[-+]|={3})/mu;

/**
 * A text as a person would read it aloud.
 *
 * - Marks of headings, emphasis, lists, quotes and tables are not spoken. Items of lists, rows of
 *   tables and paragraphs stand on lines of their own; numbers of lists stay.
 * - Of a link its text is spoken, of inline code the code. An address that stands in the text stays.
 * - Blocks of code, images, emoji, struck-out text, scripts and styles, a model's reasoning, numbers
 *   of sources and formulas that are not simple are left out, and counted.
 *
 * Signs that are no marks stay: of sums (`2*3*4`), prices, file names and hidden names (`张**`). A text
 * without marks is returned as it is, with all its white space.
 */
export function spokenText(text: string): SpokenText {
	const leftOut: LeftOut = {};
	if (!MAY_BE_FORMATTED.test(text)) return { text, leftOut };
	const answer = withoutReasoning(text, leftOut);
	const source = isHtml(answer) ? htmlText(answer, leftOut) : answer;
	const spoken = tidy(withPauses(withoutEmoji(readBlocks(source, leftOut), leftOut)));
	return withoutSpace(spoken) === withoutSpace(text)
		? { text, leftOut }
		: { text: spoken, leftOut };
}

/** The text of HTML, as Markdown that says the same. */
function htmlText(html: string, leftOut: LeftOut): string {
	const reader = new HtmlReader(leftOut, (text) => text.replace(/[<&]/g, '\\$&'));
	reader.write(html);
	return reader.finish();
}

/** The languages of a block that is no code: whole answers of models come as such a block. */
const TEXT_BLOCKS = new Set(['markdown', 'md', 'text', 'txt', 'plaintext']);

/** @param isBlock whether the text is one of a block, in which all blocks are code */
function readBlocks(source: string, leftOut: LeftOut, isBlock = false): string {
	const found = blocks(source);
	const isCodeAlone = !found.some(
		({ text, language }) => language === undefined && WORD.test(text),
	);
	const isText = (language: string) =>
		!isBlock && (TEXT_BLOCKS.has(language) || (language === '' && isCodeAlone));
	const parts = found.map(({ text, language }) => {
		if (language === undefined) return markdownText(withoutBesides(text, leftOut), leftOut);
		if (isText(language)) return readBlocks(text, leftOut, true);
		leaveOut(leftOut, 'codeBlocks', text);
		return '';
	});
	return parts.map((part) => part.replace(/[^\n]$/, '$&\n')).join('');
}

const WORD = /[\p{L}\p{N}]/u;

const withoutSpace = (text: string) => text.replace(/\s/g, '');

/** Without the blanks that marks left behind, and with at most one empty line between two lines. */
function tidy(text: string): string {
	const lines = text.split('\n').map((line) => line.replace(/[ \t\u00a0]+/g, ' ').trim());
	return lines
		.join('\n')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}
