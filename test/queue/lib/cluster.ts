import { randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { installCommunityPackage } from '../../e2e/lib/community';
import { installN8n, type InstalledN8n } from '../../e2e/lib/install';
import { READY_PATHS } from '../../e2e/lib/n8nProcess';
import { TEST_OWNER } from '../../e2e/lib/owner';
import { freePort } from '../../e2e/lib/ports';
import { RestClient } from '../../e2e/lib/rest';
import { startBalancer, type Balancer } from './balancer';
import { Member } from './member';
import { startPostgres, type Postgres } from './postgres';
import { startRedis, type Redis } from './redis';

export interface ClusterOptions {
	tarballs: string[];
	processors?: number;
	workers?: number;
	/** More environment variables for every process. */
	env?: Record<string, string>;
}

/** n8n in queue mode: one main, webhook processors and workers, with their own PostgreSQL and Redis. */
export interface Cluster {
	/** The folder whose `.n8n` contains the community packages of all members. */
	readonly folder: string;
	/** The signed-in client of main. */
	readonly rest: RestClient;
	readonly main: Member;
	readonly processors: readonly Member[];
	readonly workers: readonly Member[];
	readonly postgres: Postgres;
	readonly redis: Redis;
	/** The proxy in front of all processors. */
	readonly balancer: Balancer;
	readonly version: string;
	/** The logs of all processes. */
	logs(): Promise<string>;
	/** Starts every process that is not running. */
	heal(): Promise<void>;
	stop(): Promise<void>;
}

/** The number of executions that a worker runs at the same time. */
export const CONCURRENCY = 10;

/**
 * With these settings n8n notices soon that a worker has ended. The defaults are 60, 10 and 30 s. A worker that starts again
 * before that marks its executions as crashed and keeps their data, so that Retry works.
 */
const FAST_CRASH_DETECTION = {
	QUEUE_WORKER_LOCK_DURATION: '40000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

function queueSettings(
	postgres: Postgres,
	redis: Redis,
	webhookUrl: string,
): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: postgres.host,
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_USER: postgres.user,
		DB_POSTGRESDB_DATABASE: postgres.database,
		DB_POSTGRESDB_PASSWORD: 'trusted',
		QUEUE_BULL_REDIS_HOST: redis.host,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
		N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '1000',
		WEBHOOK_URL: `${webhookUrl}/`,
		...FAST_CRASH_DETECTION,
	};
}

/** What all processes of a cluster have in common. */
interface Shared {
	installed: InstalledN8n;
	folder: string;
	env: Record<string, string>;
}

async function mainOf({ installed, folder, env }: Shared): Promise<Member> {
	const port = await freePort();
	const editor = `http://127.0.0.1:${port}`;
	return new Member(installed, folder, {
		name: 'main',
		command: ['start'],
		port,
		readyPaths: READY_PATHS,
		env: { ...env, N8N_EDITOR_BASE_URL: editor, N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true' },
	});
}

function processorAt(port: number, number: number, { installed, folder, env }: Shared): Member {
	return new Member(installed, folder, {
		name: `processor${number}`,
		command: ['webhook'],
		port,
		readyPaths: ['/healthz/readiness'],
		env,
	});
}

async function workerOf(number: number, { installed, folder, env }: Shared): Promise<Member> {
	const port = await freePort();
	const health = {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
	const command = ['worker', `--concurrency=${CONCURRENCY}`];
	return new Member(installed, folder, {
		name: `worker${number}`,
		command,
		port,
		readyPaths: ['/healthz/readiness'],
		env: { ...env, ...health },
	});
}

/** The numbers from 1 to `count`. */
const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/**
 * Starts n8n in queue mode on free ports of 127.0.0.1. All data are in one temporary folder, which `stop` removes. All
 * processes end with this process.
 *
 * @throws PlainError if PostgreSQL or Redis is not installed, or something does not start
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
	const { tarballs, processors: processorCount = 2, workers: workerCount = 2 } = options;
	const installed = await installN8n();
	const folder = await fs.mkdtemp(path.join(tmpdir(), 'iflytek-queue-'));
	// PostgreSQL can run as another user, who must be able to enter the folder.
	await fs.chmod(folder, 0o755);
	const [postgres, redis] = await Promise.all([startPostgres(folder), startRedis(folder)]);
	for (const tarball of tarballs) await installCommunityPackage(folder, tarball);

	const ports = await Promise.all(numbersTo(processorCount).map(freePort));
	const balancer = await startBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
	const shared = {
		installed,
		folder,
		env: { ...queueSettings(postgres, redis, balancer.url), ...options.env },
	};
	const main = await mainOf(shared);
	const processors = ports.map((port, index) => processorAt(port, index + 1, shared));
	const workers = await Promise.all(
		numbersTo(workerCount).map(async (number) => await workerOf(number, shared)),
	);
	const members = [main, ...processors, ...workers];
	const rest = new RestClient(main.url);

	async function stop(): Promise<void> {
		await Promise.all(members.map(async (member) => await member.kill()));
		await Promise.all([balancer.close(), redis.stop()]);
		await postgres.stop();
		await fs.rm(folder, { recursive: true, force: true });
	}

	/** Starts main first, because it updates the database. */
	async function heal(): Promise<void> {
		await main.start();
		await Promise.all([...processors, ...workers].map(async (member) => await member.start()));
	}

	try {
		await heal();
		await rest.signIn(TEST_OWNER);
	} catch (error) {
		await stop();
		throw error;
	}
	const logs = async () =>
		(await Promise.all(members.map(async (member) => await member.log()))).join('\n');
	return {
		folder,
		rest,
		main,
		processors,
		workers,
		postgres,
		redis,
		balancer,
		version: installed.version,
		logs,
		heal,
		stop,
	};
}
