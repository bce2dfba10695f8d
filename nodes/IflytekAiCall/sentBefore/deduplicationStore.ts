import { randomUUID } from 'crypto';
import { sleep, type ICheckProcessedOptions, type IExecuteFunctions } from 'n8n-workflow';
import { NotSentError } from '../../shared/failure';
import { pLimit } from '../../shared/bundled';

/** How often a call to n8n's database is tried before its error is thrown. */
const TRIES = 3;
const PAUSE_AFTER_ERROR_MS = 150;

/** How many texts one call forgets at most: for each, n8n's database searches all entries. */
const FORGOTTEN_PER_CALL = 100;

/**
 * Entries that are soon forgotten may make the store this much larger, so that they take the place of
 * no others.
 */
const ROOM = 1000;

/** How often texts are written at most if other processes keep overwriting them. */
const ROUNDS = 20;
/** They are looked for after this time, or after twice the time that writing them took. */
const MIN_PAUSE_MS = 20;

/** A store counts as full from this share on, because forgotten entries make it a little emptier. */
const NEARLY_FULL = 0.9;

/** What the runs of this process share of a node. */
interface SharedStore {
	/** Allows one call at a time, because simultaneous calls overwrite each other. */
	limit: ReturnType<typeof pLimit>;
	/** Texts to forget and to record with the next call, whichever run makes it. */
	forgotten: Set<string>;
	noted: Set<string>;
	/** How many entries the runs need: one must not drop those of another. */
	reserved: number;
}
const sharedAt = new Map<string, SharedStore>();

/** n8n's database did not record what must be recorded before anything is sent. */
export class StoreError extends NotSentError {
	constructor(error: unknown) {
		const reason = error instanceof Error ? error.message : String(error);
		const advice =
			"Nothing was sent. Check n8n's log and its database, then run the workflow again.";
		super(`n8n's database could not be asked what was sent before: ${reason}`, 'unavailable', {
			advice,
			facts: { state: 'notSent' },
		});
	}
}

/**
 * A node's memory in n8n's database, across executions and processes: a set of texts, of which n8n
 * keeps the newest `capacity` as hashes. n8n reads all entries of a node, changes them and writes
 * them back, without a lock: two processes can overwrite each other's entries. All methods throw a
 * StoreError.
 */
