import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../failure';
import { tryReadJson } from '../lossless';
import { hasLostDigits, isBlank, isRecord, LOST_DIGITS_ADVICE } from '../values';

/** A file that an item carries. */
export interface BinaryFile {
	data: Buffer;
	/** As the item names it; may be missing. */
	fileName?: string;
}

/** One input item's parameters, read and checked. Every check fails with an InputError that names the field. */
export class Item {
	readonly options: IDataObject;

	constructor(
		private readonly context: IExecuteFunctions,
		readonly index: number,
	) {
		const options: unknown = context.getNodeParameter('options', index, {});
		this.options = isRecord(options) ? (options as IDataObject) : {};
	}

	/** The parameter as it is; of a resource locator, its value. */
	value(name: string): unknown {
		return this.context.getNodeParameter(name, this.index, undefined, { extractValue: true });
	}

	/** A parameter that may be text or, from an expression, a number. */
	text(name: string, label: string): string {
		return asText(this.value(name), label);
	}

	/** Like `text`, but an empty or blank one is an error. */
	requiredText(name: string, label: string): string {
		const text = this.text(name, label);
		if (isBlank(text)) throw new InputError(`${label} is empty`, `Enter a value for ${label}, or check the expression that gives it.`);
		return text;
	}

	/** A yes or no; never an error. */
	flag(name: string): boolean {
		return asFlag(this.value(name));
	}

	/**
	 * The binary file in a field of the item, read through n8n wherever n8n keeps it.
	 * @param checkBytes throws for a size that is not worth reading; called before the file is read
	 */
	async file(parameterName: string, checkBytes: (bytes: number) => void): Promise<BinaryFile> {
		const value = this.value(parameterName);
		// An expression may give the binary object itself instead of the field's name.
		const field = isBinaryObject(value) ? value : this.requiredText(parameterName, 'Input Binary Field');
		const { fileName, bytes } = this.context.helpers.assertBinaryData(this.index, field);
		if (bytes !== undefined) checkBytes(bytes);
		return { data: await this.context.helpers.getBinaryDataBuffer(this.index, field), fileName };
	}
}

function isBinaryObject(value: unknown): value is IBinaryData {
	return isRecord(value) && typeof value.mimeType === 'string' && (typeof value.data === 'string' || typeof value.id === 'string');
}

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
