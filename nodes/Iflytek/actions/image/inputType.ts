import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

const FILE: INodePropertyOptions = {
	name: 'Binary File',
	value: 'binary',
	description: 'The file in a binary field of the input item',
};

/**
 * The field Input Type: a file of the input item, or what else the operation takes. An agent cannot
 * pass a file, so its tool does not offer one.
 * @param others the other choices; the last one is the default of a tool
 */
export function inputTypeField(
	description: string,
	others: INodePropertyOptions[],
): INodeProperties[] {
	const field = (
		options: INodePropertyOptions[],
		preset: INodeProperties['default'],
	): INodeProperties => ({
		displayName: 'Input Type',
		name: 'inputType',
		type: 'options',
		options,
		default: preset,
		description,
	});
	return [
		{ ...field([FILE, ...others], FILE.value), displayOptions: { hide: { '@tool': [true] } } },
		{ ...field(others, others.at(-1)?.value ?? ''), displayOptions: { show: { '@tool': [true] } } },
	];
}
