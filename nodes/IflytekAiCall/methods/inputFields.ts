import type { ILoadOptionsFunctions, INodeProperties } from 'n8n-workflow';
import { inputFields, type InputField } from '../../shared/aiCall/rows/mappingProposal';
import { isRecord } from '../../shared/values';

/**
 * Nobody sees this parameter, and no run reads it. The editor resolves the expressions of a node
 * before it asks for columns: this is how the mapper learns of the fields of the first input item,
 * and can propose which of them fills which column. Before there is input, `$json` throws. This
 * must not fail: if one expression fails, the editor does not load the columns of another script.
 */
export const inputItem: INodeProperties = {
	displayName: 'Input Item',
	name: 'inputItem',
	type: 'hidden',
	default: `={{ (() => { try {
		const fields = Object.entries($json).slice(0, 100);
		const simple = fields.filter((field) => typeof field[1] !== 'object');
		return Object.fromEntries(simple.map((field) => [field[0], String(field[1]).slice(0, 40)]));
	} catch (error) { return {}; } })() }}`.replace(/\s+/g, ' '),
};

/** The fields of the first input item; none if there is no input yet. */
export function readInputFields(context: ILoadOptionsFunctions): InputField[] {
	const item = context.getCurrentNodeParameter(inputItem.name);
	return inputFields(isRecord(item) ? [item] : []);
}
