import type { IExecuteFunctions } from 'n8n-workflow';
import type { Finding } from '../../shared/aiCall/finding';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { DeliveryNames, Entry, InvalidEntry, SentRowsSettings } from './entry';
import type { Outcomes } from './outcomes';

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
