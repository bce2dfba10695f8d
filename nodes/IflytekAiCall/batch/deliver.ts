import type { IExecuteFunctions } from 'n8n-workflow';
import { ISOLATION_ADVICE } from '../../shared/aiCall/protocol/aiCallCodes';
import { MAX_ROWS_PER_REQUEST } from '../../shared/aiCall/protocol/apiMethods';
import { isFaultOfOneRow, rowsOutcome } from '../../shared/aiCall/protocol/retryPolicy';
import { acceptedIds, bisect } from '../../shared/aiCall/rows/rows';
import { createdTaskId } from '../../shared/aiCall/tasks/taskCreation';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import { Item, readConcurrency, readTimeout } from '../../shared/n8n/parameters/item';
import { LOOP_MS, turns } from '../../shared/n8n/run/items';
import type { JsonRecord } from '../../shared/values';
import { SentRows } from '../sentBefore/sentRows';
import { tooManyKeys, type Sending } from './delivery';
import { hoursError, Repeats, type Destination, type Entry } from './entry';
import { DeliveryLog } from './log';
import { outcomeOfRepeat, outcomesOf, type Outcomes } from './outcomes';

/**
 * How many rows are recorded together. A kill leaves them in doubt, but n8n's database reads and
 * writes all entries of the node each time, so the groups grow with what was recorded.
 */
const MIN_GROUP = 100;
const MAX_GROUP = 500;
const GROUP_SHARE = 1 / 50;

/**
 * Takes entries through these steps: check whether they may be sent now, put them into batches,
 * leave out what was sent before, record that they are begun, send the requests, record the
 * outcomes. An entry that must not be sent now is not sent in this run, even if its hours begin
 * meanwhile.
 * @returns the outcome of each entry
 * @throws InputError if nothing may be sent, because another start of the execution sends it
 */
