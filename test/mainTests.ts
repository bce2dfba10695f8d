/**
 * The test files of the short run, `.ci/run`: the main job of each node and trigger, and what must hold when a process is
 * killed. `.ci/full` runs all files. A file in this list takes seconds, or shows a loss that nothing quicker shows.
 */
export const MAIN_TESTS = {
	'test/builder': ['definitions.builder.ts', 'examples.builder.ts', 'search.builder.ts'],
	'test/e2e': [
		'aiCallAgain.e2e.ts',
		'aiCallRestart.e2e.ts',
		'bringUp.e2e.ts',
		'campaign.e2e.ts',
		'iflytek.e2e.ts',
		'readme.e2e.ts',
		'triggers.e2e.ts',
	],
	'test/queue': ['killed.queue.ts'],
	'test/browser': [
		'credential.browser.ts',
		'schemas.browser.ts',
		'triggers.browser.ts',
		'walks.browser.ts',
	],
};

/**
 * Replaces the option `--main` of a command by jest's patterns for the main test files of its folder.
 * @returns the arguments; unchanged if `--main` is not among them
 */
export function takeMain(args: string[], folder: keyof typeof MAIN_TESTS): string[] {
	if (!args.includes('--main')) return args;
	const patterns = MAIN_TESTS[folder].map((file) => `/${folder}/${file}$`.replaceAll('.', '\\.'));
	return [...args.filter((arg) => arg !== '--main'), ...patterns];
}
