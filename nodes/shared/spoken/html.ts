import { HtmlParser } from '../bundled';
import { GAP } from './emoji';
import { power } from './formulas';
import { leaveOut, type LeftOut } from './leftOut';

/** Elements that stand on lines of their own. */
const LINES = new Set(
	'address article aside blockquote body br caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol option p pre section summary table tbody tfoot thead tr ul'.split(
		' ',
	),
);
const HIDDEN = new Set(
	'audio canvas head iframe noscript object rp rt script select style svg template textarea title video'.split(
		' ',
	),
);
/** Elements that need no end tag, beside those. */
const OTHERS = new Set(['img', 'input', 'td', 'th', 'wbr']);

/** What an element of HTML does without an end tag; undefined for other names. */
export function withoutEnd(name: string): 'nothing' | 'itself' | undefined {
	// It would have the rest of the text.
	if (HIDDEN.has(name)) return 'nothing';
	return LINES.has(name) || OTHERS.has(name) ? 'itself' : undefined;
}

/** The names of the elements of a text that have an end tag. */
export function endTags(text: string): Set<string> {
	const ends = text.matchAll(/(?<=<\/)[a-z][\w-]*/gi);
	return new Set(Array.from(ends, ({ 0: name }) => name.toLowerCase()));
}

const BEGINS_AS_HTML =
	/^\s*<(?:!doctype|!--|(?:html|head|body|div|p|table|ul|ol|section|article|center|h[1-6])(?=[\s>/]))/i;
