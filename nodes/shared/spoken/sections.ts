/**
 * Sections of a long text that are read one after the other, so that a text of millions of
 * characters takes little memory.
 */

/** A section ends at the first empty line after so many characters. */
const SECTION_CHARACTERS = 50_000;
/** Without an empty line, it ends at the end of a line after so many. A line twice as long is cut. */
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
	const endAt = (end: number) => {
		if (end > begin) found.push({ text: text.slice(begin, end), end: '\n' });
		begin = end;
	};
	for (let line = 0; line < text.length;) {
		const lineBreak = text.indexOf('\n', line);
		const end = lineBreak === -1 ? text.length : lineBreak + 1;
		const [, marks] = FENCE.exec(text.slice(line, Math.min(end, line + MAX_CHARACTERS))) ?? [];
		if (fence === undefined) fence = marks;
		else if (marks?.startsWith(fence)) fence = undefined;
		if (fence === undefined && end - line >= 2 * MAX_CHARACTERS) {
			endAt(line);
			found.push(...slices(text.slice(line, end)));
			begin = end;
		}
		const size = end - begin;
		const isEmpty = size >= SECTION_CHARACTERS && text.slice(line, end).trim() === '';
		if (fence === undefined && (isEmpty || size >= MAX_CHARACTERS)) endAt(end);
		line = end;
	}
	endAt(text.length);
	return found;
}

/** The parts of a line that is much too long. */
function slices(line: string): Section[] {
	const parts: Section[] = [];
	for (let begin = 0; begin < line.length;) {
		const isPair = /[\uDC00-\uDFFF]/.test(line.charAt(begin + MAX_CHARACTERS));
		const next = begin + MAX_CHARACTERS + (isPair ? 1 : 0);
		parts.push({ text: line.slice(begin, next), end: endBetween(line, next) });
		begin = next;
	}
	return parts;
}

function endBetween(text: string, place: number): Section['end'] {
	const around = text.slice(place - 1, place + 1);
	if (place >= text.length || around.includes('\n')) return '\n';
	return /\s/.test(around) ? ' ' : '';
}
