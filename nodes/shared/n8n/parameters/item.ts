import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IGetNodeParameterOptions,
	IHookFunctions,
	INodeProperties,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { enteredId } from '../../entered';
import { InputError } from '../../failure';
import { isBlank, isRecord, type JsonRecord } from '../../values';
import { asFlag, asInteger, asText } from './coerce';
import { concurrentRequests, retries, timeout, type NumberField } from './properties';

/**
 * For each run, its parameters by name: the value of a parameter without an expression, undefined
 * for a parameter with an expression.
 */
const constants = new WeakMap<IExecuteFunctions, Map<string, { value: unknown } | undefined>>();

/**
 * A parameter as n8n reads it for an item. Each reading takes time, so a parameter without an
 * expression is read only once per run.
 */
function parameterOf(
	context: IExecuteFunctions,
	name: string,
	index: number,
	fallback: unknown,
	readOptions: IGetNodeParameterOptions = {},
): unknown {
	const ofRun = constants.get(context) ?? new Map<string, { value: unknown } | undefined>();
	constants.set(context, ofRun);
	const constant = ofRun.get(name);
	if (constant) return constant.value;
	const value: unknown = context.getNodeParameter(name, index, fallback, readOptions);
	if (!ofRun.has(name)) {
		const raw: unknown = context.getNodeParameter(name, index, fallback, { rawExpressions: true });
		ofRun.set(name, hasExpression(raw) ? undefined : { value });
	}
	return value;
}

/**
 * Reads and checks the parameters of an input item. A failed check throws an InputError that names
 * the field.
 */
export class Item {
	private knownOptions: IDataObject | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		readonly index: number,
	) {}

	/**
	 * The Options of the item. They are read only when they are needed, and only once, because n8n
	 * evaluates every expression in them.
	 */
	get options(): IDataObject {
		if (this.knownOptions) return this.knownOptions;
		const options = parameterOf(this.context, 'options', this.index, {});
		return (this.knownOptions = isRecord(options) ? (options as IDataObject) : {});
	}

	/** The value of a parameter, without a check; for a resource locator, the value inside it. */
	value(name: string): unknown {
		return parameterOf(this.context, name, this.index, undefined, { extractValue: true });
	}

	/** Like `value`, for a path such as `options.voiceCode`; empty text if it is not set. */
	optional(path: string): unknown {
		return parameterOf(this.context, path, this.index, '', { extractValue: true });
	}

	/** Whether a parameter, or a part of it, is an expression. */
	isExpression(path: string): boolean {
		const raw: unknown = this.context.getNodeParameter(path, this.index, '', {
			rawExpressions: true,
		});
		return hasExpression(raw);
	}

	/** A parameter that may be text or, from an expression, a number. */
	text(name: string, label: string): string {
		// n8n does not validate text anyway, but would search all parameters for the description of
		// this one.
		const readOptions = { extractValue: true, skipValidation: true };
		return asText(parameterOf(this.context, name, this.index, undefined, readOptions), label);
	}

	/** Like `text`, but empty or blank text is an error. */
	requiredText(name: string, label: string): string {
		const text = this.text(name, label);
		if (isBlank(text))
			throw new InputError(
				`${label} is empty`,
				`Enter a value for ${label}, or check the expression that provides it.`,
			);
		return text;
	}

	/** An ID, without blanks around it and invisible characters. */
	id(name: string, label: string): string {
		return enteredId(this.text(name, label));
	}

	/** Like `id`, but an empty ID is an error. */
	requiredId(name: string, label: string): string {
		return enteredId(this.requiredText(name, label));
	}

	/** A boolean, or `defaultValue` if n8n has dropped the parameter because it is not shown. */
	flag(name: string, defaultValue = false): boolean {
		return asFlag(parameterOf(this.context, name, this.index, defaultValue));
	}

	/**
	 * The file in a binary field. `checkBytes` is called before the file is read, and throws for a
	 * size that is not allowed.
	 */
	async file(
		parameterName: string,
		checkBytes: (bytes: number, mimeType: string) => void,
	): Promise<{ data: Buffer; fileName?: string }> {
		const value = this.value(parameterName);
		// An expression can return the binary object instead of the field name.
		const field = isBinaryObject(value)
			? value
			: this.requiredText(parameterName, 'Input Binary Field');
		const { fileName, bytes, mimeType } = this.context.helpers.assertBinaryData(this.index, field);
		if (bytes !== undefined) checkBytes(bytes, mimeType);
		return { data: await this.context.helpers.getBinaryDataBuffer(this.index, field), fileName };
	}
}

