import { PlainError } from './terminal';

/** Runs a command of the repository; errors that its user can fix are shown without a stack. */
export function runCommand(main: () => Promise<unknown>): void {
	main().catch((error: unknown) => {
		if (!(error instanceof PlainError)) throw error;
		process.stderr.write(`✘ ${error.message}\n`);
		process.exitCode = 1;
	});
}
