import type {
	IBuilderHintVariation,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

/** The parts of an output's JSON schema that `npm run schemas` writes. */
export interface OutputSchema {
	type?: string | string[];
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
}

/** The output schemas of a node, by resource and operation. */
export type OutputSchemas = Record<string, Record<string, OutputSchema>>;

/** What n8n's AI builder reads about the results of each operation. */
export function operationOutputs(schemas: OutputSchemas): IBuilderHintVariation[] {
	return Object.entries(schemas).flatMap(([resource, operations]) =>
		Object.entries(operations).map(([operation, schema]) => ({
			displayOptions: { show: { resource: [resource], operation: [operation] } },
			content: outputText(schema, 'with Simplify on; a field that does not apply is left out'),
		})),
	);
}

/** What n8n's AI builder reads about the items of a trigger. */
export function triggerOutput(schema: OutputSchema): IBuilderHintVariation[] {
	return [{ content: outputText(schema, 'a field that does not apply is left out') }];
}

function outputText(schema: OutputSchema, note: string): string {
	return `<output>\nThe json of each output item (${note}):\n${typeText(schema)}\n</output>`;
}

/** A schema as the text of a TypeScript type. */
function typeText({ type, properties, items }: OutputSchema, indent = ''): string {
	if (Array.isArray(type)) return type.join(' | ');
	if (type === 'array') return `Array<${items ? typeText(items, indent) : 'unknown'}>`;
	if (type !== 'object') return type ?? 'unknown';
	if (!properties) return 'Record<string, unknown>';
	const inner = `${indent}  `;
	const fields = Object.entries(properties).map(
		([name, field]) => `${inner}${name}: ${typeText(field, inner)};`,
	);
	return ['{', ...fields, `${indent}}`].join('\n');
}

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
