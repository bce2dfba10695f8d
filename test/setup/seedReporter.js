/** If a test has failed, prints the seed that repeats the run. */
module.exports = class SeedReporter {
	onRunComplete(_contexts, { numFailedTests, numRuntimeErrorTestSuites }) {
		if (numFailedTests + numRuntimeErrorTestSuites > 0)
			process.stderr.write(`\nThe seed was ${process.env.TEST_SEED} (variable TEST_SEED).\n`);
	}
};
