/** No paragraph of a document is so long that nobody reads it. A list entry and a cell of a table are paragraphs too. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');

const MAX_WORDS = 80;
const MAX_SENTENCES = 3;
/** Chinese has no spaces between words: 80 English words are about 160 Chinese characters. */
const MAX_CHINESE_CHARACTERS = 160;

const markdownIn = (folder: string) =>
	readdirSync(join(ROOT, folder))
		.filter((file) => file.endsWith('.md'))
		.map((file) => `${folder}/${file}`);

const DOCUMENTS = [
	'README.md',
	'CHANGELOG.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'examples/README.md',
	...markdownIn('docs'),
	...markdownIn('docs/decisions'),
];

const CODE = /^[ \t]*```.*?^[ \t]*```$/gms;
/** What `npm run docs` writes. Some of its lines are tables of labels. */
const GENERATED = /<!-- (table|text): (\w+) -->.*?<!-- end: \2 -->/gs;

/** The paragraphs of a document, without code, what is generated, and the number or title in front. Of a link, the text is left. */
function paragraphsOf(document: string): string[] {
	const text = readFileSync(join(ROOT, document), 'utf8')
		.replace(CODE, '\n\n')
		.replace(GENERATED, '')
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
	return text
		.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=\|)| \| /)
		.map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
		.map((paragraph) => paragraph.replace(/^(?:[-*] |\d+\. )?(?:\*\*[^*]+\*\* ?)?/, ''));
}

const words = (text: string) => text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Code, such as `e.g.`, ends no sentence. */
const sentences = (text: string) =>
	[...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text.replace(/`[^`]*`/g, 'x'))]
		.length;

const characters = (text: string) => [...text.matchAll(/[\p{Script=Han}，。、；：（）]/gu)].length;

const isChinese = (document: string) => document.endsWith('.zh-CN.md');

test('the documents have paragraphs', () => {
	expect(DOCUMENTS.length).toBeGreaterThan(15);
	for (const document of DOCUMENTS) expect(paragraphsOf(document).length).toBeGreaterThan(5);
});

test.each(DOCUMENTS.filter((document) => !isChinese(document)))(
	'no paragraph of %s has more than 80 words or three sentences',
	(document) => {
		const long = paragraphsOf(document).filter(
			(text) => words(text) > MAX_WORDS || sentences(text) > MAX_SENTENCES,
		);
		expect(long).toEqual([]);
	},
);

test.each(DOCUMENTS.filter(isChinese))(
	'no paragraph of %s has more than 160 Chinese characters',
	(document) => {
		expect(
			paragraphsOf(document).filter((text) => characters(text) > MAX_CHINESE_CHARACTERS),
		).toEqual([]);
	},
);
