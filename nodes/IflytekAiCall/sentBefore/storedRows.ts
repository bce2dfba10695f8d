import type { IExecuteFunctions } from 'n8n-workflow';
import type { DeliveryNames, Entry, SentRowsSettings } from '../batch/entry';
import { interrupted, type Outcome } from '../batch/outcomes';
import { DeduplicationStore } from './deduplicationStore';

/** What identifies rows, and what the store has of them. */

/**
 * The most entries of the store that one row with a key takes if the row is the only one of its
 * execution: two for its key, *begun* and *sent*, and six for the execution.
 */
const ENTRIES_PER_KEY = 8;
/** How many entries the store keeps at least: enough for 1,000 executions of one row. */
export const MIN_ENTRIES = 8000;

/** The store of a node, which remembers at least this many keys. */
export const openStore = (context: IExecuteFunctions, rememberedKeys = 0) =>
	new DeduplicationStore(context, Math.max(MIN_ENTRIES, rememberedKeys * ENTRIES_PER_KEY));

/** The texts that the store has of a row: one when it is begun, one when it was sent. */
export const begunText = (identity: string) => `begun ${identity}`;
export const sentText = (identity: string) => `sent ${identity}`;
export const keyIdentity = (key: string) => `key ${key}`;
/** The text that tells which task was created for an identity, or that this node created it. */
export const idText = (id: string, identity = '') => `id ${id} ${identity}`;

/** Recorded beside `idText`: it is asked for if a question for that one was broken off. */
const secondIdText = (id: string, identity: string) => `id ${id} ${identity} again`;

/** This many keys are asked about together. */
const KEYS_PER_QUESTION = 100;

/**
 * Whether the store does not have one of these keys of the user as sent. It is asked until it does
 * not have one.
 * @throws StoreError
 */
export async function anyUnsent(
	context: IExecuteFunctions,
	rememberedKeys: number,
	keys: readonly string[],
): Promise<boolean> {
	const store = openStore(context, rememberedKeys);
	const texts = [...new Set(keys)].map((key) => sentText(keyIdentity(key)));
	for (let at = 0; at < texts.length; at += KEYS_PER_QUESTION) {
		const some = texts.slice(at, at + KEYS_PER_QUESTION);
		if ((await store.known(some)).size < some.length) return true;
	}
	return false;
}

/**
 * What identifies the rows of a run in the store. A row that has a key of the user, and that the run
 * adds to a task of its own, has further identities: the row in the tasks of this execution. They
 * tell whether this execution has begun the row or another one did, and in which task it is.
 */
export class RowIdentities {
	private readonly identities = new Map<Entry, string>();

	/** @param identify identifies rows; undefined if the keys of the user do */
	constructor(private readonly identify?: (row: Entry) => string) {}

	/** Called once for each row of the run, in their order. */
	note(row: Entry): void {
		const { identify } = this;
		this.identities.set(row, identify ? `row ${identify(row)}` : keyIdentity(row.key ?? ''));
	}

	readonly of = (row: Entry): string => this.identities.get(row) ?? '';

	/**
	 * The row in the first task of the execution, which stands for all of them, and in the present one,
	 * if those before it were deleted.
	 */
	readonly inTasks = (row: Entry): string[] => {
		if (this.identify) return [];
		const { identities: tasks = [] } = row.destination.task ?? {};
		const ends = new Set([...tasks.slice(0, 1), ...tasks.slice(-1)]);
		return [...ends].map((task) => `${this.of(row)} in task ${task}`);
	};

	/** All that identifies the row. */
	all(row: Entry): string[] {
		return [this.of(row), ...this.inTasks(row)];
	}

	/** The texts of a row that is begun, and of one that was sent. */
	readonly begunTexts = (row: Entry): string[] => this.all(row).map(begunText);
	readonly sentTexts = (row: Entry): string[] => this.all(row).map(sentText);
}

/** What is needed to know a row of an earlier start. */
export interface Records {
	store: DeduplicationStore;
	identities: RowIdentities;
	names: DeliveryNames;
	settings: SentRowsSettings;
}

/** A row that was begun before. Without an outcome, it is to be sent. */
interface BegunBefore {
	row: Entry;
	outcome?: Outcome;
	/** Whether it was in a task that was deleted. */
	wasDeleted?: boolean;
}

/**
 * Finds out what became of rows that were begun before.
 * @param recorded which of their texts were recorded before this run recorded them
 * @throws StoreError
 */
export async function findBegunBefore(
	records: Records,
	rows: readonly Entry[],
	recorded: ReadonlySet<string>,
): Promise<BegunBefore[]> {
	const { store, identities } = records;
	const found: BegunBefore[] = [];
	const inTasks = rows.filter((row) => identities.inTasks(row).length > 0);
	const others = rows.filter((row) => identities.inTasks(row).length === 0);
	const sent = await store.known(others.map(identities.of).map(sentText));
	for (const row of others) {
		const wasSent = sent.has(sentText(identities.of(row)));
		found.push({ row, outcome: await outcomeOf(records, row, wasSent) });
	}
	return [...found, ...(await rowsInTasks(records, inTasks, recorded))];
}