function isBinaryObject(value: unknown): value is IBinaryData {
	return (
		isRecord(value) &&
		typeof value.mimeType === 'string' &&
		(typeof value.data === 'string' || typeof value.id === 'string')
	);
}

/**
 * Reads something for each item. If none of the parameters that it needs has an expression, it is
 * read only once: for thousands of items this saves most of the time.
 */
export function perItem<T>(
	context: IExecuteFunctions,
	parameterNames: string | readonly string[],
	read: (itemIndex: number) => T,
): (itemIndex: number) => T {
	const isPerItem = [parameterNames].flat().some((name) => {
		const raw: unknown = context.getNodeParameter(name, 0, '', { rawExpressions: true });
		return hasExpression(raw);
	});
	if (isPerItem) return read;
	let known: { value: T } | undefined;
	return (index) => (known ??= { value: read(index) }).value;
}

/**
 * Reads one of the Options of items without evaluating the others. The value is empty text if the
 * user did not add the option.
 */
export function optionPerItem<T>(
	context: IExecuteFunctions,
	{ name }: INodeProperties,
	read: (value: unknown) => T,
): (itemIndex: number) => T {
	const path = `options.${name}`;
	return perItem(context, path, (index) => read(context.getNodeParameter(path, index, '')));
}

/**
 * One of the Options of the first item, for a list that applies to a whole run. Undefined if the
 * user did not add the option.
 */
export function optionOfFirst(
	context: IExecuteFunctions,
	{ name }: INodeProperties,
): { value: unknown } | undefined {
	const raw: unknown = context.getNodeParameter('options', 0, {}, { rawExpressions: true });
	if (!isRecord(raw) || !Object.hasOwn(raw, name)) return undefined;
	return { value: context.getNodeParameter(`options.${name}`, 0, '') };
}

/** Whether a parameter contains an expression anywhere. */
export function hasExpression(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=');
	if (Array.isArray(raw)) return raw.some(hasExpression);
	return isRecord(raw) && Object.values(raw).some(hasExpression);
}

/**
 * A collection parameter of a trigger, empty if the user added nothing. A trigger has no items;
 * operations use `Item`.
 */
export function readCollection(
	context: IWebhookFunctions | IHookFunctions | IPollFunctions,
	name: string,
): JsonRecord {
	const value: unknown = context.getNodeParameter(name, {});
	return isRecord(value) ? value : {};
}

/** How the requests of an item are sent. */
export interface RequestOptions {
	retries: number;
	/** How long the server may send no data before the request fails, in milliseconds. */
	timeoutMs: number;
}

/**
 * The value of a number field within its limits, or its default.
 * @throws InputError that names the field
 */
export function readNumber(
	value: unknown,
	{ displayName, default: defaultValue, typeOptions: { minValue, maxValue } }: NumberField,
): number {
	return asInteger(value ?? defaultValue, displayName, { min: minValue, max: maxValue });
}

/** The value of Options > Concurrent Requests of the first item. */
export function readConcurrency(context: IExecuteFunctions): number {
	return readNumber(
		context.getNodeParameter(`options.${concurrentRequests.name}`, 0, concurrentRequests.default),
		concurrentRequests,
	);
}

/** The value of Options > Timeout, in milliseconds. */
export function readTimeout({ options }: Item): number {
	return readNumber(options[timeout.name], timeout) * 1000;
}

export function readRequestOptions(item: Item): RequestOptions {
	return { retries: readNumber(item.options[retries.name], retries), timeoutMs: readTimeout(item) };
}
