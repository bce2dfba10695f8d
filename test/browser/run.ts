import { existsSync, promises as fs, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runCLI } from 'jest';

import { print } from '../e2e/lib/terminal';
import { takeMain } from '../mainTests';
import { CHROMIUM, TAKE_PICTURES } from './lib/chromium';

const HELP = `Tries the nodes in n8n's editor as a new user would, in a real browser.

  npm run test:browser -- [options] [part of a test file's name …]

  --main       only the test files that .ci/run has (test/mainTests.ts)
  --pictures   runs the tests that take pictures, and saves these in docs/images, and in pictures.json what
               they were made from; without this option, the pictures there must show much the same
  --json --outputFile=<file>   also writes jest's results to a file
  --help       this text

The browser is ${CHROMIUM}, or IFLYTEK_CHROMIUM. A failing page is left as a picture in .cache/browser.
`;

/** The test files that take pictures. */
const PHOTOGRAPHERS = readdirSync(__dirname).filter(
	(file) =>
		file.endsWith('.browser.ts') &&
		readFileSync(path.join(__dirname, file), 'utf8').includes("picture('"),
);

async function main(args: string[]): Promise<number> {
	if (args.includes('--help')) {
		print(HELP);
		return 0;
	}
	if (!existsSync(CHROMIUM)) {
		print(
			`✘ There is no browser at ${CHROMIUM}. On Debian: sudo apt-get install chromium fonts-noto-cjk. Elsewhere (Ubuntu's package chromium only brings a snap) install Chromium or Chrome and say where it is: IFLYTEK_CHROMIUM=/path/to/chromium npm run test:browser`,
		);
		return 1;
	}
	if (args.includes('--pictures')) process.env[TAKE_PICTURES] = 'yes';
	const named = args.filter((arg) => !arg.startsWith('-'));
	const outputFile = args
		.find((arg) => arg.startsWith('--outputFile='))
		?.slice('--outputFile='.length);
	const { results } = await runCLI(
		{
			_: [],
			$0: 'test:browser',
			config: path.join(__dirname, 'jest.config.js'),
			runInBand: true,
			testPathPatterns: named.length === 0 && args.includes('--pictures') ? PHOTOGRAPHERS : named,
		},
		[__dirname],
	);
	if (outputFile !== undefined) await fs.writeFile(outputFile, JSON.stringify(results));
	// Jest does not count the tests of a file that could not be run, so each such file counts as a failed test.
	const brokenFiles = results.testResults.filter(({ testExecError }) => testExecError).length;
	const failed = results.numFailedTests + brokenFiles;
	print(`\n${results.numPassedTests} passed, ${failed} failed`);
	return results.success && results.numPassedTests > 0 ? 0 : 1;
}

main(takeMain(process.argv.slice(2), 'test/browser')).then(
	(code) => process.exit(code),
	(error: unknown) => {
		print(`\n✘ ${error instanceof Error ? error.message : String(error)}`);
		print('\n0 passed, 1 failed');
		process.exit(1);
	},
);
