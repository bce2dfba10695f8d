/** Parameters that many operations share. */
import type { INodeProperties, NodePropertyTypes } from 'n8n-workflow';

/** A field for an integer with its lowest and highest value; `readNumber` reads it. */
export interface NumberField extends INodeProperties {
	default: number;
	typeOptions: { minValue: number; maxValue: number };
}

/** Makes a number field; `{range}` in its description is replaced by the limits. */
export function numberField({
	description = '',
	...field
}: Omit<NumberField, 'type'>): NumberField {
	const { minValue, maxValue } = field.typeOptions;
	return {
		...field,
		type: 'number',
		description: description.replace(
			'{range}',
			`from ${minValue} to ${maxValue.toLocaleString('en')}`,
		),
	};
}

/** Makes fields of one type. `more` are further properties of the field. */
const fieldMaker =
	(type: NodePropertyTypes, initial: string | boolean) =>
	(
		displayName: string,
		name: string,
		description: string,
		more: Partial<INodeProperties> = {},
	): INodeProperties => ({ displayName, name, type, default: initial, description, ...more });

/** A text field, optional by default. */
export const textField = fieldMaker('string', '');

/** A field for a point in time, empty by default. */
export const timeField = fieldMaker('dateTime', '');

/** A switch, off by default. */
export const switchField = fieldMaker('boolean', false);

/** The options for a table of values and their names. */
export function choicesOf<T extends string>(
	names: Readonly<Record<T, string>>,
): { name: string; value: T }[] {
	return (Object.keys(names) as T[]).map((value) => ({ name: names[value], value }));
}

/** A notice between the parameters. n8n does not show any of its text in bold. */
export function noticeField(text: string, name = 'notice'): INodeProperties {
	return { displayName: text, name, type: 'notice', default: '' };
}

export const simplify = switchField(
	'Simplify',
	'simplify',
	'Whether to return a simplified version of the response instead of the raw data',
	{ default: true },
);

export const binaryInput: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the input binary field containing the file',
};

export const includeInputFields = switchField(
	'Include Input Fields',
	'includeInputFields',
	'Whether to include all fields of the input item in the output item. A field of the result replaces an input field of the same name. Read from the first item.',
);

export const concurrentRequests = numberField({
	displayName: 'Concurrent Requests',
	name: 'concurrentRequests',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 5,
	description: 'Maximum number of requests at once, {range}. Read from the first item.',
});

export const retries = numberField({
	displayName: 'Retries',
	name: 'retries',
	typeOptions: { minValue: 0, maxValue: 10 },
	default: 2,
	description:
		'How many times to send a request again after a temporary failure, with increasing pauses, {range}',
});

export const timeout = numberField({
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	typeOptions: { minValue: 1, maxValue: 600 },
	default: 60,
	description: 'Seconds without data after which a request fails, {range}',
});

/** A collection of optional fields, in the order of their titles, as n8n has them. */
export function collectionField(
	displayName: string,
	name: string,
	entryName: string,
	options: INodeProperties[],
	description?: string,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'collection',
		placeholder: `Add ${entryName}`,
		default: {},
		options: [...options].sort((one, other) =>
			one.displayName.localeCompare(other.displayName, 'en'),
		),
		...(description && { description }),
	};
}

/** An Options collection. */
export function optionsCollection(...entries: INodeProperties[]): INodeProperties {
	return collectionField('Options', 'options', 'option', entries);
}

/**
 * The Options of an operation that sends requests: those that every such operation has, which
 * `readRequestOptions` reads, and the operation's own.
 */
export function requestOptions(...own: INodeProperties[]): INodeProperties {
	return optionsCollection(...own, concurrentRequests, retries, timeout);
}
