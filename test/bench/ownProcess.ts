import { fork } from 'node:child_process';
import path from 'node:path';

/**
 * Runs a script of the bench in its own process, so that earlier use of memory does not count, or in another Node.js.
 * Returns the script's report.
 *
 * @throws Error if it ends without a report
 */
export async function inOwnProcess<T>(
	script: string,
	args: string[],
	nodeBinary = process.execPath,
): Promise<T> {
	const child = fork(path.join(__dirname, script), args, {
		execPath: nodeBinary,
		execArgv: ['--expose-gc', '--import', 'tsx'],
	});
	let report: { value: T } | undefined;
	child.once('message', (value: T) => {
		report = { value };
	});
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', resolve);
	});
	if (!report) throw new Error(`${script} ended with ${code} and no result`);
	return report.value;
}

/** For such a script: runs the work, reports its result and ends. */
export function reportOf(work: () => Promise<unknown>): void {
	work().then(
		(value) => process.send?.(value, () => process.exit()),
		(error: unknown) => {
			process.stderr.write(
				`${error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error)}\n`,
			);
			process.exit(1);
		},
	);
}
