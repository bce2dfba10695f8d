/** Tests in a real n8n: one for all files, brought up before the first and ended after the last. */
const [{ transform }] = require('../../jest.config.js').projects;

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
	globalSetup: '<rootDir>/shared/setup.ts',
	globalTeardown: '<rootDir>/shared/teardown.ts',
	testTimeout: 120_000,
};
