import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { RepeatSettings } from '../entry/delivery';
import { asChoice, asFlag } from '../../shared/n8n/parameters/coerce';
import { Item } from '../../shared/n8n/parameters/item';
import { numberField, switchField, textField } from '../../shared/n8n/parameters/properties';

/** When a row that was sent is sent again. */

const REPEAT = 'repeat';
const REPEAT_LABEL = 'Repeat';
const DEFAULT = 'onceADay';

const CHOICES = [
	{
		name: 'Once a Day',
		value: DEFAULT,
		description: 'A row that was sent today, with the same values, is left out',
	},
	{
		name: 'Once per Key',
		value: 'oncePerKey',
		description: 'A row whose key was sent before is left out, on any day',
	},
	{
		name: 'Each Run',
		value: 'eachRun',
		description: 'Each run sends every row, also one that was sent before',
	},
] as const;

/** The names that texts use. */
export const EACH_RUN = `${REPEAT_LABEL} to Each Run`;

/** The field that identifies a row, shown for Once per Key. */
export const rowKey = textField(
	'Row Key',
	'rowKey',
	'Field with a permanent key, such as an order number, or an expression',
	{
		required: true,
		placeholder: 'e.g. orderNumber',
		displayOptions: { show: { [REPEAT]: ['oncePerKey'] } },
	},
);

export const rememberedRowKeys = numberField({
	displayName: 'Remembered Row Keys',
	name: 'rememberedRowKeys',
	typeOptions: { minValue: 100, maxValue: 50_000 },
	default: 10_000,
	description: 'Number of row keys that are kept for this node, {range}. Read from the first item.',
	displayOptions: { show: { [`/${REPEAT}`]: ['oncePerKey'] } },
});

export const sendInterrupted = switchField(
	'Send Interrupted Rows',
	'sendInterrupted',
	'Whether to send rows that were begun before and not finished. First remove from the list those that were called or added. Read from the first item.',
);

/**
 * The fields of an operation that sends rows.
 * @param hasKeys whether rows can have keys of the user
 */
export function repeatFields(hasKeys = true): INodeProperties[] {
	const choices = CHOICES.filter(({ value }) => hasKeys || value !== 'oncePerKey');
	return [
		{
			displayName: REPEAT_LABEL,
			name: REPEAT,
			type: 'options',
			noDataExpression: true,
			options: choices.map((choice) => ({ ...choice })),
			default: DEFAULT,
			description: 'Whether a row that was sent is sent again. Certain for one n8n process.',
		},
		...(hasKeys ? [rowKey] : []),
	];
}

/**
 * Reads when rows are sent again. An expression is refused: a value of an item could have customers
 * called again.
 * @throws InputError
 */
export function readRepeat(context: IExecuteFunctions): RepeatSettings {
	const item = new Item(context, 0);
	const values = CHOICES.map(({ value }) => value);
	const repeat = asChoice(item.raw(REPEAT) ?? DEFAULT, REPEAT_LABEL, values);
	return {
		repeat,
		...(repeat === 'oncePerKey' && { rememberedKeys: item.optionNumber(rememberedRowKeys) }),
		sendInterrupted: asFlag(item.option(sendInterrupted)),
	};
}
