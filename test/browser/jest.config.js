/** Tests in a real browser. All files use the same n8n, which is started as for the e2e tests. */
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
