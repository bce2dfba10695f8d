import type { INodeProperties } from 'n8n-workflow';
import { NEVER_CALL } from '../../shared/aiCall/rows/phoneLists';
import { asChoice } from '../../shared/n8n/parameters/coerce';
import type { Item } from '../../shared/n8n/parameters/item';
import { switchField, textField } from '../../shared/n8n/parameters/properties';
import { IF_PROBLEMS_LABEL, SEND_THE_OTHERS } from '../entry/panelNames';
import { deliveryOptions } from './options';
import { rememberedRowKeys, sendInterrupted } from './skip';

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
				'Values of the row, the phone number first. Mapped automatically, each column takes the input field of its name. In a tool, the model reads what you write at ✨ of each column that it fills: it does not see the script.',
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
	];
}

/**
 * Nobody sees this parameter, and no run reads it. The editor resolves the expressions of a node
 * before it asks for columns: this is how the mapper learns of the fields of the first input item,
 * and can propose which of them fills which column. Before there is input, `$json` throws. This
 * must not fail: if one expression fails, the editor does not load the columns of another script.
 */
export const inputItem: INodeProperties = {
	displayName: 'Input Item',
	name: 'inputItem',
	type: 'hidden',
	default: `={{ (() => { try {
		const fields = Object.entries($json).slice(0, 100);
		const simple = fields.filter((field) => typeof field[1] !== 'object');
		return Object.fromEntries(simple.map((field) => [field[0], String(field[1]).slice(0, 40)]));
	} catch (error) { return {}; } })() }}`.replace(/\s+/g, ' '),
};

/** For items that contain an array of rows. Without this option each item is a row. */
export const rowsField = textField(
	'Rows in an Array Field',
	'rowsField',
	'Input field that has an array of rows: values in the order of the columns, or objects with the names of columns. Dot notation for nested fields.',
	{ default: 'rows', placeholder: 'e.g. rows' },
);

export const checkNumbers = switchField(
	'Check Numbers',
	'checkNumbers',
	'Whether only mobile numbers of Mainland China are allowed. Turn off for lines that can call others.',
	{ default: true },
);

/** What happens to the other rows if rows have problems. */
export const ifProblems: INodeProperties = {
	displayName: IF_PROBLEMS_LABEL,
	name: 'ifProblems',
	type: 'options',
	options: [
		{
			name: 'Follow On Error',
			value: 'onError',
			description:
				'With Stop Workflow under Settings, nothing is sent. With Continue, the others are.',
		},
		{ name: 'Send Nothing', value: 'sendNothing', description: 'One problem keeps all rows' },
		{ name: SEND_THE_OTHERS, value: 'sendOthers', description: 'Rows without problems are sent' },
	],
	default: 'onError',
	description: 'Whether to send the other rows',
};

/**
 * Whether the other rows are sent if one is invalid or refused. By default n8n's own setting says it:
 * if it continues, an item that fails does not keep the others from going on.
 */
export function readSendOthers(first: Item, continuesOnFail: boolean): boolean {
	const value = first.sharedOption(ifProblems) ?? 'onError';
	const choices = ['onError', 'sendNothing', 'sendOthers'] as const;
	const choice = asChoice(value, IF_PROBLEMS_LABEL, choices);
	return choice === 'onError' ? continuesOnFail : choice === 'sendOthers';
}

export const allowDuplicates = switchField(
	'Allow Duplicate Numbers',
	'allowDuplicates',
	'Whether to send several rows with one phone number. If off, a run sends the first of them.',
);

export const neverCall = textField(
	NEVER_CALL,
	'neverCall',
	'Numbers that are not called: one per line, or an array. An expression that names the item adds its numbers.',
	{
		typeOptions: { rows: 3 },
		placeholder: "e.g. {{ $('Do Not Call').all().map(({ json }) => json.phone) }}",
	},
);

/**
 * The Options of an operation that sends rows, and its own ones.
 */
export function rowOptions({
	times = [],
	robot = [],
	hasKeys = true,
}: {
	/** When customers are called. */
	times?: INodeProperties[];
	/** How they are called. */
	robot?: INodeProperties[];
	/** Whether rows can have keys of the user. */
	hasKeys?: boolean;
}): INodeProperties {
	return deliveryOptions(
		...times,
		neverCall,
		ifProblems,
		allowDuplicates,
		...robot,
		rowsField,
		checkNumbers,
		...(hasKeys ? [rememberedRowKeys] : []),
		sendInterrupted,
	);
}
