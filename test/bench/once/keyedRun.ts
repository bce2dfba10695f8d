import { setTimeout as pause } from 'node:timers/promises';

import { AI_CALL, AI_CALL_CREDENTIAL, customers, itemsOf, PLACE } from '../../e2e/lib/calls';
import { waitFor, type Execution } from '../../e2e/lib/rest';
import { publishWebhook } from '../../e2e/lib/webhooks';
import type { Platform } from '../platform';
import { credentialAt } from '../rows/client';
import type { WatchedSite } from './sites';
import { activityOf, HealthWatch, type Span } from './watch';

const END_WITHIN_MS = 1_800_000;
const ASK_EVERY_MS = 20;

/** What was measured in a run of Place. */
export interface KeyedRun {
	/** Counted from the moment when n8n began the node until all rows were accepted. */
	rowsPerSecond: number;
	/** From the moment when n8n began the node until the platform accepted its first rows. */
	firstRequestSeconds: number;
	/** This and the next two fields are about the process that runs the node, while the node runs. */
	cpuSeconds: number;
	longestStallMs: number;
	longestHealthzMs: number;
	/** The longest stall before or after the node, which comes from n8n's own work. */
	stallMsOfN8n: number;
	/** Whether a worker lost its lock on the execution. */
	hasLostLock: boolean;
}

let published = 0;

/** Places calls for this many new rows, with a Row Key (empty for none) and with these further Options of Place. */
export async function runKeyed(
	site: WatchedSite,
	platform: Platform,
	rows: number,
	rowKey: string,
	options: object = {},
): Promise<KeyedRun> {
	const credential = await site.rest.createCredential(
		AI_CALL_CREDENTIAL,
		'Bench',
		credentialAt(platform.url),
	);
	const node = `Place ${++published}`;
	const place = {
		name: node,
		type: AI_CALL,
		parameters: {
			...PLACE,
			...(rowKey !== '' && { skipCustomers: 'sentKey', rowKey }),
			options: { ...PLACE.options, ...options },
		},
		credentials: [credential],
	};
	const { url, workflowId } = await publishWebhook(site, node, [itemsOf('body.rows'), place]);
	const body = JSON.stringify({ rows: customers(rows, 13_000_000_000 + published * 1_000_000) });
	const accepted = await watchAcceptedRows(platform);
	const health = new HealthWatch(`${site.url}/healthz`);
	const begunAt = Date.now();
	const headers = { 'Content-Type': 'application/json' };
	const answer = await fetch(url, { method: 'POST', headers, body });
	if (!answer.ok) throw new Error(`The webhook was answered with HTTP ${answer.status}`);
	await accepted.until(1);
	const firstAt = Date.now();
	await accepted.until(rows);
	const lastAt = Date.now();
	const executionId = await waitFor('The end of the execution', END_WITHIN_MS, async () => {
		const [execution] = await site.rest.executions(workflowId);
		return execution?.stoppedAt ? execution.id : undefined;
	});
	await health.end();
	const endedAt = Date.now();
	const nodeSpan = spanOf(await site.rest.finished(executionId), node);
	const activity = async (span: Span) => await activityOf(site.stalls, site.command, span);
	const during = await activity(nodeSpan);
	const aroundNode = [
		await activity({ from: begunAt, to: nodeSpan.from }),
		await activity({ from: nodeSpan.to, to: endedAt }),
	];
	return {
		rowsPerSecond: (rows * 1000) / (lastAt - nodeSpan.from),
		firstRequestSeconds: (firstAt - nodeSpan.from) / 1000,
		...during,
		longestHealthzMs: health.longest(nodeSpan),
		stallMsOfN8n: Math.max(...aroundNode.map(({ longestStallMs }) => longestStallMs)),
		hasLostLock: (await site.log()).includes('Lock mismatch'),
	};
}

/** Counts the rows that the platform accepts from now on. `until(rows)` waits until this number is reached. */
export async function watchAcceptedRows(
	platform: Platform,
): Promise<{ until(rows: number): Promise<void> }> {
	// Each request only asks for rows that are not counted yet, because a long list would slow the platform down.
	const rowsAfter = async (count: number) =>
		(await platform.read<unknown[]>(`aicall/acceptedRows?after=${count}`)).length;
	const before = await rowsAfter(0);
	let known = before;
	return {
		async until(rows) {
			while (known - before < rows) {
				await pause(ASK_EVERY_MS);
				known += await rowsAfter(known);
			}
		},
	};
}

/** The span in which n8n ran a node. */
function spanOf({ data }: Execution, node: string): Span {
	const [run] = data?.resultData.runData[node] ?? [];
	if (!run) throw new Error(`n8n has stored nothing of the node ${node}`);
	return { from: run.startTime, to: run.startTime + run.executionTime };
}
