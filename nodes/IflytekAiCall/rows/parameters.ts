import type { INodeProperties } from 'n8n-workflow';
import type { NumberField } from '../../shared/n8n/parameters/properties';

/** Where the rows come from, and how their columns are filled. */
export function rowParameters(mappingMethod: string, dependsOn: string[]): INodeProperties[] {
	return [
		{
			displayName: 'Rows From',
			name: 'rowsFrom',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Each Input Item', value: 'item', description: 'An item is a row; its columns are mapped below' },
				{ name: 'A List in a Field', value: 'field', description: 'An item holds a list of rows in one of its fields' },
			],
			default: 'item',
			description: 'Whether each input item is one row, or holds a list of rows',
		},
		{
			displayName: 'Columns',
			name: 'columns',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			required: true,
			description:
				'The values of the row. The first column is the telephone number. Mapped automatically, each column is taken from the field of its name; of two columns with one name, the second from the field "name (2)".',
			typeOptions: {
				loadOptionsDependsOn: dependsOn,
				resourceMapper: {
					resourceMapperMethod: mappingMethod,
					mode: 'add',
					fieldWords: { singular: 'column', plural: 'columns' },
					addAllFields: true,
					multiKeyMatch: false,
					supportAutoMap: true,
				},
			},
			displayOptions: { show: { rowsFrom: ['item'] } },
		},
		{
			displayName: 'Rows Field',
			name: 'rowsField',
			type: 'string',
			default: 'rows',
			required: true,
			placeholder: 'e.g. rows',
			hint: 'The name of the field, with dots for a field within another',
			description: 'The field with the list of rows. A row is a list of values in the order of the script\'s columns, or an object with the columns as fields. An item whose list is empty gives no result.',
			displayOptions: { show: { rowsFrom: ['field'] } },
		},
	];
}

export const checkNumbers: INodeProperties = {
	displayName: 'Check Numbers',
	name: 'checkNumbers',
	type: 'boolean',
	default: true,
	description: 'Whether the first column must be a mainland mobile number, which is then sent without spaces, dashes and +86. Switch it off for a line that may call other numbers.',
};

export const refuseRepeatedNumbers: INodeProperties = {
	displayName: 'Refuse Repeated Numbers',
	name: 'refuseRepeatedNumbers',
	type: 'boolean',
	default: false,
	description: 'Whether a row whose telephone number already stands in an earlier row of this run is an error. Off, each such row is a call of its own. The value of the first item counts for all.',
};

export const rowKey: INodeProperties = {
	displayName: 'Row Key',
	name: 'rowKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.orderNumber }}',
	description:
		'An expression that names a row for good, such as an order number, or a number and a date. A row whose key this node has sent before, in whatever execution, is not sent again and comes out with the state "sentBefore". Without it each run sends all rows. Of a list in a field, give a list of keys.',
};

export const rememberedRowKeys: NumberField = {
	displayName: 'Remembered Row Keys',
	name: 'rememberedRowKeys',
	type: 'number',
	typeOptions: { minValue: 100, maxValue: 50_000 },
	default: 10_000,
	description:
		"How many row keys n8n's database keeps for this node, at least; the oldest are forgotten first, and a run may not have more. Each batch of up to 50 rows waits for that database before it is sent: about 0.2 seconds with 10,000 keys, 3 seconds with 50,000. The value of the first item counts for all.",
};
