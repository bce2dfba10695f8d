import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { createAiCallClient } from '../shared/aiCall/transport/aiCallClient';
import { systemClock, type Clock } from '../shared/n8n/requests/clock';
import { runNode } from '../shared/n8n/run/runNode';
import { resources } from './actions/router';

/**
 * Runs the node over all its items.
 * @param clock the clock for the pauses between requests and for the calling hours
 * @throws NodeApiError | NodeOperationError
 */
export async function runIflytekAiCall(
	context: IExecuteFunctions,
	clock: Clock = systemClock,
): Promise<INodeExecutionData[][]> {
	return await runNode(
		context,
		resources,
		clock,
		async (concurrency) => await createAiCallClient(context, { concurrency }, clock),
	);
}
