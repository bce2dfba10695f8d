import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export interface ProcessEnd {
	code: number | null;
	signal: NodeJS.Signals | null;
}

export interface OwnedProcess {
	pid: number;
	/** Settles when the process has ended. Never rejects. */
	ended: Promise<ProcessEnd>;
	/** Sends SIGTERM to the process and its children. Sends SIGKILL to those that still run after `graceMs`. */
	end(graceMs?: number): Promise<void>;
	/** Sends SIGKILL to the process and its children, as in a crash. */
	kill(): Promise<void>;
}

/**
 * A shell script that ends the process group $1 when the parent of the script ends. The script waits for the end of its standard
 * input. The kernel closes this input when the parent ends, for example by Ctrl-C, a crash or kill -9.
 */
const GUARD = `trap '' INT HUP TERM
read -r _
kill -s TERM -- "-$1" 2> /dev/null || exit 0
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	sleep 0.25
	kill -s 0 -- "-$1" 2> /dev/null || exit 0
done
kill -s KILL -- "-$1" 2> /dev/null`;

/**
 * Sends a signal to a process group. Returns false if the group has no process. The signal 0 only checks this.
 */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		process.kill(-pid, signal);
		return true;
	} catch {
		return false;
	}
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

function endOf(child: ChildProcess): Promise<ProcessEnd> {
	return new Promise((resolve) => {
		// As in a shell, 127 stands for a program that cannot be started.
		child.once('error', () => resolve({ code: 127, signal: null }));
		child.once('exit', (code, signal) => resolve({ code, signal }));
	});
}

/**
 * Starts a program that is ended when this process ends, for whatever reason. The program has its own process group and no
 * standard input. Its output is appended to `logFile`.
 *
 * @throws if the program does not exist or cannot be started.
 */
export async function startOwned(
	command: string,
	args: string[],
	options: { cwd: string; env: NodeJS.ProcessEnv; logFile: string },
): Promise<OwnedProcess> {
	const log = openSync(options.logFile, 'a');
	const child = spawn(command, args, {
		cwd: options.cwd,
		env: options.env,
		stdio: ['ignore', log, log],
		detached: true,
	});
	closeSync(log);
	await new Promise<void>((resolve, reject) => {
		child.once('spawn', resolve);
		child.once('error', reject);
	});
	const pid = child.pid;
	if (pid === undefined) throw new Error(`${command} has no process id`);

	const guard = spawn('sh', ['-c', GUARD, 'guard', String(pid)], {
		stdio: ['pipe', 'ignore', 'ignore'],
		detached: true,
	});
	guard.on('error', (error) =>
		process.stderr.write(`Without sh, ${command} would outlive a crash: ${error.message}\n`),
	);
	guard.unref();

	const ended = endOf(child).then((end) => {
		// Other processes of the group may still run. For example, a compiler keeps running when npm has ended.
		signalGroup(pid, 'SIGTERM');
		guard.kill('SIGKILL');
		guard.stdin.destroy();
		return end;
	});
	return {
		pid,
		ended,
		async end(graceMs = 10_000) {
			signalGroup(pid, 'SIGTERM');
			const gone = await Promise.race([
				ended.then(() => true),
				pause(graceMs, false, { ref: false }),
			]);
			if (!gone || signalGroup(pid, 0)) signalGroup(pid, 'SIGKILL');
			await ended;
		},
		async kill() {
			signalGroup(pid, 'SIGKILL');
			await ended;
		},
	};
}
