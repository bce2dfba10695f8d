import type { Platform } from '../platform';
import { tell, type Row, type Section } from '../report';
import { sized } from '../size';
import { LATENCY_MS, withPackage } from '../withPackage';
import { placeOnce } from './byTable';
import { runKeyed, type KeyedRun } from './keyedRun';
import { openOneProcess, openQueueMode, type WatchedSite } from './sites';

const ROWS = sized(50_000, 200);
/** The number of rows in the runs that compare the time until the first request. */
const FEWER_ROWS = sized(20_000, 100);
/** The numbers of rows in the runs that compare Row Key with a table. */
const TABLE_ROWS = sized([2500, 5000, 10_000], [100, 200]);
const WARM_UP_ROWS = 100;
const REMEMBERED_KEYS = 50_000;

const NUMBER_FIELD = '客户手机号码';
/** With this option, rows are sent while others are read. */
const SEND_OTHERS = { ifProblems: 'sendOthers' };

const BY_NAME = { name: "a field's name", rowKey: NUMBER_FIELD };
const BY_EXPRESSION = {
	name: 'another expression',
	rowKey: `={{ $json.${NUMBER_FIELD} + '-1' }}`,
};
/** The values of Row Key that are compared. */
const ROW_KEYS = [
	{ name: 'none', rowKey: '' },
	BY_NAME,
	{ name: 'a text and a field', rowKey: `=spring-{{ $json.${NUMBER_FIELD} }}` },
	BY_EXPRESSION,
];

/** What it costs to send no row twice: with Row Key in one process and in queue mode, and with a table in PostgreSQL. */
export async function once(): Promise<Section[]> {
	return await withPackage(async (tarball, platform) => {
		const rows: Row[] = [];
		const oneProcess = await openOneProcess(tarball);
		try {
			rows.push(...(await withKeys(oneProcess, platform)));
		} finally {
			await oneProcess.stop();
		}
		const cluster = await openQueueMode(tarball);
		try {
			rows.push(...(await withKeys(cluster, platform)));
			return [keysSection(rows), tableSection(await byTable(cluster, platform))];
		} finally {
			await cluster.stop();
		}
	});
}

async function withKeys(site: WatchedSite, platform: Platform): Promise<Row[]> {
	const run = async (count: number, rowKey: string, options = {}) => {
		const remembered = { rememberedRowKeys: REMEMBERED_KEYS };
		return await runKeyed(site, platform, count, rowKey, { ...remembered, ...options });
	};
	await run(WARM_UP_ROWS, '');
	const rows: Row[] = [];
	let withoutKeys: KeyedRun | undefined;
	for (const { name, rowKey } of ROW_KEYS) {
		const measured = await run(ROWS, rowKey);
		withoutKeys ??= measured;
		rows.push(figures(site, `${ROWS}`, name, measured, withoutKeys));
	}
	// The time until the first request is only compared in queue mode.
	if (site.command === 'start') return rows;
	for (const { name, rowKey } of [BY_NAME, BY_EXPRESSION]) {
		rows.push(figures(site, `${FEWER_ROWS}`, name, await run(FEWER_ROWS, rowKey)));
		const others = await run(FEWER_ROWS, rowKey, SEND_OTHERS);
		rows.push(figures(site, `${FEWER_ROWS}, Send the Others`, name, others));
	}
	return rows;
}

function figures(
	site: WatchedSite,
	rows: string,
	rowKey: string,
	run: KeyedRun,
	withoutKeys?: KeyedRun,
): Row {
	tell(`${site.name}, ${rows}, ${rowKey}: ${run.rowsPerSecond.toFixed(0)} rows a second`);
	return {
		n8n: site.name,
		rows,
		'Row Key': rowKey,
		'rows/s': run.rowsPerSecond,
		'rows/s, ratio': withoutKeys ? run.rowsPerSecond / withoutKeys.rowsPerSecond : '',
		'cpu s': run.cpuSeconds,
		'first request s': run.firstRequestSeconds,
		'longest stall ms': run.longestStallMs,
		"n8n's own": run.stallMsOfN8n,
		'/healthz ms': run.longestHealthzMs,
		'lock lost': run.hasLostLock ? 'yes' : 'no',
	};
}

async function byTable(site: WatchedSite, platform: Platform): Promise<Row[]> {
	const table = await placeOnce(site, platform, TABLE_ROWS);
	const rows: Row[] = [];
	for (const count of TABLE_ROWS) {
		const keyed = await runKeyed(site, platform, count, NUMBER_FIELD);
		rows.push({
			rows: count,
			'place-once, rows/s': table.get(count) ?? 0,
			'Row Key, rows/s': keyed.rowsPerSecond,
		});
	}
	return rows;
}

function keysSection(rows: Row[]): Section {
	return {
		title: 'Row Key: Place, with and without keys',
		notes: [
			`Platform at ${LATENCY_MS} ms, ${REMEMBERED_KEYS} keys remembered; one run each, of rows that are new. Ratio: to the same rows without keys.`,
			'Times and stalls are those of the process that runs the node, while it runs. Stall: the longest work without a turn of the event loop,',
			"in processor time of its thread, n8n's writing of the keys included; n8n's own: before and after the node.",
			'With If Rows Have Problems set to Send Nothing, all rows are read before the first request.',
		],
		rows,
	};
}

function tableSection(rows: Row[]): Section {
	return {
		title: 'Rows once by a table in PostgreSQL (place-once), beside Row Key',
		notes: [
			'Queue mode, one worker. place-once from the moment in which the rows are posted, Row Key from the start of the node.',
		],
		rows,
	};
}
