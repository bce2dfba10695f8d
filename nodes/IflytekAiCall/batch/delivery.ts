import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Finding } from '../../shared/aiCall/finding';
import { LookupError } from '../../shared/aiCall/protocol/aiCallErrors';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import { InputError } from '../../shared/failure';
import { readConcurrency } from '../../shared/n8n/parameters/item';
import type { Clock } from '../../shared/n8n/requests/clock';
import { LOOP_MS, mapConcurrently, turns } from '../../shared/n8n/run/items';
import { isRecord } from '../../shared/values';
import { readSimplify } from '../actions/fields';
import {
	isEntry,
	Repeats,
	type DeliveryNames,
	type Entry,
	type InvalidEntry,
	type SentRowsSettings,
} from './entry';
import { leftOut, type Outcomes } from './outcomes';

/** What is needed to send entries. */
export interface Sending {
	names: DeliveryNames;
	clock: Clock;
	/**
	 * What the run does. `{ number }` is a test: one entry is sent, with this number in its first
	 * column.
	 */
	mode: 'check' | 'real' | { number: string };
	/**
	 * Whether the other entries are sent if one is invalid or fails. If not, an invalid one prevents
	 * all sending, and a failure stops the rest.
	 */
	sendOthers: boolean;
	/** Which entries count as sent before. */
	sent?: SentRowsSettings;
	/** Maximum number of entries per request; by default the platform's limit for rows. */
	batchSize?: number;
	/** Whether to split a rejected batch until the invalid entry is found. */
	isolate?: boolean;
}

/** Sends entries and returns their outcomes. */
export type Send = (
	context: IExecuteFunctions,
	client: AiCallClient,
	entries: readonly Entry[],
	sending: Sending,
) => Promise<Outcomes>;

/** How an operation reads, checks and sends its entries. */
export interface Delivery extends Sending {
	/** The entries of an item. Throws if the whole item is invalid. */
	prepare(itemIndex: number): Promise<(Entry | InvalidEntry)[]>;
	checks: Checks;
	/** By default, this is `deliver`. */
	send?: Send;
}

/**
 * A step of a check. It returns findings. If it throws an error, this becomes a problem, unless a
 * query failed: then nothing was checked.
 */
export type CheckStep = () => Finding[] | undefined | Promise<Finding[]>;

/** The checks of an operation, and what a check shows. */
export interface Checks {
	/** Steps that check whether the platform has what an item names, such as its script. */
	ofItem(itemIndex: number): readonly CheckStep[];
	/** Warnings about entries, because of other entries of the run. */
	ofEntries?(entries: readonly Entry[]): ReadonlyMap<Entry, Finding[]>;
	/** Checks all entries of the run together. */
	ofRun?(entries: readonly Entry[]): Finding[];
	/** Fields that only a check shows for an entry that would be sent. */
	alsoShown?(entry: Entry): object;
	/** What happens after an entry was sent, such as when its calls begin. */
	afterwards?(entry: Entry): string;
}

/** An item that was read: its entries, or why it cannot be sent as a whole. */
export interface PreparedItem {
	simplified: boolean;
	entries: (Entry | InvalidEntry)[];
}

/**
 * Reads the items, several at the same time, because some need a query to the platform. What is
 * sent is read here; a check reads its parameters again. After the execution was stopped, no further
 * item is read.
 */
export async function readItems(
	context: IExecuteFunctions,
	{ names, prepare }: Delivery,
): Promise<PreparedItem[]> {
	const isSimplified = readSimplify(context);
	const nextTurn = turns(LOOP_MS);
	const read = async (json: IDataObject, index: number): Promise<PreparedItem | undefined> => {
		await nextTurn();
		if (context.getExecutionCancelSignal()?.aborted) return undefined;
		try {
			refuseUnknownOutcome(json, names);
			return { simplified: isSimplified(index), entries: await prepare(index) };
		} catch (error) {
			return { simplified: true, entries: [{ label: `item ${index}`, problems: [error] }] };
		}
	};
	const items = await mapConcurrently(
		context.getInputData(),
		readConcurrency(context),
		async ({ json }, index) => await read(json, index),
	);
	const firsts = new Repeats();
	const withRepeat = (entry: Entry | InvalidEntry) => {
		const first = isEntry(entry) ? firsts.firstOf(entry, entry.distinct) : undefined;
		if (!first) return entry;
		return { ...entry, [names.method === 'createTask' ? 'sharedWith' : 'duplicateOf']: first };
	};
	const prepared: PreparedItem[] = [];
	for (const item of items) {
		await nextTurn();
		if (item) prepared.push({ ...item, entries: item.entries.map(withRepeat) });
	}
	return prepared;
}

/**
 * The entries of an item that are to be sent: the valid entries, without those that are left out or
 * share the outcome of an earlier entry.
 */
export function entriesToSend({ entries }: PreparedItem): Entry[] {
	return entries.filter(isEntry).filter((entry) => !entry.sharedWith && !leftOut(entry));
}

/** Whether an item, or one of its entries, cannot be sent. */
export const isInvalid = ({ entries }: PreparedItem) => !entries.every(isEntry);

/** The failed query because of which an item was not checked; undefined for any other item. */
export function failedLookup({ entries: [first] }: PreparedItem): LookupError | undefined {
	const [error] = first && !isEntry(first) ? first.problems : [];
	return error instanceof LookupError ? error : undefined;
}

/**
 * Refuses an item from the error output of an earlier run if that run did not know the item's
 * outcome: the item must not be sent again.
 * @throws InputError
 */
function refuseUnknownOutcome(json: IDataObject, { nouns }: DeliveryNames): void {
	const { error, details, message } = json;
	// In older versions of n8n the details are in `message` (see `detailsField`). If On Error is set
	// to stop, they are fields of the item.
	const unknown = [details, message, json]
		.filter(isRecord)
		.find(({ state }) => state === 'unknown');
	if (error === undefined || !unknown) return;
	const failure = new InputError(
		`An earlier run could not confirm whether this ${nouns[0]} was accepted, so it was not sent again`,
		'Check first, as described in the earlier error. If it was not accepted, remove the field "error" from the item, for example with Edit Fields, and run it again.',
	);
	failure.details.facts = { ...unknown, state: 'unknown', advice: failure.details.advice };
	throw failure;
}

/**
 * Returns an error if a run has more rows than keys are remembered, undefined otherwise. Such a run
 * would forget the keys of its own first rows.
 * @param sendOthers whether the first rows are sent all the same
 */
export function tooManyKeys(
	rows: number,
	{ rememberedKeys = Infinity }: SentRowsSettings,
	sendOthers: boolean,
): InputError | undefined {
	if (rows <= rememberedKeys) return undefined;
	const sent = sendOthers ? `Only the first ${rememberedKeys} are sent` : 'Nothing was sent';
	return new InputError(
		`There are ${rows} rows with keys, but only ${rememberedKeys} keys are remembered`,
		`${sent}. Increase Remembered Row Keys under Options to more than the number of rows in a run.`,
	);
}