/**
 * The outcome of a row that was begun before; undefined if it is to be sent.
 * @param wasSent whether it was certainly sent
 */
async function outcomeOf(
	records: Records,
	row: Entry,
	wasSent: boolean,
): Promise<Outcome | undefined> {
	const { names, settings, store, identities } = records;
	const { findSent } = row.destination;
	const isDoubtful = store.isDoubtful(sentText(identities.of(row)));
	if (findSent)
		return wasSent || isDoubtful
			? await recordedTask(records, row, await findSent(true))
			: await unrecordedTask(records, row, await findSent(false));
	if (wasSent) return { state: 'sentBefore' };
	// What was perhaps sent for certain is not sent again.
	if (settings.sendInterrupted && !isDoubtful) return undefined;
	return interrupted(names.method, row, isDoubtful);
}

/**
 * Finds the task of a row that was created: its ID is recorded for the row. The store only tells
 * whether it has a given ID.
 * @param ids the tasks that look like the row
 */
async function recordedTask(
	{ store, identities, names }: Records,
	row: Entry,
	ids: readonly string[],
): Promise<Outcome> {
	const identity = identities.of(row);
	const textOf = (id: string) => idText(id, identity);
	const secondOf = (id: string) => secondIdText(id, identity);
	const known = await store.known(ids.map(textOf));
	const doubtful = ids.filter((id) => store.isDoubtful(textOf(id)));
	const second = await store.known(doubtful.map(secondOf));
	const [id, ...others] = ids.filter((one) => known.has(textOf(one)) || second.has(secondOf(one)));
	if (id === undefined || others.length > 0) return interrupted(names.method, row);
	return { state: 'sentBefore', id };
}

/** Finds the task whose answer was lost: it looks like the row, and its ID is recorded for none. */
async function unrecordedTask(
	{ store, identities, names }: Records,
	row: Entry,
	ids: readonly string[],
): Promise<Outcome | undefined> {
	const known = await store.known(ids.map((id) => idText(id)));
	const [id, ...others] = ids.filter((one) => !known.has(idText(one)));
	if (id === undefined) return undefined;
	if (others.length > 0 || store.isDoubtful(idText(id))) return interrupted(names.method, row);
	noteSent({ store, identities }, row, id);
	return { state: 'sentBefore', id };
}

/**
 * Rows with keys of the user that were to be added to a task of the run. If this execution has begun
 * them, they are in this task, or in one that was deleted. Otherwise they are of another execution.
 */
async function rowsInTasks(
	{ store, identities, names, settings }: Records,
	rows: readonly Entry[],
	recorded: ReadonlySet<string>,
): Promise<BegunBefore[]> {
	const { of, inTasks } = identities;
	const ends = (row: Entry) => {
		const [first = '', last = first] = inTasks(row);
		return { first, last };
	};
	const isBegun = (identity: string) => recorded.has(begunText(identity));
	const isOwn = (row: Entry) => isBegun(ends(row).first);
	// Forgotten before the questions, so that after a kill a row of another execution does not look like
	// one of this.
	for (const text of rows.filter((row) => !isOwn(row)).flatMap(identities.begunTexts))
		if (!recorded.has(text)) store.forgetLater(text);
	// Two questions: if the process is killed while it asks one, the other can still be answered.
	const sent = new Set([
		...(await store.known(rows.map(of).map(sentText))),
		...(await store.known(rows.filter(isOwn).flatMap(inTasks).map(sentText))),
	]);
	const isSent = (identity: string) => sent.has(sentText(identity));
	const isDoubtful = (identity: string) => store.isDoubtful(sentText(identity));
	const mayBeSent = (identity: string) => isSent(identity) || isDoubtful(identity);
	const outcomeFor = (row: Entry, wasSent: boolean) =>
		wasSent
			? { state: 'sentBefore' as const }
			: interrupted(names.method, row, isDoubtful(of(row)));
	const found = rows.map((row): BegunBefore => {
		const { first, last } = ends(row);
		// A process may have been killed before it forgot that it had recorded a row of another execution.
		if (isOwn(row) && !(isSent(of(row)) && !mayBeSent(first)))
			return isBegun(last)
				? { row, outcome: outcomeFor(row, isSent(last)) }
				: { row, wasDeleted: true };
		if (!mayBeSent(of(row)) && settings.sendInterrupted) return { row };
		return { row, outcome: { ...outcomeFor(row, isSent(of(row))), byOther: true } };
	});
	const again = found.filter(({ outcome, wasDeleted }) => !outcome && !wasDeleted);
	if (again.length > 0) await store.add(again.flatMap(({ row }) => identities.begunTexts(row)));
	return found;
}

/** Records, with the next call to the store, that a row was sent. */
export function noteSent(
	{ store, identities }: Pick<Records, 'store' | 'identities'>,
	row: Entry,
	id: string,
): void {
	for (const text of identities.sentTexts(row)) store.recordLater(text);
	if (!row.destination.findSent) return;
	store.recordLater(idText(id));
	store.recordLater(idText(id, identities.of(row)));
	store.recordLater(secondIdText(id, identities.of(row)));
}
