import { PlainError } from './terminal';

/** Runs a command of the repository. Shows a PlainError, which the user can fix, without its stack. */
export function runCommand(main: () => Promise<unknown>): void {
	main().catch((error: unknown) => {
		if (!(error instanceof PlainError)) throw error;
		process.stderr.write(`✘ ${error.message}\n`);
		process.exitCode = 1;
	});
}