export async function deliver(
	context: IExecuteFunctions,
	client: AiCallClient,
	entries: readonly Entry[],
	delivery: Sending,
): Promise<Outcomes> {
	const { names, mode, clock, sendOthers, sent = {}, isolate = false } = delivery;
	const { batchSize = MAX_ROWS_PER_REQUEST } = delivery;
	const outcomes = outcomesOf(delivery);
	const log = new DeliveryLog(context, names);
	const stopped = context.getExecutionCancelSignal();
	// These parameters are read before anything is recorded, because reading them may fail.
	const concurrency = readConcurrency(context);
	const timeoutMs = readTimeout(new Item(context, 0));
	const nextTurn = turns(LOOP_MS);
	let hasFailed = false;
	/** Whether no further batch may be started. */
	const isOver = () => stopped?.aborted === true || (hasFailed && !sendOthers);

	const due = await entriesForNow();
	const toSend = sendOthers || due.length === entries.length ? due : [];
	// A test may be repeated, so nothing of it is recorded.
	const isRecorded = mode === 'real' && toSend.length > 0;
	const sentRows = isRecorded ? await SentRows.open(context, names, sent, clock) : undefined;
	/** Entries that have the key of an earlier entry, each with the first entry that has this key. */
	const repeats = new Map<Entry, Entry>();
	try {
		const batches = batchesOf(await withDistinctKeys(toSend), batchSize);
		await inParallel(concurrency, recordedAsBegun(batches), async (batch) => {
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

	/** The entries that may be sent in this run. The outcomes of the others are set. */
	async function entriesForNow(): Promise<Entry[]> {
		const tooMany = tooManyKeys(entries.length, sent, true);
		for (const [index, entry] of entries.entries()) {
			await nextTurn();
			const batch = [entry];
			const error = hoursError(entry.destination, clock);
			if (error) outcomes.set(entry, { state: 'outsideHours', error, batch });
			else if (tooMany && index >= (sent.rememberedKeys ?? 0))
				outcomes.set(entry, { state: 'notAccepted', error: tooMany, batch });
			else outcomes.set(entry, { state: 'notSent' });
		}
		return entries.filter((entry) => outcomes.of(entry).state === 'notSent');
	}

	/** The entries that have another key than all before them. */
	async function withDistinctKeys(all: readonly Entry[]): Promise<Entry[]> {
		const keys = new Repeats();
		for (const entry of all) {
			await nextTurn();
			sentRows?.identities.note(entry);
			const first = keys.firstOf(entry, entry.key);
			if (first) repeats.set(entry, first);
		}
		return all.filter((entry) => !repeats.has(entry));
	}

	/** Leaves out the rows that were sent before, and records the others as begun. */
	async function* recordedAsBegun(all: readonly Entry[][]) {
		let begun = 0;
		for (let at = 0, end = 0; at < all.length; at = end) {
			const share = Math.min(MAX_GROUP, begun * GROUP_SHARE);
			let missing = Math.max(MIN_GROUP, concurrency * batchSize, share);
			while (end < all.length && missing > 0) missing -= all[end++]?.length ?? 0;
			const group = all.slice(at, end);
			if (isOver()) return;
			const rows = group.flat();
			begun += rows.length;
			await recordBegun(rows);
			// A batch of which no row is left is not sent.
			for (const batch of group) yield batch.filter((row) => outcomes.of(row).state === 'notSent');
		}
	}

	/** Records rows as begun. If this fails, none of them may be sent. */
	async function recordBegun(rows: Entry[]): Promise<void> {
		if (!sentRows) return;
		log.beginRows(rows);
		try {
			// A row that was begun before does not prevent the others from being sent.
			for (const [row, outcome] of await sentRows.begin(rows)) outcomes.set(row, outcome);
		} catch (error) {
			fail(rows, error);
		}
	}

	/**
	 * Sends a batch and sets the outcomes. The client decides what is retried. If the platform refuses
	 * the batch because of one invalid row, and `isolate` is set, each half is sent on its own.
	 */
	async function send(batch: Entry[]): Promise<void> {
		const [first] = batch;
		if (!first || isOver()) return;
		const number = log.begin(batch);
		let halves: Entry[][] = [];
		try {
			await request(batch, first.destination);
		} catch (error) {
			const isOneAtFault = isFaultOfOneRow(error);
			if (isOneAtFault && isolate && batch.length > 1) halves = bisect(batch);
			else {
				if (isOneAtFault && names.method === 'placeCalls' && batch.length > 1)
					error.details.advice = `${error.details.advice ?? ''} ${ISOLATION_ADVICE}`;
				// A row that is at fault itself does not keep the others from being sent.
				fail(batch, error, { stopsOthers: !(isolate && isOneAtFault) });
			}
		}
		log.end(number, batch, outcomes);
		for (const half of halves) await send(half);
	}

	async function request(batch: readonly Entry[], destination: Destination): Promise<void> {
		const beforeSend = () => {
			const error = hoursError(destination, clock);
			if (error) throw error;
		};
		await destination.task?.ready();
		const body = destination.body(batch.map(({ values }) => values));
		const envelope = await client(names.method, body, { timeoutMs, beforeSend });
		const ids = idsIn(envelope.result, batch.length);
		for (const [index, entry] of batch.entries())
			outcomes.set(entry, { state: 'accepted', id: ids[index] ?? '', envelope });
	}

	/** The IDs that the platform gave to the entries of a request, in their order. */
	function idsIn(result: JsonRecord, count: number): string[] {
		return names.method === 'createTask' ? [createdTaskId(result)] : acceptedIds(result, count);
	}

	function fail(batch: Entry[], error: unknown, { stopsOthers = true } = {}): void {
		hasFailed ||= stopsOthers;
		const state = rowsOutcome(names.method, error);
		for (const entry of batch) outcomes.set(entry, { state, error, batch });
	}
}

/** Batches of entries, each with one destination: first those that are full, then the others. */
export function batchesOf(entries: readonly Entry[], size: number): Entry[][] {
	const full: Entry[][] = [];
	const open = new Map<Destination, Entry[]>();
	for (const entry of entries) {
		const batch = open.get(entry.destination) ?? [];
		batch.push(entry);
		open.set(entry.destination, batch);
		if (batch.length < size) continue;
		full.push(batch);
		open.delete(entry.destination);
	}
	return [...full, ...open.values()];
}

/**
 * Sends up to `count` batches at the same time. As soon as a batch was sent, the next one is taken.
 */
async function inParallel(
	count: number,
	batches: AsyncGenerator<Entry[]>,
	send: (batch: Entry[]) => Promise<void>,
): Promise<void> {
	// All workers take their batches from the same generator.
	const work = async () => {
		for await (const batch of batches) await send(batch);
	};
	await Promise.all(Array.from({ length: count }, work));
}
