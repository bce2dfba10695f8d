import type { INodeProperties } from 'n8n-workflow';
import { ROW_FAULTS } from '../../shared/aiCall/protocol/aiCallCodes';
import { NEVER_CALL } from '../../shared/aiCall/rows/phone';
import { enteredName, fieldAt } from '../../shared/entered';
import { InputError } from '../../shared/failure';
import { asChoice, asText, listIn } from '../../shared/n8n/parameters/coerce';
import { numberField, switchField, textField } from '../../shared/n8n/parameters/properties';
import type { Item } from '../../shared/n8n/parameters/item';
import { isRecord } from '../../shared/values';
import { deliveryOptions } from '../actions/fields';
import { inputItem } from '../methods/resourceMapping';

/** Where the rows come from, and how their columns are filled. */
export function rowParameters(
	columnsOf: 'Script' | 'Task',
	dependsOn: string[],
): INodeProperties[] {
	return [
		{
			displayName: 'Columns',
			name: 'columns',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			required: true,
			description:
				'Values of the row, the phone number first. Mapped automatically, each column takes the input field of its name. In a tool, describe each column that the model fills: it does not see the script.',
			typeOptions: {
				loadOptionsDependsOn: dependsOn,
				// Only n8n's AI builder uses this, to find the columns. The editor does not use it.
				loadOptionsMethod: `get${columnsOf}ColumnNames`,
				resourceMapper: {
					resourceMapperMethod: `get${columnsOf}Columns`,
					mode: 'add',
					fieldWords: { singular: 'column', plural: 'columns' },
					addAllFields: true,
					multiKeyMatch: false,
					supportAutoMap: true,
					// Before a script is chosen, the notice of the method is enough.
					hideNoDataError: true,
				},
			},
			displayOptions: { hide: { [`/options.${rowsField.name}`]: [{ _cnd: { exists: true } }] } },
		},
		inputItem,
		rowKey,
	];
}

/** For items that contain an array of rows. Without this option each item is a row. */
export const rowsField = textField(
	'Rows in an Array Field',
	'rowsField',
	'Input field that has an array of rows: values in the order of the columns, or objects with the names of columns. Dot notation for nested fields.',
	{ default: 'rows', placeholder: 'e.g. rows' },
);

/** The name of the field that has the rows. */
export function readFieldName(value: unknown): string {
	const name = enteredName(asText(value, rowsField.displayName));
	if (name !== '') return name;
	throw new InputError(
		`${rowsField.displayName} is empty`,
		'Enter the name of the field, or remove the option if each item is a row.',
	);
}

/** The rows in a field. `field` is a name or a path with dots. The rows may be JSON text. */
export function rowList(json: unknown, field: string): unknown[] {
	const value = fieldAt(json, field);
	const list = listIn(value);
	if (list && (list.length === 0 || list.some(isRow))) return list;
	if (list)
		throw new InputError(
			`The field "${field}" contains the values of a row, but no row`,
			'A row must stand in a list, also if it is the only one: [["13800000000", "Ms Wang"]], not ["13800000000", "Ms Wang"].',
		);
	throw new InputError(
		value === undefined
			? `The item has no field "${field}"`
			: `The field "${field}" does not contain an array of rows`,
		'Enter the name of a field containing an array of rows. Each row must be an array of values or an object keyed by column name.',
	);
}

function isRow(value: unknown): boolean {
	return Array.isArray(value) || isRecord(value);
}

export const checkNumbers = switchField(
	'Check Numbers',
	'checkNumbers',
	'Whether only mobile numbers of Mainland China are allowed. Turn off for lines that can call others.',
	{ default: true },
);

/** What happens to the other rows if rows have problems. */
export const ifProblems: INodeProperties = {
	displayName: 'If Rows Have Problems',
	name: 'ifProblems',
	type: 'options',
	options: [
		{ name: 'Send Nothing', value: 'sendNothing' },
		{ name: 'Send the Others', value: 'sendOthers' },
	],
	default: 'sendNothing',
	description: 'Whether to send the other rows. Read from the first item.',
};

/** Whether the other rows are sent if one is invalid or fails. */
export function readSendOthers(first: Item): boolean {
	const value = first.option(ifProblems) ?? ifProblems.default;
	return asChoice(value, ifProblems.displayName, ['sendNothing', 'sendOthers']) === 'sendOthers';
}

export const allowDuplicates = switchField(
	'Allow Duplicate Numbers',
	'allowDuplicates',
	'Whether to send several rows with one phone number. If off, a run sends the first of them. Read from the first item.',
);

export const neverCall = textField(
	NEVER_CALL,
	'neverCall',
	'Numbers that are not called: one per line, or an array. Read from the first item.',
	{
		typeOptions: { rows: 3 },
		placeholder: "e.g. {{ $('Do Not Call').all().map(({ json }) => json.phone) }}",
	},
);

export const splitRejected = switchField(
	'Split Rejected Batches',
	'splitRejected',
	`Whether to split a rejected batch (codes ${[...ROW_FAULTS].join(' and ')}), so that only invalid rows are left out. Read from the first item.`,
);

export const rowKey = textField(
	'Row Key',
	'rowKey',
	'Field with a permanent key, such as an order number, or an expression. A row whose key was sent is not sent again. If empty, each run sends all rows again. Certain for one n8n process.',
	{ placeholder: 'e.g. orderNumber' },
);

export const rememberedRowKeys = numberField({
	displayName: 'Remembered Row Keys',
	name: 'rememberedRowKeys',
	typeOptions: { minValue: 100, maxValue: 50_000 },
	default: 10_000,
	description: 'Number of row keys that are kept for this node, {range}. Read from the first item.',
});

export const sendInterrupted = switchField(
	'Send Interrupted Rows',
	'sendInterrupted',
	'Whether to send rows that were begun before and not finished. First check that they were not accepted. Read from the first item.',
);

/**
 * The Options of an operation that sends rows, with its own ones at their places in the list.
 */
export function rowOptions({
	times = [],
	robot = [],
	technical = [],
}: {
	/** When customers are called. */
	times?: INodeProperties[];
	/** How they are called. */
	robot?: INodeProperties[];
	technical?: INodeProperties[];
}): INodeProperties {
	return deliveryOptions(
		...times,
		neverCall,
		ifProblems,
		allowDuplicates,
		...robot,
		rowsField,
		checkNumbers,
		rememberedRowKeys,
		sendInterrupted,
		...technical,
	);
}
