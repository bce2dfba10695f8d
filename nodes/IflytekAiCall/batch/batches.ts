import type { IExecuteFunctions } from 'n8n-workflow';
import { ISOLATION_ADVICE } from '../../shared/aiCall/protocol/aiCallCodes';
import { isFaultOfOneRow, rowsOutcome } from '../../shared/aiCall/protocol/retryPolicy';
import { bisect } from '../../shared/aiCall/rows/rows';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import type { Delivery } from './delivery';
import { itemsText, positionText, type DeliveryNames, type Destination, type Entry } from './entry';
import type { Outcome } from './outcomes';
import { stoppedLine } from './report';

/**
 * Collects entries with the same destination into batches. A batch is returned as soon as it is
 * full; batches that are not full follow at the end.
 */
export async function* batched(
	entries: AsyncIterable<Entry> | Iterable<Entry>,
	size: number,
): AsyncGenerator<Entry[]> {
	const open = new Map<Destination, Entry[]>();
	for await (const entry of entries) {
		const batch = open.get(entry.destination) ?? [];
		batch.push(entry);
		open.set(entry.destination, batch);
		if (batch.length < size) continue;
		open.delete(entry.destination);
		yield batch;
	}
	yield* open.values();
}

/** Collects batches into groups. Each group except the last has at least `size()` entries. */
export async function* grouped(
	batches: AsyncIterable<Entry[]>,
	size: () => number,
): AsyncGenerator<Entry[][]> {
	let group: Entry[][] = [];
	let entryCount = 0;
	for await (const batch of batches) {
		group.push(batch);
		entryCount += batch.length;
		if (entryCount < size()) continue;
		yield group;
		group = [];
		entryCount = 0;
	}
	if (group.length > 0) yield group;
}

/**
 * Sends up to `count` batches at the same time. As soon as a batch was sent, the next one is taken.
 */
export async function inParallel(
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

interface SendingRun {
	timeoutMs: number;
	stopAtFailure: boolean;
	stopped?: AbortSignal;
	log: DeliveryLog;
}

/** Sends batches and records the outcome of each entry. The client decides what is retried. */
export class Sender {
	private failed = false;

	constructor(
		private readonly client: AiCallClient,
		private readonly outcomes: Map<Entry, Outcome>,
		private readonly delivery: Pick<Delivery, 'names' | 'ids' | 'isolate'>,
		private readonly run: SendingRun,
	) {}

	/** True if no further batch may be started: the execution was stopped, or a batch has failed. */
	isOver(): boolean {
		return this.run.stopped?.aborted === true || (this.failed && this.run.stopAtFailure);
	}

	/**
	 * Sends a batch, whose entries all have the same destination. If the platform refuses the batch
	 * because of one invalid row, and `isolate` is set, sends each half on its own.
	 */
	async send(batch: Entry[]): Promise<void> {
		if (this.isOver()) return;
		const { isolate = false, names } = this.delivery;
		const { log } = this.run;
		const number = log.begin(batch);
		const error = await this.request(batch).catch((reason: unknown) => ({ reason }));
		if (!error) return log.end(number, batch, this.outcomes);
		const { reason } = error;
		const oneRowIsAtFault = isFaultOfOneRow(reason);
		if (isolate && oneRowIsAtFault && batch.length > 1) {
			log.end(number, batch, this.outcomes);
			for (const half of bisect(batch)) await this.send(half);
			return;
		}
		if (oneRowIsAtFault && names.method === 'placeCalls' && batch.length > 1)
			reason.details.advice = `${reason.details.advice ?? ''} ${ISOLATION_ADVICE}`;
		this.fail(batch, reason, isolate && oneRowIsAtFault);
		log.end(number, batch, this.outcomes);
	}

	/**
	 * Records that a batch failed.
	 * @param atFaultItself whether the only row of the batch caused the failure; the other batches
	 * are then still sent
	 */
	fail(batch: Entry[], error: unknown, atFaultItself = false): void {
		this.failed ||= !atFaultItself;
		const state = rowsOutcome(this.delivery.names.method, error);
		for (const entry of batch) this.outcomes.set(entry, { state, error, batch });
	}

	private async request(batch: Entry[]): Promise<undefined> {
		const { names, ids } = this.delivery;
		const [first] = batch;
		if (!first) return;
		const beforeSend = () => {
			const hoursError = first.destination.whyNotNow?.();
			if (hoursError) throw hoursError;
		};
		await first.destination.task?.ready();
		const envelope = await this.client(
			names.method,
			first.destination.body(batch.map(({ values }) => values)),
			{ timeoutMs: this.run.timeoutMs, beforeSend },
		);
		const accepted = ids(envelope.result, batch.length);
		batch.forEach((entry, index) =>
			this.outcomes.set(entry, { state: 'accepted', id: accepted[index] ?? '', envelope }),
		);
	}
}

/**
 * Writes lines about each request to n8n's log, the only trace after a crash. The line before a
 * request names its items; the line after it lists the accepted IDs. The lines contain no phone
 * number and no value of a row.
 */
export class DeliveryLog {
	private batches = 0;
	private readonly prefix: string;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly names: DeliveryNames,
	) {
		this.prefix = `${context.getNode().name}: execution ${context.getExecutionId() ?? 'without id'}`;
	}

	/**
	 * Called before a batch is sent.
	 * @returns the number of the batch in this run; the first is 1
	 */
	begin(batch: readonly Entry[]): number {
		const number = ++this.batches;
		const [singular, plural] = this.names.nouns;
		this.context.logger.info(
			`${this.prefix}, batch ${number}: sending ${batch.length} ${batch.length === 1 ? singular : plural}, ${itemsText(batch)}`,
		);
		return number;
	}

	/** Called before entries are recorded as begun. They are sent after that. */
	beginRows(rows: readonly Entry[]): void {
		const [singular, plural] = this.names.nouns;
		this.context.logger.info(
			`${this.prefix}: ${plural} begun: ${rows.length} ${rows.length === 1 ? singular : plural}, ${itemsText(rows)}`,
		);
	}

	/** Called when the outcomes of a batch are known. */
	end(number: number, batch: readonly Entry[], outcomes: ReadonlyMap<Entry, Outcome>): void {
		const accepted = batch.flatMap((entry) => {
			const outcome = outcomes.get(entry);
			return outcome?.state === 'accepted' ? [`${positionText(entry)}: ${outcome.id}`] : [];
		});
		if (accepted.length > 0)
			return this.context.logger.info(
				`${this.prefix}, batch ${number}: accepted (${this.names.idName}): ${accepted.join('; ')}`,
			);
		const isUnknown = batch.some((entry) => outcomes.get(entry)?.state === 'unknown');
		this.context.logger.warn(
			`${this.prefix}, batch ${number}: ${isUnknown ? 'not known whether accepted' : 'not accepted'}, ${itemsText(batch)}`,
		);
	}

	/** n8n's database could not record what became of entries. */
	warnOfRecord(error: unknown): void {
		this.context.logger.warn(
			`${this.prefix}: what became of the ${this.names.nouns[1]} could not be recorded, so a later run may say that it is unknown: ${error instanceof Error ? error.message : String(error)}`,
		);
	}

	warnOfStop(outcomes: ReadonlyMap<Entry, Outcome>): void {
		const lastRead = [...outcomes.keys()].at(-1)?.item ?? -1;
		const unread = this.context.getInputData().length - lastRead - 1;
		const rest = unread > 0 ? `. The last ${unread} items were not read` : '';
		this.context.logger.warn(`${this.prefix}: ${stoppedLine(this.names, outcomes)}${rest}`);
	}
}
