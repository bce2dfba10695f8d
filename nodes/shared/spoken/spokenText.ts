import { withoutEmoji } from './emoji';
import { htmlText, isHtml } from './html';
import type { LeftOut } from './leftOut';
import { markdownText } from './markdown';
import { hideOtherSigns, showOtherSigns } from './otherSigns';

/** What a person who reads a text aloud says: the text without Markdown, HTML and emoji. */
interface SpokenText {
	text: string;
	leftOut: LeftOut;
}

/** Without one of these, a text has no formatting. */
const MAY_BE_FORMATTED =
	/[*_`~#<>&[\]|\\\p{Emoji_Presentation}\p{Extended_Pictographic}\u20e3\p{RI}]|^[ \t]*(?:[-+]|={3})/mu;

/**
 * A text as a person would read it aloud.
 *
 * - Marks of headings, emphasis, lists, quotes and tables are not spoken. Items of lists, rows of
 *   tables and paragraphs stand on lines of their own; numbers of lists stay.
 * - Of a link its text is spoken, of inline code the code. An address that stands in the text stays.
 * - Blocks of code, images, emoji, struck-out text, scripts and styles are left out, and counted.
 *
 * Signs that are no marks stay: of sums (`2*3*4`), prices, file names and hidden names (`张**`). A text
 * without marks is returned as it is, with all its white space.
 */
export function spokenText(text: string): SpokenText {
	const leftOut: LeftOut = {};
	if (!MAY_BE_FORMATTED.test(text)) return { text, leftOut };
	const source = isHtml(text) ? htmlText(text, leftOut) : text;
	const read = markdownText(hideOtherSigns(source), leftOut);
	const spoken = tidy(showOtherSigns(withoutEmoji(read, leftOut)));
	return withoutSpace(spoken) === withoutSpace(text)
		? { text, leftOut }
		: { text: spoken, leftOut };
}

const withoutSpace = (text: string) => text.replace(/\s+/g, '');

/** Without the blanks that marks left behind, and with at most one empty line between two lines. */
function tidy(text: string): string {
	const lines = text.split('\n').map((line) => line.replace(/[ \t\u00a0]+/g, ' ').trim());
	return lines
		.join('\n')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}

/** The first mark, emoji or tag of a text that would not be spoken; undefined if there is none. */
export function formattingIn(text: string): string | undefined {
	const { text: spoken } = spokenText(text);
	if (spoken === text) return undefined;
	let at = 0;
	while (text[at] === spoken[at]) at++;
	// The first character of an entity or a key may be spoken.
	return FORMATTING.exec(text.slice(Math.max(0, at - 1)))?.[0] ?? text.slice(at);
}

const FORMATTING =
	/<[^<>]*>|&#?\w+;|[*_`~#<>[\]!|\\]+|^[-+]|(?=\P{ASCII})(?:[\p{Extended_Pictographic}\p{RI}])[\p{EMod}\ufe0f]?|\d?\ufe0f?\u20e3/mu;
