/** The paragraphs and sentences of the documents. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');

const CODE = /^[ \t]*```.*?^[ \t]*```$/gms;
/** What `npm run docs` writes. Some of its lines are tables of labels. */
const GENERATED = /<!-- (table|text): (\w+) -->.*?<!-- end: \2 -->/gs;

/** The paragraphs of a document, without code, what is generated, and the number or title in front. Of a link, the text is left. */
export function paragraphsOf(document: string): string[] {
	return paragraphsIn(readFileSync(join(ROOT, document), 'utf8').replace(GENERATED, '')).map(
		(paragraph) => paragraph.replace(/^(?:[-*] |\d+\. )?(?:\*\*[^*]+\*\* ?)?/, ''),
	);
}

/** The paragraphs of a text. An entry of a list and a cell of a table are paragraphs, too. */
export const paragraphsIn = (text: string): string[] =>
	text
		.replace(CODE, '\n\n')
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=\|)| \| /)
		.map((paragraph) => paragraph.replace(/\s+/g, ' ').trim());

/** The sentences of a paragraph. Code, such as `e.g.`, ends none. */
export function sentencesOf(paragraph: string): string[] {
	const code: string[] = [];
	const plain = paragraph.replace(/`[^`]*`/g, (text) => `x${String(code.push(text) - 1)}x`);
	return [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(plain)].map(
		({ segment }) =>
			segment.trim().replace(/x(\d+)x/g, (_text, index: string) => code[Number(index)] ?? ''),
	);
}
