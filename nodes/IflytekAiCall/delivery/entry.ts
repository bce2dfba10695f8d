import type { Envelope } from '../../shared/aiCall/protocol/aiCallEnvelope';
import type { DeliveryMethod } from '../../shared/aiCall/protocol/methods';
import type { RowProblem } from '../../shared/aiCall/rows/rows';

/** What is delivered, what becomes of it, and how both are named. */

/** What must be sent exactly once: the row of a customer, or a task to create. */
export interface DeliveryEntry<Target> {
	item: number;
	/** Index in the array of the item, if the item contains an array. */
	rowIndex?: number;
	/** Name in errors: the phone number, or the name of the task. */
	label: string;
	/** What the entries of one request have in common. */
	target: Target;
	values: string[];
	original: unknown;
	/** Names a row for good, where the user gave keys. */
	key?: string;
}

export interface InvalidEntry {
	problems: [RowProblem, ...RowProblem[]];
	rowIndex?: number;
	original: unknown;
}

export type PreparedEntry<Target> = DeliveryEntry<Target> | InvalidEntry;

export function isEntry<Target>(one: PreparedEntry<Target>): one is DeliveryEntry<Target> {
	return !('problems' in one);
}

export function invalidEntry<Target>(
	{ rowIndex, original }: DeliveryEntry<Target>,
	problem: RowProblem,
): InvalidEntry {
	return { problems: [problem], rowIndex, original };
}

/** An outcome that is a failure of its own, not the consequence of another one. `outsideHours`: nobody may be called at that time. */
export interface FailedOutcome<Target> {
	state: 'notAccepted' | 'unknown' | 'outsideHours';
	error: unknown;
	batch: DeliveryEntry<Target>[];
}

/** The outcome of an entry. `notSent`: not tried, because another one failed or the execution was stopped. */
export type DeliveryOutcome<Target> =
	| { state: 'accepted'; id: string; envelope: Envelope }
	| FailedOutcome<Target>
	| { state: 'notSent' }
	| { state: 'sentBefore' };

export type DeliveryOutcomes<Target> = ReadonlyMap<DeliveryEntry<Target>, DeliveryOutcome<Target>>;

/** Whether an entry was certainly not accepted, so that it may be sent later. */
export function isFree<Target>(outcome: DeliveryOutcome<Target> | undefined): boolean {
	return (
		outcome !== undefined && ['notSent', 'notAccepted', 'outsideHours'].includes(outcome.state)
	);
}

export interface DeliveryNames {
	method: DeliveryMethod;
	/** What the run does, such as `add rows`. */
	action: string;
	/** The platform's name of the ids: `task_data_id` or `task_id`. */
	idName: string;
	nouns: [string, string];
}

export function positionText<Target>({ item, rowIndex }: DeliveryEntry<Target>): string {
	return rowIndex === undefined ? `item ${item}` : `item ${item}, row ${rowIndex}`;
}

/** `item 3: 13912345678` */
export function nameOf<Target>(entry: DeliveryEntry<Target>): string {
	return `${positionText(entry)}: ${entry.label}`;
}

/** The items of entries as ranges: `items 0 to 49, 51`. */
export function itemsOf<Target>(entries: readonly DeliveryEntry<Target>[]): string {
	const items = [...new Set(entries.map(({ item }) => item))].sort((a, b) => a - b);
	const runs: [number, number][] = [];
	for (const item of items) {
		const last = runs.at(-1);
		if (last?.[1] === item - 1) last[1] = item;
		else runs.push([item, item]);
	}
	const text = runs
		.map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`))
		.join(', ');
	return `${items.length === 1 ? 'item' : 'items'} ${text}`;
}

/** The entries whose key an earlier one has, with the first of that key. Those without a key are left out. */
export function repeatsIn<Target>(
	entries: readonly DeliveryEntry<Target>[],
	keyOf: (entry: DeliveryEntry<Target>) => string | undefined,
): Map<DeliveryEntry<Target>, DeliveryEntry<Target>> {
	const firsts = new Map<string, DeliveryEntry<Target>>();
	const repeats = new Map<DeliveryEntry<Target>, DeliveryEntry<Target>>();
	for (const entry of entries) {
		const key = keyOf(entry);
		const first = key === undefined ? undefined : firsts.get(key);
		if (first) repeats.set(entry, first);
		else if (key !== undefined) firsts.set(key, entry);
	}
	return repeats;
}
