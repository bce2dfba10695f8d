import { isLosslessNumber, parse, stringify } from 'lossless-json';
import { CODE, Refusal } from './protocol';

/** A JSON object from `readJsonBody`. Its numbers are `LosslessNumber` objects, which keep every digit. */
export type JsonObject = Record<string, unknown>;

function refuse(reason: string): never {
	throw new Refusal(CODE.badParameter, reason);
}

function isObject(value: unknown): value is JsonObject {
	return (
		typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)
	);
}

/** The kind of a value, as the reason of a refusal names it. */
function nameOf(value: unknown): string {
	if (value === null) return 'null';
	if (value === undefined) return 'missing';
	if (Array.isArray(value)) return 'an array';
	if (isLosslessNumber(value)) return 'a number';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Checks Content-Type (document 2, part 1). It must be `application/json`. If it has a charset, this must be UTF-8. */
function checkContentType(contentType: string | undefined): void {
	const [type = '', ...parameters] = (contentType ?? '')
		.split(';')
		.map((part) => part.trim().toLowerCase());
	if (type !== 'application/json')
		refuse(`Content-Type is "${contentType ?? ''}", not application/json`);
	for (const parameter of parameters) {
		const charset = /^charset="?([^"]*)"?$/.exec(parameter)?.[1];
		if (charset !== undefined && charset !== 'utf-8') refuse(`charset is ${charset}, not UTF-8`);
	}
}

/**
 * Reads a request body strictly.
 * @throws Refusal 10005 for a wrong content type, bytes that are not UTF-8, broken JSON, a duplicate key, or a body that
 *   is not an object
 */
export function readJsonBody(contentType: string | undefined, body: Buffer): JsonObject {
	checkContentType(contentType);
	let text: string;
	try {
		text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
	} catch {
		return refuse('the body is not UTF-8');
	}
	let value: unknown;
	try {
		value = parse(text, null, {
			onDuplicateKey: ({ key }) => {
				throw new SyntaxError(`key "${key}" stands twice`);
			},
		});
	} catch (error) {
		return refuse(
			`the body is not JSON: ${error instanceof Error ? error.message : String(error)}`,
		);
	}
	if (!isObject(value)) return refuse(`the body is ${nameOf(value)}, not an object`);
	return value;
}

/** Writes JSON. Bigints become numbers. */
export function writeJson(value: unknown, space?: number): string {
	return stringify(value, null, space) ?? 'null';
}

/** Reads the fields of one object, each with its documented type. `end` refuses the object if it has other fields. */
export class Fields {
	constructor(
		private readonly source: JsonObject,
		/** Where the object is in the body, for the reasons of refusals. */
		private readonly place = 'body',
		/** The names of the fields that were read or ignored. */
		private readonly seen = new Set<string>(),
	) {}

	private take(name: string): unknown {
		this.seen.add(name);
		return Object.hasOwn(this.source, name) ? this.source[name] : undefined;
	}

	private wrong(name: string, wanted: string, value: unknown): never {
		return refuse(`${this.place}.${name} must be ${wanted} but is ${nameOf(value)}`);
	}

	has(name: string): boolean {
		return Object.hasOwn(this.source, name);
	}

	optionalString(name: string): string | undefined {
		const value = this.take(name);
		if (value === undefined || typeof value === 'string') return value;
		return this.wrong(name, 'a string', value);
	}

	/** A required string that is not empty. */
	string(name: string): string {
		const value = this.optionalString(name);
		if (value === undefined || value === '') return refuse(`${this.place}.${name} is required`);
		return value;
	}

	/** A whole number within the safe range, written without fraction or exponent. */
	optionalInt(name: string): number | undefined {
		const value = this.take(name);
		if (value === undefined) return undefined;
		if (!isLosslessNumber(value)) return this.wrong(name, 'a whole number', value);
		const number = Number(value.value);
		if (!/^-?\d+$/.test(value.value) || !Number.isSafeInteger(number)) {
			return refuse(`${this.place}.${name} must be a whole number but is ${value.value}`);
		}
		return number;
	}

	/** A whole number, sent as a number or as text. The vendor's newer clients send both. */
	optionalIntOrText(name: string): number | undefined {
		const value = this.peek(name);
		if (typeof value !== 'string') return this.optionalInt(name);
		this.take(name);
		return /^-?\d{1,15}$/.test(value) ? Number(value) : this.wrong(name, 'a whole number', value);
	}

	/** Text or a whole number. The number is returned as text with the same digits. */
	optionalStringOrInt(name: string): string | undefined {
		const value = this.peek(name);
		return isLosslessNumber(value) ? String(this.optionalInt(name)) : this.optionalString(name);
	}

