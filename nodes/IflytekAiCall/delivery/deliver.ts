import type { IExecuteFunctions } from 'n8n-workflow';
import { MAX_ROWS_PER_REQUEST } from '../../shared/aiCall/protocol/aiCallLimits';
import type { AiCallClient } from '../../shared/n8n/aiCall/aiCallClient';
import { readConcurrency, Item, readTimeout } from '../../shared/n8n/parameters';
import { pauses } from '../../shared/n8n/run/items';
import { Outcomes } from './audit';
import { batched, grouped, inParallel, Sender } from './batches';
import type { Delivery } from './beginDelivery';
import { claimRun, type Claim } from './claim';
import { Repeats, type Entry } from './entry';
import { DeliveryLog } from './log';
import { needsNoClaim, outcomeOfRepeat } from './rowKeys';

/**
 * At least this many keys of rows are recorded together, because n8n's database reads and writes
 * all keys of the node each time.
 */
const ROWS_PER_GROUP = 500;

/**
 * Takes each entry through these steps: check whether it may be sent now, put it into a batch,
 * claim the run, record its key, send the request, record the outcome. An entry that must not be
 * sent now is not sent in this run, even if its hours begin meanwhile.
 * @param entries all of them are read before the first request, unless On Error is set to continue
 * @returns the outcome of each entry
 */
export async function deliver(
	context: IExecuteFunctions,
	client: AiCallClient,
	entries: AsyncIterable<Entry> | Iterable<Entry>,
	delivery: Pick<Delivery, 'names' | 'ids' | 'keys' | 'isolate' | 'batchSize' | 'date'> & {
		/** How many entries n8n's database keeps for the node; by default as many as `keys` needs. */
		capacity?: number;
	},
): Promise<Outcomes> {
	const { names, keys, batchSize = MAX_ROWS_PER_REQUEST } = delivery;
	const outcomes = new Outcomes(delivery.date);
	/** Entries that have the key of an earlier entry, each with the first entry that has this key. */
	const repeats = new Map<Entry, Entry>();
	const keysInRun = new Repeats();
	const log = new DeliveryLog(context, names);
	const stopped = context.getExecutionCancelSignal();
	const stopAtFailure = !context.continueOnFail();
	// These parameters are read before the run is claimed, because reading them may fail.
	const concurrency = readConcurrency(context);
	const timeoutMs = readTimeout(new Item(context, 0));
	const sender = new Sender(client, outcomes, delivery, { timeoutMs, stopAtFailure, stopped, log });
	let claim: Claim | undefined;

	/** Records entries that cannot be sent in this run, and yields the others. */
	async function* entriesForNow() {
		const pause = pauses();
		for await (const entry of entries) {
			await pause();
			const hoursError = entry.destination.whyNotNow?.();
			if (hoursError) {
				outcomes.set(entry, { state: 'outsideHours', error: hoursError, batch: [entry] });
				continue;
			}
			outcomes.set(entry, { state: 'notSent' });
			const tooMany = keys?.tooMany(outcomes.size);
			if (tooMany) {
				outcomes.set(entry, { state: 'notAccepted', error: tooMany, batch: [entry] });
				continue;
			}
			const first = keysInRun.firstOf(entry, entry.key);
			if (first) repeats.set(entry, first);
			else yield entry;
		}
	}

	/** Claims the run before the first batch. */
	async function* afterClaim(batches: AsyncIterable<Entry[]>) {
		for await (const batch of batches) {
			claim ??= await claimRun(context, names, batch, keys, delivery.capacity);
			yield batch;
		}
	}

	/** Removes the rows that were sent before, and records the keys of the others as begun. */
	async function* afterKeys(batches: AsyncIterable<Entry[]>) {
		if (!keys) return yield* batches;
		const size = Math.max(ROWS_PER_GROUP, concurrency * batchSize);
		for await (const group of grouped(batches, size)) {
			if (sender.isOver()) return;
			const sendable = group.filter((batch) => !sender.isHeld(batch));
			const rows = sendable.flat();
			if (rows.length === 0) continue;
			log.beginKeys(rows);
			try {
				const refused = await keys.begin(names.method, rows);
				// A row that was begun before does not prevent the others from being sent.
				for (const [row, outcome] of refused) outcomes.set(row, outcome);
			} catch (error) {
				sender.fail(rows, error);
				continue;
			}
			for (const batch of sendable) {
				const unsent = batch.filter((row) => outcomes.get(row)?.state === 'notSent');
				if (unsent.length > 0) yield unsent;
			}
		}
	}

	let due: AsyncIterable<Entry> | Iterable<Entry> = entriesForNow();
	if (stopAtFailure) {
		const all: Entry[] = [];
		for await (const entry of due) all.push(entry);
		// If an entry is neither in `all` nor a repeat, it cannot be sent. Then no entry is sent.
		due = all.length + repeats.size < outcomes.size ? [] : all;
	}
	try {
		await inParallel(concurrency, afterKeys(afterClaim(batched(due, batchSize))), async (batch) => {
			await sender.send(batch);
			keys?.end(batch, outcomes);
		});
	} finally {
		// Before the keys are closed, because an entry that was not sent releases its key.
		for (const [entry, first] of repeats)
			outcomes.set(entry, outcomeOfRepeat(entry, outcomes.get(first)));
		await keys?.close(outcomes).catch((error: unknown) => log.warnOfKeys(error));
	}
	if (claim && [...outcomes.values()].every(needsNoClaim))
		await claim.release().catch((error: unknown) => log.warnOfClaim(error));
	if (stopped?.aborted) log.warnOfStop(outcomes);
	return outcomes;
}
