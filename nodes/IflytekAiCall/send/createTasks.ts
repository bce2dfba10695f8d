import type { IExecuteFunctions } from 'n8n-workflow';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import { outcomesOf, type Outcomes } from '../entry/audit';
import type { Delivery } from '../entry/delivery';
import type { Entry } from '../entry/entry';
import { batchesOf, inParallel } from './batches';
import { DeliveryLog } from './log';
import { Sender } from './sender';

/** Creates tasks, each with a request of its own (document 2, 4.4). A task without rows calls nobody. */
export async function createTasks(
	context: IExecuteFunctions,
	client: AiCallClient,
	tasks: readonly Entry[],
	{ names, clock, sendOthers }: Pick<Delivery, 'names' | 'clock' | 'sendOthers'>,
): Promise<Outcomes> {
	const outcomes = outcomesOf({ names, clock });
	const log = new DeliveryLog(context, names);
	const sender = new Sender(context, client, { names, clock, sendOthers, outcomes, log });
	for (const task of tasks) outcomes.set(task, { state: 'notSent' });
	await inParallel(sender.concurrency, oneByOne(tasks), async (batch) => {
		await sender.send(batch);
	});
	if (context.getExecutionCancelSignal()?.aborted) log.warnOfStop(outcomes);
	return outcomes;
}

async function* oneByOne(tasks: readonly Entry[]) {
	for (const batch of batchesOf(tasks, 1)) yield batch;
}
