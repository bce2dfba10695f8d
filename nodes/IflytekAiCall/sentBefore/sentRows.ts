import type { IExecuteFunctions } from 'n8n-workflow';
import type { Clock } from '../../shared/n8n/requests/clock';
import type { DeliveryNames, Entry, SentRowsSettings } from '../batch/entry';
import { maySendAgain, type Outcome, type Outcomes } from '../batch/outcomes';
import type { DeduplicationStore } from './deduplicationStore';
import { findGroupRun, rowIdentifier, runIndexOf } from './retryGroup';
import { earlierStarts, RunGuard } from './runGuard';
import {
	findBegunBefore,
	MIN_ENTRIES,
	noteSent,
	openStore,
	RowIdentities,
	sentText,
	type Records,
} from './storedRows';

/** How many entries a start needs besides those of its rows. */
const ENTRIES_PER_START = 100;
/** Of an execution with more rows than these, a retry cannot know what was sent. */
const MAX_ROWS_WITHOUT_KEYS = 50_000;

const underWayAt = new Map<string, UnderWay<SentRows>>();

/**
 * The outcomes of the rows of each execution, by run of a node and identity of the row. With Retry
 * On Fail, n8n calls the node again in the same run, and only the process knows the first try. All
 * tries of an execution have the same signal.
 */
const triesOf = new WeakMap<AbortSignal, Map<string, Outcome>>();

/** What belongs to the execution of a run: see `retryGroup.ts` and `runGuard.ts`. */
interface Start {
	guard: RunGuard;
	/** Recorded with the first row, if one is sent. Empty if an earlier start has recorded them. */
	markers: string[];
	/** Whether rows are identified as those of the execution, and not by the keys of the user. */
	identifiesRows: boolean;
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
export class SentRows implements Records {
	/** What this run has begun, with the texts to forget if the row may be sent again. */
	private readonly begun = new Map<string, string[]>();
	private readonly freed: string[] = [];
	private readonly underWay: UnderWay<SentRows>;
	private readonly tries: Map<string, Outcome>;
	/** Identifies this run of the node among those whose tries are remembered. */
	private readonly run: string;
	/** Whether an earlier start or run has recorded some of the entries in the store, which must stay. */
	private hasEarlierEntries: boolean;

	private constructor(
		context: IExecuteFunctions,
		readonly names: DeliveryNames,
		readonly settings: SentRowsSettings,
		readonly store: DeduplicationStore,
		readonly identities: RowIdentities,
		private readonly start?: Start,
	) {
		this.underWay = underWayAt.get(store.node) ?? new UnderWay();
		underWayAt.set(store.node, this.underWay);
		const { id, retryOnFail } = context.getNode();
		const signal = retryOnFail === true ? context.getExecutionCancelSignal() : undefined;
		this.tries = (signal && triesOf.get(signal)) ?? new Map<string, Outcome>();
		if (signal) triesOf.set(signal, this.tries);
		this.run = `${id} ${runIndexOf(context)}`;
		const marker = start?.markers.at(-1);
		this.hasEarlierEntries = start !== undefined && (!marker || store.isDoubtful(marker));
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
		if (executionId === undefined)
			return new SentRows(context, names, settings, store, new RowIdentities());
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
		const identifiesRows = !earlier.hasKeys;
		const identities = new RowIdentities(identifiesRows ? rowIdentifier(group) : undefined);
		const start = { guard, markers: earlier.markers, identifiesRows, entriesBefore };
		return new SentRows(context, names, settings, store, identities, start);
	}

	/**
	 * Records that rows are about to be sent. First waits until other runs of this process have sent
	 * the same rows.
	 * @returns the rows that must not be sent, with their outcome
	 * @throws StoreError if it is not certain that the rows are recorded; then none may be sent
	 */
	async begin(rows: readonly Entry[]): Promise<Map<Entry, Outcome>> {
		const refused = new Map<Entry, Outcome>();
		for (const row of rows) {
			const known = this.tries.get(this.tryOf(row));
			if (known) refused.set(row, known);
		}
		const ours = rows.filter((row) => !refused.has(row));
		const identities = ours.map(this.identities.of);
		await this.underWay.take(identities, this);
		try {
			await this.record(ours, refused);
		} finally {
			const others = identities.filter((identity) => !this.begun.has(identity));
			this.underWay.release(others, this);
		}
		return refused;
	}