const MARKDOWN_LINE = /^(?:#{1,6} |```|~~~|[-*+] |\d{1,9}[.)] |> )/m;

/** Whether a whole text is HTML. Tags within Markdown are read with Markdown. */
export function isHtml(text: string): boolean {
	return BEGINS_AS_HTML.test(text) && !MARKDOWN_LINE.test(text);
}

/** Stands between two cells of a table until it is known what pause fits the text. */
export const CELL_END = '\ufdef';

/** An element whose text is read when it ends. */
interface Element {
	name: string;
	/** How many elements it is in. */
	depth: number;
	attributes: Record<string, string>;
	parts: string[];
	/** The one around it; the outermost has none. */
	outer?: Element;
}

const READ_AT_END = new Set(['a', 'del', 'pre', 's', 'strike', 'sup']);

/** Deeper elements are read as empty ones: a parser's time grows with the square of the depth. */
const MAX_DEPTH = 1000;

class ShallowParser extends HtmlParser {
	/** In how many elements the parser is. */
	depth = 0;
	private isFull = false;

	override onopentagname(start: number, end: number): void {
		this.isFull = this.depth >= MAX_DEPTH;
		super.onopentagname(start, end);
	}

	override onclosetag(start: number, end: number): void {
		this.isFull = false;
		super.onclosetag(start, end);
	}

	protected override isVoidElement(name: string): boolean {
		return this.isFull || super.isVoidElement(name);
	}
}

/** Reads HTML, in one part or several: its text, with a line for each block and each row. */
export class HtmlReader {
	private current: Element = { name: '', depth: 0, attributes: {}, parts: [] };
	private hasEnded = false;
	private readonly parser = new ShallowParser({
		ontext: (text) => this.add(this.asText(text.replace(/[ \t\r\n]+/g, ' '))),
		onopentag: (name, attributes) => this.begin(name, attributes),
		onclosetag: (name) => this.end(name),
	});

	/** @param asText what to write for text */
	constructor(
		private readonly leftOut: LeftOut,
		private readonly asText = (text: string) => text,
	) {}

	write(html: string): void {
		this.parser.write(html);
	}

	/** The text of all that was written. */
	finish(): string {
		this.hasEnded = true;
		this.parser.end();
		return this.current.parts.join('');
	}

	private add(part: string): void {
		if (part !== '') this.current.parts.push(part);
	}

	private begin(name: string, attributes: Record<string, string>): void {
		this.parser.depth++;
		const { current } = this;
		if (isHidden(current)) return;
		if (LINES.has(name)) this.addLine();
		if (name === 'hr') this.add('\n');
		const { depth } = this.parser;
		const element = { name, depth, attributes, parts: [], outer: current };
		if (READ_AT_END.has(name) || isHidden(element)) this.current = element;
		else if (name === 'img') {
			leaveOut(this.leftOut, 'images', attributes.alt ?? '');
			this.add(GAP);
		}
	}

	private end(name: string): void {
		const element = this.current;
		if (element.outer && element.depth === this.parser.depth) {
			this.current = element.outer;
			const before = this.current.parts.slice(-3).join('').slice(-20);
			// An element that never ends hides nothing.
			this.add(this.hasEnded ? element.parts.join('') : this.textOf(element, before));
		}
		this.parser.depth--;
		if (isHidden(this.current)) return;
		if (LINES.has(name)) this.addLine();
		if (name === 'td' || name === 'th') this.add(CELL_END);
	}

	/** Ends a line, unless it is empty. */
	private addLine(): void {
		if (!this.current.parts.at(-1)?.endsWith('\n')) this.add('\n');
	}

	/** What is spoken of an element that has ended. */
	private textOf(element: Element, before: string): string {
		const { name, attributes, parts } = element;
		const text = parts.join('');
		const leave = (kind: keyof LeftOut, instead = '') => {
			if (text.trim() !== '') leaveOut(this.leftOut, kind, text);
			return instead;
		};
		if (name === 'pre') return leave('codeBlocks');
		if (isHidden(element)) return leave('hiddenHtml');
		if (name === 'sup') return superscript(text, before) ?? leave('references');
		if (name !== 'a') return leave('struckOut', GAP);
		if (attributes.href) leaveOut(this.leftOut, 'linkAddresses', attributes.href);
		const isSource =
			attributes.href && /^\[?\^?\d{1,3}\]?$/.test(text) && /[^\s第] ?$/.test(before);
		return isSource ? leave('references', before.endsWith(' ') ? GAP : '') : text;
	}
}

/** Styles that hide an element from who sees it. */
const HIDING =
	/display\s*:\s*none|visibility\s*:\s*hidden|(?:opacity|font-size)\s*:\s*0(?:\.0*)?(?:[a-z]{2,3}|%)?\s*(?:[;!]|$)/i;

function isHidden({ name, attributes }: Element): boolean {
	return (
		HIDDEN.has(name) ||
		name === 'pre' ||
		'hidden' in attributes ||
		attributes['aria-hidden'] === 'true' ||
		HIDING.test(attributes.style ?? '')
	);
}

/** A number or a unit: 10, 100m, 5 km, m/s, E=mc, x. */
const HAS_POWER =
	/(?:\d|\d\s?(?:[kcdmµμn]?m|ft|in|yd|mi)|(?<![A-Za-z])[A-Za-z]|[/·=×+] ?[A-Za-z]{1,2}|[米里尺寸])\s?$/u;

/** A power, or the end of an ordinal number; undefined for others, such as the number of a note. */
function superscript(text: string, before: string): string | undefined {
	if (/^(?:st|nd|rd|th)$/i.test(text) && /\d$/.test(before)) return text;
	return /^[-+\u2212]?\d{1,3}$/.test(text) && HAS_POWER.test(before) ? power(text) : undefined;
}

/** A text with a pause between the cells of a row that are not empty. */
export function withPauses(text: string): string {
	const pause = /\p{Script=Han}/u.test(text) ? '，' : ', ';
	return text.replace(/(?<![ \t\ufdef])[ \t\ufdef]+/g, (run, at: number) => {
		if (!run.includes(CELL_END)) return run;
		const around = [text.charAt(at - 1), text.charAt(at + run.length)];
		return around.some((character) => character === '' || character === '\n') ? '' : pause;
	});
}
