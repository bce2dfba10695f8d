import { builtInNodes } from '../builtInNodes';
import { median, MEGABYTE, type Cost } from '../measure';
import type { Platform } from '../platform';
import { tell, type Row, type Section } from '../report';
import { runBuiltIn } from './builtIn';
import { runIflytek } from './node';
import { segment } from './operations';

const CONCURRENCY = 50;
const ITEMS = 1000;
const WARM_UP_ITEMS = 300;
const ROUNDS = 3;

/** The node beside n8n's own HTTP Request and Crypto nodes, by turns, in the same engine and process. */
export async function comparison(platform: Platform, latencyMs: number): Promise<Section> {
	const nodes = await builtInNodes();
	const ways = {
		[`iFLYTEK, ${CONCURRENCY} at once`]: async (items: number) => await runIflytek(platform.url, segment, items, CONCURRENCY),
		'Crypto + HTTP Request, all at once': async (items: number) => await runBuiltIn(platform.url, segment, nodes, items),
	};
	const costs = new Map<string, Cost[]>();
	for (let round = 0; round <= ROUNDS; round++) {
		tell(round === 0 ? 'Comparison with HTTP Request and Crypto: warming up' : `Comparison with HTTP Request and Crypto: round ${round}`);
		for (const [name, run] of Object.entries(ways)) {
			const cost = await run(round === 0 ? WARM_UP_ITEMS : ITEMS);
			if (round > 0) costs.set(name, [...(costs.get(name) ?? []), cost]);
		}
	}
	const [ours = 0, theirs = 1] = [...costs.values()].map((list) => median(list.map(({ seconds }) => ITEMS / seconds)));
	return {
		title: `Open platform, ${latencyMs} ms latency: the node beside n8n's own nodes`,
		notes: [
			`Segment Words of ${ITEMS} items, medians of ${ROUNDS} by turns, in the same engine and process. HTTP Request opens one connection per item, all at once.`,
			`Items per second: ${(ours / theirs).toFixed(2)} times as many.`,
		],
		rows: [...costs].map(([nodesUsed, list]) => rowOf(nodesUsed, list)),
	};
}

function rowOf(nodes: string, costs: Cost[]): Row {
	return {
		nodes,
		'items/s': median(costs.map(({ seconds }) => ITEMS / seconds)),
		'ms/item': median(costs.map(({ cpuSeconds }) => (cpuSeconds * 1000) / ITEMS)),
		'peak MB': Math.round(median(costs.map(({ peakBytes }) => peakBytes / MEGABYTE))),
	};
}
