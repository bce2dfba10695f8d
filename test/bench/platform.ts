import axios from 'axios';
import { mkdtempSync, promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startOwned } from '../e2e/lib/processes';

/** The local platform in a process of its own. */
export interface Platform {
	url: string;
	/** Orders something of its controls: `POST /_control/<name>`. */
	control(name: string, order?: object): Promise<unknown>;
	/** Reads its books: `GET /_control/<name>`. */
	read(name: string): Promise<unknown>;
	close(): Promise<void>;
}

const ROOT = path.join(__dirname, '../..');
const READY_WITHIN_MS = 60_000;

/** Starts the local platform on a free port, each answer to document 1 delayed by `latencyMs`. */
export async function startPlatform(latencyMs: number): Promise<Platform> {
	const folder = mkdtempSync(path.join(tmpdir(), 'iflytek-bench-'));
	const logFile = path.join(folder, 'platform.log');
	const args = ['--import', 'tsx', 'test/simulator/main.ts', '--port', '0', '--latency', String(latencyMs), '--quiet'];
	const owned = await startOwned(process.execPath, args, { cwd: ROOT, env: process.env, logFile });
	const url = await addressIn(logFile);
	return {
		url,
		control: async (name, order = {}) => (await axios.post<unknown>(`${url}/_control/${name}`, order)).data,
		read: async (name) => (await axios.get<unknown>(`${url}/_control/${name}`)).data,
		async close() {
			await owned.end();
			await fs.rm(folder, { recursive: true, force: true });
		},
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
