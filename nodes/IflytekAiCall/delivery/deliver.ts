import type { IExecuteFunctions } from 'n8n-workflow';
import type { AiCallClient } from '../../shared/n8n/aiCall/aiCallClient';
import { concurrencyOf, Item, timeoutOf } from '../../shared/n8n/parameters';
import { BatchSender, type BatchOptions } from './batches';
import { claimRun } from './claim';
import {
	isFree,
	repeatsIn,
	type DeliveryEntry,
	type DeliveryOutcome,
	type DeliveryOutcomes,
} from './entry';
import { DeliveryLog } from './log';
import { outcomeOfRepeat, type RowKeys } from './rowKeys';

export interface Sending<Target> extends BatchOptions<Target> {
	/** Where rows have keys: what was sent before. */
	keys?: RowKeys;
}

/**
 * Sends entries once and returns the outcome of each. Those that must not be sent at this moment are not sent in this run,
 * also where their hours begin meanwhile.
 */
export async function deliver<Target>(
	context: IExecuteFunctions,
	client: AiCallClient,
	entries: readonly DeliveryEntry<Target>[],
	sending: Sending<Target>,
): Promise<DeliveryOutcomes<Target>> {
	const { names, notNow, keys } = sending;
	const outcomes = new Map<DeliveryEntry<Target>, DeliveryOutcome<Target>>();
	for (const entry of entries) {
		const error = notNow?.(entry.target);
		outcomes.set(
			entry,
			error ? { state: 'outsideHours', error, batch: [entry] } : { state: 'notSent' },
		);
	}
	const due = entries.filter((entry) => outcomes.get(entry)?.state === 'notSent');
	const stopAtFailure = !context.continueOnFail();
	const stopped = context.getExecutionCancelSignal();
	const log = new DeliveryLog(context, names);
	if (due.length > 0 && !(stopAtFailure && due.length < entries.length)) {
		// Before the claim: its parameters may fail.
		const sender = new BatchSender(client, outcomes, sending, {
			concurrency: concurrencyOf(context),
			timeoutMs: timeoutOf(new Item(context, 0)),
			stopAtFailure,
			stopped,
			log,
			keys,
		});
		const claim = await claimRun(context, names.action, keys);
		const repeats = repeatsIn(due, ({ key }) => key);
		const firsts = due.filter((entry) => !repeats.has(entry));
		await sender.sendAll(firsts);
		for (const [entry, first] of repeats)
			outcomes.set(entry, outcomeOfRepeat(entry, outcomes.get(first)));
		if (due.every((entry) => isFree(outcomes.get(entry))))
			await claim.release().catch((error: unknown) => log.warnOfClaim(error));
	}
	if (stopped?.aborted) log.warnOfStop(outcomes);
	return outcomes;
}
