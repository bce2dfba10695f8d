/** Checks and conversions of values that came out of JSON. */

export type JsonRecord = Record<string, unknown>;

/** True for an object that is not an array. */
export function isRecord(value: unknown): value is JsonRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A field of a record. Undefined for a field that the record only inherits, such as `constructor`,
 * and if `value` is no record.
 */
export function ownField(value: unknown, name: string): unknown {
	return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A copy of an object without the fields that are undefined. */
export function definedFields<Fields extends object>(fields: Fields): Fields {
	const defined: Partial<Fields> = {};
	for (const name in fields) if (fields[name] !== undefined) defined[name] = fields[name];
	return defined as Fields;
}

/** The objects of an array; everything else is left out. */
export function records(value: unknown): JsonRecord[] {
	return Array.isArray(value) ? value.filter(isRecord) : [];
}

/**
 * The objects of an array. Undefined if anything else is in it, or if `value` is no array. A
 * missing or null array counts as empty.
 */
export function allRecords(value: unknown): JsonRecord[] | undefined {
	const list = value ?? [];
	return Array.isArray(list) && list.every(isRecord) ? list : undefined;
}

/** The same JSON value with each text in it changed, at any depth, and the names of fields. */
export function withTexts(value: JsonRecord, change: (text: string) => string): JsonRecord;
export function withTexts(value: unknown, change: (text: string) => string): unknown;
export function withTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((entry) => withTexts(entry, change));
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, field]) => [change(name), withTexts(field, change)]),
	);
}

/** Text, or a number as text; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** A number, or one written as text; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
		? Number(value)
		: undefined;
}

export const LOST_DIGITS_ADVICE = 'Pass it as text. Numbers only keep 15 to 16 digits.';

/**
 * True for an integer with more digits than a number can hold, such as an id that was parsed as a
 * number.
 */
export function hasLostDigits(value: unknown): value is number {
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** True for text that consists of white space and invisible characters only. */
export function isBlank(text: string): boolean {
	return /^[\s\p{Cc}\p{Cf}]*$/u.test(text);
}

/**
 * A text without the characters at its end that match `unwanted`, a pattern for one character. A
 * pattern for the whole end, such as `/\s+$/`, would start again at each of many spaces inside the
 * text.
 */
export function withoutEnd(text: string, unwanted: RegExp): string {
	let end = text.length;
	// Before the first character stands an empty text, which does not match.
	while (unwanted.test(text.charAt(end - 1))) end--;
	return text.slice(0, end);
}

/**
 * The element at an index, for callers that know that the list has an element there.
 * @throws RangeError if the list has none
 */
export function at<T>(list: readonly T[], index: number): T {
	const element = list[index];
	if (element === undefined)
		throw new RangeError(`No element ${index} in a list of ${list.length}`);
	return element;
}
