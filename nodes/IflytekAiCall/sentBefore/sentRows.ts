import type { Outcomes } from '../entry/audit';
import type { RepeatSettings } from '../entry/delivery';
import type { Entry } from '../entry/entry';
import { maySendAgain, type Outcome } from '../entry/outcomes';
import type { OpenStore } from './openStore';
import { entriesFor } from './capacity';
import { begunText } from './rowIdentities';
import { UnderWay } from './underWay';

const underWayAt = new Map<string, UnderWay>();

/** What the rows of an operation have in the store, and how those that were begun before are found. */
export interface RowRecords {
	/** Recorded with a row when it is begun, besides its own text. */
	begunWith(row: Entry): string[];
	/** Called when rows are begun, with what was recorded before. */
	noteBegun?(rows: readonly Entry[], recorded: ReadonlySet<string>): void;
	/** Recorded when the platform has accepted a row. */
	sentTexts(row: Entry): string[];
	/**
	 * Finds out what became of rows that were begun before. A row without an outcome may be sent.
	 * @throws StoreError
	 */
	find(rows: readonly Entry[]): Promise<ReadonlyMap<Entry, Outcome>>;
}

/**
 * The rows that this node sends, in this and in earlier executions. A row is recorded as *begun*
 * before its request, and as *sent* after it. If the process ends or the answer is lost, the row
 * stays *begun*.
 */
export class SentRows {
	/** The identities of what this run has begun. */
	private readonly begun = new Set<string>();
	/** The texts of rows that are free again, which are forgotten with the next call. */
	private readonly freed: string[] = [];
	/** Rows that are decided when all others were sent. */
	private readonly postponed: string[] = [];
	private readonly underWay: UnderWay;
	/** Whether an earlier run has recorded rows of the same day, which must stay. */
	private hasEarlierRows = false;
	/** Whether the next rows are recorded for certain, because another process may begin them too. */
	private isCertain = true;
	private isMarked = false;

	constructor(
		private readonly opened: OpenStore,
		private readonly records: RowRecords,
		private readonly settings: RepeatSettings,
	) {
		const { node } = opened.store;
		this.underWay = underWayAt.get(node) ?? new UnderWay();
		underWayAt.set(node, this.underWay);
	}

	/**
	 * Records that rows are about to be sent. First waits until other runs of this process have sent
	 * the same rows.
	 * @returns the rows that must not be sent, with their outcome
	 * @throws StoreError if it is not certain that the rows are recorded; then none may be sent
	 */
	async begin(rows: readonly Entry[]): Promise<Map<Entry, Outcome>> {
		const identities = rows.map(this.opened.identities.of);
		const releasePostponed = () => this.underWay.release(this.postponed.splice(0), this);
		await this.underWay.take(identities, this, releasePostponed);
		try {
			return await this.record(rows);
		} finally {
			const notBegun = identities.filter((identity) => !this.begun.has(identity));
			this.underWay.release(notBegun, this);
		}
	}

	/** Notes rows whose outcomes come when all others were sent. */
	postpone(rows: readonly Entry[]): void {
		this.postponed.push(...rows.map(this.opened.identities.of));
	}

	/** Notes the outcomes of rows. They are recorded when this or another run records something. */
	end(rows: readonly Entry[], outcomes: Outcomes): void {
		const { store, identities } = this.opened;
		for (const row of rows) {
			const outcome = outcomes.of(row);
			if (maySendAgain(outcome)) this.free(identities.of(row));
			if (outcome.state === 'accepted')
				for (const text of this.records.sentTexts(row)) store.recordLater(text);
		}
		this.underWay.release(rows.map(identities.of), this);
	}

	/**
	 * Records the last outcomes, and releases the rows that were begun but never tried.
	 * @throws StoreError if these rows stay *begun*
	 */
	async close(outcomes: Outcomes): Promise<void> {
		const { store, identities } = this.opened;
		// Several rows of a run may have the same key, and one of them may have been accepted.
		const kept = new Set<string>();
		for (const [row, outcome] of outcomes) if (!maySendAgain(outcome)) kept.add(identities.of(row));
		const begun = [...this.begun];
		for (const identity of begun) if (!kept.has(identity)) this.free(identity);
		const recording = store.finish().catch((error: unknown) => {
			// Another process may begin these rows before the next call, which must not forget them then.
			store.cancelForget(this.freed);
			throw error;
		});
		await recording.finally(() => this.underWay.release(begun, this));
	}

	/** Records rows as begun. Rows that were begun before are refused, or may be sent again. */
	private async record(rows: readonly Entry[]): Promise<Map<Entry, Outcome>> {
		const { store, identities, marker } = this.opened;
		this.reserve(rows.length);
		const ownText = (row: Entry) => begunText(identities.of(row));
		const textsWith = new Set(rows.flatMap((row) => this.records.begunWith(row)));
		const texts = [...(this.isMarked ? [] : [marker]), ...textsWith, ...rows.map(ownText)];
		const recorded = await store.add(texts, this.isCertain);
		this.hasEarlierRows ||= recorded.has(marker);
		this.isMarked = true;
		this.records.noteBegun?.(rows, recorded);
		const isBegunBefore = (row: Entry) => recorded.has(ownText(row));
		const begunBefore = rows.filter(isBegunBefore);
		// Another process may be sending the same list: the next rows are recorded for certain.
		this.isCertain = begunBefore.length > 0;
		for (const row of rows) if (!isBegunBefore(row)) this.begun.add(identities.of(row));
		if (begunBefore.length === 0) return new Map();
		const found = new Map(await this.records.find(begunBefore));
		for (const row of begunBefore) if (!found.has(row)) this.begun.add(identities.of(row));
		await store.forgetPending();
		return found;
	}

	private free(identity: string): void {
		if (!this.begun.delete(identity)) return;
		const text = begunText(identity);
		this.freed.push(text);
		this.opened.store.forgetLater(text);
	}

	/** Keeps n8n from dropping rows of the same day. With keys, Remembered Row Keys says how many stay. */
	private reserve(count: number): void {
		if (this.settings.repeat === 'oncePerKey') return;
		const others = this.hasEarlierRows ? this.opened.entriesBefore : 0;
		this.opened.store.reserve(entriesFor(this.begun.size + count, others));
	}
}
