/** Values as the text that the platform takes: every cell of a row and every value of a context map. */
import { InputError } from '../failure';
import { isLosslessNumber, stringifyLossless } from '../vendor';
import { plainDigits } from './lossless';

/**
 * A value as text. Numbers are written out in digits, without exponent; true and false by name; nothing
 * (null, undefined) as empty text; dates as ISO 8601; lists and objects as JSON.
 *
 * @throws InputError for what no text can stand for: NaN, infinity, an invalid date, a function, a
 * structure that contains itself
 */
export function cellText(value: unknown): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (typeof value === 'number') return numberText(value);
	if (isLosslessNumber(value)) return plainDigits(value.value);
	if (value instanceof Date) return dateText(value);
	if (typeof value === 'object') return objectText(value);
	throw unfit(`a ${typeof value}`);
}

function numberText(value: number): string {
	if (!Number.isFinite(value)) throw unfit(`${value}, which is no number`);
	if (Number.isInteger(value)) return BigInt(value).toString();
	return plainDigits(String(value));
}

function dateText(value: Date): string {
	if (Number.isNaN(value.getTime())) throw unfit('an invalid date');
	return value.toISOString();
}

/** JSON, or what an object that knows its own text (a date of n8n's expressions) says of itself. */
function objectText(value: object): string {
	const own = 'toJSON' in value && typeof value.toJSON === 'function' ? (value.toJSON() as unknown) : value;
	if (own === null) throw unfit('an invalid date');
	if (typeof own === 'string') return own;
	try {
		return stringifyLossless(own) ?? '';
	} catch {
		throw unfit('a structure that contains itself');
	}
}

function unfit(what: string): InputError {
	return new InputError(`The value is ${what} and cannot be sent as text`, 'Look at the field or expression that the value comes from.');
}
