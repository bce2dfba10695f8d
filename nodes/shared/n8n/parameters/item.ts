import type {
	IBinaryData,
	IExecuteFunctions,
	IHookFunctions,
	INodeExecutionData,
	INodeProperties,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { enteredId } from '../../entered';
import { enumeration, ERROR_ENTRIES, quoted } from '../../errorTexts';
import { InputError } from '../../failure';
import { isBlank, isRecord, type JsonRecord } from '../../values';
import { asFlag, asInteger, asText } from './coerce';
import { concurrentRequests, retries, timeout, type NumberField } from './properties';

/** A parameter in a run: as it stands in the node, and its value if all items share it. */
interface Parameter {
	/** Undefined if the node does not have the parameter. */
	raw: unknown;
	isExpression: boolean;
	shared?: { value: unknown };
}

/** The parameters of each run that were read, by their paths. */
const runs = new WeakMap<IExecuteFunctions, Map<string, Parameter>>();

const MISSING = {};

function parameterOf(context: IExecuteFunctions, path: string): Parameter {
	const ofRun = runs.get(context) ?? new Map<string, Parameter>();
	runs.set(context, ofRun);
	const known = ofRun.get(path);
	if (known) return known;
	const entered: unknown = context.getNodeParameter(path, 0, MISSING, { rawExpressions: true });
	const raw = entered === MISSING ? undefined : entered;
	const parameter = { raw, isExpression: hasExpression(raw) };
	ofRun.set(path, parameter);
	return parameter;
}

/**
 * Reads and checks the parameters of an input item: only this class asks n8n for them. Each time
 * takes n8n a while, so a parameter without an expression is read only once per run. A failed check
 * throws an InputError that names the field. Paths are those of n8n, such as `options.voiceCode`.
 */
export class Item {
	private knownOptions: JsonRecord | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		readonly index: number,
	) {}

	/** A parameter as it stands in the node, with expressions; undefined if the node has none. */
	raw(path: string): unknown {
		return parameterOf(this.context, path).raw;
	}

	/** Whether a parameter, or a part of it, is an expression. */
	isExpression(path: string): boolean {
		return parameterOf(this.context, path).isExpression;
	}

	/** The value of a parameter, without a check; `fallback` if the node has none. */
	value(path: string, fallback?: unknown): unknown {
		return this.read(path, fallback);
	}

	/**
	 * @param extractValue for a resource locator: whether to return the value inside it
	 * @throws UserError if there is neither a parameter nor a fallback
	 */
	private read(path: string, fallback: unknown, extractValue = false): unknown {
		const parameter = parameterOf(this.context, path);
		if (parameter.shared) return parameter.shared.value;
		if (parameter.raw === undefined && fallback !== undefined) return fallback;
		// Without `skipValidation`, n8n would search for the field each time, and convert the values of
		// columns. No field here needs that check.
		const options = { extractValue, skipValidation: true };
		const value: unknown = this.context.getNodeParameter(path, this.index, fallback, options);
		if (!parameter.isExpression) parameter.shared = { value };
		return value;
	}

	/** All Options of the item, for an operation that needs most of them. They are read only once. */
	get options(): JsonRecord {
		if (this.knownOptions) return this.knownOptions;
		const options = this.value('options', {});
		return (this.knownOptions = isRecord(options) ? options : {});
	}

	/** Whether the user has added one of the Options. */
	hasOption({ name }: INodeProperties): boolean {
		const options = this.raw('options');
		return Object.hasOwn(isRecord(options) ? options : this.options, name);
	}

	/**
	 * The value of one of the Options, without a check and without evaluating the others; undefined if
	 * the user has not added it.
	 */
	option(field: INodeProperties): unknown {
		if (!this.hasOption(field)) return undefined;
		// The whole may be an expression.
		return isRecord(this.raw('options'))
			? this.read(`options.${field.name}`, '', field.type === 'resourceLocator')
			: this.options[field.name];
	}

	/**
	 * An option that is read once for all items.
	 * @throws InputError if its expression gives an item another value than the first one
	 */
	sharedOption(field: INodeProperties): unknown {
		const values = this.optionOfItems(field);
		const [first] = values;
		const index = values.findIndex((value) => JSON.stringify(value) !== JSON.stringify(first));
		if (index < 0) return first;
		throw new InputError(
			`${field.displayName} has another value in item ${index} than in item 0`,
			'It is the same for all items of a run. Enter a value, or an expression that does not name the item.',
		);
	}

	/** The values of an option, of each item if its expression names the item; otherwise only one. */
	optionOfItems(field: INodeProperties): unknown[] {
		const options = this.raw('options');
		const raw = isRecord(options) ? options[field.name] : options;
		if (!namesItem(raw)) return [this.option(field)];
		return this.context
			.getInputData()
			.map((_item, index) => new Item(this.context, index).option(field));
	}

	/** A number under Options that is read once for all items. */
	sharedNumber(field: NumberField): number {
		return readNumber(this.sharedOption(field), field);
	}

	/** An ID under Options; empty if the user has not added it. */
	optionId(field: INodeProperties): string {
		return enteredId(asText(this.option(field), field.displayName));
	}

	/** A number under Options, within its limits; its default if the user has not added it. */
	optionNumber(field: NumberField): number {
		return readNumber(this.option(field), field);
	}

	/**
	 * A parameter that may be text or, from an expression, a number. For a resource locator, the value
	 * inside it.
	 */
	text(name: string, label: string): string {
		return asText(this.read(name, undefined, true), label);
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

	/** An ID, without blanks around it and invisible characters; an empty ID is an error. */
	requiredId(name: string, label: string): string {
		return enteredId(this.requiredText(name, label));
	}

	/** A boolean, or `defaultValue` if n8n has dropped the parameter because it is not shown. */
	flag(name: string, defaultValue = false): boolean {
		return asFlag(this.value(name, defaultValue));
	}

	/** What n8n knows of a file, before it is read. */
	private binaryData(field: string | IBinaryData): IBinaryData {
		try {
			return this.context.helpers.assertBinaryData(this.index, field);
		} catch (error) {
			throw this.withFieldNames(field, error);
		}
	}

	/** The error of a binary field that is not there. */
	private withFieldNames(field: string | IBinaryData, error: unknown): unknown {
		const item = this.context.getInputData()[this.index];
		return typeof field !== 'string' || item?.binary?.[field] ? error : noFile(field, item);
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
		const { fileName, bytes, mimeType } = this.binaryData(field);
		if (bytes !== undefined) checkBytes(bytes, mimeType);
		return { data: await this.context.helpers.getBinaryDataBuffer(this.index, field), fileName };
	}
}

/** A field with at least 48 bytes of a file as Base64, with or without its type before it. */
const BASE64 = /^(?:data:[\w/+.-]*;base64,)?[\w+/-]{64}/;

/** Why a binary field cannot be read: the names of those that are there, or where the file may be. */
function noFile(field: string, item: INodeExecutionData | undefined): InputError {
	const names = Object.keys(item?.binary ?? {});
	if (names.length > 0)
		return new InputError(
			`The item has no binary field ${quoted(field)}, but ${enumeration(names.slice(0, ERROR_ENTRIES).map(quoted), 'and')}`,
			`Enter ${names.length === 1 ? names[0] : 'the name of the one with the file'} as Input Binary Field.`,
		);
	const [text] = Object.entries(item?.json ?? {}).filter(
		([, value]) => typeof value === 'string' && BASE64.test(value),
	);
	return new InputError(
		`The item has no binary field ${quoted(field)}, nor any other`,
		text
			? `Its field ${quoted(text[0])} seems to have a file as Base64 text: turn it into a file first, with Convert to File > Move Base64 String to File of n8n.`
			: 'Make sure that the node before this one outputs a file.',
	);
}

function isBinaryObject(value: unknown): value is IBinaryData {
	return (
		isRecord(value) &&
		typeof value.mimeType === 'string' &&
		(typeof value.data === 'string' || typeof value.id === 'string')
	);
}

/**
 * Reads something from each item that takes a while. If none of the parameters that it needs has an
 * expression, it is read only once: for thousands of items this saves most of the time.
 * @param paths the parameters that it needs
 */
export function perItem<T>(
	context: IExecuteFunctions,
	paths: readonly string[],
	read: (item: Item) => T,
): (itemIndex: number) => T {
	const first = new Item(context, 0);
	if (paths.some((path) => first.isExpression(path)))
		return (index) => read(new Item(context, index));
	let known: { value: T } | undefined;
	return (index) => (known ??= { value: read(new Item(context, index)) }).value;
}

/** Whether a parameter contains an expression anywhere. */
export function hasExpression(raw: unknown): boolean {
	return hasText(raw, (text) => text.startsWith('='));
}

/** Whether a text anywhere in a parameter fits. */
function hasText(raw: unknown, fits: (text: string) => boolean): boolean {
	if (typeof raw === 'string') return fits(raw);
	const parts = Array.isArray(raw) || isRecord(raw) ? Object.values(raw) : [];
	return parts.some((part) => hasText(part, fits));
}

/** What an expression calls the item, its fields, its place, or the item of another node. */
const ITEM_NAME = /\$(?:json|binary|itemIndex|position)\b|\.item\b|\["item"\]|\['item'\]/;

/** Whether an expression anywhere in a parameter names the item. */
function namesItem(raw: unknown): boolean {
	return hasText(raw, (text) => text.startsWith('=') && ITEM_NAME.test(text));
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
	return new Item(context, 0).sharedNumber(concurrentRequests);
}

/** The value of Options > Timeout for all items, in milliseconds. */
export function readTimeout(item: Item): number {
	return item.sharedNumber(timeout) * 1000;
}

export function readRequestOptions(item: Item): RequestOptions {
	return { retries: item.optionNumber(retries), timeoutMs: item.optionNumber(timeout) * 1000 };
}
