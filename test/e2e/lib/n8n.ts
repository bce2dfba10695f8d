import { existsSync, promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { installCommunityPackage } from './community';
import { installN8n, type InstalledN8n } from './install';
import { freePort, isPortFree } from './ports';
import { startOwned, type OwnedProcess } from './processes';
import { RestClient, type Owner } from './rest';
import { PlainError } from './terminal';

const READY_WITHIN_MS = 180_000;
const LAST_LINES = 30;

/** Signs in where nobody but the tests does. */
export const TEST_OWNER: Owner = { email: 'owner@example.com', password: 'Owner-of-the-test-n8n-1', firstName: 'Test', lastName: 'Owner' };

export interface StartOptions {
	/** Where n8n keeps its database and settings; created when missing. Default: a temporary folder that `stop` removes. */
	dataFolder?: string;
	/** The editor's port on 127.0.0.1. Default: a free one. */
	port?: number;
	/** An n8n version other than the pinned one. */
	version?: string;
	/** Packed community packages (`npm pack`) to install before n8n starts. */
	tarballs?: string[];
	/** Further environment variables for n8n, above the defaults here. */
	env?: Record<string, string>;
	/** Default: TEST_OWNER. Created in a new data folder, signed in otherwise. */
	owner?: Owner;
}

export interface RunningN8n {
	/** The editor's address, without a slash at the end. */
	readonly url: string;
	readonly port: number;
	readonly version: string;
	readonly dataFolder: string;
	/** The signed-in client; the same one after a restart. */
	readonly rest: RestClient;
	readonly owner: Owner;
	/** n8n's own process id; another one after a restart. */
	readonly pid: number;
	/** Settles when n8n ends by itself or by `stop`. */
	readonly ended: Promise<unknown>;
	/** All that n8n wrote so far, over restarts. */
	logs(): Promise<string>;
	/** Ends n8n: politely, or at once as a crash does. A temporary data folder is removed. */
	stop(options?: { crash?: boolean }): Promise<void>;
	/** Ends n8n and starts it again on the same data folder and port. */
	restart(options?: { crash?: boolean; env?: Record<string, string> }): Promise<void>;
}

/** Settings that keep n8n quiet, local and the same everywhere. */
function quietSettings(): Record<string, string> {
	return {
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
		N8N_LOG_LEVEL: 'info',
		NODE_ENV: 'production',
	};
}

/** The module that asks n8n's own server at each start. An n8n that does not have it refuses to leave it out. */
const CALLS_HOME = 'mcp-registry';

function withoutCallsHome({ n8nScript }: InstalledN8n): Record<string, string> {
	const modules = path.join(path.dirname(n8nScript), '..', 'dist', 'modules');
	return existsSync(path.join(modules, CALLS_HOME)) ? { N8N_DISABLED_MODULES: CALLS_HOME } : {};
}

/** The caller's environment without what would turn this n8n into another one, and without a proxy between local programs. */
function cleanEnvironment(): NodeJS.ProcessEnv {
	const foreign = /^(N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_URL$|GENERIC_|CREDENTIALS_OVERWRITE|npm_(lifecycle|package)_|NODE_OPTIONS$|NODE_PATH$|JEST_|TSX_|(https?|all)_proxy$)/i;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

async function readFrom(file: string, offset: number): Promise<string> {
	return existsSync(file) ? (await fs.readFile(file)).subarray(offset).toString('utf8') : '';
}

async function isReady(url: string): Promise<boolean> {
	try {
		// n8n may say that it is ready while its REST calls are not there yet.
		const answers = await Promise.all(['/healthz/readiness', '/rest/settings'].map(async (path) => await fetch(url + path)));
		return answers.every(({ ok }) => ok);
	} catch {
		return false;
	}
}

/** Runs n8n's server until it is ready to be asked; throws with its last words when it ends before. */
async function launch(installed: InstalledN8n, dataFolder: string, port: number, env: Record<string, string>): Promise<OwnedProcess> {
	if (!(await isPortFree(port))) {
		throw new PlainError(`Port ${port} is taken by another program. End that program, or choose another port: npm start -- --port ${port + 2}`);
	}
	const logFile = path.join(dataFolder, 'n8n.log');
	const begun = (await readFrom(logFile, 0)).length;
	const n8n = await startOwned(installed.nodeBinary, [installed.n8nScript, 'start'], {
		cwd: dataFolder,
		logFile,
		env: {
			...cleanEnvironment(),
			...quietSettings(),
			...withoutCallsHome(installed),
			// n8n looks for `node` and `npm` on the PATH when it starts its task runner.
			PATH: `${path.dirname(installed.nodeBinary)}${path.delimiter}${process.env.PATH ?? ''}`,
			N8N_USER_FOLDER: dataFolder,
			N8N_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			WEBHOOK_URL: `http://127.0.0.1:${port}/`,
			N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
			...env,
		},
	});
	let gone = false;
	void n8n.ended.then(() => {
		gone = true;
	});
	const deadline = Date.now() + READY_WITHIN_MS;
	while (!(await isReady(`http://127.0.0.1:${port}`))) {
		if (gone || Date.now() > deadline) {
			await n8n.kill();
			const words = (await readFrom(logFile, begun)).trimEnd().split('\n').slice(-LAST_LINES).join('\n');
			throw new PlainError(`n8n ${gone ? 'ended while it was starting' : 'did not get ready'}. Its last words:\n\n${words}\n\nAll of them: ${logFile}`);
		}
		await pause(200);
	}
	return n8n;
}

/**
 * Brings up a real n8n on 127.0.0.1, installed into the cache on first use, with community packages installed as n8n
 * itself does it, an owner signed in, and everything that calls home switched off. It ends with this process.
 *
 * @throws PlainError when the port is taken or n8n cannot be installed or started.
 */
export async function startN8n(options: StartOptions = {}): Promise<RunningN8n> {
	const { owner = TEST_OWNER } = options;
	const port = options.port ?? (await freePort());
	const url = `http://127.0.0.1:${port}`;
	const installed = await installN8n(options.version);
	const temporary = options.dataFolder === undefined;
	const dataFolder = options.dataFolder ?? (await fs.mkdtemp(path.join(tmpdir(), 'n8n-nodes-iflytek-')));
	await fs.mkdir(dataFolder, { recursive: true });
	for (const tarball of options.tarballs ?? []) await installCommunityPackage(dataFolder, tarball);

	let env = options.env ?? {};
	let server = await launch(installed, dataFolder, port, env);
	const rest = new RestClient(url);
	try {
		await rest.signIn(owner);
	} catch (error) {
		await server.end();
		throw error;
	}

	const end = async (crash = false) => await (crash ? server.kill() : server.end());
	return {
		url,
		port,
		version: installed.version,
		dataFolder,
		rest,
		owner,
		get pid() {
			return server.pid;
		},
		get ended() {
			return server.ended;
		},
		async logs() {
			return await readFrom(path.join(dataFolder, 'n8n.log'), 0);
		},
		async stop({ crash } = {}) {
			await end(crash);
			if (temporary) await fs.rm(dataFolder, { recursive: true, force: true });
		},
		async restart({ crash, env: changed } = {}) {
			await end(crash);
			env = { ...env, ...changed };
			server = await launch(installed, dataFolder, port, env);
		},
	};
}
