import type { OutsideHoursError } from '../../shared/aiCall/time/callingHours';
import { ISOLATION_ADVICE } from '../../shared/aiCall/protocol/aiCallCodes';
import { isFaultOfOneRow, rowsOutcome } from '../../shared/aiCall/protocol/retryPolicy';
import { batchRows, bisect } from '../../shared/aiCall/rows/rows';
import { settle } from '../../shared/settle';
import type { JsonRecord } from '../../shared/values';
import { pLimit } from '../../shared/vendor';
import type { AiCallClient } from '../../shared/n8n/aiCall/aiCallClient';
import { isFree, type DeliveryEntry, type DeliveryNames, type DeliveryOutcome } from './entry';
import type { DeliveryLog } from './log';
import type { RowKeys } from './rowKeys';

export interface BatchOptions<Target> {
	names: DeliveryNames;
	body(target: Target, values: string[][]): JsonRecord;
	/** The ids of the accepted entries, in order; throws if they cannot be determined. */
	ids(result: JsonRecord, sent: number): string[];
	/** Why entries of a target must not be sent at this moment; asked before each attempt. */
	notNow?(target: Target): OutsideHoursError | undefined;
	/** Maximum number of entries per request; without it, the platform's of rows. */
	batchSize?: number;
	/** Whether to split a rejected batch until the invalid entry is found, so that the others are sent. */
	isolate?: boolean;
}

interface SendingRun {
	concurrency: number;
	timeoutMs: number;
	stopAtFailure: boolean;
	stopped?: AbortSignal;
	log: DeliveryLog;
	/** Where rows have keys: what was sent before. */
	keys?: RowKeys;
}

/** Sends batches and records the outcome of each entry. The client decides what is retried. */
export class BatchSender<Target> {
	private failed = false;

	constructor(
		private readonly client: AiCallClient,
		private readonly outcomes: Map<DeliveryEntry<Target>, DeliveryOutcome<Target>>,
		private readonly options: BatchOptions<Target>,
		private readonly run: SendingRun,
	) {}

	async sendAll(entries: readonly DeliveryEntry<Target>[]): Promise<void> {
		const { concurrency, keys } = this.run;
		const batches = batchRows(entries, ({ target }) => target, this.options.batchSize);
		await pLimit(concurrency).map(
			batches,
			async ({ target, rows }) =>
				await (keys ? this.sendWithKeys(keys, target, rows) : this.send(target, rows)),
		);
	}

	/** Whether no further batch is started: the execution was stopped, or another one failed. */
	private isOver(): boolean {
		return this.run.stopped?.aborted === true || (this.failed && this.run.stopAtFailure);
	}

	/** Sends the rows of a batch whose keys were not recorded before. The keys are recorded first; where that is not certain, nothing is sent. */
	private async sendWithKeys(
		keys: RowKeys,
		target: Target,
		batch: DeliveryEntry<Target>[],
	): Promise<void> {
		if (this.isOver()) return;
		const held = this.options.notNow?.(target);
		if (held) return this.fail(batch, held);
		const recorded = await settle(keys.record(batch));
		if (recorded.status === 'rejected') return this.fail(batch, recorded.reason);
		const before = recorded.value;
		const unsent = batch.filter((row) => !before.has(row));
		for (const row of before) this.outcomes.set(row, { state: 'sentBefore' });
		if (unsent.length > 0) await this.send(target, unsent);
		await keys.release(unsent.filter((row) => isFree(this.outcomes.get(row))));
	}

	private async send(target: Target, batch: DeliveryEntry<Target>[]): Promise<void> {
		if (this.isOver()) return;
		const { isolate = false, names } = this.options;
		const { log } = this.run;
		const number = log.begin(batch);
		const outcome = await settle(this.request(target, batch));
		if (outcome.status === 'fulfilled') return log.end(number, batch, this.outcomes);
		const error: unknown = outcome.reason;
		const ofOneRow = isFaultOfOneRow(error);
		if (isolate && ofOneRow && batch.length > 1) {
			log.end(number, batch, this.outcomes);
			for (const half of bisect(batch)) await this.send(target, half);
			return;
		}
		if (ofOneRow && names.method === 'placeCalls' && batch.length > 1)
			error.details.advice = `${error.details.advice ?? ''} ${ISOLATION_ADVICE}`;
		this.fail(batch, error, isolate && ofOneRow);
		log.end(number, batch, this.outcomes);
	}

	/** Records that a batch failed. Where its only row is at fault itself, the others go on. */
	private fail(batch: DeliveryEntry<Target>[], error: unknown, atFaultItself = false): void {
		this.failed ||= !atFaultItself;
		const state = rowsOutcome(this.options.names.method, error);
		for (const entry of batch) this.outcomes.set(entry, { state, error, batch });
	}

	private async request(target: Target, batch: DeliveryEntry<Target>[]): Promise<void> {
		const { names, body, ids, notNow } = this.options;
		const beforeSend = () => {
			const held = notNow?.(target);
			if (held) throw held;
		};
		const envelope = await this.client(
			names.method,
			body(
				target,
				batch.map(({ values }) => values),
			),
			{ timeoutMs: this.run.timeoutMs, beforeSend },
		);
		const accepted = ids(envelope.result, batch.length);
		batch.forEach((entry, index) =>
			this.outcomes.set(entry, { state: 'accepted', id: accepted[index] ?? '', envelope }),
		);
	}
}
