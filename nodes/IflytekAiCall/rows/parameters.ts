import type { INodeProperties } from 'n8n-workflow';
import { ROW_FAULTS } from '../../shared/aiCall/protocol/aiCallCodes';
import { NEVER_CALL } from '../../shared/aiCall/rows/neverCall';
import { numberField, switchField, textField } from '../../shared/n8n/parameters';
import { deliveryOptions } from '../operation';

/** Where the rows come from, and how their columns are filled. */
export function rowParameters(
	columnsOf: 'Script' | 'Task',
	dependsOn: string[],
): INodeProperties[] {
	return [
		{
			displayName: 'Rows From',
			name: 'rowsFrom',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'An Array in a Field',
					value: 'field',
					description: 'Each input item contains an array of rows',
				},
				{
					name: 'Each Input Item',
					value: 'item',
					description: 'One row per input item, mapped below',
				},
			],
			default: 'item',
			description: 'Whether each input item is one row or contains an array of rows',
		},
		{
			displayName: 'Columns',
			name: 'columns',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			required: true,
			description:
				'Values of the row, the phone number first. Mapped automatically, each column takes the input field of its name; the second of two columns with one name takes "name (2)".',
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
				},
			},
			displayOptions: { show: { rowsFrom: ['item'] } },
		},
		textField(
			'Rows Field',
			'rowsField',
			'Field containing the rows: arrays of values in the order of the script columns, or objects keyed by column name. An empty array returns no items.',
			{
				default: 'rows',
				required: true,
				placeholder: 'e.g. rows',
				hint: 'Name of the field. Use dot notation for nested fields.',
				displayOptions: { show: { rowsFrom: ['field'] } },
			},
		),
		rowKey,
	];
}

export const checkNumbers = switchField(
	'Check Numbers',
	'checkNumbers',
	'Whether to require a Mainland China mobile number in the first column (spaces, dashes and +86 are removed). Turn off for lines that can call other numbers.',
	{ default: true },
);

export const refuseRepeatedNumbers = switchField(
	'Reject Duplicate Numbers',
	'refuseRepeatedNumbers',
	'Whether to send each phone number once in a run. Later rows with it come out with the state "duplicate". The value of the first item applies to all items.',
	{ default: true },
);

export const neverCall = textField(
	NEVER_CALL,
	'neverCall',
	'Numbers that are not called: one per line, or an array. Their rows come out with the state "neverCall". The value of the first item applies to all items.',
	{
		typeOptions: { rows: 3 },
		placeholder: "e.g. {{ $('Do Not Call').all().map(({ json }) => json.phone) }}",
	},
);

export const isolateBadRows = switchField(
	'Isolate Bad Rows',
	'isolateBadRows',
	`Whether to split a rejected batch (codes ${[...ROW_FAULTS].join(' and ')}), so that only invalid rows are left out. The value of the first item applies to all items.`,
);

export const rowKey = textField(
	'Row Key',
	'rowKey',
	'Name of the field with a permanent key, like an order number, or an expression. A row whose key was sent is not sent again by another execution. Certain for one n8n process.',
	{
		placeholder: 'e.g. orderNumber',
		hint: 'If empty, each execution sends all rows.',
	},
);

export const rememberedRowKeys = numberField({
	displayName: 'Remembered Row Keys',
	name: 'rememberedRowKeys',
	typeOptions: { minValue: 100, maxValue: 50_000 },
	default: 10_000,
	description:
		"Number of row keys that n8n's database keeps for this node, {range}; the oldest are forgotten first. The value of the first item applies to all items.",
});

export const sendInterrupted = switchField(
	'Send Interrupted Rows',
	'sendInterrupted',
	'Whether to send rows that an earlier execution began and did not finish. First check that they were not accepted. The value of the first item applies to all items.',
);

/** The Options of an operation that sends rows. */
export function rowOptions(...own: INodeProperties[]): INodeProperties {
	return deliveryOptions(
		checkNumbers,
		neverCall,
		refuseRepeatedNumbers,
		rememberedRowKeys,
		sendInterrupted,
		...own,
	);
}
