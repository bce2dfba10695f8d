import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../shared/failure';
import type { Clock } from '../../shared/n8n/requests/clock';
import { DeduplicationStore, StoreError } from './deduplicationStore';
import { earlierStarts } from './earlierStarts';
import type { DeliveryNames, Entry, SentRowsSettings } from '../batch/entry';
import { interrupted, maySendAgain, type Outcome } from '../batch/outcomes';
import { findRetryGroup, RowIdentities, runIndexOf } from './retryGroup';
import { RunGuard } from './runGuard';

/**
 * The most entries of the store that one row with a key takes if the row is the only one of its
 * execution: two for its key, *begun* and *sent*, and six for the execution.
 */
const ENTRIES_PER_KEY = 8;
/** How many entries the store keeps at least: enough for 1,000 executions of one row. */
const MIN_ENTRIES = 8000;
/** How many entries a start needs besides those of its rows. */
const ENTRIES_PER_START = 100;
/** Of an execution with more rows than these, a retry cannot know what was sent. */
const MAX_ROWS_WITHOUT_KEYS = 50_000;

const entriesFor = (rememberedKeys: number) =>
	Math.max(MIN_ENTRIES, rememberedKeys * ENTRIES_PER_KEY);

/** What the runs of this process send at a node: each row with the run that sends it. */
interface UnderWay {
	rows: Map<string, SentRows>;
	/** Called when rows have ended. */
	waiting: (() => void)[];
}
const underWay = new Map<string, UnderWay>();

/**
 * The outcomes of the rows of each execution, by run of a node and identity of the row. With Retry
 * On Fail, n8n calls the node again in the same run, and only the process knows the first try.
 */
const triesOf = new WeakMap<AbortSignal, Map<string, Map<string, Outcome>>>();

/**
 * The rows that this node has sent, in this and in earlier executions. Each row has an identity: the
 * key of the user (Row Key), which identifies it in all executions, else one that identifies it in
 * all starts of one execution, retries included. It is recorded in n8n's database as *begun* before
 * the request of the row, and as *sent* after it. If the process ends or the answer is lost, the row
 * stays *begun*, and nobody knows whether it was accepted.
 */
export class SentRows {
	private guard: RunGuard | undefined;
	/** Recorded with the first row of an execution, if one is sent. */
	private markers: string[] = [];
	/** How many entries the store had before this run. */
	private entriesBefore = 0;
	/** Whether an earlier start of the execution has recorded some of them, which must stay. */
	private isLaterStart = false;
	/** What the store must have of this run. */
	private readonly recorded = new Set<string>();
	private lastRecorded = '';
	/** Identities that this run has begun, and those of them that may be sent again. */
	private readonly begun = new Set<string>();
	private readonly freed = new Set<string>();
	private readonly knownIdentities = new Map<Entry, string>();

