import { fork } from 'node:child_process';
import path from 'node:path';

/**
 * Runs a script of the bench in its own process, so that memory which the bench used before does not count. `nodeBinary`
 * can be another Node.js. Returns the script's report.
 *
 * @throws Error if the script ends without a report
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

/** Called by the script that `inOwnProcess` runs: does the work, reports the result and ends the process. */
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
