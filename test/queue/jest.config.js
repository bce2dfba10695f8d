/** Tests in a real n8n in queue mode: one main, two webhook processors, two workers, PostgreSQL and Redis. */
const { setupFilesAfterEnv, transform, transformIgnorePatterns } = require('../e2e/jest.config.js');

module.exports = {
	displayName: 'queue',
	rootDir: __dirname,
	testEnvironment: 'node',
	transform,
	setupFilesAfterEnv,
	transformIgnorePatterns,
	testMatch: process.env.IFLYTEK_N8N_URL
		? ['<rootDir>/given.queue.ts']
		: ['<rootDir>/cluster.queue.ts', '<rootDir>/killed.queue.ts'],
	testTimeout: 900_000,
};
