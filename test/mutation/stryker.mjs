/**
 * Stryker's settings for one part of the code and the tests that must notice its mutants. run.mjs sets MUTATION_PART.
 *
 * `ignoreStatic` excludes constants and tables. They are only read when a module is loaded, so each of their mutants would
 * need a new process. descriptions.mjs excludes the descriptions of nodes and credentials. Tests of the built package
 * compare tables and defaults with the documents.
 */
import { PARTS } from './parts.mjs';

const part = process.env.MUTATION_PART;
const { mutate, tests, without } = PARTS[part];
if (without) process.env.MUTATION_WITHOUT = without;

process.env.FC_RUNS ??= '20';

export default {
	testRunner: 'mocha',
	plugins: ['@stryker-mutator/mocha-runner', './test/mutation/descriptions.mjs'],
	ignorers: ['descriptions'],
	mochaOptions: {
		spec: tests,
		require: ['tsx/cjs', './test/mutation/jestInterface.cjs'],
		'no-package': true,
		'no-config': true,
	},
	mutate: process.env.MUTATION_FILES?.split(',') ?? mutate,
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	incremental: true,
	incrementalFile: `.cache/mutation/${part}.incremental.json`,
	tempDirName: '.cache/mutation/sandbox',
	ignorePatterns: ['dist', 'docs', 'icons', 'test/e2e/n8n', 'test/browser'],
	reporters: ['json', 'progress-append-only'],
	jsonReporter: { fileName: `.cache/mutation/${part}.json` },
	concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 1),
	// Stryker finds endless loops by counting rounds. This limit is so long that a busy machine does not count as a kill.
	timeoutMS: 20_000,
	disableTypeChecks: false,
	// This file must not exist, because Stryker would rewrite it.
	tsconfigFile: 'none.json',
};
