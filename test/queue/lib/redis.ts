import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { readFrom } from '../../e2e/lib/n8nProcess';
import { freePort } from '../../e2e/lib/ports';
import { startOwned } from '../../e2e/lib/processes';
import { PlainError } from '../../e2e/lib/terminal';
import { findProgram } from './programs';

const run = promisify(execFile);

const READY_WITHIN_MS = 30_000;

/** A Redis on 127.0.0.1 that belongs to one test run. It only saves its data when it gets the command SAVE. */
export interface Redis {
	host: string;
	port: number;
	/** Sends a command to Redis. Returns the text of the answer. */
	command(...words: string[]): Promise<string>;
	/** Stops Redis without saving. The next start loads the data that were saved last. */
	kill(): Promise<void>;
	start(): Promise<void>;
	stop(): Promise<void>;
}

/**
 * Starts Redis with its data in `folder`, reachable only from this machine.
 * @throws PlainError if Redis is not installed or does not start
 */
export async function startRedis(folder: string): Promise<Redis> {
	const port = await freePort();
	const logFile = path.join(folder, 'redis.log');
	const args = [
		'--bind',
		'127.0.0.1',
		'--port',
		String(port),
		'--dir',
		folder,
		'--save',
		'',
		'--appendonly',
		'no',
	];
	const command = async (...words: string[]) =>
		(
			await run(findProgram('redis-cli'), ['-h', '127.0.0.1', '-p', String(port), ...words])
		).stdout.trim();

	async function start() {
		const server = await startOwned(findProgram('redis-server'), args, {
			cwd: folder,
			env: { PATH: process.env.PATH },
			logFile,
		});
		const deadline = Date.now() + READY_WITHIN_MS;
		for (;;) {
			const [answer] = await Promise.allSettled([command('PING')]);
			if (answer.status === 'fulfilled' && answer.value === 'PONG') return server;
			if (Date.now() > deadline)
				throw new PlainError(`Redis did not get ready:\n${await readFrom(logFile)}`);
			await pause(50);
		}
	}

	let server = await start();
	return {
		host: '127.0.0.1',
		port,
		command,
		kill: async () => await server.kill(),
		async start() {
			server = await start();
		},
		stop: async () => await server.kill(),
	};
}
