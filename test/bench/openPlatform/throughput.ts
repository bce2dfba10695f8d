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

/** Compares the node with both floors and with a bare loop, in alternating rounds, at several concurrencies. */
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
		title: `Open platform, ${latencyMs} ms latency: the node compared with two floors and a bare loop`,
		notes: [
			`Medians of ${ROUNDS}, by turns. Floor: n8n's own request helper in a loop, signed by the same credential; what a node can at most reach that gets each response whole.`,
			'Bounded floor: the same, but it reads each response as it arrives, because n8n limits no response. What a node can at most reach that refuses a response that is too large; iFLYTEK does.',
			"Bare loop: Node's fetch with kept connections, signing, reading the response; without n8n.",
			'"of …": items per second of the node to those of the other in the same round. ms: processor time per item of the client process.',
		],
		rows,
	};
}

/** The costs of the node, both floors and the bare loop, which run one after another. */
interface Round {
	node: Cost;
	floor: Cost;
	boundedFloor: Cost;
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
	const floor = await runFloor(url, operation, items, concurrency, 'byN8n');
	collectGarbage();
	const boundedFloor = await runFloor(url, operation, items, concurrency, 'asItArrives');
	collectGarbage();
	const bare = await bareLoop(url, operation, items, concurrency);
	return { node, floor, boundedFloor, bare };
}

function summary(rounds: Round[], items: number): Row {
	const medianOf = (read: (round: Round) => number) => median(rounds.map(read));
	return {
		'items/s': medianOf(({ node }) => items / node.seconds),
		'floor items/s': medianOf(({ floor }) => items / floor.seconds),
		'bounded floor items/s': medianOf(({ boundedFloor }) => items / boundedFloor.seconds),
		'bare items/s': medianOf(({ bare }) => items / bare.seconds),
		'of floor': medianOf(({ node, floor }) => floor.seconds / node.seconds),
		'of bounded floor': medianOf(({ node, boundedFloor }) => boundedFloor.seconds / node.seconds),
		'of bare': medianOf(({ node, bare }) => bare.seconds / node.seconds),
		'ms/item': medianOf(({ node }) => (node.cpuSeconds * 1000) / items),
		'floor ms/item': medianOf(({ floor }) => (floor.cpuSeconds * 1000) / items),
		'bounded floor ms/item': medianOf(
			({ boundedFloor }) => (boundedFloor.cpuSeconds * 1000) / items,
		),
		'bare ms/item': medianOf(({ bare }) => (bare.cpuSeconds * 1000) / items),
		'peak MB': medianOf(({ node }) => Math.round(node.peakBytes / MEGABYTE)),
	};
}
