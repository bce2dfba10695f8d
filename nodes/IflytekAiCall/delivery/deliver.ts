import { canIsolate, ISOLATION_ADVICE } from '../../shared/aiCall/codes';
import type { Envelope } from '../../shared/aiCall/envelope';
import { RefusalError, type DeliveryMethod } from '../../shared/aiCall/errors';
import { rowsOutcome } from '../../shared/aiCall/retryPolicy';
import { batchRows, bisect } from '../../shared/aiCall/rows';
import type { JsonRecord } from '../../shared/values';
import { pLimit } from '../../shared/vendor';
import type { AiCallClient } from '../../shared/n8n/aiCall/client';

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
}

/** The outcome of an entry. `notSent`: not tried, because another one failed or the execution was stopped. */
export type DeliveryOutcome<Target> =
	| { state: 'accepted'; id: string; envelope: Envelope }
	| { state: 'notAccepted' | 'unknown'; error: unknown; batch: DeliveryEntry<Target>[] }
	| { state: 'notSent' };

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
	/** Whether to split a rejected batch until the invalid entry is found, so that the others are sent. */
	isolate: boolean;
	/** Whether to stop after the first failure. */
	stopAtFailure: boolean;
	stopped?: AbortSignal;
}

/**
 * Hands entries over in batches, a few requests at a time, and tells what became of each. No batch is begun after the
 * execution was stopped. What is retried, the client decides.
 */
export async function deliver<Target>(client: AiCallClient, entries: DeliveryEntry<Target>[], options: DeliveryOptions<Target>): Promise<Map<DeliveryEntry<Target>, DeliveryOutcome<Target>>> {
	const { method, timeoutMs, isolate, stopAtFailure, stopped } = options;
	const outcomes = new Map<DeliveryEntry<Target>, DeliveryOutcome<Target>>(entries.map((entry) => [entry, { state: 'notSent' }]));
	let failed = false;

	async function sendBatch(target: Target, batch: DeliveryEntry<Target>[]): Promise<void> {
		if (stopped?.aborted || (failed && stopAtFailure)) return;
		const [outcome] = await Promise.allSettled([send(target, batch)]);
		if (outcome.status === 'fulfilled') {
			const { ids, envelope } = outcome.value;
			batch.forEach((entry, index) => outcomes.set(entry, { state: 'accepted', id: ids[index] ?? '', envelope }));
			return;
		}
		const error: unknown = outcome.reason;
		const ofOneRow = error instanceof RefusalError && canIsolate(error.code);
		const atFaultItself = isolate && ofOneRow;
		if (atFaultItself && batch.length > 1) {
			for (const half of bisect(batch)) await sendBatch(target, half);
			return;
		}
		if (ofOneRow && !isolate && method === 'placeCalls' && batch.length > 1) error.details.advice = `${error.details.advice ?? ''} ${ISOLATION_ADVICE}`.trim();
		failed ||= !atFaultItself;
		const state = rowsOutcome(method, error);
		for (const entry of batch) outcomes.set(entry, { state, error, batch });
	}

	async function send(target: Target, batch: DeliveryEntry<Target>[]): Promise<{ ids: string[]; envelope: Envelope }> {
		const envelope = await client(method, options.body(target, batch.map(({ values }) => values)), { timeoutMs });
		return { ids: options.ids(envelope.result, batch.length), envelope };
	}

	const batches = batchRows(entries, ({ target }) => target, options.batchSize);
	await pLimit(options.concurrency).map(batches, async ({ target, rows }) => await sendBatch(target, rows));
	return outcomes;
}
