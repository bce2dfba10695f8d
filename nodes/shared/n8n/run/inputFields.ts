import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { enumerated } from '../../errorTexts';
import { asFlag } from '../parameters/coerce';
import { Item } from '../parameters/item';
import { includeInputFields } from '../parameters/properties';

/**
 * Reads Options > Include Input Fields of the first item.
 * @returns a function that adds to each output item the fields and files of its input item, if the
 * option is on. What the node returns wins, and a hint names the input fields that it replaces.
 */
export function readInputFields(
	context: IExecuteFunctions,
): (outputs: INodeExecutionData[]) => INodeExecutionData[] {
	if (!asFlag(new Item(context, 0).option(includeInputFields))) return (outputs) => outputs;
	const inputs = context.getInputData();
	// n8n knows an item of the error output by its fields, and adds the input's fields by itself.
	const leavesErrors = context.getNode().onError === 'continueErrorOutput';
	return (outputs) => {
		const replaced = new Set<string>();
		const included = outputs.map((output) => {
			const input = inputs[indexOf(output) ?? -1];
			if (!input || (leavesErrors && output.json.error !== undefined)) return output;
			return {
				...output,
				json: merged(input.json, output.json, replaced),
				...((input.binary ?? output.binary) && {
					binary: merged(input.binary ?? {}, output.binary ?? {}, replaced),
				}),
			};
		});
		if (replaced.size > 0)
			context.addExecutionHints({
				message: `Include Input Fields: fields of the result replaced the input's ${enumerated([...replaced])}.`,
				location: 'outputPane',
			});
		return included;
	};
}

/** The index of the input item; undefined if there are several. */
function indexOf({ pairedItem }: INodeExecutionData): number | undefined {
	return typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : undefined;
}

function merged<Fields extends object>(input: Fields, own: Fields, replaced: Set<string>): Fields {
	for (const name of Object.keys(own)) if (Object.hasOwn(input, name)) replaced.add(name);
	return { ...input, ...own };
}
