/** Each test that docs/testing.md names exists, and is in the runs under whose heading it stands. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { MAIN_TESTS } from '../../mainTests';

const ROOT = join(__dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const exists = (file: string) => existsSync(join(ROOT, file));

const mainTests = Object.entries(MAIN_TESTS).flatMap(([folder, files]) =>
	files.map((file) => `${folder}/${file}`),
);

/** The lines of the table under a heading: promise, file and title of the test. */
function linesUnder(heading: string): [promise: string, file: string, title: string][] {
	const [, section = ''] = read('docs/testing.md').split(`## ${heading}\n`);
	const [table = ''] = section.split('\n## ');
	const lines = [...table.matchAll(/^\| (.+) \| `(\S+)`: (.+) \|$/gm)];
	// Two lines are the head of the table.
	expect(lines).toHaveLength(table.split('\n').filter((line) => line.startsWith('|')).length - 2);
	return lines.map(([, promise = '', file = '', title = '']) => [promise, file, title]);
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

test('docs/testing.md has at most 500 words', () => {
	expect(read('docs/testing.md').trim().split(/\s+/).length).toBeLessThanOrEqual(500);
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
