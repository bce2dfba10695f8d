import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/**
 * Hints for n8n's AI builder, by the name of the parameter. The builder reads them in addition to
 * the parameter's description.
 */
export type ParameterHints = Readonly<Record<string, string>>;

/**
 * An entry of a parameter's `options`: a parameter, a choice of a list, or a group of parameters.
 */
type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** Adds the hints to the parameters, also to those inside collections. */
export function withHints(properties: INodeProperties[], hints: ParameterHints): INodeProperties[] {
	return properties.map((property) => withHint(property, hints));
}

function withHint(property: INodeProperties, hints: ParameterHints): INodeProperties {
	const propertyHint = hints[property.name];
	return {
		...property,
		...(property.options && {
			options: property.options.map((entry) => withHintsInEntry(entry, hints)),
		}),
		...(propertyHint !== undefined && { builderHint: { propertyHint } }),
	};
}

function withHintsInEntry(entry: Entry, hints: ParameterHints): Entry {
	if ('values' in entry) return { ...entry, values: withHints(entry.values, hints) };
	// Only a parameter has a type, a choice of a list has none.
	return 'type' in entry ? withHint(entry, hints) : entry;
}
