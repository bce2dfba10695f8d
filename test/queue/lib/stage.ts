import { buildAndPack } from '../../e2e/lib/pack';
import { localCredentials, storeCredentials } from '../../e2e/lib/platform';
import { waitFor, type Execution, type StoredCredential } from '../../e2e/lib/rest';
import { step } from '../../e2e/lib/terminal';
import type { PublishedWebhook, Site } from '../../e2e/lib/webhooks';
import { startSimulator, type Simulator } from '../../simulator';
import { startCluster, type Cluster } from './cluster';
import type { Member } from './member';
import { WorkerTime } from './workerTime';

/** The environment of the cases: a cluster, the local platform, and credentials for both. */
export interface Stage {
	/** The n8n in which workflows are published. */
	site: Site;
	cluster: Cluster;
	/** The clock of the cluster's workers. */
	time: WorkerTime;
	simulator: Simulator;
	credentials: Record<string, StoredCredential>;
	/** The credential for the cluster's own PostgreSQL. */
	postgresCredential: StoredCredential;
	close(): Promise<void>;
}

/** Stores a credential of n8n's Postgres node for the cluster's own PostgreSQL. */
export async function storePostgresCredential({
	rest,
	postgres,
}: Pick<Cluster, 'rest' | 'postgres'>): Promise<StoredCredential> {
	const { host, port, database, user } = postgres;
	const access = { host, port, database, user, password: 'trusted', ssl: 'disable' };
	return await rest.createCredential('postgres', 'Postgres', access);
}

/** The environment for cases that do not stop or kill n8n's processes. */
export type BasicStage = Pick<Stage, 'site' | 'simulator' | 'credentials'>;

/** Builds and packs the nodes, and starts the platform and a cluster with them. */
export async function openStage(): Promise<Stage> {
	const tarball = await buildAndPack({ reuse: true });
	const simulator = await startSimulator({ aiCall: { speed: 0 } });
	const time = new WorkerTime();
	const cluster = await step(
		'Starting n8n in queue mode',
		async () => await startCluster({ tarballs: [tarball], env: time.env }),
	);
	const credentials = await storeCredentials(cluster.rest, localCredentials(simulator));
	const postgresCredential = await storePostgresCredential(cluster);
	return {
		site: { rest: cluster.rest, webhookUrl: cluster.balancer.url },
		cluster,
		time,
		simulator,
		credentials,
		postgresCredential,
		async close() {
			await cluster.stop();
			await simulator.close();
			time.close();
		},
	};
}

/** Starts an execution through a webhook processor, and returns its ID. */
export async function trigger(
	{ site: { rest } }: BasicStage,
	{ workflowId, url }: PublishedWebhook,
	body: string | Buffer,
	type = 'application/json',
): Promise<string> {
	const known = new Set((await rest.executions(workflowId)).map(({ id }) => id));
	const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body });
	if (!response.ok)
		throw new Error(
			`The webhook was answered with HTTP ${response.status}: ${await response.text()}`,
		);
	return await waitFor(
		'An execution of the webhook',
		20_000,
		async () => (await rest.executions(workflowId)).find(({ id }) => !known.has(id))?.id,
	);
}

/** Waits for the end of an execution. Also returns an execution that has no data because its worker was killed. */
export async function endOf(
	{ site }: BasicStage,
	executionId: string,
	timeoutMs = 120_000,
): Promise<Execution> {
	return await waitFor(`The end of execution ${executionId}`, timeoutMs, async () => {
		const execution = await site.rest.execution(executionId);
		return ['new', 'running', 'waiting', 'unknown'].includes(execution.status)
			? undefined
			: execution;
	});
}

/** The workers that have begun an execution, read from their logs. A worker that has begun it twice is listed twice. */
export async function begunBy({ cluster }: Stage, executionId: string): Promise<Member[]> {
	const startMessage = `Worker started execution ${executionId} `;
	// Each part of a log after the first begins behind such a message.
	const found = await Promise.all(
		cluster.workers.map(async (worker) =>
			(await worker.log())
				.split(startMessage)
				.slice(1)
				.map(() => worker),
		),
	);
	return found.flat();
}
