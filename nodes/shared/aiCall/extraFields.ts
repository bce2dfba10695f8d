/** The fields of the platform, and fields that the nodes add. */
import { definedFields, type JsonRecord } from '../values';

/**
 * Adds extra fields to the fields of the platform. The platform uses snake_case and the nodes
 * camelCase, so names rarely collide; if they do, the extra field wins and the field of the
 * platform becomes `platform_<name>`. Undefined extra fields are left out.
 */
export function withExtraFields(sent: JsonRecord, added: JsonRecord): JsonRecord {
	const extra = definedFields(added);
	const own = Object.entries(sent).map(
		([name, value]) => [Object.hasOwn(extra, name) ? `platform_${name}` : name, value] as const,
	);
	return { ...Object.fromEntries(own), ...extra };
}

/** The name of a field in camelCase: `time_task_start` becomes `timeTaskStart`. */
export function camelName(field: string): string {
	return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * One extra field, named in camelCase, for each of `fields` that the platform sent. `name` can
 * derive another name.
 */
export function extraFieldsFrom(
	sent: JsonRecord,
	fields: readonly string[],
	make: (value: unknown) => unknown,
	name: (field: string) => string = camelName,
): JsonRecord {
	return Object.fromEntries(
		fields
			.filter((field) => sent[field] !== undefined)
			.map((field) => [name(field), make(sent[field])]),
	);
}
