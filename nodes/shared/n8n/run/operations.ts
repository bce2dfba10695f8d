import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import type { ItemHandler } from './items';

/**
 * One operation: what the user sees of it and what it does. `begin` is called once per run, before any
 * item; the handler that it gives is called once per item.
 */
export interface Operation<Client> {
	/** Value, name, action label and description, as in the operation list. */
	option: INodePropertyOptions;
	/** The parameters; shown only for this operation. */
	properties: INodeProperties[];
	begin(context: IExecuteFunctions, client: Client): ItemHandler | Promise<ItemHandler>;
}

/** A resource: its value in the resource list and its operations. */
export interface Resource<Client> {
	value: string;
	/** The operation that a new node begins with. */
	defaultOperation: string;
	operations: Operation<Client>[];
}

/** The operation lists and all parameters of some resources, each shown only where it belongs. */
export function describeResources<Client>(resources: Resource<Client>[]): INodeProperties[] {
	return resources.flatMap(({ value, defaultOperation, operations }) => [
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
	]);
}

/** Finds the operation that the node's parameters name; it was described from the same list. */
export function findOperation<Client>(
	resources: Resource<Client>[],
	resource: string,
	operation: string,
): Operation<Client> | undefined {
	return resources.find(({ value }) => value === resource)?.operations.find(({ option }) => option.value === operation);
}

/** What a user gets with Simplify off: the answer as it came, or those to an item's several requests. */
export function rawResponse<Response extends object>(responses: Response[]): Response | { pieces: Response[] } {
	const [first, ...others] = responses;
	return first !== undefined && others.length === 0 ? first : { pieces: responses };
}

/** A result without binary data; the loop adds its pairedItem. */
export function jsonResult(json: object): INodeExecutionData[] {
	return [{ json: json as IDataObject }];
}
