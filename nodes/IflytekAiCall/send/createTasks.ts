import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import { mapConcurrently } from '../../shared/n8n/run/items';
import type { Decisions } from '../entry/decision';
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
	decisions: Decisions,
	{ names, clock, sendOthers }: Pick<Delivery, 'names' | 'clock' | 'sendOthers'>,
): Promise<void> {
	const log = new DeliveryLog(node, names);
	const sender = new Sender(node, client, { names, clock, sendOthers, decisions, log });
	await mapConcurrently(tasks, node.concurrency, async (task) => await sender.sendWhole([task]));
	if (node.stopped?.aborted) log.warnOfStop(tasks, decisions);
}
