import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../shared/failure';
import { asBoolean, Item, perItem, switchField } from '../shared/n8n/parameters';

export const checkOnly = switchField(
	'Check Only',
	'checkOnly',
	'Whether to check everything and send nothing. Each row is returned with what would happen to it (state), the problems that keep it from being sent, and warnings. Must be the same for all items.',
);

/**
 * Whether this run only checks.
 * @throws InputError where Check Only is neither true nor false, or not the same for all items: one of them would be called by accident
 */
export function isCheckOnly(context: IExecuteFunctions): boolean {
	const read = perItem(context, 'options', (index) => asBoolean(new Item(context, index).options[checkOnly.name], checkOnly.displayName));
	const values = context.getInputData().map((_item, index) => read(index));
	const [first = false] = values;
	const other = values.findIndex((value) => value !== first);
	if (other === -1) return first;
	throw new InputError(`Check Only must be the same for all items, but is ${String(first)} for item 0 and ${String(!first)} for item ${other} (zero-based)`, 'Nothing was sent. Enter one value, or check the expression that provides it.');
}
