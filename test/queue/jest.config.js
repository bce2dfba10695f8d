/** Tests in a real n8n in queue mode: one main, two webhook processors, two workers, PostgreSQL and Redis. */
const { setupFilesAfterEnv, transform, transformIgnorePatterns } = require('../e2e/jest.config.js');

module.exports = {
	displayName: 'queue',
	rootDir: __dirname,
	testEnvironment: 'node',
	transform,
	setupFilesAfterEnv,
	transformIgnorePatterns,
	testMatch: [`<rootDir>/${process.env.IFLYTEK_N8N_URL ? 'given' : 'cluster'}.queue.ts`],
	testTimeout: 900_000,
};
