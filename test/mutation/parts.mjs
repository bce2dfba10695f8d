/** What is mutated, and the tests that run against it. Each part loads only its own tests, which keeps it fast. */
export const PARTS = {
	retry: { mutate: ['nodes/shared/retry/*.ts'], tests: ['test/unit/retry/*.test.ts'] },
	aiCall: { mutate: ['nodes/shared/aiCall/**/*.ts'], tests: ['test/unit/aiCall/*.test.ts'] },
	openPlatform: { mutate: ['nodes/shared/openPlatform/**/*.ts'], tests: ['test/unit/openPlatform/*.test.ts'] },
	shared: {
		mutate: ['nodes/shared/*.ts', '!nodes/shared/vendor.ts'],
		tests: ['test/unit/{aiCall,openPlatform,retry}/*.test.ts', 'test/unit/lossless.test.ts'],
	},
	delivery: {
		mutate: ['nodes/IflytekAiCall/{rows,delivery}/*.ts', '!nodes/IflytekAiCall/rows/parameters.ts'],
		tests: ['test/engine/{aiCallDelivery,aiCallRows,rowKeys,runClaims}.test.ts'],
		// These wait for a time-out of seconds, or load the nodes twice.
		without: 'time-out|comes too late|as few at a time|at the same moment',
	},
};
