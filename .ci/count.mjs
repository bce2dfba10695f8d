// Prints how many tests of a jest result file passed and failed. A test file that could not run counts as failed.
import { readFileSync } from 'node:fs';

const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
	readFileSync(process.argv[2], 'utf8'),
);
console.log(numPassedTests, numFailedTests + numRuntimeErrorTestSuites);
