import type { IExecuteFunctions } from 'n8n-workflow';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { DeliveryNames, Entry, SentRowsSettings } from '../batch/entry';
import { interrupted, maySendAgain, type Outcome } from '../batch/outcomes';
import type { DeduplicationStore } from './deduplicationStore';
import { earlierStarts } from './earlierStarts';
import { findGroupRun, rowIdentifier, runIndexOf } from './retryGroup';
import { RunGuard } from './runGuard';
import { begunText, idText, keyIdentity, MIN_ENTRIES, openStore, sentText } from './storedTexts';
import { UnderWay } from './underWay';

/** How many entries a start needs besides those of its rows. */
const ENTRIES_PER_START = 100;
/** Of an execution with more rows than these, a retry cannot know what was sent. */
const MAX_ROWS_WITHOUT_KEYS = 50_000;

const underWayAt = new Map<string, UnderWay<SentRows>>();

/**
 * The outcomes of the rows of each execution, by run of a node and identity of the row. With Retry
 * On Fail, n8n calls the node again in the same run, and only the process knows the first try.
 */
const triesOf = new WeakMap<AbortSignal, Map<string, Outcome>>();

/** What belongs to the execution of a run: see `retryGroup.ts`, `runGuard.ts`, `earlierStarts.ts`. */
interface Start {
	guard: RunGuard;
	/** Recorded with the first row, if one is sent. Empty if an earlier start has recorded them. */
	markers: string[];
	/** Identifies rows; undefined if the keys of the user do. */
	identify?: (row: Entry) => string;
	/** How many entries the store had before this run. */
	entriesBefore: number;
}

/**
 * The rows that this node has sent, in this and in earlier executions. Each row has an identity: the
 * key of the user (Row Key), which identifies it in all executions, else one that identifies it in
 * all starts of one execution, retries included. It is recorded in n8n's database as *begun* before
 * the request of the row, and as *sent* after it. If the process ends or the answer is lost, the row
 * stays *begun*, and nobody knows whether it was accepted.
 */
export class SentRows {
	private readonly identities = new Map<Entry, string>();
	/** Identities that this run has begun, and those of them that may be sent again. */
	private readonly begun = new Set<string>();
	private readonly freed = new Set<string>();
	private readonly underWay: UnderWay<SentRows>;
	private readonly tries: Map<string, Outcome>;
	/** Identifies this run of the node among those whose tries are remembered. */
	private readonly run: string;
	/** Whether an earlier start has recorded some of the entries in the store, which must stay. */
	private isLaterStart: boolean;

	private constructor(
		context: IExecuteFunctions,
		private readonly names: DeliveryNames,
		private readonly settings: SentRowsSettings,
		private readonly store: DeduplicationStore,
		private readonly start?: Start,
	) {
		this.underWay = underWayAt.get(store.node) ?? new UnderWay();
		underWayAt.set(store.node, this.underWay);
		const { id, retryOnFail } = context.getNode();
		const execution = retryOnFail === true ? context.getExecutionCancelSignal() : undefined;
		this.tries = (execution && triesOf.get(execution)) ?? new Map<string, Outcome>();
		if (execution) triesOf.set(execution, this.tries);
		this.run = `${id} ${runIndexOf(context)}`;
		this.isLaterStart = start?.markers.length === 0;
	}

	/**
	 * Finds out to which execution this run belongs, and what is known of earlier starts of it.
	 * @returns undefined if there is nothing to record: n8n cannot start the run again, and its rows
	 * have no keys
	 * @throws InputError if another start may have sent the rows; nothing may be sent then
	 * @throws StoreError
	 */
	static async open(
		context: IExecuteFunctions,
		names: DeliveryNames,
		settings: SentRowsSettings,
		clock: Clock,
	): Promise<SentRows | undefined> {
		const { rememberedKeys = 0 } = settings;
		const hasKeys = rememberedKeys > 0;
		const executionId = context.getExecutionId();
		if (executionId === undefined && !hasKeys) return undefined;
		const store = openStore(context, rememberedKeys);
		if (executionId === undefined) return new SentRows(context, names, settings, store);
		const group = await findGroupRun(context, executionId);
		// Earlier runs may have had rows with keys. A run without keys must not drop them all at once.
		const entriesBefore = hasKeys ? 0 : await store.count();
		store.reserve(entriesBefore);
		const guard = await RunGuard.enter(group.id, store, clock, names);
		const earlier = await earlierStarts(context, store, { group, hasKeys, clock, names }).catch(
			async (error: unknown) => {
				await guard.leave();
				throw error;
			},
		);
		const identify = earlier.hasKeys ? undefined : rowIdentifier(group);
		const start = { guard, markers: earlier.markers, identify, entriesBefore };
		return new SentRows(context, names, settings, store, start);
	}

	/** Called once for each row of the run, in their order, before anything else. */
	note(row: Entry): void {
		const { identify } = this.start ?? {};
		this.identities.set(row, identify ? `row ${identify(row)}` : keyIdentity(row.key ?? ''));
	}

	/**
	 * Records that rows are about to be sent. First waits until other runs of this process have sent
	 * the same rows.
	 * @returns the rows that must not be sent, with their outcome
	 * @throws StoreError if it is not certain that the rows are recorded; then none may be sent
	 */
	async begin(rows: readonly Entry[]): Promise<Map<Entry, Outcome>> {
		await this.underWay.untilFree(rows.map(this.identityOf), this);
		const refused = new Map<Entry, Outcome>();
		for (const row of rows) {
			const known = this.tries.get(this.tryOf(row));
			if (known) refused.set(row, known);
		}
		const ours = rows.filter((row) => !refused.has(row));
		const identities = ours.map(this.identityOf);
		this.underWay.take(identities, this);
		try {
			await this.record(ours, refused);
		} finally {
			const others = identities.filter((identity) => !this.begun.has(identity));
			this.underWay.release(others, this);
		}
		return refused;
	}

