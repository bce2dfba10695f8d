import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import { mapConcurrently } from '../../shared/n8n/run/items';
import { outcomesOf, type Outcomes } from '../entry/audit';
import type { Delivery } from '../entry/delivery';
import type { Entry } from '../entry/entry';
import { DeliveryLog } from './log';
import type { NodeRun } from './nodeRun';
import { Sender } from './sender';

/** Creates tasks, each with a request of its own (document 2, 4.4). A task without rows calls nobody. */
export async function createTasks(
	node: NodeRun,
	client: AiCallClient,
	tasks: readonly Entry[],
	{ names, clock, sendOthers }: Pick<Delivery, 'names' | 'clock' | 'sendOthers'>,
): Promise<Outcomes> {
	const outcomes = outcomesOf({ names, clock });
	const log = new DeliveryLog(node, names);
	const sender = new Sender(node, client, { names, clock, sendOthers, outcomes, log });
	for (const task of tasks) outcomes.set(task, { state: 'notSent' });
	await mapConcurrently(tasks, node.concurrency, async (task) => await sender.sendWhole([task]));
	if (node.stopped?.aborted) log.warnOfStop(outcomes);
	return outcomes;
}
