/** No paragraph of a document is so long that nobody reads it. A list entry and a cell of a table are paragraphs too. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { paragraphsOf, sentencesOf } from './sentences';

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

const words = (text: string) => text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

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
			(text) => words(text) > MAX_WORDS || sentencesOf(text).length > MAX_SENTENCES,
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
