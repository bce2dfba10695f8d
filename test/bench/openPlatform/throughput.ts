import { median, MEGABYTE, type Cost } from '../measure';
import type { Platform } from '../platform';
import { tell, type Row, type Section } from '../report';
import { bareLoop } from './bareLoop';
import { runIflytek } from './node';
import { measured, type Measured } from './operations';

/** How many items at which concurrency; at 1 and 5 a thousand would take minutes and tell no more. */
const LOADS = [
	{ concurrency: 1, items: 60 },
	{ concurrency: 5, items: 300 },
	{ concurrency: 10, items: 1000 },
	{ concurrency: 20, items: 1000 },
	{ concurrency: 50, items: 1000 },
];
const ROUNDS = 3;
const WARM_UP = { concurrency: 20, items: 300 };

/** The node compared with a bare loop, by turns, at several concurrencies. */
export async function throughput(platform: Platform, latencyMs: number): Promise<Section> {
	const rows: Row[] = [];
	for (const operation of measured) {
		tell(`${operation.name}: warming up`);
		await pair(platform.url, operation, WARM_UP);
		for (const load of LOADS) {
			tell(`${operation.name}: ${load.items} items, ${load.concurrency} at once`);
			const rounds: Pair[] = [];
			for (let round = 0; round < ROUNDS; round++)
				rounds.push(await pair(platform.url, operation, load));
			rows.push({ operation: operation.name, ...load, ...summary(rounds, load.items) });
		}
	}
	return {
		title: `Open platform, ${latencyMs} ms latency: the node compared with a bare loop`,
		notes: [
			`Medians of ${ROUNDS}, node and bare loop by turns. Bare loop: Node's fetch with kept connections, signing, reading the answer.`,
			'"ratio" is items per second of the node to those of the bare loop in the same run; ms are processor time per item of the client process.',
		],
		rows,
	};
}

interface Pair {
	node: Cost;
	bare: Cost;
}

async function pair(
	url: string,
	operation: Measured,
	{ items, concurrency }: { items: number; concurrency: number },
): Promise<Pair> {
	const node = await runIflytek(url, operation, items, concurrency);
	return { node, bare: await bareLoop(url, operation, items, concurrency) };
}

function summary(rounds: Pair[], items: number): Row {
	const of = (read: (pair: Pair) => number) => median(rounds.map(read));
	return {
		'items/s': of(({ node }) => items / node.seconds),
		'bare items/s': of(({ bare }) => items / bare.seconds),
		ratio: of(({ node, bare }) => bare.seconds / node.seconds),
		'ms/item': of(({ node }) => (node.cpuSeconds * 1000) / items),
		'bare ms/item': of(({ bare }) => (bare.cpuSeconds * 1000) / items),
		'peak MB': of(({ node }) => Math.round(node.peakBytes / MEGABYTE)),
	};
}
