/**
 * Each test that docs/testing.md names exists, and is in the runs under whose heading it stands. Each sentence of README and
 * reference that promises something about calls, money, secrets or what is lost, and each limit, has such a test.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { MAIN_TESTS } from '../../mainTests';
import { paragraphsIn, sentencesOf } from './sentences';

const ROOT = join(__dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const exists = (file: string) => existsSync(join(ROOT, file));

const mainTests = Object.entries(MAIN_TESTS).flatMap(([folder, files]) =>
	files.map((file) => `${folder}/${file}`),
);

/** The lines of the table under a heading: promise, file and title of the test, and words of the sentences that promise it. */
function linesUnder(
	heading: string,
): [promise: string, file: string, title: string, said: string[]][] {
	const [, section = ''] = read('docs/testing.md').split(`## ${heading}\n`);
	const [table = ''] = section.split('\n## ');
	const lines = [...table.matchAll(/^\| (.+) \| `(\S+)`: (.+) \| (.*)\|$/gm)];
	// Two lines are the head of the table.
	expect(lines).toHaveLength(table.split('\n').filter((line) => line.startsWith('|')).length - 2);
	return lines.map(([, promise = '', file = '', title = '', said = '']) => [
		promise,
		file,
		title,
		said.split(' · ').flatMap((words) => words.trim() || []),
	]);
}

/** Which run has a file follows from its name. Of the cases in queue mode, it does not. */
const isInBoth = (file: string) => file.endsWith('.test.ts') || mainTests.includes(file);
const isCase = (file: string) => file.startsWith('test/queue/cases/');

describe.each([
	['In both runs', (file: string) => isInBoth(file) || isCase(file)],
	['In `.ci/full` alone', (file: string) => !isInBoth(file)],
])('docs/testing.md, %s', (heading, isInItsRun) => {
	test.each(linesUnder(heading))('%s: %s has the test "%s"', (_, file, title) => {
		expect([file, exists(file), isInItsRun(file)]).toEqual([file, true, true]);
		// The beginning and the end of a title may be left out.
		expect(read(file)).toContain(title.replace(/^…|…$/g, ''));
	});
});

/** How sentences promise. */
const PROMISE =
	/\b(?:nobody|never|twice|called once|once a day|workflow once|every row again|charges|quota|passwords|lost|loses?|left out|leaves nothing|is kept|are kept|deleted|deletes|at most|up to|sends? what is missing|only pushes|certainly did nothing|token URL alone|no more than|more than \d|larger than|over \d|nowhere else|nothing is sent|refused before|no (?:customer|call|number)s?|encrypted|paid|costs? nothing|None fails|forgotten|rows are sent per request|once encoded|[\d,]+ (?:bytes|characters|MB)\b)\b/i;

/** Sentences with these words that promise nothing of this package: why. */
const NO_PROMISES: Readonly<Record<string, string>> = {
	'Each service has a free quota': 'of iFLYTEK',
	'counts toward your quota': 'of iFLYTEK',
	'your own carrier line': 'of iFLYTEK',
	'Call charges: ask': 'of iFLYTEK',
	'The platform waits three seconds': 'of iFLYTEK',
	'what you made is kept': 'of npm start',
	'HTTP Request node, which n8n': 'of n8n',
	'compressed with brotli, and it is lost': 'of n8n',
	"n8n's own modules are there twice": 'of npm',
	'that a sheet has lost stay lost': 'of sheets',
	'Nobody is called on holidays': 'an example, run in test/e2e',
	'Each row is called once, across workers': 'an example, run in test/queue',
	'three times its size in memory': 'of Node.js',
	'if the task was deleted before': 'what a field says',
};

/** The sentences of README and reference, without marks. What `npm run docs` writes into the README is in the reference, too. */
const sentences = ['README.md', 'docs/reference.md'].flatMap((document) => {
	const written = document === 'README.md' ? /<!-- table: (\w+) -->.*?<!-- end: \1 -->/gs : /(?!)/g;
	const text = read(document)
		.replace(written, '')
		.replace(/<!--.*?-->/g, '')
		.replace(/^#.*$/gm, '')
		.replace(/^- \[[^\]]*\]\([^)]*\)$/gm, '');
	return paragraphsIn(text)
		.flatMap(sentencesOf)
		.map((sentence) => sentence.replace(/[*`]/g, ''));
});
const said = ['In both runs', 'In `.ci/full` alone'].flatMap((heading) =>
	linesUnder(heading).flatMap(([, , , words]) => words),
);

test('each sentence of README and reference that promises something has a test in docs/testing.md', () => {
	const promises = sentences.filter((sentence) => PROMISE.test(sentence));
	expect(promises.length).toBeGreaterThan(40);
	const known = [...said, ...Object.keys(NO_PROMISES)];
	expect(promises.filter((sentence) => !known.some((words) => sentence.includes(words)))).toEqual(
		[],
	);
});

test('README or reference say what docs/testing.md and this file quote', () => {
	const quotes = [...said, ...Object.keys(NO_PROMISES)];
	expect(quotes.filter((words) => !sentences.some((one) => one.includes(words)))).toEqual([]);
});

test('docs/testing.md has at most 1,200 words', () => {
	const words = read('docs/testing.md').split(/\s+/);
	expect(words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length).toBeLessThanOrEqual(1200);
});

test('docs/reference.md has at most 4,500 words, without its samples', () => {
	const text = read('docs/reference.md').replace(/^```.*?^```$/gms, '');
	const words = text.split(/\s+/);
	expect(words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length).toBeLessThanOrEqual(4500);
});

test('docs/decisions/silences.md has at most 700 words, and names tests that exist', () => {
	const text = read('docs/decisions/silences.md');
	expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(700);
	const named = [...text.matchAll(/`(\w+\.test\.ts)`/g)].map(([, name = '']) => name);
	expect(named.length).toBeGreaterThan(5);
	const folders = ['test/engine', 'test/document'];
	expect(named.filter((name) => !folders.some((folder) => exists(join(folder, name))))).toEqual([]);
});

test.each(mainTests)('%s in test/mainTests.ts exists, and so does its command', (file) => {
	expect([file, exists(file), exists(join(dirname(file), 'run.ts'))]).toEqual([file, true, true]);
});
