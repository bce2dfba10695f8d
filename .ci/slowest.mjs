// Prints the twenty slowest tests of the jest result files in a folder. Set-up before the tests of a file is not counted.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const [folder] = process.argv.slice(2);
const tests = readdirSync(folder)
	.flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')).testResults)
	// jest's own `--json` has other names than the results of its API, which the browser tests write.
	.flatMap(({ name, testFilePath, assertionResults, testResults }) =>
		(assertionResults ?? testResults).map(({ duration, fullName }) => ({
			seconds: (duration ?? 0) / 1000,
			test: `${relative('', name ?? testFilePath)}: ${fullName}`,
		})),
	);
for (const { seconds, test } of tests.sort((a, b) => b.seconds - a.seconds).slice(0, 20))
	console.log(`${seconds.toFixed(1).padStart(7)}  ${test.slice(0, 160)}`);
