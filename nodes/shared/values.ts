/** Narrowing of values that came out of JSON. */

export type JsonRecord = Record<string, unknown>;

/** True for an object that is no list. */
export function isRecord(value: unknown): value is JsonRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of a record; undefined for one that it only inherits, such as `constructor`, and where there is no record. */
export function ownField(value: unknown, name: string): unknown {
	return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The records of a list; anything else in it, or in its place, is left out. */
export function records(value: unknown): JsonRecord[] {
	return Array.isArray(value) ? value.filter(isRecord) : [];
}

/**
 * Like `records`, but nothing is left out: undefined where there is something else than records, or than a list. A list
 * that is missing or null has no records.
 */
export function allRecords(value: unknown): JsonRecord[] | undefined {
	const list = value ?? [];
	return Array.isArray(list) && list.every(isRecord) ? list : undefined;
}

/** Text, or a number as text; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** A number, or one written as text; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined;
}

/** What to do about a number that has lost digits. */
export const LOST_DIGITS_ADVICE = 'Let its source give it as text: a number keeps no more than 15 or 16 digits.';

/** True for a whole number of more digits than numbers keep, such as an id that was read as one. */
export function hasLostDigits(value: unknown): value is number {
	return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** True for a text without anything to see: white space and invisible signs alone. */
export function isBlank(text: string): boolean {
	return /^[\s\p{Cc}\p{Cf}]*$/u.test(text);
}

/**
 * A text without the characters at its end that match `unwanted`, a pattern for one character. A pattern for the whole end,
 * such as `/\s+$/`, would begin anew at each of many blanks within the text.
 */
export function withoutEnd(text: string, unwanted: RegExp): string {
	let end = text.length;
	while (end > 0 && unwanted.test(text.charAt(end - 1))) end--;
	return text.slice(0, end);
}

/** How much of a text is shown in an error. */
const EXCERPT_CHARACTERS = 120;

/** The beginning of a text in one line, to be shown in an error. */
export function excerpt(text: string): string {
	return text.slice(0, EXCERPT_CHARACTERS).replace(/\s+/g, ' ');
}
