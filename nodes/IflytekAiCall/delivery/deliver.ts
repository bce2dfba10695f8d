import { canIsolate, ISOLATION_ADVICE } from '../../shared/aiCall/codes';
import type { Envelope } from '../../shared/aiCall/envelope';
import { RefusalError, type DeliveryMethod } from '../../shared/aiCall/errors';
import { rowsOutcome } from '../../shared/aiCall/retryPolicy';
import { batchRows, bisect } from '../../shared/aiCall/rows';
import type { JsonRecord } from '../../shared/values';
import { pLimit } from '../../shared/vendor';
import type { AiCallClient } from '../../shared/n8n/aiCall/client';

/** What must be handed over once and no more: the row of a customer, or a task to be created. */
export interface DeliveryEntry<Target> {
	/** Index of the input item that it comes from. */
	item: number;
	/** Its place in the item's list, from 0, where the item holds a list. */
	rowIndex?: number;
	/** How errors name it: the telephone number, or the name of the task. */
	label: string;
	/** What the entries of one request have in common. */
	target: Target;
	values: string[];
	/** As the user gave it. */
	original: unknown;
}

/** What became of an entry. `notSent`: it was not tried, because another one failed or the execution was stopped. */
export type DeliveryOutcome<Target> =
	| { state: 'accepted'; id: string; envelope: Envelope }
	| { state: 'notAccepted' | 'unknown'; error: unknown; batch: DeliveryEntry<Target>[] }
	| { state: 'notSent' };

/** How entries are handed over. */
export interface DeliveryOptions<Target> {
	method: DeliveryMethod;
	/** Entries of one request at most. */
	batchSize: number;
	body(target: Target, values: string[][]): JsonRecord;
	/** The ids of the accepted entries, in their order; throws where they cannot be told. */
	ids(result: JsonRecord, sent: number): string[];
	/** Requests under way at once. */
	concurrency: number;
	timeoutMs: number;
	/** Whether a batch that was refused whole is halved until the entry at fault is found, which then holds up no other. */
	isolate: boolean;
	/** Whether no further request is begun once one has failed. */
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
