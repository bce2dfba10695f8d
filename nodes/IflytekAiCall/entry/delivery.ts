import type { Finding } from '../../shared/aiCall/finding';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { Before } from './before';
import type { Decisions } from './decision';
import type { DeliveryNames, Entry, Row } from './entry';

/** How an operation reads, checks and sends its entries. */

/**
 * What a run does. `{ number }` is a test: one entry is sent, with this number in its first column.
 */
export type DeliveryMode = 'check' | 'real' | { number: string };

/** Which rows are left out, because they or their numbers were sent before. */
export interface SkipSettings {
	skip: 'calledToday' | 'sameValues' | 'sentKey' | 'none';
	/** Whether a run may send several rows with one number. */
	allowsDuplicates: boolean;
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
	skip?: SkipSettings;
	/** The entries of an item. Throws if the whole item is invalid. */
	prepare(itemIndex: number): Promise<Row[]>;
	checks: Checks;
	/**
	 * Opens what the node remembers of these entries, in order: all of the run that are valid and not on
	 * the do-not-call list. Nothing is recorded yet.
	 */
	open(entries: readonly Entry[]): Promise<OpenDelivery>;
}

/** How entries are looked up and sent, once the memory of the node is open. */
export interface OpenDelivery {
	/**
	 * What is known of these rows from before this run. Nothing stays recorded. Undefined if nothing is
	 * remembered.
	 */
	lookUp?(rows: readonly Entry[]): Promise<ReadonlyMap<Entry, Before>>;
	/** Whether a row is sent though its number was called today. Known after it was looked up or sent. */
	calledToday?(row: Entry): boolean;
	/** Sends entries, and replaces their decisions by what became of them. */
	send(entries: readonly Entry[], decisions: Decisions): Promise<void>;
}

/**
 * A step of a check. It returns findings. If it throws an error, this becomes a problem: of a query
 * that failed, that the item could not be looked up.
 */
export type CheckStep = () => Finding[] | undefined | Promise<Finding[]>;

/** The checks of an operation, and what a check shows. */
export interface Checks {
	/** Steps that check whether the platform has what an item names, such as its script. */
	ofItem(itemIndex: number): readonly CheckStep[];
	/** Checks the entries of the run that nothing speaks against so far, together. */
	ofRun?(entries: readonly Entry[]): Finding[] | Promise<Finding[]>;
	/** Warnings that only a check shows. Called once for each entry that is ready, in order. */
	ofEntry?(entry: Entry): Finding[];
	/** Fields that only a check shows for an entry that would be sent. */
	alsoShown?(entry: Entry): object;
	/** What happens after an entry was sent, such as when its calls begin. */
	afterwards?(entry: Entry): string;
}

/** An item that was read. */
export interface PreparedItem {
	simplified: boolean;
	rows: Row[];
}
