import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { settle } from '../../settle';
import { concurrencyOf } from '../parameters';
import type { Clock } from '../retry/clock';
import { errorItem, toNodeError } from './nodeErrors';
import { runItems } from './items';
import { findOperation, type Resource } from './operations';

/**
 * Runs the operation that the node's parameters name over all items: the `execute` of every action node.
 * @param createClient is given the number of concurrent requests, and a signal that is aborted when a failed item ends the run
 * @throws NodeApiError | NodeOperationError
 */
export async function runNode<Client>(
	context: IExecuteFunctions,
	resources: Resource<Client>[],
	clock: Clock,
	createClient: (concurrency: number, ended: AbortSignal) => Promise<Client>,
): Promise<INodeExecutionData[][]> {
	const resource = context.getNodeParameter('resource', 0) as string;
	const name = context.getNodeParameter('operation', 0) as string;
	const operation = findOperation(resources, resource, name);
	if (!operation) {
		throw new NodeOperationError(
			context.getNode(),
			`The resource "${resource}" has no operation "${name}"`,
			{
				description: 'Reselect the resource and operation in the node.',
			},
		);
	}
	const ended = new AbortController();
	const begin = async () => {
		const concurrency = concurrencyOf(context);
		const client = await createClient(concurrency, ended.signal);
		return { concurrency, handle: await operation.begin(context, client, clock) };
	};
	const begun = await settle(begin());
	if (begun.status === 'rejected') {
		const node = context.getNode();
		const error = toNodeError(node, begun.reason, 0);
		// Otherwise n8n would pass the input to the normal output.
		if (context.continueOnFail())
			return [context.getInputData().map((_item, index) => errorItem(node, error, index))];
		throw error;
	}
	return [await runItems(context, begun.value.concurrency, begun.value.handle, ended)];
}
