import { existsSync, promises as fs } from 'node:fs';
import path from 'node:path';

import { startOwned } from './processes';
import { PlainError } from './terminal';

const LAST_LINES = 15;

/** Known failures of npm: a pattern of its output, and what the user can do. The first that matches is shown. */
const CAUSES: { pattern: RegExp; explanation: string }[] = [
	{
		pattern: /ENOSPC|no space left on device/i,
		explanation:
			'The disk is full. Free some space (n8n needs about 4 GB), or put the cache on another disk: IFLYTEK_N8N_CACHE=/other/disk npm start',
	},
	{
		pattern:
			/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|network (request|timeout)/i,
		explanation:
			'The npm registry cannot be reached. The first start needs a network; later ones do not. Check the connection, the proxy (HTTPS_PROXY) and `npm config get registry`, then try again.',
	},
	{
		pattern: /ETARGET|E404|No matching version/i,
		explanation: 'The npm registry does not have this version, or not all that it depends on.',
	},
	{
		pattern: /EINTEGRITY/i,
		explanation:
			"A downloaded package is not what the lock file expects. Clear npm's cache (npm cache clean --force) and try again.",
	},
	{
		pattern: /EACCES|EPERM/i,
		explanation:
			"A file or folder may not be written. Check who owns npm's cache (npm config get cache) and this folder.",
	},
	{
		pattern: /gyp ERR!|not found: make|Could not find any Python/i,
		explanation:
			'The SQLite driver has to be compiled here: that needs a C++ compiler, make and Python 3. On Debian or Ubuntu: apt-get install g++ make python3. On macOS: xcode-select --install.',
	},
];

/** The environment without the settings of the `npm start` around it. They are for this repository, not for other folders. */
function withoutOuterNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const outer = /^npm_(lifecycle_|package_|command$|config_(local_prefix|ignore_scripts)$)/i;
	return Object.fromEntries(Object.entries(env).filter(([name]) => !outer.test(name)));
}

async function lastLines(logFile: string): Promise<string> {
	if (!existsSync(logFile)) return '';
	const lines = (await fs.readFile(logFile, 'utf8')).trimEnd().split('\n');
	return lines
		.filter((line) => !/^npm warn/i.test(line))
		.slice(-LAST_LINES)
		.join('\n');
}

/** The reason of a failure in words for the user, found in the output of npm. */
export function explainNpmFailure(output: string): string | undefined {
	return CAUSES.find(({ pattern }) => pattern.test(output))?.explanation;
}

/**
 * Runs npm in a folder. npm's output is written to `logFile`. If this process ends, for whatever reason, npm ends, too.
 *
 * @param options.signal aborts npm; the reason of the abort is thrown
 * @throws PlainError with what happened and what to do.
 */
export async function npm(
	args: string[],
	options: { cwd: string; logFile: string; env?: NodeJS.ProcessEnv; signal?: AbortSignal },
): Promise<void> {
	await fs.mkdir(path.dirname(options.logFile), { recursive: true });
	const logStart = existsSync(options.logFile) ? (await fs.stat(options.logFile)).size : 0;
	const child = await startOwned('npm', args, {
		cwd: options.cwd,
		logFile: options.logFile,
		env: { ...withoutOuterNpm(process.env), ...options.env },
	});
	options.signal?.addEventListener('abort', () => void child.kill());
	const { code, signal } = await child.ended;
	options.signal?.throwIfAborted();
	if (code === 0) return;
	const output = (await fs.readFile(options.logFile)).subarray(logStart).toString('utf8');
	const explanation = explainNpmFailure(output);
	throw new PlainError(
		[
			`npm ${args.slice(0, 2).join(' ')} failed (${signal ?? `exit code ${code}`}). ${explanation ?? ''}`.trim(),
			'',
			await lastLines(options.logFile),
			'',
			`All of its output: ${options.logFile}`,
		].join('\n'),
	);
}
