import type { IExecuteFunctions } from 'n8n-workflow';
import { ISOLATION_ADVICE } from '../../shared/aiCall/protocol/aiCallCodes';
import { MAX_ROWS_PER_REQUEST } from '../../shared/aiCall/protocol/methods';
import { isFaultOfOneRow, rowsOutcome } from '../../shared/aiCall/protocol/retryPolicy';
import { bisect } from '../../shared/aiCall/rows/rows';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import { Item, readConcurrency, readTimeout } from '../../shared/n8n/parameters';
import { systemClock } from '../../shared/n8n/requests/clock';
import { LOOP_MS, turns } from '../../shared/n8n/run/items';
import { batched, grouped, inParallel } from './batches';
import type { Sending } from './delivery';
import { Repeats, type Entry } from './entry';
import { DeliveryLog } from './log';
import { outcomeOfRepeat, Outcomes } from './outcomes';
import { SentRows } from '../sentBefore/sentRows';
import { tooManyKeys } from '../sentBefore/storedTexts';

/**
 * How many rows are recorded together. A kill leaves them in doubt, but n8n's database reads and
 * writes all entries of the node each time, so the groups grow with what was recorded.
 */
const MIN_GROUP = 100;
const MAX_GROUP = 500;
const GROUP_SHARE = 1 / 50;

/**
 * Takes each entry through these steps: check whether it may be sent now, put it into a batch,
 * leave it out if it was sent before, record that it is begun, send the request, record the
 * outcome. An entry that must not be sent now is not sent in this run, even if its hours begin
 * meanwhile.
 * @param entries all of them are read before the first request, unless `sendOthers` is set
 * @returns the outcome of each entry
 * @throws InputError if nothing may be sent, because another start of the execution sends it
 */
export async function deliver(
	context: IExecuteFunctions,
	client: AiCallClient,
	entries: AsyncIterable<Entry> | Iterable<Entry>,
	delivery: Sending,
): Promise<Outcomes> {
	const { names, mode, sendOthers, sent = {}, isolate = false } = delivery;
	const { batchSize = MAX_ROWS_PER_REQUEST, clock = systemClock } = delivery;
	const outcomes = new Outcomes(delivery.date);
	/** Entries that have the key of an earlier entry, each with the first entry that has this key. */
	const repeats = new Map<Entry, Entry>();
	const keysInRun = new Repeats();
	const log = new DeliveryLog(context, names);
	const stopped = context.getExecutionCancelSignal();
	// These parameters are read before anything is recorded, because reading them may fail.
	const concurrency = readConcurrency(context);
	const timeoutMs = readTimeout(new Item(context, 0));
	/** Opened for the first entry. A test may be repeated, so nothing of it is recorded. */
	let sentRows: SentRows | undefined;
	let hasFailed = false;
	/** Whether no further batch may be started. */
	const isOver = () => stopped?.aborted === true || (hasFailed && !sendOthers);

	let due: AsyncIterable<Entry> | Iterable<Entry> = entriesForNow();
	try {
		if (!sendOthers) {
			const all: Entry[] = [];
			for await (const entry of due) all.push(entry);
			// If an entry is neither in `all` nor a repeat, it cannot be sent. Then no entry is sent.
			due = all.length + repeats.size < outcomes.size ? [] : all;
		}
		await inParallel(concurrency, notSentBefore(batched(due, batchSize)), async (batch) => {
			await send(batch);
			sentRows?.end(batch, outcomes);
		});
	} finally {
		// Before the record is closed, because an entry that was not sent releases its key.
		for (const [entry, first] of repeats)
			outcomes.set(entry, outcomeOfRepeat(entry, outcomes.get(first)));
		await sentRows?.close(outcomes).catch((error: unknown) => log.warnOfRecord(error));
	}
	if (stopped?.aborted) log.warnOfStop(outcomes);
	return outcomes;

	/** Records entries that cannot be sent in this run, and yields the others. */
	async function* entriesForNow() {
		const nextTurn = turns(LOOP_MS);
		for await (const entry of entries) {
			await nextTurn();
			const hoursError = entry.destination.whyNotNow?.();
			if (hoursError) {
				outcomes.set(entry, { state: 'outsideHours', error: hoursError, batch: [entry] });
				continue;
			}
			if (mode === 'real') sentRows ??= await SentRows.open(context, names, sent, clock);
			sentRows?.note(entry);
			outcomes.set(entry, { state: 'notSent' });
			const tooMany = tooManyKeys(outcomes.size, sent);
			if (tooMany) {
				outcomes.set(entry, { state: 'notAccepted', error: tooMany, batch: [entry] });
				continue;
			}
			const first = keysInRun.firstOf(entry, entry.key);
			if (first) repeats.set(entry, first);
			else yield entry;
		}
	}

	/** Leaves out the rows that were sent before, and records the others as begun. */
	async function* notSentBefore(batches: AsyncIterable<Entry[]>) {
		let begun = 0;
		const size = () =>
			Math.max(MIN_GROUP, concurrency * batchSize, Math.min(MAX_GROUP, begun * GROUP_SHARE));
		for await (const group of grouped(batches, size)) {
			if (!sentRows) {
				yield* group;
				continue;
			}
			if (isOver()) return;
			const rows = group.flat();
			begun += rows.length;
			log.beginRows(rows);
			try {
				// A row that was begun before does not prevent the others from being sent.
				for (const [row, outcome] of await sentRows.begin(rows)) outcomes.set(row, outcome);
			} catch (error) {
				fail(rows, error);
				continue;
			}
			for (const batch of group) {
				const unsent = batch.filter((row) => outcomes.get(row)?.state === 'notSent');
				if (unsent.length > 0) yield unsent;
			}
		}
	}

	/**
	 * Sends a batch and sets the outcomes. The client decides what is retried. If the platform refuses
	 * the batch because of one invalid row, and `isolate` is set, each half is sent on its own.
	 */
	async function send(batch: Entry[]): Promise<void> {
		if (isOver()) return;
		const number = log.begin(batch);
		let halves: Entry[][] = [];
		try {
			await request(batch);
		} catch (error) {
			const isOneAtFault = isFaultOfOneRow(error);
			if (isOneAtFault && isolate && batch.length > 1) halves = bisect(batch);
			else {
				if (isOneAtFault && names.method === 'placeCalls' && batch.length > 1)
					error.details.advice = `${error.details.advice ?? ''} ${ISOLATION_ADVICE}`;
				// A row that is at fault itself does not keep the others from being sent.
				fail(batch, error, isolate && isOneAtFault);
			}
		}
		log.end(number, batch, outcomes);
		for (const half of halves) await send(half);
	}

	async function request(batch: Entry[]): Promise<void> {
		const [first] = batch;
		if (!first) return;
		const { destination } = first;
		const beforeSend = () => {
			const hoursError = destination.whyNotNow?.();
			if (hoursError) throw hoursError;
		};
		await destination.task?.ready();
		const body = destination.body(batch.map(({ values }) => values));
		const envelope = await client(names.method, body, { timeoutMs, beforeSend });
		const ids = delivery.ids(envelope.result, batch.length);
		for (const [index, entry] of batch.entries())
			outcomes.set(entry, { state: 'accepted', id: ids[index] ?? '', envelope });
	}

	function fail(batch: Entry[], error: unknown, isOneAtFault = false): void {
		hasFailed ||= !isOneAtFault;
		const state = rowsOutcome(names.method, error);
		for (const entry of batch) outcomes.set(entry, { state, error, batch });
	}
}
