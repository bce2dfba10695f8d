import { setTimeout as pause } from 'node:timers/promises';

import { AI_CALL, AI_CALL_CREDENTIAL, customers, itemsOf, PLACE } from '../e2e/lib/calls';
import { startN8n } from '../e2e/lib/n8n';
import { storeTrigger } from '../e2e/lib/triggers';
import { publishWebhook, type Site } from '../e2e/lib/webhooks';
import { startCluster } from '../queue/lib/cluster';
import { median } from './measure';
import type { Platform } from './platform';
import { sendPushes } from './pushLoad';
import { sized } from './size';
import { tell, type Row, type Section } from './report';
import { credentialAt } from './rows/client';
import { LATENCY_MS, withPackage } from './withPackage';

const ROUNDS = sized(2, 1);
const PUSHES = sized(240, 12);
const WARM_UP = Math.ceil(PUSHES / 6);
const AT_ONCE = 20;
/** `CAMPAIGNS` executions place calls at the same time, each with `ROWS_EACH` rows. */
const CAMPAIGNS = sized(4, 2);
const ROWS_EACH = sized(1000, 100);
/** The pause before each round. In it, executions of the previous round can end. */
const PAUSE_MS = 1500;

/** `members` is the number of webhook processors and also of workers. With 0, one process does everything. */
const SIZES = [
	{ name: 'one process', members: 0 },
	{ name: 'one processor, one worker', members: 1 },
	{ name: 'two processors, two workers', members: 2 },
];

const SETTINGS: { name: string; env: Record<string, string> }[] = [
	{ name: 'default settings of n8n', env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'false' } },
	{
		name: 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true',
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	},
	{ name: 'N8N_EXPRESSION_ENGINE=legacy', env: { N8N_EXPRESSION_ENGINE: 'legacy' } },
];

interface RunningSite extends Site {
	stop(): Promise<void>;
}

async function openSite(
	members: number,
	env: Record<string, string>,
	tarball: string,
): Promise<RunningSite> {
	if (members === 0) {
		const n8n = await startN8n({ tarballs: [tarball], env });
		return { rest: n8n.rest, webhookUrl: n8n.url, stop: async () => await n8n.stop() };
	}
	const cluster = await startCluster({
		tarballs: [tarball],
		processors: members,
		workers: members,
		env,
	});
	return {
		rest: cluster.rest,
		webhookUrl: cluster.balancer.url,
		stop: async () => await cluster.stop(),
	};
}

/** How many pushes per second are answered. Each push starts an execution. Median of the rounds. */
async function pushesPerSecond({ rest, webhookUrl }: Site): Promise<number> {
	const { url } = await storeTrigger(
		rest,
		{ kind: 'call', then: [{ name: 'Next', type: 'n8n-nodes-base.noOp' }] },
		{ webhookUrl },
	);
	await sendPushes(url, WARM_UP, AT_ONCE);
	const rounds: number[] = [];
	for (let round = 1; round <= ROUNDS; round++) {
		await pause(PAUSE_MS);
		rounds.push((await sendPushes(url, PUSHES, AT_ONCE)).perSecond);
	}
	return median(rounds);
}

/** The rows per second that several simultaneous executions of Place send to the platform. Median of the rounds. */
async function rowsPerSecond(site: Site, platform: Platform): Promise<number> {
	const credential = await site.rest.createCredential(
		AI_CALL_CREDENTIAL,
		'Bench',
		credentialAt(platform.url),
	);
	const { url } = await publishWebhook(site, 'Rows', [
		itemsOf('body.rows'),
		{ name: 'Place', type: AI_CALL, parameters: PLACE, credentials: [credential] },
	]);
	const acceptedRows = async () =>
		(await platform.read<{ acceptedRows: number }>('aicall/summary')).acceptedRows;
	const rounds: number[] = [];
	for (let round = 1; round <= ROUNDS; round++) {
		const goal = (await acceptedRows()) + CAMPAIGNS * ROWS_EACH;
		const started = performance.now();
		const post = async (campaign: number) => {
			const body = JSON.stringify({
				rows: customers(ROWS_EACH, 13_000_000_000 + campaign * ROWS_EACH),
			});
			const headers = { 'Content-Type': 'application/json' };
			const { ok, status } = await fetch(url, { method: 'POST', headers, body });
			if (!ok) throw new Error(`n8n answered the campaign with HTTP ${status}`);
		};
		await Promise.all(
			Array.from({ length: CAMPAIGNS }, async (_none, campaign) => await post(campaign)),
		);
		while ((await acceptedRows()) < goal) await pause(20);
		rounds.push((CAMPAIGNS * ROWS_EACH * 1000) / (performance.now() - started));
	}
	return median(rounds);
}

/** Pushes and rows per second of n8n in one process and in queue mode, with settings that an operator can choose. */
export async function queue(): Promise<Section[]> {
	return await withPackage(async (tarball, platform) => {
		const rows: Row[] = [];
		let base: { pushes: number; rows: number } | undefined;
		for (const { name: size, members } of sized(SIZES, SIZES.slice(0, 2))) {
			for (const { name: setting, env } of sized(SETTINGS, SETTINGS.slice(0, 1))) {
				const site = await openSite(members, env, tarball);
				try {
					const perSecond = {
						pushes: await pushesPerSecond(site),
						rows: await rowsPerSecond(site, platform),
					};
					// The first site is one process with default settings.
					base ??= perSecond;
					tell(
						`${size}, ${setting}: ${perSecond.pushes.toFixed(1)} pushes and ${perSecond.rows.toFixed(0)} rows a second`,
					);
					rows.push({
						n8n: size,
						setting,
						'pushes/s': perSecond.pushes,
						'pushes, ratio': perSecond.pushes / base.pushes,
						'rows/s': perSecond.rows,
						'rows, ratio': perSecond.rows / base.rows,
					});
				} finally {
					await site.stop();
				}
			}
		}
		return [
			{
				title: 'Pushes and rows in one process and in queue mode',
				notes: [
					`Medians of ${ROUNDS} rounds. Pushes: ${PUSHES}, ${AT_ONCE} at once, at the AI Call Trigger, each an execution.`,
					`Rows: ${CAMPAIGNS} executions of Place at once, ${ROWS_EACH} rows each, platform at ${LATENCY_MS} ms. Everything, PostgreSQL and Redis too, on this machine.`,
					'Ratio: to one process with default settings.',
				],
				rows,
			},
		];
	});
}
