import type { ILoadOptionsFunctions, INodeProperties } from 'n8n-workflow';
import { inputFields, type InputField } from '../../shared/aiCall/rows/mappingProposal';
import { isRecord } from '../../shared/values';

/**
 * Nobody sees this parameter, and no run reads it. The editor resolves the expressions of a node
 * before it asks for columns: this is how the mapper learns of the fields of the first input item,
 * and can propose which of them fills which column.
 */
export const inputItem: INodeProperties = {
	displayName: 'Input Item',
	name: 'inputItem',
	type: 'hidden',
	default:
		"={{ Object.fromEntries(Object.entries($json).slice(0, 100).filter(([, value]) => typeof value !== 'object').map(([name, value]) => [name, String(value).slice(0, 40)])) }}",
};

/** The fields of the first input item; none if there is no input yet. */
export function readInputFields(context: ILoadOptionsFunctions): InputField[] {
	const item = context.getCurrentNodeParameter(inputItem.name);
	return inputFields(isRecord(item) ? [item] : []);
}
