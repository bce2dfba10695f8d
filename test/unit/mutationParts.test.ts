import { execFileSync } from 'node:child_process';
import { ROOT, SOURCES } from './sources';

/** Prints how many parts mutate each of the files in argv. For a file that is left out, one more. */
const COUNT = `
import { matchesGlob } from 'node:path';
import { LEFT_OUT, PARTS } from './test/mutation/parts.mjs';
const isIn = (file, globs) => globs.some((glob) => matchesGlob(file, glob));
const isOut = (file, globs) => isIn(file, globs.filter((glob) => glob[0] === '!').map((glob) => glob.slice(1)));
const parts = Object.values(PARTS).map(({ mutate }) => mutate);
const count = (file) =>
	parts.filter((globs) => isIn(file, globs) && !isOut(file, globs)).length + isIn(file, LEFT_OUT);
console.log(JSON.stringify(process.argv.slice(1).map((file) => [file, count(file)])));`;

test('one part of the mutation test has each file of the package', () => {
	const args = ['--no-warnings', '--input-type=module', '--eval', COUNT, ...SOURCES];
	const printed = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
	const counts = JSON.parse(printed) as [string, number][];
	expect(counts).toHaveLength(SOURCES.length);
	expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
});
