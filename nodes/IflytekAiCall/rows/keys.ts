import type { IExecuteFunctions } from 'n8n-workflow';
import type { RowProblem } from '../../shared/aiCall/rows/rows';
import { InputError } from '../../shared/failure';
import { asText, Item, listIn, readNumber } from '../../shared/n8n/parameters';
import { invalidEntry, isEntry, type PreparedEntry } from '../delivery/entry';
import { RowKeys } from '../delivery/rowKeys';
import { rememberedRowKeys, rowKey } from './parameters';

/** The keys of rows that were sent before; undefined where the option Row Key is not set. */
export function rowKeysOf(context: IExecuteFunctions): RowKeys | undefined {
	const { options } = new Item(context, 0);
	return rowKey.name in options
		? new RowKeys(context, readNumber(options[rememberedRowKeys.name], rememberedRowKeys))
		: undefined;
}

const EMPTY_KEY: RowProblem = {
	reason: 'Row Key is empty',
	advice: 'Use an expression that returns a unique text for each row, such as an order number.',
};

/**
 * Gives each row its key: an item's one row the text that Row Key is for it, the rows of a list those of a list.
 * @throws InputError where Row Key is no text, or no list with one for each row
 */
export function withKeys<Target>(
	entries: PreparedEntry<Target>[],
	given: unknown,
): PreparedEntry<Target>[] {
	const keys = listIn(given) ?? [given];
	if (entries.length > 0 && keys.length !== entries.length) {
		throw new InputError(
			`Row Key gives ${keys.length} ${keys.length === 1 ? 'key' : 'keys'} for ${entries.length} ${entries.length === 1 ? 'row' : 'rows'}`,
			'For an array of rows, return an array of keys in the same order, such as {{ $json.rows.map((row) => row.order) }}.',
		);
	}
	return entries.map((entry, index) => {
		const key = asText(keys[index], rowKey.displayName).trim();
		if (key !== '') return isEntry(entry) ? { ...entry, key } : entry;
		return isEntry(entry)
			? invalidEntry(entry, EMPTY_KEY)
			: { ...entry, problems: [...entry.problems, EMPTY_KEY] };
	});
}
