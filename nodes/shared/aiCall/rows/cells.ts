/**
 * Converts values to the text that the platform accepts: each cell of a row and each value of a
 * context.
 */
import { InputError } from '../../failure';
import { plainDigits } from '../../lossless';
import { isLosslessNumber, stringifyLossless } from '../../bundled';

export const SOURCE_ADVICE = 'Check the field or expression that provides the value.';

/** A value as text, or why it cannot be sent and what to do. */
export type CellReading =
	{ ok: true; text: string } | { ok: false; reason: string; advice: string };

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

/**
 * What a sheet, an expression or a program writes in the place of a value that it does not have.
 * `锟斤拷` and U+FFFD are texts that were read in another encoding than they were written in.
 */
const NO_VALUE =
	/#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|ERROR!|#{4})|\[object \w+\]|Invalid Date(?:Time)?|\{\{|\}\}|\$\{|(?<![A-Za-z])(?:undefined|null|NaN)(?![A-Za-z])|\uFFFD|锟斤拷/u;

/** The part of a text that looks like a value that was not there. */
export function missingValueIn(text: string): string | undefined {
	return NO_VALUE.exec(text)?.[0];
}
