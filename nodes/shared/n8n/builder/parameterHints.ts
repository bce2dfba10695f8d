import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/**
 * Hints for n8n's AI builder, in addition to the description of a parameter, by the parameter's
 * name.
 */
export type ParameterHints = Readonly<Record<string, string>>;

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** Adds the hints to the parameters, also to those inside collections. */
export function withHints(properties: INodeProperties[], hints: ParameterHints): INodeProperties[] {
	return properties.map((property) => {
		const propertyHint = hints[property.name];
		return {
			...property,
			...(property.options && {
				options: property.options.map((entry) => withinEntry(entry, hints)),
			}),
			...(propertyHint !== undefined && { builderHint: { propertyHint } }),
		};
	});
}

function withinEntry(entry: Entry, hints: ParameterHints): Entry {
	if ('values' in entry) return { ...entry, values: withHints(entry.values, hints) };
	if (!('type' in entry)) return entry;
	const [hinted = entry] = withHints([entry], hints);
	return hinted;
}
