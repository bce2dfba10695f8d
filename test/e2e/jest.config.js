/** Tests in a real n8n. All files use the same n8n, which is started before the first file and ended after the last one. */
const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

const [{ transform }] = require('../../jest.config.js').projects;

/** The test files that start an n8n themselves. They are left out if the tests run on a given n8n. */
const withOwnN8n = readdirSync(__dirname).filter(
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
	// These packages only have ES modules, which jest must transform.
	transformIgnorePatterns: [
		'/node_modules/(?!(get-east-asian-width|p-limit|yocto-queue|mpg123-decoder|@wasm-audio-decoders|@eshaz|dom-serializer|domelementtype|domhandler|domutils|entities|htmlparser2|markdown-it-cjk-friendly)/)',
	],
	testMatch: ['<rootDir>/**/*.e2e.ts'],
	modulePathIgnorePatterns: ['<rootDir>/n8n/'],
	testPathIgnorePatterns: process.env.IFLYTEK_N8N_URL ? withOwnN8n.map((file) => `/${file}$`) : [],
	globalSetup: '<rootDir>/shared/setup.ts',
	globalTeardown: '<rootDir>/shared/teardown.ts',
	testTimeout: 600_000,
};
