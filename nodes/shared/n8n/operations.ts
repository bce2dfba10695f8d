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
export interface Operation<Door> {
	/** Value, name, action label and description, as in the operation list. */
	option: INodePropertyOptions;
	/** The parameters; shown only for this operation. */
	properties: INodeProperties[];
	begin(context: IExecuteFunctions, door: Door): ItemHandler | Promise<ItemHandler>;
}

/** A resource: its value in the resource list and its operations. */
export interface Resource<Door> {
	value: string;
	/** The operation that a new node begins with. */
	defaultOperation: string;
	operations: Operation<Door>[];
}

/** The operation lists and all parameters of some resources, each shown only where it belongs. */
export function describeResources<Door>(resources: Resource<Door>[]): INodeProperties[] {
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
export function findOperation<Door>(
	resources: Resource<Door>[],
	resource: string,
	operation: string,
): Operation<Door> | undefined {
	return resources.find(({ value }) => value === resource)?.operations.find(({ option }) => option.value === operation);
}

/** What a user gets with Simplify off: the answer as it came, or those to an item's several requests. */
export function asTheyCame<Answer extends object>(answers: Answer[]): Answer | { pieces: Answer[] } {
	const [first, ...others] = answers;
	return first !== undefined && others.length === 0 ? first : { pieces: answers };
}

/** A result without binary data; the loop adds its pairedItem. */
export function jsonResult(json: object): INodeExecutionData[] {
	return [{ json: json as IDataObject }];
}
