import { collectGarbage, median, MEGABYTE, type Cost } from '../measure';
import type { Platform } from '../platform';
import { tell, type Row, type Section } from '../report';
import { sized } from '../size';
import { bareLoop } from './bareLoop';
import { runFloor } from './floor';
import { runIflytek } from './node';
import { operations, type Measured } from './operations';

/** The number of items for each concurrency. At 1 and 5, more items would take minutes and not show more. */
const LOADS = sized(
	[
		{ concurrency: 1, items: 60 },
		{ concurrency: 5, items: 300 },
		{ concurrency: 10, items: 1000 },
		{ concurrency: 20, items: 1000 },
		{ concurrency: 50, items: 1000 },
	],
	[
		{ concurrency: 1, items: 3 },
		{ concurrency: 10, items: 20 },
	],
);
const ROUNDS = sized(5, 1);
const WARM_UP = { concurrency: 20, items: sized(500, 5) };

/** Compares the node with the floor and with a bare loop, in alternating rounds, at several concurrencies. */
export async function throughput(platform: Platform, latencyMs: number): Promise<Section> {
	const rows: Row[] = [];
	for (const operation of operations) {
		tell(`${operation.name}: warming up`);
		await round(platform.url, operation, WARM_UP);
		for (const load of LOADS) {
			tell(`${operation.name}: ${load.items} items, ${load.concurrency} at once`);
			const rounds: Round[] = [];
			while (rounds.length < ROUNDS) rounds.push(await round(platform.url, operation, load));
			rows.push({ operation: operation.name, ...load, ...summary(rounds, load.items) });
		}
	}
	return {
		title: `Open platform, ${latencyMs} ms latency: the node compared with the floor and a bare loop`,
		notes: [
			`Medians of ${ROUNDS}, by turns. Floor: n8n's own request helper in a loop, signed by the same credential; what any node can at most reach.`,
			"Bare loop: Node's fetch with kept connections, signing, reading the response; without n8n.",
			'"of floor", "of bare": items per second of the node to those of the other in the same round. ms: processor time per item of the client process.',
		],
		rows,
	};
}

/** The costs of the node, the floor and the bare loop, which run one after another. */
interface Round {
	node: Cost;
	floor: Cost;
	bare: Cost;
}

async function round(
	url: string,
	operation: Measured,
	{ items, concurrency }: { items: number; concurrency: number },
): Promise<Round> {
	collectGarbage();
	const node = await runIflytek(url, operation, items, concurrency);
	collectGarbage();
	const floor = await runFloor(url, operation, items, concurrency);
	collectGarbage();
	return { node, floor, bare: await bareLoop(url, operation, items, concurrency) };
}

function summary(rounds: Round[], items: number): Row {
	const medianOf = (read: (round: Round) => number) => median(rounds.map(read));
	return {
		'items/s': medianOf(({ node }) => items / node.seconds),
		'floor items/s': medianOf(({ floor }) => items / floor.seconds),
		'bare items/s': medianOf(({ bare }) => items / bare.seconds),
		'of floor': medianOf(({ node, floor }) => floor.seconds / node.seconds),
		'of bare': medianOf(({ node, bare }) => bare.seconds / node.seconds),
		'ms/item': medianOf(({ node }) => (node.cpuSeconds * 1000) / items),
		'floor ms/item': medianOf(({ floor }) => (floor.cpuSeconds * 1000) / items),
		'bare ms/item': medianOf(({ bare }) => (bare.cpuSeconds * 1000) / items),
		'peak MB': medianOf(({ node }) => Math.round(node.peakBytes / MEGABYTE)),
	};
}
