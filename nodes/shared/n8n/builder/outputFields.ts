import type { IBuilderHintVariation } from 'n8n-workflow';

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
