/**
 * `npm run test:mutation [-- PART…]`: small faults are put into the code one at a time, and the tests must notice them.
 * Prints the score of each folder, the survivors that have no reason in survivors/PART.json (as entries for that list), and
 * entries of that list that did not survive. Fails if there are any, or if less than 85 % were noticed in total. Results are
 * kept in .cache/mutation: what did not change since is not run again. Delete that folder if tests were removed: what they
 * noticed stays in it. MUTATION_FILES names files, to run only those.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PARTS } from './parts.mjs';

const LEAST = 85;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STRYKER = join(
	dirname(createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json')),
	'bin/stryker.js',
);
const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

/** A mutant by its text, so that the list outlives moved lines. */
function describe(file, source, { location: { start, end }, replacement }) {
	const lines = source.split('\n').slice(start.line - 1, end.line);
	const line = oneLine(lines[0] ?? '');
	lines.push((lines.pop() ?? '').slice(0, end.column - 1));
	const original = lines.join('\n').slice(start.column - 1);
	return { file, line, original: oneLine(original), replacement: oneLine(replacement) };
}

const keyOf = ({ file, line, original, replacement }) =>
	JSON.stringify([file, line, original, replacement]);

function run(part) {
	const { status } = spawnSync(process.execPath, [STRYKER, 'run', 'test/mutation/stryker.mjs'], {
		cwd: ROOT,
		stdio: 'inherit',
		env: { ...process.env, MUTATION_PART: part },
	});
	if (status !== 0) process.exit(status ?? 1);
}

/** Mutants by folder and state, and those that survived. */
function results(parts) {
	const folders = {};
	const survivors = [];
	for (const part of parts) {
		for (const [file, { source, mutants }] of Object.entries(
			readJson(`.cache/mutation/${part}.json`).files,
		)) {
			const counts = (folders[dirname(file)] ??= {
				Killed: 0,
				Timeout: 0,
				Survived: 0,
				NoCoverage: 0,
				Ignored: 0,
			});
			for (const mutant of mutants) {
				counts[mutant.status] = (counts[mutant.status] ?? 0) + 1;
				if (mutant.status === 'Survived' || mutant.status === 'NoCoverage')
					survivors.push(describe(file, source, mutant));
			}
		}
	}
	return { folders, survivors };
}

function score({ Killed, Timeout, Survived, NoCoverage }) {
	return (100 * (Killed + Timeout)) / (Killed + Timeout + Survived + NoCoverage);
}

function total(folders) {
	const sum = {};
	for (const counts of Object.values(folders))
		for (const [state, count] of Object.entries(counts)) sum[state] = (sum[state] ?? 0) + count;
	return sum;
}

const asked = process.argv.slice(2);
const parts = asked.length > 0 ? asked : Object.keys(PARTS);
for (const part of parts) run(part);

const { folders, survivors } = results(parts);
const all = total(folders);
console.table(
	Object.fromEntries(
		Object.entries({ ...folders, Total: all }).map(([folder, counts]) => [
			folder,
			{ ...counts, Score: `${score(counts).toFixed(1)} %` },
		]),
	),
);

const some = process.env.MUTATION_FILES?.split(',');
const ofSome = (mutants) => mutants.filter(({ file }) => !some || some.includes(file));
const listed = ofSome(
	parts.flatMap((part) =>
		readJson(`test/mutation/survivors/${part}.json`).flatMap(({ mutants }) => mutants),
	),
);
const without = (mutants, others) => {
	const keys = new Set(others.map(keyOf));
	return mutants.filter((mutant) => !keys.has(keyOf(mutant)));
};
const report = (mutants, title) => {
	if (mutants.length > 0)
		console.log([title, ...mutants.map((mutant) => JSON.stringify(mutant))].join('\n'));
};
const unlisted = without(ofSome(survivors), listed);
const stale = without(listed, survivors);
report(unlisted, 'Survived without a reason in test/mutation/survivors:');
report(stale, 'Listed there, but did not survive:');
console.log(
	`${survivors.length} survived, ${unlisted.length} of them without a reason; ${stale.length} entries of the list did not survive`,
);
if (unlisted.length > 0 || stale.length > 0 || score(all) < LEAST) process.exitCode = 1;
