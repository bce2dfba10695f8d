import axios from 'axios';
import { mkdtempSync, promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startOwned } from '../e2e/lib/processes';

/** The local platform's controls, over HTTP. */
export interface Controls {
	/** Controls the platform: `POST /_control/<name>`. */
	order(name: string, body?: object): Promise<void>;
	/** Reads the platform's records: `GET /_control/<name>`. */
	read<T>(name: string): Promise<T>;
}

/** The local platform in a process of its own. */
export interface Platform extends Controls {
	url: string;
	close(): Promise<void>;
}

const ROOT = path.join(__dirname, '../..');
const READY_WITHIN_MS = 60_000;

/** Starts the local platform on a free port. It delays each answer of the services of document 1 by `latencyMs`. */
export async function startPlatform(latencyMs: number): Promise<Platform> {
	const folder = mkdtempSync(path.join(tmpdir(), 'iflytek-bench-'));
	const logFile = path.join(folder, 'platform.log');
	const args = [
		'--import',
		'tsx',
		'test/simulator/main.ts',
		'--port',
		'0',
		'--latency',
		String(latencyMs),
		'--quiet',
	];
	const owned = await startOwned(process.execPath, args, { cwd: ROOT, env: process.env, logFile });
	const url = await addressIn(logFile);
	return {
		url,
		...controlsOf(url),
		async close() {
			await owned.end();
			await fs.rm(folder, { recursive: true, force: true });
		},
	};
}

/** The controls of the local platform at this address. */
export function controlsOf(url: string): Controls {
	return {
		order: async (name, body = {}) => {
			await axios.post(`${url}/_control/${name}`, body);
		},
		read: async <T>(name: string) => (await axios.get<T>(`${url}/_control/${name}`)).data,
	};
}

async function addressIn(logFile: string): Promise<string> {
	const deadline = Date.now() + READY_WITHIN_MS;
	for (;;) {
		const text = await fs.readFile(logFile, 'utf8');
		const address = /listens at (http:\S+?)\. /.exec(text)?.[1];
		if (address !== undefined) return address;
		if (Date.now() > deadline) throw new Error(`The local platform did not start:\n${text}`);
		await pause(50);
	}
}
