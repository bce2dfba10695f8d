import { installN8n } from '../../e2e/lib/install';
import { sized } from '../size';
import { median, MEGABYTE, type Cost } from '../measure';
import { inOwnProcess } from '../ownProcess';
import type { Platform } from '../platform';
import { tell, type Row, type Section } from '../report';

export const CONCURRENCY = 50;
export const ITEMS = sized(1000, 20);
export const WARM_UP_ITEMS = sized(300, 5);
export const ROUNDS = sized(3, 1);

/** n8n's engines for expressions: the isolated VM is the default, and the operator can choose the older one. */
const ENGINES = ['vm', 'legacy'] as const;

/** The costs of the node and of n8n's own nodes in each round. */
export interface Compared {
	ours: Cost[];
	builtIn: Cost[];
}

/**
 * Compares the node with n8n's own HTTP Request and Crypto nodes. For each engine one process runs both in alternating
 * rounds.
 */
export async function comparison(platform: Platform, latencyMs: number): Promise<Section> {
	const { nodeBinary, version } = await installN8n();
	const rows: Row[] = [];
	for (const engine of ENGINES) {
		tell(`Compared with HTTP Request and Crypto: ${ITEMS} items, expressions in ${engine}`);
		const { ours, builtIn } = await inOwnProcess<Compared>(
			'openPlatform/comparison.process.ts',
			[platform.url, engine],
			nodeBinary,
		);
		const timesAsMany = rate(ours) / rate(builtIn);
		rows.push({
			expressions: engine,
			nodes: `iFLYTEK, ${CONCURRENCY} at once`,
			...figures(ours),
			'times as many': timesAsMany,
		});
		rows.push({
			expressions: engine,
			nodes: 'Crypto + HTTP Request, all at once',
			...figures(builtIn),
			'times as many': 1,
		});
	}
	return {
		title: `Open platform, ${latencyMs} ms latency: the node compared with n8n's own nodes`,
		notes: [
			`Segment Words of ${ITEMS} items, medians of ${ROUNDS} by turns in one process: n8n's engine on the Node.js that n8n ${version} runs on.`,
			'n8n comes with expressions in vm; its operator can choose legacy. HTTP Request opens a connection for every item, all at once.',
		],
		rows,
	};
}

/** Items per second. */
function rate(costs: Cost[]): number {
	return median(costs.map(({ seconds }) => ITEMS / seconds));
}

function figures(costs: Cost[]): Row {
	return {
		'items/s': rate(costs),
		'ms/item': median(costs.map(({ cpuSeconds }) => (cpuSeconds * 1000) / ITEMS)),
		'peak MB': Math.round(median(costs.map(({ peakBytes }) => peakBytes / MEGABYTE))),
	};
}
