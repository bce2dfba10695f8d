import { tryReadJson } from '../lossless';
import { definedFields, numberOf, type JsonRecord } from '../values';

/** Fields of the JSON that the platform sends, and those that the nodes add. */

/** Parses text that contains a JSON array or object. Anything else is returned unchanged. */
export function unpackJson(value: unknown): unknown {
	const parsed = typeof value === 'string' ? tryReadJson(value)?.value : undefined;
	return typeof parsed === 'object' && parsed !== null ? parsed : value;
}

export function isSent(value: unknown): boolean {
	return value !== undefined && value !== null;
}

export function isFilled(value: unknown): boolean {
	return isSent(value) && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/**
 * Adds extra fields to the fields of the platform. The platform uses snake_case and the nodes
 * camelCase, so two fields rarely have the same name. If they do, the extra field keeps the name
 * and the field of the platform becomes `platform_<name>`. Undefined extra fields are left out.
 */
export function withExtraFields(sent: JsonRecord, added: JsonRecord): JsonRecord {
	const extra = definedFields(added);
	const platformFields = Object.entries(sent).map(
		([name, value]) => [Object.hasOwn(extra, name) ? `platform_${name}` : name, value] as const,
	);
	return { ...Object.fromEntries(platformFields), ...extra };
}

/** The name of a field in camelCase: `time_task_start` becomes `timeTaskStart`. */
export function camelName(field: string): string {
	return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * One extra field for each of `fields` that the platform sent.
 * @param convert makes the value of the extra field
 * @param nameOf makes the name of the extra field; by default the platform's name in camelCase
 */
export function extraFieldsFrom(
	sent: JsonRecord,
	fields: readonly string[],
	convert: (value: unknown) => unknown,
	nameOf: (field: string) => string = camelName,
): JsonRecord {
	return Object.fromEntries(
		fields
			.filter((field) => sent[field] !== undefined)
			.map((field) => [nameOf(field), convert(sent[field])]),
	);
}

/**
 * The fields of the platform without those of which an added field says all. An added null says all
 * of a 0 only.
 * @param replaced the names of added fields, with the fields of the platform that they replace
 */
export function withoutReplaced(
	sent: JsonRecord,
	added: JsonRecord,
	replaced: Readonly<Record<string, string | readonly string[]>>,
): JsonRecord {
	const saysAll = (name: string, field: string) =>
		added[name] === null ? numberOf(sent[field]) === 0 : added[name] !== undefined;
	const gone = new Set(
		Object.entries(replaced).flatMap(([name, fields]) =>
			[fields].flat().filter((field) => saysAll(name, field)),
		),
	);
	return Object.fromEntries(Object.entries(sent).filter(([field]) => !gone.has(field)));
}