export class DeduplicationStore {
	/** Identifies the node in this process. */
	readonly node: string;
	private readonly shared: SharedStore;
	/** What the store must have of this run. */
	private readonly recorded = new Set<string>();
	private lastRecorded = '';

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly capacity: number,
	) {
		this.node = `${context.getWorkflow().id}:${context.getNode().id}`;
		const fresh = { limit: pLimit(1), forgotten: new Set<string>(), noted: new Set<string>() };
		this.shared = sharedAt.get(this.node) ?? { ...fresh, reserved: 0 };
		sharedAt.set(this.node, this.shared);
	}

	/** Keeps at least this many entries from now on. */
	reserve(entries: number): void {
		this.shared.reserved = Math.max(entries, this.shared.reserved);
	}

	/** Records a text with the next call. */
	note(text: string): void {
		this.recorded.add(text);
		this.shared.noted.add(text);
	}

	/** Forgets a text with the next call, before that call records anything. */
	noteForgotten(text: string): void {
		this.recorded.delete(text);
		this.shared.forgotten.add(text);
	}

	/** The texts stay recorded. */
	noLongerForget(texts: readonly string[]): void {
		for (const text of texts) this.shared.forgotten.delete(text);
	}

	/**
	 * Records texts, which must all be different, and what was noted. They stay recorded until this run
	 * forgets them, also if another process overwrites the entries before the next call. A call
	 * without texts is the last one.
	 * @returns the texts that were recorded before
	 */
	async add(texts: readonly string[]): Promise<Set<string>> {
		const isLast = texts.length === 0 && this.lastRecorded !== '';
		const last = this.recorded.has(this.lastRecorded) ? [this.lastRecorded] : [];
		const all = [...texts, ...last];
		const before = await (isLast ? this.addCertainly(all) : this.addForNow(all, 0));
		for (const text of texts) this.recorded.add((this.lastRecorded = text));
		// Another process has overwritten what this run recorded last, and perhaps more of it.
		if (last.some((text) => !before.has(text))) await this.addCertainly([...this.recorded]);
		return before;
	}

	/**
	 * Records texts together with a mark that only this call knows. If the mark is gone after a pause,
	 * another process has overwritten the entries, and what is missing is recorded again.
	 * @returns the texts that were recorded before
	 */
	async addCertainly(texts: readonly string[]): Promise<Set<string>> {
		const before = new Set<string>();
		const mark = `mark ${randomUUID()}`;
		let pending = [...new Set([...this.shared.noted, ...texts])];
		for (let round = 0; round < ROUNDS; round++) {
			const begun = performance.now();
			const seen = await this.addForNow([...pending, mark]);
			const isOurs = seen.has(mark);
			// In the first round, the mark is there only if a try failed after it had written. What was
			// there before that try is not known, so all of it counts as recorded before.
			if (!isOurs || round === 0) for (const text of pending) if (seen.has(text)) before.add(text);
			if (isOurs) {
				await this.forget([mark]);
				return before;
			}
			pending = pending.filter((text) => !seen.has(text));
			const pause = Math.max(MIN_PAUSE_MS, (performance.now() - begun) * 2);
			await sleep(pause * (1 + Math.random()));
		}
		throw new StoreError('other executions of this node kept overwriting it');
	}

	async forget(texts: readonly string[]): Promise<void> {
		for (const text of texts) this.recorded.delete(text);
		await this.shared.limit(async () => await this.forgetNow(texts));
	}

	/** Forgets what was noted to be forgotten. If this fails, the next call forgets it. */
	async forgetNotedNow(): Promise<void> {
		await this.shared.limit(async () => await this.forgetNoted());
	}

	/**
	 * Which of these texts, which must all be different, are recorded. n8n only tells this by
	 * recording the texts, so the new ones are forgotten again.
	 */
	async known(texts: readonly string[]): Promise<Set<string>> {
		if (texts.length === 0) return new Set();
		return await this.shared.limit(async () => {
			const recordedBefore = await this.addNow(texts, ROOM);
			for (const text of texts) if (!recordedBefore.has(text)) this.shared.forgotten.add(text);
			await this.forgetNoted();
			return recordedBefore;
		});
	}

	/** How many entries the store has. */
	async count(): Promise<number> {
		const { helpers } = this.context;
		const count = async () => await helpers.getProcessedDataCount('node', this.options(0));
		return await this.shared.limit(async () => await this.ask(count));
	}

	/** Whether n8n may have dropped the oldest entries, so that a missing text proves nothing. */
	async isFull(): Promise<boolean> {
		return (await this.count()) >= this.capacity * NEARLY_FULL;
	}

	/** Records texts that are soon forgotten. They take the place of no others. */
	async addForNow(texts: readonly string[], room = ROOM): Promise<Set<string>> {
		return await this.shared.limit(async () => await this.addNow(texts, room));
	}

	private async addNow(texts: readonly string[], room: number): Promise<Set<string>> {
		await this.forgetNoted();
		const noted = [...this.shared.noted];
		const all = [...new Set([...noted, ...texts])];
		if (all.length === 0) return new Set();
		const { helpers } = this.context;
		const { processed } = await this.ask(
			async () => await helpers.checkProcessedAndRecord(all, 'node', this.options(room)),
		);
		for (const text of noted) this.shared.noted.delete(text);
		return new Set(processed.map(String));
	}

	private async forgetNow(texts: readonly string[]): Promise<void> {
		const { helpers } = this.context;
		for (let at = 0; at < texts.length; at += FORGOTTEN_PER_CALL) {
			const some = texts.slice(at, at + FORGOTTEN_PER_CALL);
			await this.ask(async () => await helpers.removeProcessed(some, 'node', this.options(0)));
		}
	}

	private async forgetNoted(): Promise<void> {
		const forgotten = [...this.shared.forgotten];
		await this.forgetNow(forgotten);
		for (const text of forgotten) this.shared.forgotten.delete(text);
	}

	private options(room: number): ICheckProcessedOptions {
		return { mode: 'entries', maxEntries: Math.max(this.capacity, this.shared.reserved) + room };
	}

	private async ask<T>(call: () => Promise<T>): Promise<T> {
		if (!this.context.getWorkflow().id) throw new StoreError('the workflow is not saved');
		for (let tried = 1; ; tried++) {
			const outcome = await call().then(
				(value) => ({ value }),
				(error: unknown) => ({ error }),
			);
			if ('value' in outcome) return outcome.value;
			if (tried >= TRIES) throw new StoreError(outcome.error);
			await sleep(PAUSE_AFTER_ERROR_MS * tried * (1 + Math.random()));
		}
	}
}
