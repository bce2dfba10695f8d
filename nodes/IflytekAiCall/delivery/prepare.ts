import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import type { RowProblem } from '../../shared/aiCall/rows';
import { isRecord } from '../../shared/values';
import { pLimit } from '../../shared/vendor';
import { settle } from '../../shared/settle';
import type { DeliveryEntry } from './deliver';
import type { DeliveryNames } from './report';

/** An entry that cannot be sent. */
export interface InvalidEntry {
	problems: [RowProblem, ...RowProblem[]];
	rowIndex?: number;
	original: unknown;
}

export type PreparedEntry<Target> = DeliveryEntry<Target> | InvalidEntry;

/** What became of each item; an item that is invalid as a whole is rejected. */
export type Prepared<Target> = PromiseSettledResult<PreparedEntry<Target>[]>;

/** How items become entries. */
export interface Preparation<Target> {
	names: DeliveryNames;
	/** Items prepared at once. */
	concurrency: number;
	/** The entries of an item; throws if the whole item is invalid. */
	prepare(itemIndex: number): Promise<PreparedEntry<Target>[]>;
	/** A second check of the entries, one by one in order, after all items are prepared. */
	review?(entry: DeliveryEntry<Target>): PreparedEntry<Target>;
}

/** Prepares all items, a few at a time. */
export async function prepareItems<Target>(context: IExecuteFunctions, { names, concurrency, prepare, review }: Preparation<Target>): Promise<Prepared<Target>[]> {
	const prepareItem = async (json: IDataObject, index: number) => {
		refuseUnknown(json, names);
		return await prepare(index);
	};
	const items = await pLimit(concurrency).map(context.getInputData(), async ({ json }, index) => await settle(prepareItem(json, index)));
	if (!review) return items;
	return items.map((one) => (one.status === 'rejected' ? one : { ...one, value: one.value.map((entry) => (isEntry(entry) ? review(entry) : entry)) }));
}

export function isEntry<Target>(one: PreparedEntry<Target>): one is DeliveryEntry<Target> {
	return !('problems' in one);
}

/** Whether an item, or one of its entries, cannot be sent. */
export function isInvalid<Target>(one: Prepared<Target>): boolean {
	return one.status === 'rejected' || one.value.some((entry) => !isEntry(entry));
}

/** An entry that turned out to be invalid. */
export function invalidEntry<Target>({ rowIndex, original }: DeliveryEntry<Target>, problem: RowProblem): InvalidEntry {
	return { problems: [problem], original, ...(rowIndex !== undefined && { rowIndex }) };
}

/** The error of an invalid entry: its first problem. */
export function invalidEntryError({ problems: [{ reason, advice }], rowIndex, original }: InvalidEntry, note = ''): InputError {
	const failure = new InputError(rowIndex === undefined ? reason : `Row ${rowIndex} (zero-based): ${reason}`, `${note} ${advice}`.trim());
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