	private constructor(
		private readonly names: DeliveryNames,
		private readonly settings: SentRowsSettings,
		private readonly store: DeduplicationStore,
		private readonly underWay: UnderWay,
		private readonly earlierTries: Map<string, Outcome>,
		/** Undefined if rows are identified by the keys of the user. */
		private readonly identities: RowIdentities | undefined,
	) {}

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
		const store = new DeduplicationStore(context, entriesFor(rememberedKeys));
		const node = `${context.getWorkflow().id}:${context.getNode().id}`;
		const sending: UnderWay = underWay.get(node) ?? { rows: new Map(), waiting: [] };
		underWay.set(node, sending);
		const tries = earlierTriesOf(context);
		if (executionId === undefined)
			return new SentRows(names, settings, store, sending, tries, undefined);
		const group = await findRetryGroup(context, executionId).catch((error: unknown) => {
			throw new StoreError(error);
		});
		// Earlier runs may have had rows with keys. A run without keys must not drop them all at once.
		const entriesBefore = hasKeys ? 0 : await store.count();
		store.reserve(entriesBefore);
		const guard = await RunGuard.enter(node, group.id, store, clock, names);
		let rows: SentRows | undefined;
		try {
			const earlier = await earlierStarts(context, store, { group, hasKeys, clock, names });
			const identities = earlier.hasKeys ? undefined : new RowIdentities(context, group);
			rows = new SentRows(names, settings, store, sending, tries, identities);
			rows.guard = guard;
			rows.markers = earlier.markers;
			rows.entriesBefore = entriesBefore;
			rows.isLaterStart = earlier.markers.length === 0;
			return rows;
		} finally {
			if (!rows) await guard.leave();
		}
	}

	/** Called once for each row of the run, in their order. */
	note(row: Entry): void {
		this.identities?.note(row);
	}

	/**
	 * Records that rows are about to be sent. First waits until other runs of this process have sent
	 * the same rows. These runs do not wait for this one, because rows that are begun are under way.
	 * @returns the rows that must not be sent, with their outcome
	 * @throws StoreError if it is not certain that the rows are recorded; then none may be sent
	 */
	async begin(rows: readonly Entry[]): Promise<Map<Entry, Outcome>> {
		const refused = new Map<Entry, Outcome>();
		const isElsewhere = (row: Entry) =>
			(this.underWay.rows.get(this.identityOf(row)) ?? this) !== this;
		while (rows.some(isElsewhere))
			await new Promise<void>((resolve) => this.underWay.waiting.push(resolve));
		const ours: Entry[] = [];
		for (const row of rows) {
			const known = this.earlierTries.get(this.identityOf(row));
			if (known) refused.set(row, known);
			else ours.push(row);
		}
		const identities = ours.map((row) => this.identityOf(row));
		for (const identity of identities) this.underWay.rows.set(identity, this);
		try {
			await this.record(ours, refused);
		} finally {
			this.release(identities.filter((identity) => !this.begun.has(identity)));
		}
		return refused;
	}

	/** Notes the outcomes of rows. They are recorded when this or another run records something. */
	end(rows: readonly Entry[], outcomes: ReadonlyMap<Entry, Outcome>): void {
		for (const row of rows) {
			const outcome = outcomes.get(row);
			const identity = this.identityOf(row);
			const isTask = row.destination.findSent !== undefined;
			if (maySendAgain(outcome)) this.free(identity);
			// The platform can be asked whether a task was created.
			else if (outcome && !(isTask && outcome.state === 'unknown'))
				this.earlierTries.set(identity, outcome);
			if (outcome?.state === 'accepted') this.noteSent(row, outcome.id);
		}
		this.release(rows.map((row) => this.identityOf(row)));
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
		const hasRecorded = this.recorded.size > 0;
		const untried = [...this.begun].filter((identity) => !kept.has(identity));
		for (const identity of untried) this.free(identity);
		let isRecorded = false;
		try {
			await this.add([], hasRecorded);
			isRecorded = true;
		} finally {
			// Until the database is back, another process may begin these rows.
			if (!isRecorded) this.store.noLongerForget([...this.freed].map(begunText));
			this.release(this.begun);
			this.release(untried);
			await this.guard?.leave();
		}
	}

	/** Records rows as begun. Rows that were begun before are refused, or may be sent again. */
	private async record(rows: readonly Entry[], refused: Map<Entry, Outcome>): Promise<void> {
		if (this.identities) this.reserve(rows.length);
		// The store drops its oldest entries first: as long as it has the markers, it has all rows.
		const { markers } = this;
		const texts = rows.map((row) => begunText(this.identityOf(row)));
		const recorded = await this.add([...markers, ...texts]);
		const begunBefore = new Set(
			rows.filter((row) => recorded.has(begunText(this.identityOf(row)))),
		);
		this.isLaterStart ||= begunBefore.size > 0;
		for (const row of rows) if (!begunBefore.has(row)) this.begun.add(this.identityOf(row));
		const sent = await this.store.known(
			[...begunBefore].map((row) => sentText(this.identityOf(row))),
		);
		for (const row of begunBefore) {
			const outcome = await this.outcomeOf(row, sent.has(sentText(this.identityOf(row))));
			if (outcome) refused.set(row, outcome);
			else this.begun.add(this.identityOf(row));
		}
		if (this.begun.size > 0) return void markers.splice(0);
		const forgotten = markers.filter((marker) => !recorded.has(marker));
		for (const marker of forgotten) this.recorded.delete(marker);
		await this.store.forget(forgotten);
	}

	/**
	 * The outcome of a row that was begun before.
	 * @returns undefined if it is to be sent
	 */
	private async outcomeOf(row: Entry, wasSent: boolean): Promise<Outcome | undefined> {
		const ids = await row.destination.findSent?.(wasSent);
		if (ids) return await this.outcomeOfTask(row, wasSent, ids);
		if (wasSent) return { state: 'sentBefore' };
		return this.settings.sendInterrupted ? undefined : interrupted(this.names.method, row);
	}

	/**
	 * The outcome of a task that was begun before. The store has the IDs of the tasks that were
	 * created, but only tells whether it has a given one.
	 * @param ids the tasks of the platform that look like this one
	 */
	private async outcomeOfTask(
		row: Entry,
		wasSent: boolean,
		ids: readonly string[],
	): Promise<Outcome | undefined> {
		const textOfId = (id: string) => idText(id, wasSent ? this.identityOf(row) : undefined);
		const known = await this.store.known(ids.map(textOfId));
		// If the answer to its creation was lost, no creation has returned its ID.
		const [id, ...others] = ids.filter((id) => known.has(textOfId(id)) === wasSent);
		if (id === undefined && !wasSent) return undefined;
		if (id === undefined || others.length > 0) return interrupted(this.names.method, row);
		if (!wasSent) this.noteSent(row, id);
		return { state: 'sentBefore', id };
	}

	private noteSent(row: Entry, id: string): void {
		const identity = this.identityOf(row);
		const isTask = row.destination.findSent !== undefined;
		for (const text of [
			sentText(identity),
			...(isTask ? [idText(id), idText(id, identity)] : []),
		]) {
			this.store.note(text);
			this.recorded.add(text);
		}
	}

	private free(identity: string): void {
		this.begun.delete(identity);
		this.freed.add(identity);
		this.recorded.delete(begunText(identity));
		this.store.noteForgotten(begunText(identity));
	}

	/** Keeps n8n from dropping rows of an execution that this or an earlier start has recorded. */
	private reserve(count: number): void {
		const rows = Math.min(this.begun.size + count, MAX_ROWS_WITHOUT_KEYS);
		const others = this.isLaterStart ? this.entriesBefore : 0;
		const entries = Math.max(MIN_ENTRIES, others) + ENTRIES_PER_START + rows * 2;
		this.store.reserve(Math.min(entries, MIN_ENTRIES + MAX_ROWS_WITHOUT_KEYS * 2));
	}

	/**
	 * Adds texts to the store.
	 * @param isLast whether nothing is recorded after it, so that it must be certain
	 * @returns the texts that were recorded before
	 */
	private async add(texts: readonly string[], isLast = false): Promise<Set<string>> {
		const last = this.recorded.has(this.lastRecorded) ? [this.lastRecorded] : [];
		const all = [...texts, ...last];
		const before = await (isLast ? this.store.addCertainly(all) : this.store.add(all));
		for (const text of texts) this.recorded.add((this.lastRecorded = text));
		// Another process has overwritten what this run recorded last, and perhaps more of it.
		if (last.some((text) => !before.has(text))) await this.store.addCertainly([...this.recorded]);
		return before;
	}

	private identityOf(row: Entry): string {
		const known = this.knownIdentities.get(row);
		if (known !== undefined) return known;
		const identity = this.identities
			? `row ${this.identities.of(row)}`
			: keyIdentity(row.key ?? '');
		this.knownIdentities.set(row, identity);
		return identity;
	}

	/** Lets other runs of this process have these rows. */
	private release(identities: Iterable<string>): void {
		const { rows, waiting } = this.underWay;
		for (const identity of identities) if (rows.get(identity) === this) rows.delete(identity);
		for (const goOn of waiting.splice(0)) goOn();
	}
}

