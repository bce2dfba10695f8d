import { revealed, enteredName } from '../../entered';
import { InputError } from '../../failure';
import { isRecord, ownField } from '../../values';

/** Names, grouped by what a function makes of them. */
export function namesBy(
	names: readonly string[],
	keyOf: (name: string) => string,
): Map<string, string[]> {
	const groups = new Map<string, string[]>();
	for (const name of names) {
		const key = keyOf(name);
		const known = groups.get(key);
		if (known) known.push(name);
		else groups.set(key, [name]);
	}
	return groups;
}

/** Says that fields cannot be told apart by their names. */
export function clashOf(fields: readonly string[]): string {
	const names = fields.map((field) => JSON.stringify(revealed(field)));
	return `The fields ${names.join(' and ')} have one name, apart from blanks and invisible characters`;
}

/**
 * A field of a record, by its name or by dot notation. Undefined if there is none.
 * @throws InputError if several fields have the name
 */
export function fieldAt(value: unknown, path: string): unknown {
	const whole = fieldsNamed(value, path);
	return whole.length > 0
		? fieldOf(value, whole)
		: path.split('.').reduce((inner, name) => fieldOf(inner, fieldsNamed(inner, name)), value);
}

function fieldsNamed(value: unknown, name: string): string[] {
	const byName = namesBy(Object.keys(isRecord(value) ? value : {}), enteredName);
	return byName.get(enteredName(name)) ?? [];
}

function fieldOf(value: unknown, fields: readonly string[]): unknown {
	if (fields.length > 1)
		throw new InputError(clashOf(fields), 'Remove or rename one of them before this node.');
	const [field] = fields;
	return field === undefined ? undefined : ownField(value, field);
}
