import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import { concurrencyOf, Item, perItem } from '../../shared/n8n/parameters';
import { settle } from '../../shared/settle';
import { isRecord } from '../../shared/values';
import { pLimit } from '../../shared/vendor';
import {
	isEntry,
	type DeliveryEntry,
	type DeliveryNames,
	type InvalidEntry,
	type PreparedEntry,
} from './entry';

export interface Preparation<Target> {
	names: DeliveryNames;
	/** The entries of an item; throws if the whole item is invalid. */
	prepare(itemIndex: number): Promise<PreparedEntry<Target>[]>;
	/** A second check, after all items are prepared: the entries that are invalid after all. */
	review?(
		entries: readonly DeliveryEntry<Target>[],
	): ReadonlyMap<DeliveryEntry<Target>, InvalidEntry>;
}

/** What became of an item: its entries, or the error of one that is invalid as a whole. */
export type PreparedItem<Target> = PromiseSettledResult<{
	simplified: boolean;
	entries: PreparedEntry<Target>[];
}>;

export async function prepareItems<Target>(
	context: IExecuteFunctions,
	{ names, prepare, review }: Preparation<Target>,
): Promise<PreparedItem<Target>[]> {
	const isSimplified = perItem(context, 'simplify', (index) =>
		new Item(context, index).flag('simplify'),
	);
	const prepareItem = async (json: IDataObject, index: number) => {
		refuseUnknown(json, names);
		// Read now, so that a failing expression does not turn an accepted entry into a failed one.
		return { simplified: isSimplified(index), entries: await prepare(index) };
	};
	const items = await pLimit(concurrencyOf(context)).map(
		context.getInputData(),
		async ({ json }, index) => await settle(prepareItem(json, index)),
	);
	const invalid: ReadonlyMap<PreparedEntry<Target>, InvalidEntry> = review?.(entriesOf(items)) ??
	new Map();
	return items.map((item) =>
		item.status === 'rejected'
			? item
			: {
					...item,
					value: {
						...item.value,
						entries: item.value.entries.map((entry) => invalid.get(entry) ?? entry),
					},
				},
	);
}

export function entriesOf<Target>(items: readonly PreparedItem<Target>[]): DeliveryEntry<Target>[] {
	return items.flatMap((item) =>
		item.status === 'fulfilled' ? item.value.entries.filter(isEntry) : [],
	);
}

/** Whether an item, or one of its entries, cannot be sent. */
export function isInvalid<Target>(item: PreparedItem<Target>): boolean {
	return item.status === 'rejected' || !item.value.entries.every(isEntry);
}

/** The error of an invalid entry: its first problem. */
export function invalidEntryError(
	{ problems: [{ reason, advice }], rowIndex, original }: InvalidEntry,
	note = '',
): InputError {
	const failure = new InputError(
		rowIndex === undefined ? reason : `Row ${rowIndex} (zero-based): ${reason}`,
		`${note} ${advice}`.trim(),
	);
	failure.details.facts = { state: 'notSent', ...(rowIndex !== undefined && { rows: [original] }) };
	return failure;
}

/**
 * Items of the error output whose outcome is unknown must not be sent again.
 * @throws InputError for an item whose outcome an earlier run did not know
 */
function refuseUnknown({ error, details, message }: IDataObject, { nouns }: DeliveryNames): void {
	// Older engines have the details under `message`, see errorItem.
	const unknown = [details, message].filter(isRecord).find(({ state }) => state === 'unknown');
	if (error === undefined || !unknown) return;
	const failure = new InputError(
		`An earlier run could not confirm whether this ${nouns[0]} was accepted, so it was not sent again`,
		'Check first, as described in the earlier error. If it was not accepted, remove the field "error" from the item, for example with Edit Fields, and run it again.',
	);
	failure.details.facts = { ...unknown, state: 'unknown', advice: failure.details.advice };
	throw failure;
}
