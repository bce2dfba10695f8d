import type { OutsideHoursError } from '../../shared/aiCall/callingHours';
import { ISOLATION_ADVICE, ROW_FAULTS } from '../../shared/aiCall/codes';
import type { Envelope } from '../../shared/aiCall/envelope';
import { RefusalError, type DeliveryMethod } from '../../shared/aiCall/errors';
import { rowsOutcome } from '../../shared/aiCall/retryPolicy';
import { batchRows, bisect } from '../../shared/aiCall/rows';
import type { JsonRecord } from '../../shared/values';
import { pLimit } from '../../shared/vendor';
import type { AiCallClient } from '../../shared/n8n/aiCall/client';
import type { DeliveryLog } from './log';
import { outcomeOfRepeat, repeatsIn, type RowKeys } from './rowKeys';
import { settle } from '../../shared/settle';

/** What must be sent exactly once: the row of a customer, or a task to create. */
export interface DeliveryEntry<Target> {
	/** Index of the input item. */
	item: number;
	/** Index in the array of the item, if the item contains an array. */
	rowIndex?: number;
	/** Name in errors: the phone number, or the name of the task. */
	label: string;
	/** What the entries of one request have in common. */
	target: Target;
	values: string[];
	/** The original input. */
	original: unknown;
	/** Names a row for good, where the user gave keys. */
	key?: string;
}

/**
 * The outcome of an entry. `notSent`: not tried, because another one failed or the execution was stopped; `outsideHours`: not
 * sent, because nobody may be called at that time.
 */
export type DeliveryOutcome<Target> =
	| { state: 'accepted'; id: string; envelope: Envelope }
	| { state: 'notAccepted' | 'unknown' | 'outsideHours'; error: unknown; batch: DeliveryEntry<Target>[] }
	| { state: 'notSent' }
	| { state: 'sentBefore' };

export interface DeliveryOptions<Target> {
	method: DeliveryMethod;
	/** Maximum number of entries per request. */
	batchSize: number;
	body(target: Target, values: string[][]): JsonRecord;
	/** The ids of the accepted entries, in order; throws if they cannot be determined. */
	ids(result: JsonRecord, sent: number): string[];
	/** Maximum number of concurrent requests. */
	concurrency: number;
	timeoutMs: number;
	/** Why entries of a target must not be sent at this moment; asked before each attempt. */
	notNow?(target: Target): OutsideHoursError | undefined;
	/** Whether to split a rejected batch until the invalid entry is found, so that the others are sent. */
	isolate: boolean;
	/** Whether to stop after the first failure. */
	stopAtFailure: boolean;
	stopped?: AbortSignal;
	/** Where rows have keys: what was sent before. */
	keys?: RowKeys;
	log: DeliveryLog;
}

/**
 * Sends entries in batches, a few requests at a time, and returns the outcome of each. No batch is started after the
 * execution was stopped. The client decides what is retried.
 */
export async function deliver<Target>(client: AiCallClient, entries: DeliveryEntry<Target>[], options: DeliveryOptions<Target>): Promise<Map<DeliveryEntry<Target>, DeliveryOutcome<Target>>> {
	const { keys } = options;
	const sender = new BatchSender(client, entries, options);
	const { outcomes } = sender;
	const repeats = repeatsIn(entries);
	const batches = batchRows(entries.filter((entry) => !repeats.has(entry)), ({ target }) => target, options.batchSize);
	await pLimit(options.concurrency).map(batches, async ({ target, rows }) => await (keys ? sender.sendUnlessSentBefore(target, rows, keys) : sender.sendBatch(target, rows)));
	for (const [entry, first] of repeats) outcomes.set(entry, outcomeOfRepeat(entry, outcomes.get(first)));
	return outcomes;
}

/** Sends batches and records the outcome of each entry. */
class BatchSender<Target> {
	readonly outcomes: Map<DeliveryEntry<Target>, DeliveryOutcome<Target>>;
	private failed = false;

	constructor(
		private readonly client: AiCallClient,
		entries: DeliveryEntry<Target>[],
		private readonly options: DeliveryOptions<Target>,
	) {
		this.outcomes = new Map(entries.map((entry) => [entry, { state: 'notSent' }]));
	}

	private isOver(): boolean {
		return this.options.stopped?.aborted === true || (this.failed && this.options.stopAtFailure);
	}

	async sendUnlessSentBefore(target: Target, batch: DeliveryEntry<Target>[], rowKeys: RowKeys): Promise<void> {
		if (this.isOver()) return;
		const held = this.options.notNow?.(target);
		if (held) return this.fail(batch, held);
		const reserved = await settle(rowKeys.reserve(batch));
		if (reserved.status === 'rejected') return this.fail(batch, reserved.reason);
		const unsent = reserved.value;
		for (const entry of batch) if (!unsent.includes(entry)) this.outcomes.set(entry, { state: 'sentBefore' });
		if (unsent.length > 0) await this.sendBatch(target, unsent);
		await rowKeys.release(unsent.filter((entry) => ['notSent', 'notAccepted', 'outsideHours'].includes(this.outcomes.get(entry)?.state ?? '')));
	}

	async sendBatch(target: Target, batch: DeliveryEntry<Target>[]): Promise<void> {
		if (this.isOver()) return;
		const { outcomes } = this;
		const { isolate, method, log } = this.options;
		const number = log.begin(batch);
		const outcome = await settle(this.send(target, batch));
		if (outcome.status === 'fulfilled') {
			const { ids, envelope } = outcome.value;
			batch.forEach((entry, index) => outcomes.set(entry, { state: 'accepted', id: ids[index] ?? '', envelope }));
			return log.end(number, batch, outcomes);
		}
		const error: unknown = outcome.reason;
		const ofOneRow = error instanceof RefusalError && ROW_FAULTS.has(error.code);
		const atFaultItself = isolate && ofOneRow;
		if (atFaultItself && batch.length > 1) {
			log.end(number, batch, outcomes);
			for (const half of bisect(batch)) await this.sendBatch(target, half);
			return;
		}
		if (ofOneRow && !isolate && method === 'placeCalls' && batch.length > 1) error.details.advice = `${error.details.advice ?? ''} ${ISOLATION_ADVICE}`.trim();
		this.fail(batch, error, atFaultItself);
		log.end(number, batch, outcomes);
	}

	private fail(batch: DeliveryEntry<Target>[], error: unknown, atFaultItself = false): void {
		this.failed ||= !atFaultItself;
		const state = rowsOutcome(this.options.method, error);
		for (const entry of batch) this.outcomes.set(entry, { state, error, batch });
	}

	private async send(target: Target, batch: DeliveryEntry<Target>[]): Promise<{ ids: string[]; envelope: Envelope }> {
		const { method, timeoutMs, body, ids, notNow } = this.options;
		const beforeSend = () => {
			const held = notNow?.(target);
			if (held) throw held;
		};
		const envelope = await this.client(method, body(target, batch.map(({ values }) => values)), { timeoutMs, beforeSend });
		return { ids: ids(envelope.result, batch.length), envelope };
	}
}
