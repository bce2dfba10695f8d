/**
 * Sections of a long text that are read one after the other, so that a text of millions of
 * characters takes little memory.
 */

/** A section ends at the first empty line after so many characters. */
const SECTION_CHARACTERS = 50_000;
/** Without an empty line, it ends at the end of a line after so many, or within the line. */
const MAX_CHARACTERS = 100_000;

/** The marks around a block of code. */
const FENCE = /^[ \t>]*(`{3,}|~{3,})/;

interface Section {
	text: string;
	/** What stands between the section and the next one: a line break, or a blank or nothing. */
	end: '\n' | ' ' | '';
}

/** The sections of a text. No block of code is cut. */
export function sections(text: string): Section[] {
	const found: Section[] = [];
	let begin = 0;
	let fence: string | undefined;
	for (let line = 0; line < text.length;) {
		const lineBreak = text.indexOf('\n', line);
		const end = lineBreak === -1 ? text.length : lineBreak + 1;
		const [, marks] = FENCE.exec(text.slice(line, Math.min(end, line + MAX_CHARACTERS))) ?? [];
		if (fence === undefined) fence = marks;
		else if (marks?.startsWith(fence)) fence = undefined;
		const size = end - begin;
		const isEmpty = size >= SECTION_CHARACTERS && text.slice(line, end).trim() === '';
		if (fence === undefined && (isEmpty || size >= MAX_CHARACTERS)) {
			found.push(...slices(text.slice(begin, end)));
			begin = end;
		}
		line = end;
	}
	return [...found, ...slices(text.slice(begin))];
}

/** A section, in several parts if it has a line that is much too long. */
function slices(section: string): Section[] {
	if (section.length < 2 * MAX_CHARACTERS) return [{ text: section, end: '\n' }];
	const parts: Section[] = [];
	for (let begin = 0; begin < section.length;) {
		const isPair = /[\uDC00-\uDFFF]/.test(section.charAt(begin + MAX_CHARACTERS));
		const next = begin + MAX_CHARACTERS + (isPair ? 1 : 0);
		parts.push({ text: section.slice(begin, next), end: endBetween(section, next) });
		begin = next;
	}
	return parts;
}

function endBetween(text: string, place: number): Section['end'] {
	const around = text.slice(place - 1, place + 1);
	if (place >= text.length || around.includes('\n')) return '\n';
	return /\s/.test(around) ? ' ' : '';
}
