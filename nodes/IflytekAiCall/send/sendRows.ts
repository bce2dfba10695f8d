import { MAX_ROWS_PER_REQUEST } from '../../shared/aiCall/protocol/limits';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import { LOOP_MS, turns } from '../../shared/n8n/run/items';
import { outcomesOf, type Outcomes } from '../entry/audit';
import type { Delivery, RepeatSettings } from '../entry/delivery';
import { hoursError, type Entry } from '../entry/entry';
import { isFailed, outcomeOfRepeat } from '../entry/outcomes';
import type { OpenStore } from '../sentBefore/openStore';
import { SentRows, type RowRecords } from '../sentBefore/sentRows';
import { batchesOf, inParallel } from './batches';
import { DeliveryLog } from './log';
import type { NodeRun } from './nodeRun';
import { findRepeats } from './repeats';
import { Sender } from './sender';

/**
 * How many rows are recorded together. A kill leaves them in doubt, but n8n's database reads and
 * writes all entries of the node each time, so the groups grow with what was recorded.
 */
const MIN_GROUP = 100;
const MAX_GROUP = 500;
const GROUP_SHARE = 1 / 50;

/** How the rows of an operation are recorded, and what is done with a batch that was refused. */
interface RowsSending extends Pick<Delivery, 'names' | 'clock' | 'sendOthers' | 'mode'> {
	node: NodeRun;
	client: AiCallClient;
	repeat: RepeatSettings;
	/** Opens what is recorded of the rows; undefined if nothing is. */
	open(rows: readonly Entry[]): Promise<{ opened: OpenStore; records: RowRecords } | undefined>;
	/**
	 * For an operation in which a refused batch may have been accepted in part. Called when all batches
	 * were sent, with those that were refused because of one of their rows. Without it, they are split
	 * at once.
	 */
	settle?(sender: Sender, refused: readonly Entry[][], outcomes: Outcomes): Promise<void>;
}

/**
 * Takes rows through these steps: check whether they may be sent now, put them into batches, leave
 * out what was sent before, record that they are begun, send the requests, record the outcomes. A
 * row that must not be sent now is not sent in this run, even if its hours begin meanwhile.
 * @returns the outcome of each row
 * @throws InputError for a retry on another day, if it is not known any more what was sent
 */
export async function sendRows(rows: readonly Entry[], sending: RowsSending): Promise<Outcomes> {
	const { node, client, names, clock, sendOthers, mode, repeat } = sending;
	const outcomes = outcomesOf(sending);
	const log = new DeliveryLog(node, names);
	const sender = new Sender(node, client, { names, clock, sendOthers, outcomes, log });
	const due = await rowsForNow(rows, sending, outcomes);
	const sendsAny = sendOthers || due.length === rows.length;
	const toSend = sendsAny ? due : [];
	// A test may be repeated, so nothing of it is recorded.
	const isRecorded = mode === 'real' && toSend.length > 0;
	const record = isRecorded ? await sending.open(toSend) : undefined;
	const sentRows = record && new SentRows(record.opened, record.records, repeat);
	/** Rows that have the key of an earlier row, each with the first row that has this key. */
	const repeats = await findRepeats(toSend, (row) => record?.opened.identities.note(row));
	const distinct = toSend.filter((row) => !repeats.has(row));
	const refused: Entry[][] = [];
	try {
		const batches = recordedAsBegun(batchesOf(distinct, MAX_ROWS_PER_REQUEST));
		await inParallel(node.concurrency, batches, async (batch) => {
			const mustSplit = await sender.sendWhole(batch);
			if (mustSplit && sending.settle) {
				refused.push(batch);
				sentRows?.postpone(batch);
				return;
			}
			if (mustSplit) await sender.split(batch);
			sentRows?.end(batch, outcomes);
		});
		await sending.settle?.(sender, refused, outcomes);
		for (const batch of refused) sentRows?.end(batch, outcomes);
	} finally {
		// Before the record is closed, because a row that was not sent releases its key.
		for (const [row, first] of repeats) outcomes.set(row, outcomeOfRepeat(outcomes.of(first)));
		await sentRows?.close(outcomes).catch((error: unknown) => log.warnOfRecord(error));
	}
	if (node.stopped?.aborted) log.warnOfStop(outcomes);
	return outcomes;

	/** Leaves out the rows that were sent before, and records the others as begun. */
	async function* recordedAsBegun(all: readonly Entry[][]) {
		let begun = 0;
		for (let at = 0, end = 0; at < all.length; at = end) {
			const share = Math.min(MAX_GROUP, begun * GROUP_SHARE);
			const wanted = Math.max(MIN_GROUP, node.concurrency * MAX_ROWS_PER_REQUEST, share);
			let count = 0;
			for (; end < all.length && count < wanted; end++) count += all[end]?.length ?? 0;
			const group = all.slice(at, end);
			if (sender.isOver) return;
			const groupRows = group.flat();
			begun += groupRows.length;
			await recordBegun(groupRows);
			// A batch of which no row is left is not sent.
			for (const batch of group) yield batch.filter(isStillToSend);
		}
	}

	/** A row that could not be recorded is not sent either, but it has an error. */
	function isStillToSend(row: Entry): boolean {
		const outcome = outcomes.of(row);
		return outcome.state === 'notSent' && !isFailed(outcome);
	}

	/** Records rows as begun. If this fails, none of them may be sent. */
	async function recordBegun(group: Entry[]): Promise<void> {
		if (!sentRows) return;
		log.beginRows(group);
		try {
			// A row that was begun before does not prevent the others from being sent.
			for (const [row, outcome] of await sentRows.begin(group)) outcomes.set(row, outcome);
		} catch (error) {
			sender.fail(group, error);
		}
	}
}

/** The rows that may be sent in this run. The outcomes of the others are set. */
async function rowsForNow(
	rows: readonly Entry[],
	{ clock }: RowsSending,
	outcomes: Outcomes,
): Promise<Entry[]> {
	const nextTurn = turns(LOOP_MS);
	for (const row of rows) {
		await nextTurn();
		const error = hoursError(row.destination, clock);
		outcomes.set(row, error ? { state: 'outsideHours', error } : { state: 'notSent' });
	}
	return rows.filter((row) => outcomes.of(row).state === 'notSent');
}
