import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

/** Kinds of parameters that the panel shows without a label of their own. */
const WITHOUT_LABEL = ['notice', 'hidden', 'credentials', 'callout'];

/** Whether a parameter is shown with these values: all fields of its `show` match, and no field of its `hide` does. */
function belongs({ displayOptions }: INodeProperties, values: Record<string, unknown>): boolean {
	const { show = {}, hide = {} } = displayOptions ?? {};
	const isMet = ([name, accepted]: [string, unknown]): boolean =>
		Array.isArray(accepted) && accepted.includes(values[name]);
	return Object.entries(show).every(isMet) && !Object.entries(hide).some(isMet);
}

/**
 * The parameters that n8n must show if a user has chosen these values, for example a resource and an operation. They are in
 * the order from top to bottom. A parameter that is not in `chosen` has its default.
 */
export function belongingParameters(
	{ properties }: INodeTypeDescription,
	chosen: Record<string, string>,
): INodeProperties[] {
	const values: Record<string, unknown> = {};
	const select = () =>
		properties.filter((property) => {
			const isShown = belongs(property, values);
			if (isShown) values[property.name] = chosen[property.name] ?? property.default;
			return isShown;
		});
	// A parameter may depend on one below it, so the values of all of them are found first.
	select();
	return select();
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

/**
 * For each empty collection, the labels of the fields that can be added. A field that depends on a parameter beside the
 * collection names it with a slash.
 */
export function collectionLabels(parameters: INodeProperties[]): string[][] {
	const values = Object.fromEntries(
		parameters.map((parameter) => [`/${parameter.name}`, parameter.default]),
	);
	return parameters
		.filter(({ type }) => type === 'collection')
		.map(({ options = [] }) =>
			options.flatMap((option) =>
				'displayName' in option && (!('type' in option) || belongs(option, values))
					? option.displayName
					: [],
			),
		);
}
