/**
 * `npm run test:mutation [-- PART…]`: small faults are put into the code one at a time, and the tests must notice them.
 * Prints the score of each folder and part, the survivors that have no reason in survivors/PART.json (as entries for that
 * list), and entries of that list that did not survive. Fails if there are any, if a part has no list, which means that
 * nobody has gone through its survivors yet, or if less than 90 % of a part were noticed. Results are kept in
 * .cache/mutation: what did not change since is not run again. Delete that folder if tests were removed: what they noticed
 * stays in it. MUTATION_FILES names files, to run only those.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PARTS } from './parts.mjs';

/** Of each part, in percent. */
const LEAST = 90;
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

/** The mutants of a part: each with its file, its state, and as the list of survivors has it. */
function mutantsOf(part) {
	return Object.entries(readJson(`.cache/mutation/${part}.json`).files).flatMap(
		([file, { source, mutants }]) =>
			mutants.map((mutant) => ({
				file,
				status: mutant.status,
				entry: describe(file, source, mutant),
			})),
	);
}

const isSurvivor = ({ status }) => status === 'Survived' || status === 'NoCoverage';

/** Mutants by state. */
function count(mutants) {
	const counts = { Killed: 0, Timeout: 0, Survived: 0, NoCoverage: 0, Ignored: 0 };
	for (const { status } of mutants) counts[status] = (counts[status] ?? 0) + 1;
	return counts;
}

function score({ Killed, Timeout, Survived, NoCoverage }) {
	return (100 * (Killed + Timeout)) / (Killed + Timeout + Survived + NoCoverage);
}

/** The survivors of a part that have a reason; undefined if nobody has gone through them yet. */
function listOf(part) {
	const path = `test/mutation/survivors/${part}.json`;
	if (!existsSync(join(ROOT, path))) return undefined;
	return readJson(path).flatMap(({ mutants }) => mutants);
}

function printTable(groups) {
	const rows = Object.entries(groups).map(([name, mutants]) => {
		const counts = count(mutants);
		return [name, { ...counts, Score: `${score(counts).toFixed(1)} %` }];
	});
	console.table(Object.fromEntries(rows));
}

function without(mutants, others) {
	const keys = new Set(others.map(keyOf));
	return mutants.filter((mutant) => !keys.has(keyOf(mutant)));
}

function report(lines, title) {
	if (lines.length > 0) console.log([title, ...lines].join('\n'));
}

const asked = process.argv.slice(2);
const parts = asked.length > 0 ? asked : Object.keys(PARTS);
for (const part of parts) run(part);

const some = process.env.MUTATION_FILES?.split(',');
const ofSome = (mutants) => mutants.filter(({ file }) => !some || some.includes(file));

const byPart = Object.fromEntries(parts.map((part) => [part, ofSome(mutantsOf(part))]));
const all = Object.values(byPart).flat();
const byFolder = {};
for (const mutant of all) (byFolder[dirname(mutant.file)] ??= []).push(mutant);
printTable(byFolder);
printTable({ ...byPart, Total: all });

const survivors = all.filter(isSurvivor).map(({ entry }) => entry);
const listed = ofSome(parts.flatMap((part) => listOf(part) ?? []));
const unlisted = without(survivors, listed);
const stale = without(listed, survivors);
const unread = parts.filter((part) => listOf(part) === undefined);
const weak = parts.filter((part) => score(count(byPart[part])) < LEAST);
report(
	unlisted.map((mutant) => JSON.stringify(mutant)),
	'Survived without a reason in test/mutation/survivors:',
);
report(
	stale.map((mutant) => JSON.stringify(mutant)),
	'Listed there, but did not survive:',
);
report(
	unread,
	'Parts that nobody has gone through yet: they have no list in test/mutation/survivors:',
);
report(weak, `Parts of which less than ${LEAST} % were noticed:`);
console.log(
	`${survivors.length} survived, ${unlisted.length} of them without a reason; ${stale.length} entries of the list did not survive`,
);
if ([unlisted, stale, unread, weak].some(({ length }) => length > 0)) process.exitCode = 1;
