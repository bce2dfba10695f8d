import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

/** Kinds of parameters that the panel shows without a label of their own. */
const WITHOUT_LABEL = ['notice', 'hidden', 'credentials', 'callout'];

/**
 * The parameters that n8n must show for some chosen values, for example a resource and an operation. From top to bottom.
 * A parameter belongs to them if its `show` accepts the values of the parameters above it, and its `hide` does not.
 * Parameters that are not in `chosen` have their default.
 */
export function belongingParameters(
	{ properties }: INodeTypeDescription,
	chosen: Record<string, string>,
): INodeProperties[] {
	const values: Record<string, unknown> = {};
	return properties.filter((property) => {
		const { show = {}, hide = {} } = property.displayOptions ?? {};
		const isMet = ([name, accepted]: [string, unknown]): boolean =>
			Array.isArray(accepted) && accepted.includes(values[name]);
		const belongs = Object.entries(show).every(isMet) && !Object.entries(hide).some(isMet);
		if (belongs) values[property.name] = chosen[property.name] ?? property.default;
		return belongs;
	});
}

/** The labels that the panel shows for these parameters. The label of the column mapper comes from n8n. */
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

/** The labels of the fields in each collection. */
export function collectionLabels(parameters: INodeProperties[]): string[][] {
	return parameters
		.filter(({ type }) => type === 'collection')
		.map(({ options = [] }) =>
			options.flatMap((option) => ('displayName' in option ? option.displayName : [])),
		);
}
