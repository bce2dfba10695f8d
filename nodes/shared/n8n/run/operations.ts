import {
	NodeOperationError,
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import type { Clock } from '../requests/clock';
import { readConcurrency } from '../parameters/item';
import { readInputFields } from './inputFields';
import { runItems, type ItemHandler } from './items';
import { Progress } from './progress';
import { errorItem, runFailure } from './nodeErrors';

/** An operation: its description, and how it executes one item or all of them. */
export type Operation<Client> = Description & (ExecutesItem<Client> | ExecutesAll<Client>);

interface Description {
	/** The operation's entry in the list of operations. */
	option: INodePropertyOptions;
	/** The parameters that the node shows only for this operation. */
	properties: INodeProperties[];
}

interface ExecutesItem<Client> {
	/** @returns the results of the item with this index */
	execute(context: IExecuteFunctions, client: Client, index: number): Promise<INodeExecutionData[]>;
}

interface ExecutesAll<Client> {
	/**
	 * For items that share requests.
	 * @returns a function that returns the results of an item, or throws the failure of the item
	 */
	executeAll(context: IExecuteFunctions, client: Client, clock: Clock): Promise<ItemHandler>;
}

/** Executes all items, or prepares to execute them one by one. */
export async function handlerOf<Client>(
	operation: Operation<Client>,
	context: IExecuteFunctions,
	client: Client,
	clock: Clock,
): Promise<ItemHandler> {
	if ('executeAll' in operation) return await operation.executeAll(context, client, clock);
	return async (index) => await operation.execute(context, client, index);
}

export interface Resource<Client> {
	displayName: string;
	value: string;
	/**
	 * A plural noun for the items, given if each item takes a request of its own. A run then reports
	 * how many items are done.
	 */
	noun?: string;
	/**
	 * False if the operations take or return a file. An agent can pass none, so the tool does not
	 * offer the resource.
	 */
	usableAsTool?: false;
	/** The default operation of a new node. */
	defaultOperation: string;
	operations: Operation<Client>[];
}

/**
 * The parameters of a node: Resource, Operation for each resource, and the parameters of each
 * operation. A parameter is only shown for its own resource and operation.
 */
export function describeResources<Client>(
	resources: Resource<Client>[],
	defaultResource: string,
): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ displayName, value, usableAsTool = true }) => ({
				name: displayName,
				value,
				...(!usableAsTool && { displayOptions: { hide: { '@tool': [true] } } }),
			})),
			default: defaultResource,
		},
		...resources.flatMap(describeResource),
	];
}

function describeResource<Client>({
	value,
	defaultOperation,
	operations,
}: Resource<Client>): INodeProperties[] {
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [value] } },
			options: operations.map(({ option }) => option),
			default: defaultOperation,
		},
		...operations.flatMap(({ option, properties }) =>
			updateDisplayOptions({ show: { resource: [value], operation: [option.value] } }, properties),
		),
	];
}

export function findOperation<Client>(
	resources: Resource<Client>[],
	resource: string,
	operation: string,
): Operation<Client> | undefined {
	return resources
		.find(({ value }) => value === resource)
		?.operations.find(({ option }) => option.value === operation);
}

/**
 * The result with Simplify off: the raw response, or the list of responses if the item took several
 * requests.
 */
export function rawResponse<Response extends object>(
	responses: Response[],
): Response | { pieces: Response[] } {
	const [first, ...others] = responses;
	return first !== undefined && others.length === 0 ? first : { pieces: responses };
}

export function jsonResult(json: object): INodeExecutionData[] {
	return [{ json: json as IDataObject }];
}

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
	let withInputFields: ReturnType<typeof readInputFields>;
	try {
		concurrency = readConcurrency(context);
		withInputFields = readInputFields(context);
		const client = await createClient(concurrency, ended.signal);
		handle = await handlerOf(operation, context, client, clock);
	} catch (error) {
		const node = context.getNode();
		const nodeError = runFailure(node, error);
		if (!context.continueOnFail()) throw nodeError;
		// If this threw, n8n would pass the input to the normal output.
		return [context.getInputData().map((_item, index) => errorItem(node, nodeError, index))];
	}
	const progress = noun === undefined ? undefined : new Progress(context, clock, noun);
	return [withInputFields(await runItems(context, concurrency, handle, ended, progress))];
}
