/**
 * One part of the code and the tests that are to notice its mutants; `run.ts` sets MUTATION_PART. Mutants of constants
 * and tables, which are read once when a module is loaded, would need a new process each: `ignoreStatic` leaves them out,
 * and descriptions.mjs what nodes and credentials say of themselves. Tables and defaults are compared with the documents
 * by tests of the built package.
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
	// Loops are found by the number of their rounds; a busy machine must not count as a kill.
	timeoutMS: 20_000,
	disableTypeChecks: false,
	// None: Stryker would rewrite it.
	tsconfigFile: 'none.json',
};
