/** Tests of the texts that n8n's AI builder reads, and of workflows as the builder writes them. All test files use one n8n. */
const path = require('node:path');
const e2e = require('../e2e/jest.config.js');

const n8n = path.join(process.env.IFLYTEK_N8N_FOLDER, 'node_modules');

module.exports = {
	...e2e,
	displayName: 'builder',
	rootDir: __dirname,
	testMatch: ['<rootDir>/*.builder.ts'],
	modulePathIgnorePatterns: [],
	globalSetup: require.resolve('../e2e/shared/setup.ts'),
	globalTeardown: require.resolve('../e2e/shared/teardown.ts'),
	moduleNameMapper: { '^@n8n/workflow-sdk$': path.join(n8n, '@n8n/workflow-sdk') },
};
