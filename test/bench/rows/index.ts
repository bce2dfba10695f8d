import { installN8n } from '../../e2e/lib/install';
import { median, MEGABYTE, type Cost } from '../measure';
import { inOwnProcess } from '../ownProcess';
import { startPlatform, type Platform } from '../platform';
import { sized } from '../size';
import { tell, type Row, type Section } from '../report';

const LATENCY_MS = 50;
export const ROWS = sized(10_000, 200);
export const WARM_UP_ROWS = sized(500, 100);
export const ROUNDS = sized(3, 2);
/** The rows that one run sends in a process of its own. */
export const MANY_ROWS = sized(50_000, 500);

/** One round of adding all rows: its cost, and its result in the platform's own records. */
export interface WayRun extends Cost {
	/** How many rows have the same ID in the output as on the platform, digit for digit. */
	rightIds: number;
	/** How many rows the platform accepted. */
	accepted: number;
	/** How many requests contained rows. */
	rowRequests: number;
	/** How many requests contained no rows: those for the token, the task and the columns. */
	otherRequests: number;
}

/** The rounds of the AI Call node, and of n8n's own nodes. */
export interface Ways {
	node: WayRun[];
	builtIn: WayRun[];
}

/** A run in a process of its own. */
export interface ManyRun extends Cost {
	/** The resident memory before the run, in bytes. */
	idleBytes: number;
	/** The longest time without a turn of the event loop. */
	longestStallMs: number;
}

/** Adds the rows of a campaign with the AI Call node and with n8n's own nodes, in alternating rounds. */
export async function rows(): Promise<Section[]> {
	const { nodeBinary, version } = await installN8n();
	const platform = await startPlatform(0);
	try {
		await platform.order('aicall/configure', { latencyMs: LATENCY_MS });
		tell(`Rows: ${ROWS}, ${ROUNDS} rounds`);
		const { node, builtIn } = await inOwnProcess<Ways>(
			'rows/rows.process.ts',
			[platform.url],
			nodeBinary,
		);
		const timesAsFast = rate(node) / rate(builtIn);
		return [
			{
				title: `AI Call: ${ROWS} rows into a task, ${LATENCY_MS} ms latency`,
				notes: [
					`Medians of ${ROUNDS} by turns in one process: n8n's engine on the Node.js that n8n ${version} runs on. Add Rows with its own settings;`,
					"n8n's own nodes in a loop: Loop Over Items (50 at a time), Aggregate, HTTP Request. Ids are compared with the platform's books, digit for digit.",
				],
				rows: [
					{ way: 'iFLYTEK AI Call, Add Rows', ...figures(node), 'times as fast': timesAsFast },
					{
						way: 'Loop Over Items, Aggregate, HTTP Request',
						...figures(builtIn),
						'times as fast': 1,
					},
				],
			},
			await manyRows(platform, nodeBinary),
		];
	} finally {
		await platform.close();
	}
}

/** Compares Run Campaign with Add Rows, each over many rows. */
async function manyRows(platform: Platform, nodeBinary: string): Promise<Section> {
	const lines: Row[] = [];
	for (const [way, operation] of [
		['Add Rows', 'addRows'],
		['Run Campaign', 'run'],
	] as const) {
		tell(`${way}: ${MANY_ROWS} rows, ${ROUNDS} rounds`);
		const runs: ManyRun[] = [];
		for (let round = 0; round < ROUNDS; round++)
			runs.push(
				await inOwnProcess<ManyRun>('rows/many.process.ts', [platform.url, operation], nodeBinary),
			);
		const middle = (read: (run: ManyRun) => number) => median(runs.map(read));
		lines.push({
			way,
			'rows/s': middle(({ seconds }) => MANY_ROWS / seconds),
			'ms/row': middle(({ cpuSeconds }) => (cpuSeconds * 1000) / MANY_ROWS),
			'peak MB': Math.round(middle(({ peakBytes }) => peakBytes) / MEGABYTE),
			'over idle MB': Math.round(
				middle(({ peakBytes, idleBytes }) => peakBytes - idleBytes) / MEGABYTE,
			),
			'longest stall ms': Math.round(middle(({ longestStallMs }) => longestStallMs)),
		});
	}
	return {
		title: `AI Call: ${MANY_ROWS} rows into a task, ${LATENCY_MS} ms latency`,
		notes: [
			`Each run in a process of its own, medians of ${ROUNDS}. Run Campaign also creates the task and starts it. Resident memory.`,
		],
		rows: lines,
	};
}

/** Rows per second. */
function rate(runs: WayRun[]): number {
	return median(runs.map(({ seconds }) => ROWS / seconds));
}

function figures(runs: WayRun[]): Row {
	/** The different values of the rounds: a single one if all rounds agree. */
	const distinct = (read: (run: WayRun) => number | string) =>
		[...new Set(runs.map(read))].join(', ');
	return {
		'rows/s': rate(runs),
		'ms/row': median(runs.map(({ cpuSeconds }) => (cpuSeconds * 1000) / ROWS)),
		requests: distinct(({ rowRequests, otherRequests }) => `${rowRequests} + ${otherRequests}`),
		accepted: distinct(({ accepted }) => accepted),
		'right ids': distinct(({ rightIds }) => rightIds),
	};
}
