import type { INodeProperties } from 'n8n-workflow';
import { ROW_FAULTS } from '../../shared/aiCall/protocol/aiCallCodes';
import { NEVER_CALL } from '../../shared/aiCall/rows/neverCall';
import { numberField, switchField, textField } from '../../shared/n8n/parameters';
import { deliveryOptions } from '../actions/fields';
import { inputItem } from '../methods/inputFields';

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
				{ name: 'An Array in a Field', value: 'field' },
				{ name: 'Each Input Item', value: 'item' },
			],
			default: 'item',
			description: 'Whether an input item is one row or has an array of rows',
		},
		{
			displayName: 'Columns',
			name: 'columns',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			required: true,
			description:
				'Values of the row, the phone number first. Mapped automatically, each column takes the input field of its name.',
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
			displayOptions: { show: { rowsFrom: ['item'] } },
		},
		inputItem,
		textField(
			'Rows Field',
			'rowsField',
			'Field with the rows: arrays of values in the order of the columns, or objects with the names of columns',
			{
				default: 'rows',
				required: true,
				placeholder: 'e.g. rows',
				hint: 'Dot notation for nested fields',
				displayOptions: { show: { rowsFrom: ['field'] } },
			},
		),
		rowKey,
	];
}

export const checkNumbers = switchField(
	'Check Numbers',
	'checkNumbers',
	'Whether only mobile numbers of Mainland China are allowed. Turn off for lines that can call others.',
	{ default: true },
);

export const refuseRepeatedNumbers = switchField(
	'Reject Duplicate Numbers',
	'refuseRepeatedNumbers',
	'Whether to send each phone number once in a run. Its other rows are "duplicate". Read from the first item.',
	{ default: true },
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

export const isolateBadRows = switchField(
	'Isolate Bad Rows',
	'isolateBadRows',
	`Whether to split a rejected batch (codes ${[...ROW_FAULTS].join(' and ')}), so that only invalid rows are left out. Read from the first item.`,
);

export const rowKey = textField(
	'Row Key',
	'rowKey',
	'Field with a permanent key, such as an order number, or an expression. A row whose key was sent is not sent again. Certain for one n8n process.',
	{
		placeholder: 'e.g. orderNumber',
		hint: 'If empty, each new execution sends all rows',
	},
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
