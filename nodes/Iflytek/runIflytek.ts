import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { systemClock, type Clock } from '../shared/n8n/requests/clock';
import { runNode } from '../shared/n8n/run/runNode';
import { createOpenPlatformClient } from './transport/openPlatformClient';
import { resources } from './actions/router';

/**
 * Runs the node over all its items.
 * @param clock the clock for the pauses between requests
 * @throws NodeApiError | NodeOperationError
 */
export async function runIflytek(
	context: IExecuteFunctions,
	clock: Clock = systemClock,
): Promise<INodeExecutionData[][]> {
	return await runNode(
		context,
		resources,
		clock,
		async (concurrency, ended) =>
			await createOpenPlatformClient(context, concurrency, ended, clock),
	);
}
