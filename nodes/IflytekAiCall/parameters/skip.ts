import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SkipSettings } from '../entry/delivery';
import { NONE, SAME_VALUES, SEND_INTERRUPTED_LABEL, SKIP_LABEL } from '../entry/panelNames';
import { InputError } from '../../shared/failure';
import { asFlag } from '../../shared/n8n/parameters/coerce';
import { Item } from '../../shared/n8n/parameters/item';
import { numberField, switchField, textField } from '../../shared/n8n/parameters/properties';

/** Which customers are left out, because they were called before. */

const SKIP = 'skipCustomers';

const CHOICES = [
	{
		name: 'Called Today',
		value: 'calledToday',
		description: 'Leaves out a number that the script has called today, answered or not',
	},
	{
		name: SAME_VALUES,
		value: 'sameValues',
		description: 'Calls a number again today if another value of its row has changed',
	},
	{
		name: 'With a Key Sent Before',
		value: 'sentKey',
		description: 'Leaves out a row whose key was sent before, on any day',
	},
	{ name: NONE, value: 'none', description: 'Calls everybody in each run' },
] as const;

type Choice = (typeof CHOICES)[number]['value'];

/** The field that identifies a row, shown for With a Key Sent Before. */
export const rowKey = textField(
	'Row Key',
	'rowKey',
	'Field with a permanent key, such as an order number, or an expression',
	{
		required: true,
		placeholder: 'e.g. orderNumber',
		displayOptions: { show: { [SKIP]: ['sentKey'] } },
	},
);

export const rememberedRowKeys = numberField({
	displayName: 'Remembered Row Keys',
	name: 'rememberedRowKeys',
	typeOptions: { minValue: 100, maxValue: 50_000 },
	default: 10_000,
	description: 'Number of row keys that are kept for this node, {range}',
	displayOptions: { show: { [`/${SKIP}`]: ['sentKey'] } },
});

export const sendInterrupted = switchField(
	SEND_INTERRUPTED_LABEL,
	'sendInterrupted',
	'Whether to send rows that were begun before and not finished. First remove from the list those that were called or added.',
);

/**
 * The fields of an operation that sends rows. An agent's tool has a default of its own: a model
 * writes the same values in other words.
 * @param byDefault what the operation leaves out unless the user chooses otherwise
 * @param hasKeys whether rows can have keys of the user
 */
export function skipFields(
	byDefault: 'calledToday' | 'sameValues',
	{ hasKeys = true } = {},
): INodeProperties[] {
	const choices = CHOICES.filter(({ value }) => hasKeys || value !== 'sentKey');
	const field = (
		own: string,
		displayOptions?: INodeProperties['displayOptions'],
	): INodeProperties => ({
		displayName: SKIP_LABEL,
		name: SKIP,
		type: 'options',
		noDataExpression: true,
		options: choices.map((choice) => ({ ...choice })),
		description:
			'Who is left out. Other nodes and copies of this one do not know whom it has called.',
		default: own,
		...(displayOptions && { displayOptions }),
	});
	const fields =
		byDefault === 'calledToday'
			? [field(byDefault)]
			: [
					field(byDefault, { hide: { '@tool': [true] } }),
					field('calledToday', { show: { '@tool': [true] } }),
				];
	return [...fields, ...(hasKeys ? [rowKey] : [])];
}

/**
 * Reads who is left out. An expression is refused: a value of an item could have customers called
 * again. A choice of keys that is left from another operation counts as the default.
 * @param hasKeys whether rows can have keys of the user
 * @throws InputError
 */
export function readSkip(
	context: IExecuteFunctions,
	hasKeys: boolean,
): Omit<SkipSettings, 'allowsDuplicates'> {
	const item = new Item(context, 0);
	// n8n gives a node the default of its operation. Only a workflow made by hand has none.
	const raw = item.raw(SKIP) ?? 'calledToday';
	const chosen = CHOICES.find(({ value }) => value === raw)?.value;
	if (chosen === undefined)
		throw new InputError(
			`${SKIP_LABEL} has a value that the panel does not offer: ${JSON.stringify(raw)}`,
			`Choose ${SKIP_LABEL} in the panel of the node.`,
		);
	const skip: Choice = chosen === 'sentKey' && !hasKeys ? 'calledToday' : chosen;
	return {
		skip,
		...(skip === 'sentKey' && { rememberedKeys: item.sharedNumber(rememberedRowKeys) }),
		sendInterrupted: asFlag(item.sharedOption(sendInterrupted)),
	};
}
