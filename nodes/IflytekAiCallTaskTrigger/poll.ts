import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { asFailure } from '../shared/failure';
import { toNodeError } from '../shared/n8n/run/nodeErrors';
import { logFailure } from '../shared/n8n/run/triggerLog';
import { eventItems, sampleItems } from './events';

/** Contexts that have polled: the first poll of one is part of the activation. */
const activated = new WeakSet<IPollFunctions>();

/** Activations where nobody waits for an error. n8n would give up, or wait for hours, if the platform is away at that moment. */
const STARTS = ['init', 'leadershipChange'];

/**
 * Polls the tasks and returns an item for each event since the last poll, or null if there is none. In the editor it
 * returns a sample and remembers nothing.
 * @throws NodeApiError | NodeOperationError
 */
export async function pollTasks(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isManual = context.getMode() === 'manual';
	const isActivation = !isManual && !activated.has(context);
	activated.add(context);
	try {
		const items = await (isManual ? sampleItems(context) : eventItems(context));
		return items.length === 0 ? null : [items];
	} catch (error) {
		const shown = toNodeError(context.getNode(), error, 0);
		if (!isActivation || !STARTS.includes(context.getActivationMode())) throw shown;
		const text = `: The tasks could not be polled when n8n started. ${shown.message}`;
		logFailure(context, asFailure(error).kind, text);
		return null;
	}
}
