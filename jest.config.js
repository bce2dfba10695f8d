/**
 * Plain values in `unit`, nodes in n8n's own engine over real HTTP in `engine` (`npm test` runs these two), the local
 * platform in `simulator`, nodes on a platform in trouble in `fault`.
 */
const { availableParallelism } = require('node:os');
const { join } = require('node:path');

// n8n's engine reports each failed node on the console otherwise.
process.env.N8N_LOG_LEVEL = 'silent';
// What the local platform's engines read and spoke in a run serves the next run, as long as the engines stay the same.
process.env.KEPT_ENGINE_RESULTS ??= join(__dirname, '.cache/engines');

// Chance in tests follows from this number. It is always the same if none is given, so that only a change makes a test fail.
process.env.TEST_SEED ??= '20261121';

const common = {
	rootDir: __dirname,
	cacheDirectory: '<rootDir>/.cache/jest',
	testEnvironment: '<rootDir>/test/setup/sharedEnvironment.js',
	runtime: '<rootDir>/test/setup/sharedRuntime.js',
	transform: {
		'^.+\\.[cm]?[jt]s$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' },
				module: { type: 'commonjs' },
			},
		],
	},
	setupFilesAfterEnv: ['<rootDir>/test/setup/arrays.js', '<rootDir>/test/setup/seedChance.ts'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/', '<rootDir>/test/e2e/n8n/'],
};

module.exports = {
	reporters: ['default', '<rootDir>/test/setup/seedReporter.js'],
	// For a test that hangs. A busy machine may take ten times as long as a quiet one.
	testTimeout: 300_000,
	// The threads of the local platform's engines end with their process.
	workerGracefulExitTimeout: 10_000,
	globalSetup: '<rootDir>/test/setup/begin.js',
	globalTeardown: '<rootDir>/test/setup/end.ts',
	maxWorkers: availableParallelism(),
	projects: [
		{
			...common,
			displayName: 'unit',
			testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
			testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/unit/simulator/'],
		},
		{
			...common,
			displayName: 'engine',
			testMatch: ['engine', 'document', 'live'].map(
				(name) => `<rootDir>/test/${name}/**/*.test.ts`,
			),
		},
		{
			...common,
			displayName: 'simulator',
			testMatch: ['<rootDir>/test/unit/simulator/**/*.test.ts'],
		},
		{ ...common, displayName: 'fault', testMatch: ['<rootDir>/test/fault/**/*.test.ts'] },
	],
};
