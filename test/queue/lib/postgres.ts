import { execFile } from 'node:child_process';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { readFrom } from '../../e2e/lib/n8nProcess';
import { freePort } from '../../e2e/lib/ports';
import { startOwned } from '../../e2e/lib/processes';
import { PlainError } from '../../e2e/lib/terminal';
import { findProgram, postgresRunner } from './programs';

const run = promisify(execFile);

const USER = 'n8n';
const DATABASE = 'postgres';
const READY_WITHIN_MS = 60_000;

/** A PostgreSQL on 127.0.0.1 that belongs to one test run. */
export interface Postgres {
	host: string;
	port: number;
	user: string;
	database: string;
	/** Runs a query. Returns its rows, each as text with `|` between the columns. */
	query(sql: string): Promise<string[]>;
	/** Locks a table, so that nobody can write to it. The returned function ends the lock. */
	lock(table: string): Promise<() => Promise<void>>;
	/** Stops PostgreSQL, which ends all connections, and starts it again with its data. */
	restart(): Promise<void>;
	stop(): Promise<void>;
}

/**
 * Starts PostgreSQL with new data in `folder`, reachable only from this machine. PostgreSQL does not wait until
 * data are on the disk, which would only matter after a crash of the operating system.
 *
 * @throws PlainError if PostgreSQL is not installed or does not start
 */
export async function startPostgres(folder: string): Promise<Postgres> {
	const runner = await postgresRunner();
	const data = path.join(folder, 'postgres');
	const logFile = path.join(folder, 'postgres.log');
	await fs.mkdir(data, { mode: 0o700 });
	await fs.chown(data, runner.uid, runner.gid);
	const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' };
	await run(
		...runner.command(findProgram('initdb'), [
			'-D',
			data,
			'-U',
			USER,
			'--auth=trust',
			'--no-sync',
			'-E',
			'UTF8',
		]),
		{ env, cwd: data },
	);

	const port = await freePort();
	const settings = {
		listen_addresses: '127.0.0.1',
		port,
		unix_socket_directories: '',
		fsync: 'off',
		max_connections: 200,
	};
	const args = [
		'-D',
		data,
		...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
	];
	const psql = [
		'-h',
		'127.0.0.1',
		'-p',
		String(port),
		'-U',
		USER,
		'-d',
		DATABASE,
		'-X',
		'-q',
		'-A',
		'-t',
		'-v',
		'ON_ERROR_STOP=1',
		'-c',
	];
	const query = async (sql: string) =>
		(await run(findProgram('psql'), [...psql, sql], { env, maxBuffer: 64 * 1024 ** 2 })).stdout
			.split('\n')
			.filter(Boolean);

	async function start() {
		const server = await startOwned(...runner.command(findProgram('postgres'), args), {
			cwd: data,
			env,
			logFile,
		});
		const deadline = Date.now() + READY_WITHIN_MS;
		for (;;) {
			const [answer] = await Promise.allSettled([query('select 1')]);
			if (answer.status === 'fulfilled') return server;
			if (Date.now() > deadline)
				throw new PlainError(`PostgreSQL did not get ready:\n${await readFrom(logFile)}`);
			await pause(100);
		}
	}

	/** Opens a connection that holds the lock while it sleeps. */
	async function lock(table: string): Promise<() => Promise<void>> {
		const selectSleepers = `select pid from pg_stat_activity where query like 'begin; lock table ${table} %'`;
		// This query fails when the lock is ended.
		const lockQuery = query(
			`begin; lock table ${table} in exclusive mode; select pg_sleep(600); rollback`,
		).catch(() => []);
		const selectLock = `select 1 from pg_locks where relation = '${table}'::regclass and mode = 'ExclusiveLock' and granted`;
		while ((await query(selectLock)).length === 0) await pause(20);
		return async () => {
			await query(`select pg_terminate_backend(pid) from (${selectSleepers}) as sleeper`);
			await lockQuery;
		};
	}

	let server = await start();
	return {
		host: '127.0.0.1',
		port,
		user: USER,
		database: DATABASE,
		query,
		lock,
		async restart() {
			await server.end();
			server = await start();
		},
		stop: async () => await server.end(),
	};
}
