import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

/** Kinds of parameters that the panel shows without a label of their own. */
const WITHOUT_LABEL = ['notice', 'hidden', 'credentials', 'callout'];

/**
 * The parameters for a choice of resource, operation and the like, from the node's description: a parameter belongs to it
 * if its `show` names every chosen value (by name; anything else has its default). From top to bottom.
 */
export function belongingParameters(
	{ properties }: INodeTypeDescription,
	chosen: Record<string, string>,
): INodeProperties[] {
	const values: Record<string, unknown> = {};
	return properties.filter((property) => {
		const { show = {}, hide = {} } = property.displayOptions ?? {};
		const holds = ([name, accepted]: [string, unknown]): boolean =>
			Array.isArray(accepted) && accepted.includes(values[name]);
		const belongs = Object.entries(show).every(holds) && !Object.entries(hide).some(holds);
		if (belongs) values[property.name] = chosen[property.name] ?? property.default;
		return belongs;
	});
}

/** The labels among them as the panel shows them: n8n's column mapper has its own label. */
export function labelsOf(parameters: INodeProperties[]): string[] {
	return parameters
		.filter(({ type }) => !WITHOUT_LABEL.includes(type))
		.map(({ type, displayName }) =>
			type === 'resourceMapper' ? 'Mapping Column Mode' : displayName,
		);
}

/** The choices of a list parameter. */
export function choicesOf(parameters: INodeProperties[], name: string): INodePropertyOptions[] {
	const list = parameters.find((parameter) => parameter.name === name)?.options ?? [];
	return list.filter((option): option is INodePropertyOptions => 'value' in option);
}

/** The labels in each collection, in the order of the collections. */
export function collectionLabels(parameters: INodeProperties[]): string[][] {
	return parameters
		.filter(({ type }) => type === 'collection')
		.map(({ options = [] }) =>
			options.flatMap((option) => ('displayName' in option ? option.displayName : [])),
		);
}