/** The outcomes of the rows that earlier tries of this run have sent; empty in the first try. */
function earlierTriesOf(context: IExecuteFunctions): Map<string, Outcome> {
	const execution = context.getExecutionCancelSignal();
	if (context.getNode().retryOnFail !== true || !execution) return new Map();
	const runs = triesOf.get(execution) ?? new Map<string, Map<string, Outcome>>();
	triesOf.set(execution, runs);
	const run = `${context.getNode().id} ${runIndexOf(context)}`;
	const outcomes = runs.get(run) ?? new Map<string, Outcome>();
	runs.set(run, outcomes);
	return outcomes;
}

/** The texts that the store has of a row: one when it is begun, one when it was sent. */
const begunText = (identity: string) => `begun ${identity}`;
const sentText = (identity: string) => `sent ${identity}`;
const keyIdentity = (key: string) => `key ${key}`;
/** The text that tells which task was created for an identity, or that this node created it. */
const idText = (id: string, identity = '') => `id ${id} ${identity}`;

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
	const store = new DeduplicationStore(context, entriesFor(rememberedKeys));
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
 */
export function tooManyKeys(
	rows: number,
	{ rememberedKeys = Infinity }: SentRowsSettings,
): InputError | undefined {
	if (rows <= rememberedKeys) return undefined;
	return new InputError(
		`There are ${rows} rows with keys, but only ${rememberedKeys} keys are remembered`,
		'Nothing was sent. Increase Remembered Row Keys under Options to more than the number of rows in a run.',
	);
}
