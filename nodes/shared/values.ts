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
	while (end > 0 && unwanted.test(text.charAt(end - 1))) end--;
	return text.slice(0, end);
}

const EXCERPT_CHARACTERS = 120;

/**
 * A word at the end that is so long that it may be a secret. If an excerpt would end inside such a
 * word, the whole word is left out, so that no part of a secret is shown.
 */
const CUT_WORD = /[\w+/=%.-]{16,}$/;

/** The beginning of a text for error messages, written on one line. */
export function excerpt(text: string): string {
	const begin = text.slice(0, EXCERPT_CHARACTERS);
	const isWithinWord = /^[\w+/=%.-]/.test(text.slice(EXCERPT_CHARACTERS));
	return (isWithinWord ? begin.replace(CUT_WORD, '…') : begin).replace(/\s+/g, ' ');
}

/** Characters that no text has, as bytes of a file have them. */
const NOT_TEXT = /[^\P{Cc}\s]|\uFFFD/u;

/** The beginning of what the platform sent, as a sentence. Bytes that are no text are not shown. */
export function beginning(text: string): string {
	return isText(text) ? `It starts with: ${excerpt(text)}` : 'It is not text.';
}

/** Whether the beginning of a text can be shown. */
export function isText(text: string): boolean {
	return !NOT_TEXT.test(text.slice(0, EXCERPT_CHARACTERS));
}

const QUOTED_CHARACTERS = 30;

/** What a user entered, in quotation marks and on one line. A long text is cut. */
export function quoted(text: string): string {
	const isLong = text.length > QUOTED_CHARACTERS;
	return JSON.stringify(isLong ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text);
}

/** How many entries of a list an error shows. The others are only counted. */
export const ERROR_ENTRIES = 50;

/**
 * The entries of a list as one text. If there are more than `ERROR_ENTRIES`, it has only the first
 * ones, and says how many more there are.
 */
export function enumerated(entries: readonly (string | number)[]): string {
	const more = entries.length - ERROR_ENTRIES;
	const first = shortened(entries.slice(0, ERROR_ENTRIES).join(', '));
	return more > 0 ? `${first} and ${more} more` : first;
}

/**
 * How much of a long text an error shows from its start and from its end. The end is shown because
 * messages end with the code.
 */
const BEGIN_CHARACTERS = 1700;
const END_CHARACTERS = 200;

/**
 * The longest text of the platform that an error shows in full, in characters. If a text is longer,
 * the error shows its start and its end.
 */
export const ERROR_CHARACTERS = 2000;

/**
 * A text with at most `ERROR_CHARACTERS`. A longer text is cut to its start and its end. Between
 * them, a note says how many characters are left out.
 */
export function shortened(text: string): string {
	if (text.length <= ERROR_CHARACTERS) return text;
	const leftOut = text.length - BEGIN_CHARACTERS - END_CHARACTERS;
	const cut = `${text.slice(0, BEGIN_CHARACTERS)} … (${leftOut} characters left out) … ${text.slice(-END_CHARACTERS)}`;
	// A cut may leave half of a surrogate pair, which cannot be stored.
	return cut.replace(/\p{Surrogate}/gu, '');
}

/** A text for HTML or WebVTT, where `<` begins a tag, `&` an entity, and `-->` separates times. */
export function escapedMarkup(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The parts as in a sentence: `a, b and c`. */
export function enumeration(parts: readonly string[], conjunction: 'and' | 'or'): string {
	const last = parts.at(-1) ?? '';
	return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** A map that keeps the entries that were set last. */
export class RecentMap<Key, Value> {
	private readonly entries = new Map<Key, Value>();

	/** @param capacity how many entries are kept */
	constructor(private readonly capacity: number) {}

	get size(): number {
		return this.entries.size;
	}

	get(key: Key): Value | undefined {
		return this.entries.get(key);
	}

	set(key: Key, value: Value): void {
		// A Map lists its oldest entry first.
		this.entries.delete(key);
		this.entries.set(key, value);
		for (const [oldest] of this.entries) {
			if (this.entries.size <= this.capacity) return;
			this.entries.delete(oldest);
		}
	}

	delete(key: Key): void {
		this.entries.delete(key);
	}
}
