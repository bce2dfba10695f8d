import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
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

/**
 * What identifies the rows of a run in the store. A row that a run adds to a task of its own, and that
 * has a key of the user, has a second identity: the row in this task. It tells whether this
 * execution has begun the row or another one did.
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

	/** The row in its task, after the same row in the tasks that this one replaces. */
	readonly inTasks = (row: Entry): string[] => {
		if (this.identify) return [];
		const { identities = [] } = row.destination.task ?? {};
		return identities.map((task) => `${this.of(row)} in task ${task}`);
	};

	/** All that identifies the row in its present task. */
	all(row: Entry): string[] {
		return [this.of(row), ...this.inTasks(row).slice(-1)];
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
	const sent = await store.known(others.flatMap(identities.sentTexts));
	for (const row of others) {
		const wasSent = identities.sentTexts(row).some((text) => sent.has(text));
		found.push({ row, outcome: await outcomeOf(records, row, wasSent) });
	}
	return [...found, ...(await rowsInTasks(records, inTasks, recorded))];
}

/** The outcome of a row that was begun before; undefined if it is to be sent. */
async function outcomeOf(
	{ store, identities, names, settings }: Records,
	row: Entry,
	wasSent: boolean,
): Promise<Outcome | undefined> {
	const unknown = () => interrupted(names.method, row);
	// What the platform has and what looks like this task.
	const ids = await row.destination.findSent?.(wasSent);
	if (!ids) {
		if (wasSent) return { state: 'sentBefore' };
		return settings.sendInterrupted ? undefined : unknown();
	}
	// The store has the IDs of the tasks that were created, but only tells whether it has a given one.
	const recordOf = (id: string) => idText(id, wasSent ? identities.of(row) : undefined);
	const known = await store.known(ids.map(recordOf));
	// If it was sent, the ID that is recorded for it is looked for; if not, one that is recorded for no
	// task, because the answer with it was lost.
	const [id, ...others] = ids.filter((id) => known.has(recordOf(id)) === wasSent);
	if (id === undefined && !wasSent) return undefined;
	if (id === undefined || others.length > 0) return unknown();
	if (!wasSent) noteSent({ store, identities }, row, id);
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
	const inTask = (row: Entry) => inTasks(row).at(-1) ?? '';
	const isBegunInTask = (row: Entry) => recorded.has(begunText(inTask(row)));
	const inDeletedTasks = (row: Entry) => (isBegunInTask(row) ? [] : inTasks(row).slice(0, -1));
	const begun = await store.known(rows.flatMap(inDeletedTasks).map(begunText));
	const wasDeleted = (row: Entry) =>
		inDeletedTasks(row).some((identity) => begun.has(begunText(identity)));
	// `known` records a text for a moment to ask for it, and the text stays if the process is killed
	// then. So a text that would mean *sent by this execution* is only asked of rows that it has begun.
	const toAsk = (row: Entry) => (isBegunInTask(row) || wasDeleted(row) ? inTasks(row) : []);
	const sent = await store.known(rows.flatMap((row) => [of(row), ...toAsk(row)]).map(sentText));
	const isSent = (identity: string) => sent.has(sentText(identity));
	const found: BegunBefore[] = [];
	for (const row of rows) {
		const wasSent = isSent(of(row));
		const outcomeFor = (isInTask: boolean) =>
			isInTask ? { state: 'sentBefore' as const } : interrupted(names.method, row);
		// The process may have been killed before it forgot that it had recorded the row.
		const isOfOther = wasSent && !inTasks(row).some(isSent);
		if (isBegunInTask(row) && !isOfOther)
			found.push({ row, outcome: outcomeFor(isSent(inTask(row))) });
		else if (wasDeleted(row) && !isOfOther) found.push({ row, wasDeleted: true });
		else if (!wasSent && settings.sendInterrupted) found.push({ row });
		else found.push({ row, outcome: { ...outcomeFor(wasSent), byOther: true } });
	}
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
}
