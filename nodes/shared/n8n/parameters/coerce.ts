/** Values that an expression or an AI agent may give in another type than the field's. */
import { InputError } from '../../failure';
import { tryReadJson } from '../../lossless';
import { hasLostDigits, LOST_DIGITS_ADVICE } from '../../values';

/** Text of a value that an expression may have given as a number or boolean. */
export function asText(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'object') {
		throw new InputError(`${label} is ${Array.isArray(value) ? 'a list' : 'an object'}, but a text is needed`, 'Check the expression: choose the field inside it that holds the text.');
	}
	if (hasLostDigits(value)) {
		throw new InputError(`${label} is the number ${value}, which has lost its last digits on the way`, LOST_DIGITS_ADVICE);
	}
	return String(value);
}

/** True for true, and for the text `true` that an expression may give in its place. */
export function asFlag(value: unknown): boolean {
	return value === true || (typeof value === 'string' && value.trim().toLowerCase() === 'true');
}

/** True for false, and for the text `false`; for a switch where all else must count as on. */
export function isOff(value: unknown): boolean {
	return value === false || (typeof value === 'string' && value.trim().toLowerCase() === 'false');
}

/** A whole number within limits, both included; numbers as text are taken. */
export function asInteger(value: unknown, label: string, limits: { min: number; max: number }): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isInteger(number) || number < limits.min || number > limits.max) {
		throw new InputError(`${label} is ${JSON.stringify(value)}`, `Enter a whole number from ${limits.min} to ${limits.max}.`);
	}
	return number;
}

/** One of a few values. */
export function asChoice<T extends string>(value: unknown, label: string, allowed: readonly T[]): T {
	const found = allowed.find((choice) => choice === value);
	if (found === undefined) {
		throw new InputError(`${label} is ${JSON.stringify(value)}`, `Choose one of: ${allowed.join(', ')}.`);
	}
	return found;
}

/** The entries of a list, or of one in JSON as an agent or an expression may give it; undefined for anything else. */
export function listIn(value: unknown): unknown[] | undefined {
	const list = typeof value === 'string' && value.trim().startsWith('[') ? tryReadJson(value)?.value : value;
	return Array.isArray(list) ? list : undefined;
}
