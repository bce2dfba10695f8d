import type { Finding } from '../../shared/aiCall/finding';
import { LookupError } from '../../shared/aiCall/protocol/aiCallErrors';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { Outcomes } from './audit';
import { isEntry, type DeliveryNames, type Entry, type InvalidEntry } from './entry';
import { leftOut, type Outcome } from './outcomes';

/** How an operation reads, checks and sends its entries. */

/**
 * What a run does. `{ number }` is a test: one entry is sent, with this number in its first column.
 */
export type DeliveryMode = 'check' | 'real' | { number: string };

/** When a row that was sent is sent again. */
export interface RepeatSettings {
	repeat: 'onceADay' | 'oncePerKey' | 'eachRun';
	/** How many keys are remembered at least, if rows have keys of the user. */
	rememberedKeys?: number;
	/** Whether to send rows that an earlier execution began and did not finish. */
	sendInterrupted: boolean;
}

export interface Delivery {
	names: DeliveryNames;
	clock: Clock;
	mode: DeliveryMode;
	/**
	 * Whether the other entries are sent if one is invalid or fails. If not, an invalid one prevents
	 * all sending, and a failure stops the rest.
	 */
	sendOthers: boolean;
	/** Rows have them, tasks have none. */
	repeat?: RepeatSettings;
	/** The entries of an item. Throws if the whole item is invalid. */
	prepare(itemIndex: number): Promise<(Entry | InvalidEntry)[]>;
	checks: Checks;
	/** Sends entries and returns their outcomes. */
	send(entries: readonly Entry[]): Promise<Outcomes>;
	/** Asks what was sent before, for a check; returns the rows that a run would leave out. */
	findSent?(entries: readonly Entry[]): Promise<ReadonlyMap<Entry, Outcome>>;
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
	/** Checks all entries of the run together. */
	ofRun?(entries: readonly Entry[]): Finding[] | Promise<Finding[]>;
	/** Warnings that only a check shows. Called once for each entry that is not left out, in order. */
	ofEntry?(entry: Entry): Finding[];
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
