import { canIsolate } from '../aiCall/codes';
import type { Envelope } from '../aiCall/envelope';
import { RefusalError, type DeliveringOperation } from '../aiCall/errors';
import { fateOfRows } from '../aiCall/repeats';
import { batchRows, halves } from '../aiCall/rows';
import type { JsonRecord } from '../values';
import { pLimit } from '../vendor';
import type { AiCallDoor } from './aiCall';

/** What must be handed over once and no more: the row of a customer, or a task to be created. */
export interface Entry<Target> {
	/** Index of the input item that it comes from. */
	item: number;
	/** Its place in the item's list, from 0, where the item holds a list. */
	place?: number;
	/** How errors name it: the telephone number, or the name of the task. */
	label: string;
	/** What the entries of one request have in common. */
	target: Target;
	values: string[];
	/** As the user gave it. */
	given: unknown;
}

/** What became of an entry. `notSent`: it was not tried, because another one failed or the execution was stopped. */
export type EntryFate<Target> =
	| { state: 'accepted'; id: string; envelope: Envelope }
	| { state: 'notAccepted' | 'unknown'; error: unknown; batch: Entry<Target>[] }
	| { state: 'notSent' };

/** How entries are handed over. */
export interface DeliveryTerms<Target> {
	operation: DeliveringOperation;
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
 * execution was stopped. What is repeated, the door decides.
 */
export async function deliver<Target>(door: AiCallDoor, entries: Entry<Target>[], terms: DeliveryTerms<Target>): Promise<Map<Entry<Target>, EntryFate<Target>>> {
	const { operation, timeoutMs, isolate, stopAtFailure, stopped } = terms;
	const fates = new Map<Entry<Target>, EntryFate<Target>>(entries.map((entry) => [entry, { state: 'notSent' }]));
	let failed = false;

	async function send(target: Target, batch: Entry<Target>[]): Promise<void> {
		if (stopped?.aborted || (failed && stopAtFailure)) return;
		const [outcome] = await Promise.allSettled([ask(target, batch)]);
		if (outcome.status === 'fulfilled') {
			const { ids, envelope } = outcome.value;
			batch.forEach((entry, index) => fates.set(entry, { state: 'accepted', id: ids[index] ?? '', envelope }));
			return;
		}
		const error: unknown = outcome.reason;
		const atFaultItself = isolate && error instanceof RefusalError && canIsolate(error.code);
		if (atFaultItself && batch.length > 1) {
			for (const half of halves(batch)) await send(target, half);
			return;
		}
		failed ||= !atFaultItself;
		const state = fateOfRows(operation, error);
		for (const entry of batch) fates.set(entry, { state, error, batch });
	}

	async function ask(target: Target, batch: Entry<Target>[]): Promise<{ ids: string[]; envelope: Envelope }> {
		const envelope = await door(operation, terms.body(target, batch.map(({ values }) => values)), timeoutMs);
		return { ids: terms.ids(envelope.result, batch.length), envelope };
	}

	const batches = batchRows(entries, ({ target }) => target, terms.batchSize);
	await pLimit(terms.concurrency).map(batches, async ({ target, rows }) => await send(target, rows));
	return fates;
}
