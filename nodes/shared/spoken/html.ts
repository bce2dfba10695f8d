import { HtmlTokenizer } from '../bundled';
import { GAP } from './emoji';
import { leaveOut, type LeftOut } from './leftOut';

/** What the tags of HTML say to somebody who reads aloud. */
type TagKind = 'line' | 'cell' | 'inline' | 'hidden' | 'code' | 'image';

const LINES =
	'address article aside blockquote body br caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol option p section summary table tbody tfoot thead tr ul';
const CELLS = 'td th';
const INLINE =
	'a abbr acronym b bdi bdo big cite data del dfn em font i input ins kbd label mark q rb rp rt ruby s samp small span strike strong sub sup time tt u var wbr code';
/** `think` is what a model thought before it answered. */
const HIDDEN = 'head iframe noscript object script select style svg template textarea title think';

const TAGS = new Map<string, TagKind>([
	...of(LINES, 'line'),
	...of(CELLS, 'cell'),
	...of(INLINE, 'inline'),
	...of(HIDDEN, 'hidden'),
	['pre', 'code'],
	['img', 'image'],
]);

function of(names: string, kind: TagKind): [string, TagKind][] {
	return names.split(' ').map((name) => [name, kind]);
}

/** Stands between two cells of a table until it is known what pause fits the text. */
export const CELL_END = '\ufdef';

/**
 * Reads tags one after the other: what each puts into the text, and what between two tags is hidden.
 */
export class TagReader {
	/** The name of the element that is hidden, until it ends. */
	private hiddenBy: string | undefined;
	/** The names of elements that end. One that never ends hides nothing. */
	private readonly ends: ReadonlySet<string>;

	constructor(
		text: string,
		private readonly leftOut: LeftOut,
	) {
		const ends = text.matchAll(/<\/([a-z]+)/gi);
		this.ends = new Set(Array.from(ends, ([, name = '']) => name.toLowerCase()));
	}

	hasEnd(name: string): boolean {
		return this.ends.has(name);
	}

	get isHidden(): boolean {
		return this.hiddenBy !== undefined;
	}

	/** What a tag puts into the text; undefined for a name that HTML does not have. */
	tag(name: string, isEnd: boolean): string | undefined {
		const kind = TAGS.get(name);
		if (this.hiddenBy !== undefined) {
			if (isEnd && name === this.hiddenBy) this.hiddenBy = undefined;
			return '';
		}
		if (kind === 'image') {
			leaveOut(this.leftOut, 'images');
			return GAP;
		}
		if ((kind === 'hidden' || kind === 'code') && !isEnd && this.ends.has(name)) {
			leaveOut(this.leftOut, kind === 'code' ? 'codeBlocks' : 'hiddenHtml');
			this.hiddenBy = name;
		}
		if (kind === 'line' || kind === 'code') return '\n';
		if (kind === 'cell') return isEnd ? CELL_END : '';
		return kind === undefined ? undefined : '';
	}
}

const BEGINS_AS_HTML =
	/^\s*<(?:!doctype|!--|(?:html|head|body|div|p|table|ul|ol|section|article|center|h[1-6])(?=[\s>/]))/i;
const MARKDOWN_LINE = /^(?:#{1,6} |```|~~~|[-*+] |\d{1,9}[.)] |> )/m;

/** Whether a whole text is HTML. Tags within Markdown are read with Markdown. */
export function isHtml(text: string): boolean {
	return BEGINS_AS_HTML.test(text) && !MARKDOWN_LINE.test(text);
}

/** The text of HTML, with line breaks where its blocks and rows end. */
export function htmlText(html: string, leftOut: LeftOut): string {
	const tags = new TagReader(html, leftOut);
	const parts: string[] = [];
	const add = (part: string) => {
		if (!tags.isHidden) parts.push(part);
	};
	const addTag = (tag: string, isEnd: boolean) => parts.push(tags.tag(tag, isEnd) ?? '');
	const nothing = () => undefined;
	let name = '';
	const tokenizer = new HtmlTokenizer(
		{},
		{
			ontext: (start, end) => add(html.slice(start, end).replace(/[ \t\r\n]+/g, ' ')),
			// Markdown is read next, in which `\<` is no tag.
			ontextentity: (code) => add(String.fromCodePoint(code).replace(/[<&]/, '\\$&')),
			onopentagname: (start, end) => {
				name = html.slice(start, end).toLowerCase();
				if (name === 'a') leaveOut(leftOut, 'linkAddresses');
				addTag(name, false);
			},
			onclosetag: (start, end) => addTag(html.slice(start, end).toLowerCase(), true),
			onselfclosingtag: () => {
				if (tags.isHidden) tags.tag(name, true);
			},
			onopentagend: nothing,
			onattribdata: nothing,
			onattribentity: nothing,
			onattribend: nothing,
			onattribname: nothing,
			oncdata: nothing,
			oncomment: nothing,
			ondeclaration: nothing,
			onprocessinginstruction: nothing,
			onend: nothing,
		},
	);
	tokenizer.write(html);
	tokenizer.end();
	return withPauses(parts.join(''));
}

/** A text with a pause between the cells of a row that are not empty. */
export function withPauses(text: string): string {
	const pause = pauseOf(text);
	return text.replace(/(?<![ \t\ufdef])[ \t\ufdef]+/g, (run, at: number) => {
		if (!run.includes(CELL_END)) return run;
		const around = [text.charAt(at - 1), text.charAt(at + run.length)];
		return around.some((character) => character === '' || character === '\n') ? '' : pause;
	});
}

/** The comma of the script of a text. */
function pauseOf(text: string): string {
	return /\p{Script=Han}/u.test(text) ? '，' : ', ';
}
