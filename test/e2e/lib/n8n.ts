import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { installCommunityPackage } from './community';
import { installN8n, type InstalledN8n } from './install';
import { READY_PATHS, readFrom, startN8nProcess } from './n8nProcess';
import { TEST_OWNER } from './owner';
import { freePort, isPortFree } from './ports';
import type { OwnedProcess } from './processes';
import { RestClient, type Owner } from './rest';
import { PlainError } from './terminal';

export interface StartOptions {
	/** The folder of n8n's database and settings. Default: a temporary folder, which `stop` removes. */
	dataFolder?: string;
	/** The editor's port on 127.0.0.1. Default: a free one. */
	port?: number;
	/** An n8n version other than the pinned one. */
	version?: string;
	/** Packed community packages (`npm pack`) to install before n8n starts. */
	tarballs?: string[];
	/** More environment variables for n8n, which override the defaults here. */
	env?: Record<string, string>;
	/** The owner, who is created if the data folder is new. Default: TEST_OWNER. */
	owner?: Owner;
}

/** An n8n that is ready for requests: one that was started here, or a given one. */
export interface ReadyN8n {
	/** The editor's address, without a slash at the end. */
	readonly url: string;
	readonly version: string;
	/** The folder that n8n calls N8N_USER_FOLDER. */
	readonly dataFolder: string;
	/** The log of n8n, across restarts. */
	readonly logFile: string;
	/** The signed-in client, which can also be used after a restart. */
	readonly rest: RestClient;
	readonly owner: Owner;
	/** Settles when n8n ends. Undefined for a given n8n. */
	readonly ended?: Promise<unknown>;
	/** Ends n8n if it was started here. */
	stop(): Promise<void>;
}

export interface RunningN8n extends ReadyN8n {
	readonly port: number;
	/** The process id of n8n, which changes with a restart. */
	readonly pid: number;
	/** Settles when n8n ends, by itself or because of `stop`. */
	readonly ended: Promise<unknown>;
	/** Everything that n8n has written so far, across restarts. */
	logs(): Promise<string>;
	/** Ends n8n with SIGTERM, or with SIGKILL if `crash` is true. Removes a temporary data folder. */
	stop(options?: { crash?: boolean }): Promise<void>;
	/** Ends n8n and starts it again on the same data folder and port. */
	restart(options?: { crash?: boolean; env?: Record<string, string> }): Promise<void>;
}

/** Starts n8n's server, and waits until it is ready for requests. */
async function launch(
	installed: InstalledN8n,
	dataFolder: string,
	port: number,
	env: Record<string, string>,
): Promise<OwnedProcess> {
	if (!(await isPortFree(port))) {
		throw new PlainError(
			`Port ${port} is taken by another program. End that program, or choose another port: npm start -- --port ${port + 2}`,
		);
	}
	return await startN8nProcess(installed, {
		command: ['start'],
		dataFolder,
		logFile: path.join(dataFolder, 'n8n.log'),
		port,
		readyPaths: READY_PATHS,
		env: {
			WEBHOOK_URL: `http://127.0.0.1:${port}/`,
			N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
			...env,
		},
	});
}

/**
 * Starts a real n8n on 127.0.0.1 and signs its owner in. n8n is installed into the cache on first use. The community
 * packages are installed as n8n itself does it. Everything that contacts other servers is switched off. n8n ends with this
 * process.
 *
 * @throws PlainError when the port is taken or n8n cannot be installed or started.
 */
export async function startN8n(options: StartOptions = {}): Promise<RunningN8n> {
	const { owner = TEST_OWNER } = options;
	const port = options.port ?? (await freePort());
	const url = `http://127.0.0.1:${port}`;
	const installed = await installN8n(options.version);
	const isTemporary = options.dataFolder === undefined;
	const dataFolder =
		options.dataFolder ?? (await fs.mkdtemp(path.join(tmpdir(), 'n8n-nodes-xfyun-')));
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

	const logFile = path.join(dataFolder, 'n8n.log');
	const end = async (crash = false) => await (crash ? server.kill() : server.end());
	return {
		url,
		port,
		version: installed.version,
		dataFolder,
		logFile,
		rest,
		owner,
		get pid() {
			return server.pid;
		},
		get ended() {
			return server.ended;
		},
		async logs() {
			return await readFrom(logFile);
		},
		async stop({ crash } = {}) {
			await end(crash);
			if (isTemporary) await fs.rm(dataFolder, { recursive: true, force: true });
		},
		async restart({ crash, env: changed } = {}) {
			await end(crash);
			env = { ...env, ...changed };
			server = await launch(installed, dataFolder, port, env);
		},
	};
}