	/** Like `optionalStringOrInt`, but empty text counts as missing. */
	optionalCode(name: string): string | undefined {
		return this.optionalStringOrInt(name) || undefined;
	}

	/** Accepts fields whatever their values are. */
	ignore(...names: string[]): void {
		for (const name of names) this.seen.add(name);
	}

	/** The same object without the fields that are null or empty text. */
	withoutBlanks(): Fields {
		const isBlank = (value: unknown): boolean => value === null || value === '';
		this.ignore(...this.names().filter((name) => isBlank(this.source[name])));
		const filled = Object.entries(this.source).filter(([, value]) => !isBlank(value));
		return new Fields(Object.fromEntries(filled), this.place, this.seen);
	}

	int(name: string): number {
		return this.optionalInt(name) ?? refuse(`${this.place}.${name} is required`);
	}

	/** Any number, also with a fraction. */
	optionalNumber(name: string): number | undefined {
		const value = this.take(name);
		if (value === undefined) return undefined;
		return isLosslessNumber(value) ? Number(value.value) : this.wrong(name, 'a number', value);
	}

	optionalBoolean(name: string): boolean | undefined {
		const value = this.take(name);
		if (value === undefined || typeof value === 'boolean') return value;
		return this.wrong(name, 'true or false', value);
	}

	/** An array of strings. `null` counts as missing, because clients in Go send `null` for a missing array. */
	optionalStrings(name: string): string[] | undefined {
		const value = this.take(name);
		if (value === undefined || value === null) return undefined;
		return Array.isArray(value)
			? value.map((entry, index) => this.stringAt(name, index, entry))
			: this.wrong(name, 'an array of strings', value);
	}

	strings(name: string): string[] {
		return this.optionalStrings(name) ?? refuse(`${this.place}.${name} is required`);
	}

	/** An array of arrays of strings. */
	rows(name: string): string[][] {
		const value = this.take(name);
		if (!Array.isArray(value)) return this.wrong(name, 'an array of rows', value);
		return value.map((row: unknown, index) => {
			if (!Array.isArray(row)) return this.wrong(`${name}[${index}]`, 'an array of strings', row);
			return row.map((entry, column) => this.stringAt(`${name}[${index}]`, column, entry));
		});
	}

	/** The nested object `name` as Fields. Undefined if the object is missing. */
	optionalFields(name: string): Fields | undefined {
		const value = this.take(name);
		if (value === undefined) return undefined;
		return isObject(value)
			? new Fields(value, `${this.place}.${name}`)
			: this.wrong(name, 'an object', value);
	}

	/** The objects in the nested array `name`, each as Fields. Undefined if the array is missing. */
	optionalList(name: string): Fields[] | undefined {
		const value = this.take(name);
		if (value === undefined) return undefined;
		if (!Array.isArray(value)) return this.wrong(name, 'an array of objects', value);
		return value.map((entry: unknown, index) =>
			isObject(entry)
				? new Fields(entry, `${this.place}.${name}[${index}]`)
				: this.wrong(`${name}[${index}]`, 'an object', entry),
		);
	}

	/** The entries of the nested array `name`, which are texts or objects. Each object is returned as Fields. */
	list(name: string): (string | Fields)[] {
		const value = this.take(name);
		if (!Array.isArray(value)) return this.wrong(name, 'an array', value);
		return value.map((entry: unknown, index) => {
			if (typeof entry === 'string') return entry;
			return isObject(entry)
				? new Fields(entry, `${this.place}.${name}[${index}]`)
				: this.wrong(`${name}[${index}]`, 'a string or an object', entry);
		});
	}

	/** The value of a field, without any check. The field does not count as read. */
	peek(name: string): unknown {
		return Object.hasOwn(this.source, name) ? this.source[name] : undefined;
	}

	/** All fields, without any check. They count as read. */
	everything(): JsonObject {
		this.names().forEach((name) => this.seen.add(name));
		return this.source;
	}

	/** The names of all present fields. */
	names(): string[] {
		return Object.keys(this.source);
	}

	/** The names of the fields that were not read. */
	unread(): string[] {
		return this.names().filter((name) => !this.seen.has(name));
	}

	/** Refuses the object if it has fields that were not read. */
	end(): void {
		const unknown = this.unread();
		if (unknown.length > 0)
			refuse(`${this.place} has fields that the document does not know: ${unknown.join(', ')}`);
	}

	private stringAt(name: string, index: number, value: unknown): string {
		return typeof value === 'string' ? value : this.wrong(`${name}[${index}]`, 'a string', value);
	}
}
