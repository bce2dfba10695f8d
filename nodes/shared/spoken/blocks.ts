/** The blocks of code in a text, and the sections in which the text around them is read. */

/** A part of a text: what stands between two blocks of code, or the code of one. */
export interface Block {
	text: string;
	/** The language of code, which may be empty; undefined for text. */
	language?: string;
}

/** A line that begins or ends a block, perhaps behind the mark of a list or a quotation. */
const FENCE = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}|~{3,})([^`\n]*)(?:\n|$(?![^]))/gm;

/**
 * Cuts a text at its blocks of code. A block without an end is no block, so only its first line is
 * left out. A line of tildes alone is a pause, unless it is one of two with three tildes each.
 */
export function blocks(text: string): Block[] {
	const fences = Array.from(text.matchAll(FENCE), fenceOf);
	/** For each kind of block the fewest marks that have no end. */
	const endless = { '`': Infinity, '~': Infinity, '~~~': Infinity };
	const found: Block[] = [];
	let begin = 0;
	for (const [index, fence] of fences.entries()) {
		// Within a block.
		if (fence.index < begin) continue;
		const { kind, marks, language } = fence;
		let at = marks.length < endless[kind] ? index + 1 : fences.length;
		let end = fences[at];
		while (end && !isEnd(end, fence)) end = fences[++at];
		found.push({ text: text.slice(begin, fence.index) + fence.before });
		if (end) found.push({ text: text.slice(fence.end, end.index), language });
		else endless[kind] = Math.min(endless[kind], marks.length);
		if (!end && kind !== '`') found.push({ text: '***' });
		begin = (end ?? fence).end;
	}
	return [...found, { text: text.slice(begin) }];
}

function fenceOf({ index, 0: line, 1: before = '', 2: marks = '', 3: info = '' }: RegExpExecArray) {
	const language = info.trim().toLowerCase();
	const sign = marks.includes('~') ? '~' : '`';
	/** `~~~` are tildes alone. */
	const kind: '`' | '~' | '~~~' = sign === '~' && language === '' ? '~~~' : sign;
	return { index, end: index + line.length, before, marks, language, kind };
}

type Fence = ReturnType<typeof fenceOf>;

function isEnd(fence: Fence, { kind, marks }: Fence): boolean {
	if (fence.language !== '') return false;
	return kind === '~~~' ? marks === kind && fence.marks === kind : fence.marks.includes(marks);
}

/** A section ends at the first of these that it has after so many characters. */
const SECTION_CHARACTERS = 50_000;
const SECTION_ENDS = [/\n[ \t]*\r?\n/, /\n/, /\p{STerm}["\p{Pf}\p{Pe}]*|\s|>/u];

/**
 * Cuts a long text into sections that are read one after the other, so that a text of millions of
 * characters takes little memory. If possible, it is cut at an empty line.
 */
export function sections(text: string): string[] {
	const found: string[] = [];
	let begin = 0;
	while (text.length - begin > 2 * SECTION_CHARACTERS) {
		const middle = begin + SECTION_CHARACTERS;
		const rest = text.slice(middle, middle + SECTION_CHARACTERS);
		const match = SECTION_ENDS.map((pattern) => pattern.exec(rest)).find((one) => one !== null);
		const size = match ? match.index + match[0].length : rest.length;
		const next = middle + size + (/[\uDC00-\uDFFF]/.test(text.charAt(middle + size)) ? 1 : 0);
		found.push(text.slice(begin, next));
		begin = next;
	}
	return [...found, text.slice(begin)];
}
