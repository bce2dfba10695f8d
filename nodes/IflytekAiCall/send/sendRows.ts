import { MAX_ROWS_PER_REQUEST } from '../../shared/aiCall/protocol/limits';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import { at } from '../../shared/values';
import type { Decisions } from '../entry/decision';
import type { Delivery, SkipSettings } from '../entry/delivery';
import type { Entry } from '../entry/entry';
import { rulingOn } from '../decide/rules';
import type { Memory } from '../sentBefore/memory';
import { SentRows } from '../sentBefore/sentRows';
import { batchesOf, inParallel } from './batches';
import { DeliveryLog } from './log';
import type { NodeRun } from './nodeRun';
import { Sender } from './sender';

/**
 * How many rows are recorded together. A kill leaves them in doubt, but n8n's database reads and
 * writes all entries of the node each time, so the groups grow with what was recorded.
 */
const MIN_GROUP = 100;
const MAX_GROUP = 500;
const GROUP_SHARE = 1 / 50;

/** How the rows of an operation are recorded, and what is done with a batch that was refused. */
interface RowsSending extends Pick<Delivery, 'names' | 'clock' | 'sendOthers'> {
	node: NodeRun;
	client: AiCallClient;
	skip: SkipSettings;
	/** What is remembered of the rows; undefined if nothing is. */
	memory?: Memory;
	/**
	 * For an operation in which a refused batch may have been accepted in part. Called when all batches
	 * were sent, with those that were refused because of one of their rows. Without it, they are split
	 * at once.
	 */
	settle?(sender: Sender, refused: readonly Entry[][], rows: readonly Entry[]): Promise<void>;
}

/**
 * Takes rows that are ready through these steps: put them into batches, leave out what was sent
 * before, record that they are begun, send the requests, record what became of them.
 */
export async function sendRows(
	rows: readonly Entry[],
	decisions: Decisions,
	sending: RowsSending,
): Promise<void> {
	const { node, client, names, clock, sendOthers, skip, memory } = sending;
	const log = new DeliveryLog(node, names);
	const sender = new Sender(node, client, { names, clock, skip, sendOthers, decisions, log });
	const sentRows = memory && new SentRows(memory);
	const refused: Entry[][] = [];
	try {
		const batches = recordedAsBegun(batchesOf(rows, MAX_ROWS_PER_REQUEST));
		await inParallel(node.concurrency, batches, async (batch) => {
			const mustSplit = await sender.sendWhole(batch);
			if (mustSplit && sending.settle) {
				refused.push(batch);
				sentRows?.postpone(batch);
				return;
			}
			if (mustSplit) await sender.split(batch);
			sentRows?.end(batch, decisions);
		});
		await sending.settle?.(sender, refused, rows);
		for (const batch of refused) sentRows?.end(batch, decisions);
	} finally {
		await sentRows?.close(rows, decisions).catch((error: unknown) => log.warnOfRecord(error));
	}
	if (node.stopped?.aborted) log.warnOfStop(rows, decisions);

	/** Leaves out the rows that were sent before, and records the others as begun. */
	async function* recordedAsBegun(all: readonly Entry[][]) {
		let begun = 0;
		for (let start = 0, end = 0; start < all.length; start = end) {
			const share = Math.min(MAX_GROUP, begun * GROUP_SHARE);
			const wanted = Math.max(MIN_GROUP, node.concurrency * MAX_ROWS_PER_REQUEST, share);
			let count = 0;
			for (; end < all.length && count < wanted; end++) count += at(all, end).length;
			const group = all.slice(start, end);
			if (sender.isOver) return;
			const groupRows = group.flat();
			begun += groupRows.length;
			await recordBegun(groupRows);
			// A batch of which no row is left is not sent.
			for (const batch of group) yield decisions.in(batch, 'ready');
		}
	}

	/** Records rows as begun. If this fails, none of them may be sent. */
	async function recordBegun(group: Entry[]): Promise<void> {
		if (!sentRows) return;
		log.beginRows(group);
		try {
			// A row that was begun before does not prevent the others from being sent.
			for (const [row, before] of await sentRows.begin(group))
				decisions.set(row, rulingOn(before, { names, skip }));
		} catch (error) {
			sender.fail(group, error);
		}
	}
}
