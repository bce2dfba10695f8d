import { existsSync, promises as fs } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { InstalledN8n } from './install';
import { freePort } from './ports';
import { startOwned, type OwnedProcess } from './processes';
import { PlainError } from './terminal';

export const READY_WITHIN_MS = 180_000;
/** n8n can report that it is ready before its REST API is available. */
export const READY_PATHS = ['/healthz/readiness', '/rest/settings'];
const LAST_LINES = 30;

/** One n8n process: its command, its data folder, and the paths that show whether it is ready. */
export interface N8nProcessOptions {
	/** n8n's command with its arguments, for example `['worker', '--concurrency=10']`. */
	command: string[];
	/** N8N_USER_FOLDER, and the working folder. */
	dataFolder: string;
	logFile: string;
	port: number;
	/** Paths that answer with success once the process is ready. */
	readyPaths: string[];
	/** More environment variables, which override the defaults here. */
	env: Record<string, string>;
}

/** Settings that switch off messages and requests to other servers. They are the same on every machine. */
const QUIET = {
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_HOST: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_RUNNERS_ENABLED: 'true',
	// The next three values are the defaults of n8n 3.
	N8N_RUNNERS_TASK_TIMEOUT: '60',
	N8N_COMPRESSION_NODE_MAX_DECOMPRESSED_SIZE_BYTES: String(256 * 1024 ** 2),
	N8N_COMPRESSION_NODE_MAX_ZIP_ENTRIES: '1000',
	N8N_LOG_LEVEL: 'info',
	NODE_ENV: 'production',
};

/** The module of n8n that contacts n8n's own server at each start. */
const CALLS_HOME = 'mcp-registry';

/** The setting that disables this module. An n8n that does not have the module gets no setting, because it would refuse it. */
function disableCallsHome({ n8nScript }: InstalledN8n): Record<string, string> {
	const modules = path.join(path.dirname(n8nScript), '..', 'dist', 'modules');
	return existsSync(path.join(modules, CALLS_HOME)) ? { N8N_DISABLED_MODULES: CALLS_HOME } : {};
}

/** The environment of this process, without variables that would change n8n, and without a proxy. */
function cleanEnvironment(): NodeJS.ProcessEnv {
	const foreign =
		/^(N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_URL$|GENERIC_|CREDENTIALS_OVERWRITE|npm_(lifecycle|package)_|NODE_OPTIONS$|NODE_PATH$|JEST_|TSX_|(https?|all)_proxy$)/i;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/** The text of a file, without its first `offset` bytes. Empty if there is no file. */
export async function readFrom(file: string, offset = 0): Promise<string> {
	return existsSync(file) ? (await fs.readFile(file)).subarray(offset).toString('utf8') : '';
}

/** Whether all these addresses answer with success. */
export async function isReady(addresses: string[]): Promise<boolean> {
	try {
		const answers = await Promise.all(addresses.map(async (address) => await fetch(address)));
		return answers.every(({ ok }) => ok);
	} catch {
		return false;
	}
}

/**
 * Starts an n8n process, and waits until it is ready for requests.
 * @throws PlainError with the last lines of its log if it ends, or is not ready after three minutes
 */
export async function startN8nProcess(
	installed: InstalledN8n,
	options: N8nProcessOptions,
): Promise<OwnedProcess> {
	const { command, dataFolder, logFile, port, readyPaths, env } = options;
	// If n8n finds this file of a crashed process, it waits for ten seconds. It does nothing else with the file.
	await fs.rm(path.join(dataFolder, '.n8n', 'crash.journal'), { force: true });
	const logStart = Buffer.byteLength(await readFrom(logFile));
	const n8n = await startOwned(installed.nodeBinary, [installed.n8nScript, ...command], {
		cwd: dataFolder,
		logFile,
		env: {
			...cleanEnvironment(),
			...QUIET,
			...disableCallsHome(installed),
			// n8n looks for `node` and `npm` on the PATH when it starts its task runner.
			PATH: `${path.dirname(installed.nodeBinary)}${path.delimiter}${process.env.PATH ?? ''}`,
			N8N_USER_FOLDER: dataFolder,
			N8N_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...env,
		},
	});
	let hasEnded = false;
	void n8n.ended.then(() => {
		hasEnded = true;
	});
	const deadline = Date.now() + READY_WITHIN_MS;
	while (!(await isReady(readyPaths.map((readyPath) => `http://127.0.0.1:${port}${readyPath}`)))) {
		if (hasEnded || Date.now() > deadline) {
			await n8n.kill();
			const words = (await readFrom(logFile, logStart))
				.trimEnd()
				.split('\n')
				.slice(-LAST_LINES)
				.join('\n');
			throw new PlainError(
				`n8n ${hasEnded ? 'ended while it was starting' : 'did not get ready'}. Its last words:\n\n${words}\n\nAll of them: ${logFile}`,
			);
		}
		await pause(200);
	}
	return n8n;
}
