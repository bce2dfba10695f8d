/** A JSON schema like those of n8n's own nodes. */
export interface Schema {
	type: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	/** The version of the schema's file, which is not part of JSON Schema. */
	version?: number;
}

/** Objects whose fields have names from the user's data, such as the columns of a row. Their fields are not in the schema. */
const OPEN = new Set(['row']);

/** The names of times in readable form. They are null where the platform sends 0, which no sample has for each of them. */
const TIME = /^time[A-Z]/;

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return typeof value;
}

/**
 * Infers the schema of several values of the same field. Fields are in the order in which the values have them. The type
 * `null` comes last, because n8n's editor shows the first type.
 */
export function inferSchema(values: readonly unknown[], name = ''): Schema {
	const types = [...new Set([...values.map(typeOf), ...(TIME.test(name) ? ['null'] : [])])].sort(
		(a, b) => Number(a === 'null') - Number(b === 'null') || a.localeCompare(b, 'en'),
	);
	const schema: Schema = { type: types.length === 1 ? (types[0] ?? 'null') : types };
	const objects = values.filter(
		(value): value is Record<string, unknown> => typeOf(value) === 'object',
	);
	if (objects.length > 0 && !OPEN.has(name)) {
		const keys = [...new Set(objects.flatMap((object) => Object.keys(object)))];
		schema.properties = Object.fromEntries(
			keys.map((key) => [
				key,
				inferSchema(
					objects.filter((object) => Object.hasOwn(object, key)).map((object) => object[key]),
					key,
				),
			]),
		);
	}
	const entries = values.filter((value): value is unknown[] => Array.isArray(value)).flat();
	if (entries.length > 0) schema.items = inferSchema(entries);
	return schema;
}

/** A schema with the same fields and types, which forbids all other fields. */
export function strict({ type, properties, items }: Schema): object {
	return {
		type,
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, schema]) => [name, strict(schema)]),
			),
			additionalProperties: false,
		}),
		...(items && { items: strict(items) }),
	};
}
