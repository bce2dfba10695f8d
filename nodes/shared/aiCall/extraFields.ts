/** The platform's fields as sent, and what we add beside them. */
import type { JsonRecord } from '../values';

/**
 * Puts added fields beside the platform's. The platform's names are in snake_case and ours in camelCase,
 * so they hardly meet; where they do, ours stands and the platform's is kept as `platform_<name>`.
 * Added fields that are undefined are left out.
 */
export function withExtraFields(sent: JsonRecord, added: JsonRecord): JsonRecord {
	const ours = Object.entries(added).filter(([, value]) => value !== undefined);
	const names = new Set(ours.map(([name]) => name));
	const theirs = Object.entries(sent).map(([name, value]) => [names.has(name) ? `platform_${name}` : name, value] as const);
	return Object.fromEntries([...theirs, ...ours]);
}

/** `time_task_start` as `timeTaskStart`. */
export function camelName(field: string): string {
	return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * One added field, under its camelCase name, for each of `fields` that the platform sent.
 * `name` may be made from the field where camelCase alone would not do.
 */
export function extraFieldsFrom(sent: JsonRecord, fields: readonly string[], make: (value: unknown) => unknown, name: (field: string) => string = camelName): JsonRecord {
	return Object.fromEntries(fields.filter((field) => sent[field] !== undefined).map((field) => [name(field), make(sent[field])]));
}
