/** Tests in a real browser on the same real n8n as the e2e tests: one for all files. */
const e2e = require('../e2e/jest.config.js');

module.exports = {
	...e2e,
	displayName: 'browser',
	rootDir: __dirname,
	testMatch: ['<rootDir>/**/*.browser.ts'],
	modulePathIgnorePatterns: [],
	globalSetup: '<rootDir>/shared/setup.ts',
	globalTeardown: '<rootDir>/../e2e/shared/teardown.ts',
	testTimeout: 600_000,
};
