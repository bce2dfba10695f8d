import { isLosslessNumber, stringifyLossless } from '../../bundled';
import { enumeration } from '../../errorTexts';
import { InputError } from '../../failure';
import { plainDigits } from '../../lossless';
import { hasLostDigits, LOST_DIGITS_ADVICE } from '../../values';

/** Values as the text of a cell: the platform takes nothing else (document 2, 2.7, 4.3 and 4.5). */

export const SOURCE_ADVICE = 'Check the field or expression that provides the value.';

/** A value as text, or why it cannot be sent and what to do. */
type CellReading = { ok: true; text: string } | { ok: false; reason: string; advice: string };

/**
 * A value as text. Numbers are written in digits, without exponent; booleans by name; null and
 * undefined as empty text; dates as ISO 8601; arrays and objects as JSON. NaN, infinity, invalid
 * dates, functions and circular structures cannot be sent.
 */
export function readCell(value: unknown): CellReading {
	if (value === null || value === undefined) return sendable('');
	if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint')
		return sendable(String(value));
	if (typeof value === 'number')
		return Number.isFinite(value)
			? sendable(numberText(value))
			: unsendable(`${value}, which is no number`);
	if (isLosslessNumber(value)) return sendable(plainDigits(value.value));
	return typeof value === 'object' ? readObject(value) : unsendable(`a ${typeof value}`);
}

/**
 * A value as text, converted as in `readCell`.
 * @throws InputError if the value cannot be sent
 */
export function cellText(value: unknown): string {
	const read = readCell(value);
	if (read.ok) return read.text;
	throw new InputError(read.reason, read.advice);
}

/** A value that the robot speaks: as in `readCell`, but only what a person could hear. */
export function readSpokenCell(cell: unknown): CellReading {
	if (hasLostDigits(cell))
		return {
			ok: false,
			reason: `the number ${cell} lost its last digits before reaching this node`,
			advice: LOST_DIGITS_ADVICE,
		};
	if (!isNested(cell)) return readCell(cell);
	const paths = textsWithin(cell, '', MAX_PATHS);
	const such = paths.length === 0 ? '' : `, such as ${enumeration(paths, 'or')}`;
	return {
		ok: false,
		reason: `the value is ${Array.isArray(cell) ? 'a list' : 'an object'}, which the robot would spell out`,
		advice: `Take the text inside it${such}.`,
	};
}

/** Whether a value is a list, or an object without a text of its own, which a date has. */
export function isNested(value: unknown): value is object {
	if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return false;
	return Array.isArray(value) || !('toJSON' in value);
}

/** How many texts in a value are named, and how many entries are looked at on each level. */
const MAX_PATHS = 5;
const MAX_PATH_DEPTH = 3;

/** Where in a list or an object texts are, as an expression names them: `[0].text`, `.name`. */
function textsWithin(value: unknown, path: string, most: number, depth = 0): string[] {
	if (typeof value === 'string' || typeof value === 'number') return [path];
	if (!isNested(value) || depth >= MAX_PATH_DEPTH) return [];
	const paths: string[] = [];
	let seen = 0;
	for (const name in value) {
		if (++seen > MAX_PATHS || paths.length >= most) break;
		const inner: unknown = Reflect.get(value, name);
		const step = path + stepTo(name, value);
		paths.push(...textsWithin(inner, step, most - paths.length, depth + 1));
	}
	return paths;
}

function stepTo(name: string, within: object): string {
	if (Array.isArray(within)) return `[${name}]`;
	return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** No double has an exponent beyond this. */
const MAX_EXPONENT = 324;

function numberText(value: number): string {
	return Number.isInteger(value)
		? BigInt(value).toString()
		: plainDigits(String(value), MAX_EXPONENT);
}

/** JSON, or the text of an object with `toJSON` (Date, luxon DateTime). */
function readObject(value: object): CellReading {
	const converted: unknown =
		'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value;
	if (converted === null) return unsendable('an invalid date');
	if (typeof converted === 'string') return sendable(converted);
	try {
		return sendable(stringifyLossless(converted) ?? '');
	} catch {
		return unsendable('a circular structure');
	}
}

function sendable(text: string): CellReading {
	return { ok: true, text };
}

function unsendable(description: string): CellReading {
	return {
		ok: false,
		reason: `The value is ${description} and cannot be sent as text`,
		advice: SOURCE_ADVICE,
	};
}
