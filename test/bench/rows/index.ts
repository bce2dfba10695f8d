import { installN8n } from '../../e2e/lib/install';
import { median, type Cost } from '../measure';
import { inOwnProcess } from '../ownProcess';
import { startPlatform } from '../platform';
import { sized } from '../size';
import { tell, type Row, type Section } from '../report';

const LATENCY_MS = 50;
export const ROWS = sized(10_000, 200);
export const WARM_UP_ROWS = sized(500, 100);
export const ROUNDS = sized(3, 2);

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
		];
	} finally {
		await platform.close();
	}
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