	/** Notes the outcomes of rows. They are recorded when this or another run records something. */
	end(rows: readonly Entry[], outcomes: Outcomes): void {
		for (const row of rows) {
			const outcome = outcomes.of(row);
			const isTask = row.destination.findSent !== undefined;
			if (maySendAgain(outcome)) this.free(this.identities.of(row));
			// Whether a task was created, the next try can ask the platform.
			else if (!isTask || outcome.state !== 'unknown') this.tries.set(this.tryOf(row), outcome);
			if (outcome.state === 'accepted') noteSent(this, row, outcome.id);
		}
		this.underWay.release(rows.map(this.identities.of), this);
	}

	/**
	 * Records the last outcomes, and releases the rows that were begun but never tried.
	 * @throws StoreError if these rows stay *begun*
	 */
	async close(outcomes: ReadonlyMap<Entry, Outcome>): Promise<void> {
		// Several rows of a run may have the same key, and one of them may have been accepted.
		const kept = new Set<string>();
		for (const [row, outcome] of outcomes)
			if (!maySendAgain(outcome)) kept.add(this.identities.of(row));
		const begun = [...this.begun.keys()];
		for (const identity of begun) if (!kept.has(identity)) this.free(identity);
		const recording = this.store.finish().catch((error: unknown) => {
			// Until the database is back, another process may begin these rows.
			this.store.cancelForget(this.freed);
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
		const { of, begunTexts } = this.identities;
		// The store drops its oldest entries first: as long as it has the markers, it has all rows.
		const { markers = [] } = this.start ?? {};
		const recorded = await this.store.add([...markers, ...rows.flatMap(begunTexts)]);
		const isBegunBefore = (row: Entry) => begunTexts(row).some((text) => recorded.has(text));
		for (const row of rows) if (!isBegunBefore(row)) this.begun.set(of(row), begunTexts(row));
		const begunBefore = rows.filter(isBegunBefore);
		this.hasEarlierEntries ||= begunBefore.length > 0;
		try {
			for (const { row, outcome, wasDeleted } of await findBegunBefore(this, begunBefore, recorded))
				if (outcome) refused.set(row, outcome);
				// It was sent to a task that was deleted. If it is not accepted now, it was not sent.
				else if (wasDeleted) this.begun.set(of(row), [sentText(of(row)), ...begunTexts(row)]);
				else this.begun.set(of(row), begunTexts(row));
		} finally {
			// Of a row that is refused, only what was recorded before stays.
			const isRefused = (row: Entry) => !this.begun.has(of(row));
			for (const text of begunBefore.filter(isRefused).flatMap(begunTexts))
				if (!recorded.has(text)) this.store.forgetLater(text);
			await this.store.forgetPending();
		}
		// Later runs of this execution must not record them again, either.
		if (this.begun.size > 0) markers.splice(0);
		else await this.store.forget(markers.filter((marker) => !recorded.has(marker)));
	}

	private free(identity: string): void {
		for (const text of this.begun.get(identity) ?? []) {
			this.freed.push(text);
			this.store.forgetLater(text);
		}
		this.begun.delete(identity);
	}

	/** Keeps n8n from dropping rows of an execution that this or an earlier start has recorded. */
	private reserve(count: number): void {
		if (!this.start?.identifiesRows) return;
		const rows = Math.min(this.begun.size + count, MAX_ROWS_WITHOUT_KEYS);
		const others = this.hasEarlierEntries ? this.start.entriesBefore : 0;
		const entries = Math.max(MIN_ENTRIES, others) + ENTRIES_PER_START + rows * 2;
		this.store.reserve(Math.min(entries, MIN_ENTRIES + MAX_ROWS_WITHOUT_KEYS * 2));
	}

	private readonly tryOf = (row: Entry) => `${this.run} ${this.identities.all(row).at(-1)}`;
}

/**
 * The rows that runs of this process are sending at a node, each with its run. A run waits until the
 * others have sent the same rows. These become free without a wait, because they are being sent.
 */
class UnderWay<Run> {
	private readonly rows = new Map<string, Run>();
	private waiting: (() => void)[] = [];

	/** Takes these rows as soon as no other run sends one of them. */
	async take(identities: readonly string[], run: Run): Promise<void> {
		while (identities.some((identity) => (this.rows.get(identity) ?? run) !== run))
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		for (const identity of identities) this.rows.set(identity, run);
	}

	/** Lets other runs have these rows. */
	release(identities: readonly string[], run: Run): void {
		for (const identity of identities)
			if (this.rows.get(identity) === run) this.rows.delete(identity);
		for (const goOn of this.waiting.splice(0)) goOn();
	}
}
