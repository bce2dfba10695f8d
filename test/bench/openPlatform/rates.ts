import { startPlatform, type Platform } from '../platform';
import { sized } from '../size';
import { tell, type Row, type Section } from '../report';
import { runIflytek } from './node';
import { segment } from './operations';

const ITEMS = sized(200, 12);
const CONCURRENCY = 10;
/** How long the platform works on a request. */
const WORK_MS = 500;

/** An account, and the least time that the platform allows for all items. */
interface Account {
	name: string;
	settings: { ratePerSecond: number; rateAtOnce: number };
	allowedSeconds: number;
}

const ACCOUNTS: Account[] = [
	{
		name: '2 a second',
		settings: { ratePerSecond: 2, rateAtOnce: 0 },
		// The first two items do not wait. The last item still takes WORK_MS after it was sent.
		allowedSeconds: (ITEMS - 2) / 2 + WORK_MS / 1000,
	},
	{
		name: '3 at once',
		settings: { ratePerSecond: 0, rateAtOnce: 3 },
		allowedSeconds: (Math.ceil(ITEMS / 3) * WORK_MS) / 1000,
	},
	{
		name: 'no limit',
		settings: { ratePerSecond: 0, rateAtOnce: 0 },
		allowedSeconds: (Math.ceil(ITEMS / CONCURRENCY) * WORK_MS) / 1000,
	},
];

/** Measures how close the node gets to the rate that an account allows. */
export async function rates(): Promise<Section[]> {
	const platform = await startPlatform(WORK_MS);
	try {
		// Warms up.
		await runIflytek(platform.url, segment, CONCURRENCY, CONCURRENCY);
		const rows: Row[] = [];
		for (const account of ACCOUNTS) rows.push(await measure(platform, account));
		return [
			{
				title: `Rates: ${ITEMS} items at Concurrent Requests ${CONCURRENCY}, ${WORK_MS} ms of work each`,
				notes: [
					'"share" is the least time that the account allows to the time that it took. An item that fails ends the bench.',
				],
				rows,
			},
		];
	} finally {
		await platform.close();
	}
}

async function measure(
	platform: Platform,
	{ name, settings, allowedSeconds }: Account,
): Promise<Row> {
	tell(`${name}: about ${Math.ceil(allowedSeconds)} s`);
	await platform.order('reset');
	await platform.order('settings', { ...settings, latencyMs: WORK_MS });
	const { seconds } = await runIflytek(platform.url, segment, ITEMS, CONCURRENCY);
	const log = await platform.read<{ code?: string }[]>('log');
	const refused = log.filter(({ code }) => code === '11202' || code === '11203').length;
	return {
		account: name,
		'allowed s': allowedSeconds,
		'took s': seconds,
		share: allowedSeconds / seconds,
		// If an item had failed, `runIflytek` would have thrown an error.
		failed: 0,
		'refused requests': refused,
	};
}
