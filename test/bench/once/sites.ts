import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startN8n } from '../../e2e/lib/n8n';
import type { StoredCredential } from '../../e2e/lib/rest';
import type { Site } from '../../e2e/lib/webhooks';
import { startCluster } from '../../queue/lib/cluster';
import { storePostgresCredential } from '../../queue/lib/stage';
import { stallsIn } from './watch';

/** A running n8n. The bench watches the one process that runs the executions. */
export interface WatchedSite extends Site {
	name: string;
	/** The n8n command of the watched process. */
	command: 'start' | 'worker';
	/** The address of the watched process. */
	url: string;
	/** Everything that n8n has written to its log. */
	log(): Promise<string>;
	/** The folder to which the watched process writes its stalls. */
	stalls: string;
	/** The credential for the cluster's own PostgreSQL, which place-once needs. */
	postgres?: StoredCredential;
	stop(): Promise<void>;
}

const ENV = {
	// The body of a request with 50,000 rows has some megabytes.
	N8N_PAYLOAD_SIZE_MAX: '64',
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
};

const stallsFolder = async () => await fs.mkdtemp(path.join(tmpdir(), 'iflytek-stalls-'));

export async function openOneProcess(tarball: string): Promise<WatchedSite> {
	const stalls = await stallsFolder();
	const n8n = await startN8n({ tarballs: [tarball], env: { ...ENV, ...stallsIn(stalls) } });
	return {
		name: 'one process, SQLite',
		command: 'start',
		rest: n8n.rest,
		webhookUrl: n8n.url,
		url: n8n.url,
		log: async () => await n8n.logs(),
		stalls,
		stop: async () => {
			await n8n.stop();
			await fs.rm(stalls, { recursive: true, force: true });
		},
	};
}

/**
 * Starts n8n in queue mode with one worker. A worker that blocks its event loop loses the lock on its execution. To see
 * this, the lock has n8n's default settings.
 */
export async function openQueueMode(tarball: string): Promise<WatchedSite> {
	const stalls = await stallsFolder();
	const cluster = await startCluster({
		tarballs: [tarball],
		processors: 1,
		workers: 1,
		env: {
			...ENV,
			...stallsIn(stalls),
			QUEUE_WORKER_LOCK_DURATION: '60000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '10000',
			QUEUE_WORKER_STALLED_INTERVAL: '30000',
		},
	});
	const [worker] = cluster.workers;
	if (!worker) throw new Error('There is no worker');
	return {
		name: 'queue mode, one worker',
		command: 'worker',
		rest: cluster.rest,
		webhookUrl: cluster.balancer.url,
		url: worker.url,
		log: async () => await cluster.logs(),
		stalls,
		postgres: await storePostgresCredential(cluster),
		stop: async () => {
			await cluster.stop();
			await fs.rm(stalls, { recursive: true, force: true });
		},
	};
}
