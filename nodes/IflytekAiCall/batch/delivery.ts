import type { IExecuteFunctions } from 'n8n-workflow';
import type { Finding } from '../../shared/aiCall/finding';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { JsonRecord } from '../../shared/values';
import type { DeliveryNames, Entry, InvalidEntry, SentRowsSettings } from './entry';
import type { Outcomes } from './outcomes';

/** How an operation sends its entries, and how it names them. */
export interface Delivery extends Sending {
	/** The entries of an item. Throws if the whole item is invalid. */
	prepare(itemIndex: number): Promise<(Entry | InvalidEntry)[]>;
	/** Marks an entry as a repeat of an earlier one. Called once for each, in their order. */
	review?(entry: Entry): Entry;
	/** The result with Simplify off. `response` is the platform's response, with its IDs as text. */
	raw(id: string, response: JsonRecord): object;
	checks: Checks;
	/** Sends the entries of a run. By default, this is `deliver`. */
	send?: Send;
}

/** What is needed to send entries. */
export interface Sending {
	names: DeliveryNames;
	/**
	 * The ids that the platform gave to the entries of a request, in order. Throws if they cannot be
	 * determined.
	 * @param count how many entries were sent
	 */
	ids(result: JsonRecord, count: number): string[];
	/**
	 * What the run does. `{ number }` is a test: one entry is sent, with this number in its first
	 * column.
	 */
	mode: 'check' | 'real' | { number: string };
	/**
	 * Whether the other entries are sent if one is invalid or fails. If not, all are read before the
	 * first request, an invalid one prevents all sending, and a failure stops the rest.
	 */
	sendOthers: boolean;
	clock?: Clock;
	/** The time in milliseconds. If given, results say when and why rows were sent or not. */
	date?(): number;
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
	entries: AsyncIterable<Entry> | Iterable<Entry>,
	sending: Sending,
) => Promise<Outcomes>;

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
