import { PlainError } from './terminal';

/** Whether the user can fix an error: a PlainError, or an error of `parseArgs`. */
const isPlain = (error: unknown): error is Error =>
	error instanceof PlainError ||
	(error instanceof TypeError && 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code)));

/** Runs a command of the repository. Shows an error that the user can fix without its stack. */
export function runCommand(main: () => Promise<unknown>): void {
	main().catch((error: unknown) => {
		if (!isPlain(error)) throw error;
		process.stderr.write(`✘ ${error.message}\n`);
		process.exitCode = 1;
	});
}

/** A signal that is aborted once: by Ctrl-C, if the process shall end, and if nobody reads its output any more. */
export function stopSignal(onStop: () => void): AbortSignal {
	const stop = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stop.abort());
	process.stdout.on('error', () => stop.abort());
	stop.signal.addEventListener('abort', onStop);
	return stop.signal;
}
