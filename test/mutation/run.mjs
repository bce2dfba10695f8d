/**
 * `npm run test:mutation [-- PART…]` puts small faults (mutants) into the code, one at a time. The tests must notice them.
 * The list survivors/PART.txt gives a reason for each mutant that may survive: a line `# reason`, and a line for each of
 * its mutants (file, line, original, replacement). The command prints:
 * - the score of each folder and part,
 * - the survivors that are not in the list, in the form of its entries,
 * - the entries of the list that did not survive.
 * It fails if there are such survivors or entries, if less than 90 % of a part's mutants were noticed, or if a part has
 * no list, because nobody has gone through its survivors yet. Results are kept in .cache/mutation, so that only changed
 * code is run again. Delete that folder if tests were removed, because its results still count the mutants that these
 * tests noticed. If the variable MUTATION_FILES is set, only the files that it lists are mutated.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PARTS } from './parts.mjs';

/** The lowest score that a part may have, in percent. */
const MIN_SCORE = 90;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STRYKER = join(
	dirname(createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json')),
	'bin/stryker.js',
);
const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

/** The entry of a mutant in the list. It has no line number, so that it stays valid when lines move. */
function describe(file, source, { location: { start, end }, replacement }) {
	const lines = source.split('\n').slice(start.line - 1, end.line);
	const line = oneLine(lines[0] ?? '');
	lines.push((lines.pop() ?? '').slice(0, end.column - 1));
	const original = lines.join('\n').slice(start.column - 1);
	return JSON.stringify([file, line, oneLine(original), oneLine(replacement)]);
}

function run(part) {
	const { status } = spawnSync(process.execPath, [STRYKER, 'run', 'test/mutation/stryker.mjs'], {
		cwd: ROOT,
		stdio: 'inherit',
		env: { ...process.env, MUTATION_PART: part },
	});
	if (status !== 0) process.exit(status ?? 1);
}

/** The mutants of a part, each with its file, its state, and its entry for the list of survivors. */
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

/** How many mutants are in each state. */
function count(mutants) {
	const counts = { Killed: 0, Timeout: 0, Survived: 0, NoCoverage: 0, Ignored: 0 };
	for (const { status } of mutants) counts[status] = (counts[status] ?? 0) + 1;
	return counts;
}

function score({ Killed, Timeout, Survived, NoCoverage }) {
	return (100 * (Killed + Timeout)) / (Killed + Timeout + Survived + NoCoverage);
}

/** The survivors in the list of a part, which have a reason. Undefined if the part has no list yet. */
function listedSurvivors(part) {
	const path = join(ROOT, `test/mutation/survivors/${part}.txt`);
	if (!existsSync(path)) return undefined;
	return readFileSync(path, 'utf8')
		.split('\n')
		.filter((line) => line.startsWith('['));
}

function printTable(groups) {
	const rows = Object.entries(groups).map(([name, mutants]) => {
		const counts = count(mutants);
		return [name, { ...counts, Score: `${score(counts).toFixed(1)} %` }];
	});
	console.table(Object.fromEntries(rows));
}

/** The entries that are not among `others`. */
function without(entries, others) {
	const known = new Set(others);
	return entries.filter((entry) => !known.has(entry));
}

function report(lines, title) {
	if (lines.length > 0) console.log([title, ...lines].join('\n'));
}

const namedParts = process.argv.slice(2);
const parts = namedParts.length > 0 ? namedParts : Object.keys(PARTS);
for (const part of parts) run(part);

const onlyFiles = process.env.MUTATION_FILES?.split(',');
const isMutated = (file) => !onlyFiles || onlyFiles.includes(file);

const byPart = Object.fromEntries(
	parts.map((part) => [part, mutantsOf(part).filter(({ file }) => isMutated(file))]),
);
const all = Object.values(byPart).flat();
const byFolder = {};
for (const mutant of all) (byFolder[dirname(mutant.file)] ??= []).push(mutant);
printTable(byFolder);
printTable({ ...byPart, Total: all });

const survivors = all.filter(isSurvivor).map(({ entry }) => entry);
const listed = parts
	.flatMap((part) => listedSurvivors(part) ?? [])
	.filter((entry) => isMutated(JSON.parse(entry)[0]));
const unlisted = without(survivors, listed);
const stale = without(listed, survivors);
const withoutList = parts.filter((part) => listedSurvivors(part) === undefined);
const belowMinimum = parts.filter((part) => score(count(byPart[part])) < MIN_SCORE);
report(unlisted, 'Survived without a reason in test/mutation/survivors:');
report(stale, 'Listed there, but did not survive:');
report(
	withoutList,
	'Parts that nobody has gone through yet: they have no list in test/mutation/survivors:',
);
report(belowMinimum, `Parts of which less than ${MIN_SCORE} % were noticed:`);
console.log(
	`${survivors.length} survived, ${unlisted.length} of them without a reason; ${stale.length} entries of the list did not survive`,
);
if ([unlisted, stale, withoutList, belowMinimum].some(({ length }) => length > 0))
	process.exitCode = 1;
