/** Tests in a real n8n: one for all files, brought up before the first and ended after the last. */
const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

const [{ transform }] = require('../../jest.config.js').projects;

/** Files that bring up n8n themselves, to end it, kill it or set it otherwise: on a given n8n they are left out. */
const own = readdirSync(__dirname).filter(
	(file) =>
		file.endsWith('.e2e.ts') &&
		/startN8n\(|installN8n\(|test\/e2e\/start\.ts/.test(
			readFileSync(path.join(__dirname, file), 'utf8'),
		),
);

module.exports = {
	displayName: 'e2e',
	rootDir: __dirname,
	testEnvironment: 'node',
	transform,
	setupFilesAfterEnv: [require.resolve('../setup/arrays.js')],
	// These ship ES modules only, and this environment is jest's own.
	transformIgnorePatterns: [
		'/node_modules/(?!(get-east-asian-width|p-limit|yocto-queue|mpg123-decoder|@wasm-audio-decoders|@eshaz)/)',
	],
	testMatch: ['<rootDir>/**/*.e2e.ts'],
	modulePathIgnorePatterns: ['<rootDir>/n8n/'],
	testPathIgnorePatterns: process.env.IFLYTEK_N8N_URL ? own.map((file) => `/${file}$`) : [],
	globalSetup: '<rootDir>/shared/setup.ts',
	globalTeardown: '<rootDir>/shared/teardown.ts',
	testTimeout: 600_000,
};