	/** Notes the outcomes of rows. They are recorded when this or another run records something. */
	end(rows: readonly Entry[], outcomes: ReadonlyMap<Entry, Outcome>): void {
		for (const row of rows) {
			const outcome = outcomes.get(row);
			const isTask = row.destination.findSent !== undefined;
			if (maySendAgain(outcome)) this.free(this.identityOf(row));
			// The platform can be asked whether a task was created.
			else if (outcome && !(isTask && outcome.state === 'unknown'))
				this.tries.set(this.tryOf(row), outcome);
			if (outcome?.state === 'accepted') this.noteSent(row, outcome.id);
		}
		this.underWay.release(rows.map(this.identityOf), this);
	}

	/**
	 * Records the last outcomes, and releases the rows that were begun but never tried.
	 * @throws StoreError if these rows stay *begun*
	 */
	async close(outcomes: ReadonlyMap<Entry, Outcome>): Promise<void> {
		// Several rows of a run may have the same key, and one of them may have been accepted.
		const kept = new Set<string>();
		for (const [row, outcome] of outcomes)
			if (!maySendAgain(outcome)) kept.add(this.identityOf(row));
		const begun = [...this.begun];
		for (const identity of begun) if (!kept.has(identity)) this.free(identity);
		const recording = this.store.add([]).catch((error: unknown) => {
			// Until the database is back, another process may begin these rows.
			this.store.noLongerForget([...this.freed].map(begunText));
			throw error;
		});
		await recording.finally(async () => {
			this.underWay.release(begun, this);
			await this.start?.guard.leave();
		});
	}

	/** Records rows as begun. Rows that were begun before are refused, or may be sent again. */
	private async record(rows: readonly Entry[], refused: Map<Entry, Outcome>): Promise<void> {
		this.reserve(rows.length);
		// The store drops its oldest entries first: as long as it has the markers, it has all rows.
		const { markers = [] } = this.start ?? {};
		const textOf = (row: Entry) => begunText(this.identityOf(row));
		const recorded = await this.store.add([...markers, ...rows.map(textOf)]);
		const isBegunBefore = (row: Entry) => recorded.has(textOf(row));
		for (const row of rows) if (!isBegunBefore(row)) this.begun.add(this.identityOf(row));
		const begunBefore = rows.filter(isBegunBefore);
		this.isLaterStart ||= begunBefore.length > 0;
		const sentTextOf = (row: Entry) => sentText(this.identityOf(row));
		const sent = await this.store.known(begunBefore.map(sentTextOf));
		for (const row of begunBefore) {
			const outcome = await this.outcomeOf(row, sent.has(sentTextOf(row)));
			if (outcome) refused.set(row, outcome);
			else this.begun.add(this.identityOf(row));
		}
		if (this.begun.size > 0) markers.splice(0);
		else await this.store.forget(markers.filter((marker) => !recorded.has(marker)));
	}

	/**
	 * The outcome of a row that was begun before; undefined if it is to be sent. The store has the IDs
	 * of the tasks that were created, but only tells whether it has a given one.
	 */
	private async outcomeOf(row: Entry, wasSent: boolean): Promise<Outcome | undefined> {
		const unknown = () => interrupted(this.names.method, row);
		// What the platform has and what looks like this task.
		const ids = await row.destination.findSent?.(wasSent);
		if (!ids) {
			if (wasSent) return { state: 'sentBefore' };
			return this.settings.sendInterrupted ? undefined : unknown();
		}
		const textOf = (id: string) => idText(id, wasSent ? this.identityOf(row) : undefined);
		const known = await this.store.known(ids.map(textOf));
		// If the answer to its creation was lost, no creation has returned its ID.
		const [id, ...others] = ids.filter((id) => known.has(textOf(id)) === wasSent);
		if (id === undefined && !wasSent) return undefined;
		if (id === undefined || others.length > 0) return unknown();
		if (!wasSent) this.noteSent(row, id);
		return { state: 'sentBefore', id };
	}

	private noteSent(row: Entry, id: string): void {
		const identity = this.identityOf(row);
		this.store.note(sentText(identity));
		if (!row.destination.findSent) return;
		this.store.note(idText(id));
		this.store.note(idText(id, identity));
	}

	private free(identity: string): void {
		this.begun.delete(identity);
		this.freed.add(identity);
		this.store.noteForgotten(begunText(identity));
	}

	/** Keeps n8n from dropping rows of an execution that this or an earlier start has recorded. */
	private reserve(count: number): void {
		if (!this.start?.identify) return;
		const rows = Math.min(this.begun.size + count, MAX_ROWS_WITHOUT_KEYS);
		const others = this.isLaterStart ? this.start.entriesBefore : 0;
		const entries = Math.max(MIN_ENTRIES, others) + ENTRIES_PER_START + rows * 2;
		this.store.reserve(Math.min(entries, MIN_ENTRIES + MAX_ROWS_WITHOUT_KEYS * 2));
	}

	private readonly identityOf = (row: Entry) => this.identities.get(row) ?? '';

	private readonly tryOf = (row: Entry) => `${this.run} ${this.identityOf(row)}`;
}
