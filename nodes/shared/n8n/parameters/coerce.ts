/** Values that an expression or an AI agent may return in another type than the field's. */
import { enteredEntries, enteredIds, enteredName } from '../../entered';
import { InputError } from '../../failure';
import { tryReadJson } from '../../lossless';
import { hasLostDigits, LOST_DIGITS_ADVICE, textOf } from '../../values';

/**
 * A value as text. An expression may also return a number or a boolean. A missing value becomes
 * empty text.
 */
export function asText(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'object') {
		throw new InputError(
			`${label} must be text, but is ${Array.isArray(value) ? 'an array' : 'an object'}`,
			'Check the expression: select the field inside it that contains the text.',
		);
	}
	if (hasLostDigits(value)) {
		throw new InputError(
			`${label} is the number ${value}, which lost its last digits before reaching this node`,
			LOST_DIGITS_ADVICE,
		);
	}
	return String(value);
}

const CHECK_VALUE = 'Check the value, or the expression that provides it.';

/** What `read` returns for the value; undefined if the user left the field empty. */
export function given<T>(value: unknown, read: (value: unknown) => T): T | undefined {
	return value === undefined || value === null || value === '' ? undefined : read(value);
}

/** True for the boolean true, and for the text `true`, which an expression may return. */
export function asFlag(value: unknown): boolean {
	return isFlagOrItsText(value, true);
}

/** True for the boolean false and for the text `false`. For switches that otherwise count as on. */
export function isOff(value: unknown): boolean {
	return isFlagOrItsText(value, false);
}

function isFlagOrItsText(value: unknown, flag: boolean): boolean {
	return (
		value === flag || (typeof value === 'string' && value.trim().toLowerCase() === String(flag))
	);
}

/**
 * An integer from `min` to `max`, both included. Without `max` there is no upper limit. A number
 * may also be given as text.
 */
export function asInteger(
	value: unknown,
	label: string,
	{ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number },
): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isInteger(number) || number < min || number > max) {
		const range = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
		throw new InputError(
			`${label} must be a whole number ${range}, but is ${JSON.stringify(value)}`,
			CHECK_VALUE,
		);
	}
	return number;
}

/** One of the allowed values. */
export function asChoice<T extends string | number>(
	value: unknown,
	label: string,
	allowed: readonly T[],
): T {
	const found = allowed.find((choice) => choice === value);
	if (found !== undefined) return found;
	throw new InputError(
		`${label} must be one of: ${allowed.join(', ')}, but is ${JSON.stringify(value)}`,
		CHECK_VALUE,
	);
}

/** The values of a list of options. */
export function valuesOf<T>(options: readonly { value: T }[]): T[] {
	return options.map(({ value }) => value);
}

/**
 * The entries of an array, of a JSON array, or of a text that `split` splits, without blank
 * entries.
 * @param advice the advice of the error if there is no entry
 * @throws InputError if there is no entry, or if there are more than `max`
 */
export function asList(
	value: unknown,
	label: string,
	split: (text: string) => string[],
	advice: string,
	max = Infinity,
): string[] {
	const list = listIn(value) ?? split(asText(value, label));
	const entries = list
		.map((entry) => enteredName(asText(entry, label)))
		.filter((entry) => entry !== '');
	if (entries.length === 0) throw new InputError(`${label} is empty`, advice);
	if (entries.length > max)
		throw new InputError(
			`${label} has ${entries.length} entries; at most ${max} are allowed`,
			'Split them across several items.',
		);
	return entries;
}

/**
 * The events chosen in a trigger, in the order of `known`. An expression may return them as an
 * array, as a JSON array or as one text with commas.
 * @throws InputError if there is none, or for one that is not known: it would never come, and
 * nothing would say so
 */
export function asEvents<T extends string>(value: unknown, known: readonly T[]): T[] {
	const names = asList(value, 'Events', enteredIds, `Select at least one of: ${known.join(', ')}.`);
	const events = names.map((name) => asChoice(name, 'Events', known));
	return known.filter((event) => events.includes(event));
}

/**
 * The IDs in a text, in an array from an expression, or in a JSON array, each once.
 * @throws InputError for a number that has lost digits: nothing would match it
 */
export function asIds(value: unknown, label: string): string[] {
	const ids = (listIn(value) ?? [value]).flatMap((id) => splitList(asText(id, label)));
	return [...new Set(ids)];
}

/** The entries of a text, of an array from an expression, or of a JSON array. */
export function splitList(value: unknown): string[] {
	return (listIn(value) ?? [value]).flatMap((entry) => enteredIds(textOf(entry) ?? ''));
}

/**
 * The entries of a text, of an array, or of a JSON array, whose texts may also have several. Blank
 * texts are left out. An array may be empty.
 * @throws InputError if there is no entry in a text or in an array that is not empty: an expression
 * that found no value must not count as an empty list
 */
export function asEntries(value: unknown, label: string): unknown[] {
	const list = listIn(value) ?? [asText(value, label)];
	const entries = list.flatMap<unknown>((entry) =>
		typeof entry === 'string' ? enteredEntries(entry) : [entry],
	);
	if (entries.length === 0 && list.length > 0)
		throw new InputError(
			`${label} has no value`,
			`Enter at least one, or remove ${label}. An expression that finds none must return an empty array, [].`,
		);
	return entries;
}

/**
 * The array in a value: the value itself, or a JSON array in a text. Undefined for other values.
 */
export function listIn(value: unknown): unknown[] | undefined {
	const list =
		typeof value === 'string' && value.trim().startsWith('[') ? tryReadJson(value)?.value : value;
	return Array.isArray(list) ? list : undefined;
}
