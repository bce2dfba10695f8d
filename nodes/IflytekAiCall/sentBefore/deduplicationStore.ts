import { randomUUID } from 'crypto';
import { sleep, type ICheckProcessedOptions, type IExecuteFunctions } from 'n8n-workflow';
import { NotSentError } from '../../shared/failure';
import { pLimit } from '../../shared/bundled';

/** How often a call to n8n's database is tried before its error is thrown. */
const TRIES = 3;
const PAUSE_AFTER_ERROR_MS = 150;

/**
 * How many texts one call forgets at most. For each of them n8n's database searches all entries.
 */
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

/**
 * Queues by node. They allow one call at a time in this process, because simultaneous calls
 * overwrite each other.
 */
const queues = new Map<string, ReturnType<typeof pLimit>>();

/** By node: texts that `known` has recorded and could not forget. Else they would seem recorded. */
const unforgotten = new Map<string, Set<string>>();
/** How many entries the runs of this process need, by node: one must not drop those of another. */
const reserved = new Map<string, number>();

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
	private readonly node: string;
	private readonly limit: ReturnType<typeof pLimit>;
	private readonly unforgotten: Set<string>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly capacity: number,
	) {
		this.node = `${context.getWorkflow().id}:${context.getNode().id}`;
		this.limit = queues.get(this.node) ?? pLimit(1);
		queues.set(this.node, this.limit);
		this.unforgotten = unforgotten.get(this.node) ?? new Set();
		unforgotten.set(this.node, this.unforgotten);
	}

	/** @param room how many entries are kept beyond the usual ones */
	private options(room = 0): ICheckProcessedOptions {
		const maxEntries = Math.max(this.capacity, reserved.get(this.node) ?? 0) + room;
		return { mode: 'entries', maxEntries };
	}

	/** Keeps at least this many entries from now on. */
	reserve(entries: number): void {
		reserved.set(this.node, Math.max(entries, reserved.get(this.node) ?? 0));
	}

	/**
	 * Records texts, which must all be different.
	 * @returns the texts that were recorded before
	 */
	async add(texts: readonly string[]): Promise<Set<string>> {
		return await this.limit(async () => await this.addNow(texts));
	}

	/**
	 * Records texts like `add`, together with a mark that only this call knows. If the mark is gone
	 * after a pause, another process has overwritten the entries, and what is missing is recorded
	 * again.
	 */
	async addCertainly(texts: readonly string[]): Promise<Set<string>> {
		const before = new Set<string>();
		const mark = `mark ${randomUUID()}`;
		let pending = [...texts];
		for (let round = 0; round < ROUNDS; round++) {
			const begun = performance.now();
			const all = [...pending, mark];
			const seen = await this.limit(async () => await this.addNow(all, ROOM));
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
		await this.limit(async () => await this.forgetNow(texts));
	}

	/**
	 * Which of these texts, which must all be different, are recorded. n8n only tells this by
	 * recording the texts, so the new ones are forgotten again.
	 */
	async known(texts: readonly string[]): Promise<Set<string>> {
		return await this.limit(async () => {
			const recordedBefore = await this.addNow(texts, ROOM);
			for (const text of texts) if (!recordedBefore.has(text)) this.unforgotten.add(text);
			await this.forgetLeftovers();
			return recordedBefore;
		});
	}

	/** How many entries the store has. */
	async count(): Promise<number> {
		const { helpers } = this.context;
		return await this.limit(
			async () =>
				await this.ask(async () => await helpers.getProcessedDataCount('node', this.options())),
		);
	}

	/**
	 * Whether n8n may have dropped the oldest entries. If so, a text that is missing may have been
	 * recorded and dropped.
	 */
	async isFull(): Promise<boolean> {
		return (await this.count()) >= this.capacity * NEARLY_FULL;
	}

	private async addNow(texts: readonly string[], room = 0): Promise<Set<string>> {
		if (texts.length === 0) return new Set();
		await this.forgetLeftovers();
		const { helpers } = this.context;
		const { processed } = await this.ask(
			async () => await helpers.checkProcessedAndRecord([...texts], 'node', this.options(room)),
		);
		return new Set(processed.map(String));
	}

	private async forgetNow(texts: readonly string[]): Promise<void> {
		const { helpers } = this.context;
		for (let at = 0; at < texts.length; at += FORGOTTEN_PER_CALL) {
			const some = texts.slice(at, at + FORGOTTEN_PER_CALL);
			await this.ask(async () => await helpers.removeProcessed(some, 'node', this.options()));
		}
	}

	private async forgetLeftovers(): Promise<void> {
		await this.forgetNow([...this.unforgotten]);
		this.unforgotten.clear();
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
