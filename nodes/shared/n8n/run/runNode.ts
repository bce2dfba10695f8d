import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { readConcurrency } from '../parameters';
import type { Clock } from '../requests/clock';
import { errorItem, toNodeError } from './nodeErrors';
import { Progress, runItems, type ItemHandler } from './items';
import { findOperation, handlerOf, type Resource } from './operations';

/**
 * Runs the operation that the node's parameters name, for all items. The `execute` of every action
 * node calls this function.
 * @param createClient gets the number of concurrent requests, and a signal that is aborted when a
 * failed item ends the run
 * @throws NodeApiError | NodeOperationError
 */
export async function runNode<Client>(
	context: IExecuteFunctions,
	resources: Resource<Client>[],
	clock: Clock,
	createClient: (concurrency: number, ended: AbortSignal) => Promise<Client>,
): Promise<INodeExecutionData[][]> {
	const resource = context.getNodeParameter('resource', 0) as string;
	const operationName = context.getNodeParameter('operation', 0) as string;
	const operation = findOperation(resources, resource, operationName);
	const { noun } = resources.find(({ value }) => value === resource) ?? {};
	if (!operation) {
		throw new NodeOperationError(
			context.getNode(),
			`The resource "${resource}" has no operation "${operationName}"`,
			{
				description: 'Reselect the resource and operation in the node.',
			},
		);
	}
	const ended = new AbortController();
	let concurrency: number;
	let handle: ItemHandler;
	try {
		concurrency = readConcurrency(context);
		const client = await createClient(concurrency, ended.signal);
		handle = await handlerOf(operation, context, client, clock);
	} catch (error) {
		const node = context.getNode();
		const nodeError = toNodeError(node, error, 0);
		if (!context.continueOnFail()) throw nodeError;
		// If this threw, n8n would pass the input to the normal output.
		return [context.getInputData().map((_item, index) => errorItem(node, nodeError, index))];
	}
	const progress = noun === undefined ? undefined : new Progress(context, clock, noun);
	return [await runItems(context, concurrency, handle, ended, progress)];
}
