import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { concurrencyOf } from '../shared/n8n/parameters/settings';
import { systemClock, type Clock } from '../shared/n8n/retry/clock';
import { runNode } from '../shared/n8n/run/runNode';
import { createOpenPlatformClient } from './client';
import { resources } from './resources';

/**
 * Runs the node over all its items.
 * @param clock which the pauses between requests go by
 * @throws NodeApiError | NodeOperationError
 */
export async function runIflytek(context: IExecuteFunctions, clock: Clock = systemClock): Promise<INodeExecutionData[][]> {
	return await runNode(context, resources, async (run) => {
		const concurrency = concurrencyOf(context);
		return { concurrency, clock, client: await createOpenPlatformClient(context, concurrency, run, clock) };
	});
}
