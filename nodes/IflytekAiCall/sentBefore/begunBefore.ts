import type { DeliveryNames, Entry, SentRowsSettings } from '../batch/entry';
import { interrupted, type Outcome } from '../batch/outcomes';
import type { DeduplicationStore } from './deduplicationStore';
import { begunText, idText, sentText, type RowIdentities } from './rowIdentities';

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
	const textOf = (id: string) => idText(id, wasSent ? identities.of(row) : undefined);
	const known = await store.known(ids.map(textOf));
	// If the answer to its creation was lost, no creation has returned its ID.
	const [id, ...others] = ids.filter((id) => known.has(textOf(id)) === wasSent);
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
	const isHere = (row: Entry) => recorded.has(begunText(inTask(row)));
	const earlier = (row: Entry) => (isHere(row) ? [] : inTasks(row).slice(0, -1));
	const begun = await store.known(rows.flatMap(earlier).map(begunText));
	const wasDeleted = (row: Entry) => earlier(row).some((one) => begun.has(begunText(one)));
	// If the process is killed while it asks, the store keeps the texts. So of a row of another
	// execution nothing is asked that would make it one of this execution.
	const asked = (row: Entry) => (isHere(row) || wasDeleted(row) ? inTasks(row) : []);
	const sent = await store.known(rows.flatMap((row) => [of(row), ...asked(row)]).map(sentText));
	const isSent = (identity: string) => sent.has(sentText(identity));
	const found: BegunBefore[] = [];
	for (const row of rows) {
		const wasSent = isSent(of(row));
		const outcomeFor = (isInTask: boolean) =>
			isInTask ? { state: 'sentBefore' as const } : interrupted(names.method, row);
		// The process may have been killed before it forgot that it had recorded the row.
		const isOther = wasSent && !inTasks(row).some(isSent);
		if (isHere(row) && !isOther) found.push({ row, outcome: outcomeFor(isSent(inTask(row))) });
		else if (wasDeleted(row) && !isOther) found.push({ row, wasDeleted: true });
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
	for (const text of identities.sentTexts(row)) store.note(text);
	if (!row.destination.findSent) return;
	store.note(idText(id));
	store.note(idText(id, identities.of(row)));
}
