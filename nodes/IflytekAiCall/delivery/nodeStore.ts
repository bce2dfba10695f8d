import { randomUUID } from 'crypto';
import { sleep, type ICheckProcessedOptions, type IExecuteFunctions } from 'n8n-workflow';
import { NotSentError } from '../../shared/failure';
import { pLimit } from '../../shared/vendor';

/** How often a call to n8n's database is tried before its error is thrown. */
const TRIES = 3;
const PAUSE_AFTER_ERROR_MS = 150;

/** How often an entry is written at most if other processes keep overwriting it. */
export const ROUNDS = 20;

/**
 * The pause before an entry is read back lasts at least this long, and at least `PAUSE_FACTOR`
 * times as long as writing took.
 */
export const MIN_PAUSE_MS = 20;
const PAUSE_FACTOR = 2;

/**
 * Queues by node. They allow one call at a time in this process, because simultaneous calls
 * overwrite each other.
 */
const queues = new Map<string, ReturnType<typeof pLimit>>();

/** n8n's database did not record what must be recorded before anything is sent. */
export class NodeStoreError extends NotSentError {
	constructor(reason: string) {
		const advice =
			"Nothing was sent. Check n8n's log and its database, then run the workflow again.";
		super(`n8n's database could not be asked what was sent before: ${reason}`, 'unavailable', {
			advice,
			facts: { state: 'notSent' },
		});
	}
}

/** @throws NodeStoreError for an error of n8n's database */
export function throwStoreError(error: unknown): never {
	throw new NodeStoreError(error instanceof Error ? error.message : String(error));
}

/** What `NodeStore.record` has found and written. */
interface Recorded {
	/** The texts that were recorded before, or at the same moment by another process. */
	before: Set<string>;
	/** The marks that were written with the texts. They stay in the store until they are forgotten. */
	marks: string[];
}

/**
 * A node's memory in n8n's database, across executions and processes: a set of texts, of which n8n
 * keeps the newest `capacity` as hashes. n8n reads all entries of a node, changes them and writes
 * them back, so two processes can overwrite each other's entries. Each entry is therefore written
 * together with a mark of its own and read back after a pause. If the mark is gone, another process
 * has written last. An entry that is still there was then written by that process, and an entry
 * that is missing is written again.
 */
export class NodeStore {
	private readonly options: ICheckProcessedOptions;
	private readonly limit: ReturnType<typeof pLimit>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly capacity: number,
	) {
		this.options = { mode: 'entries', maxEntries: capacity };
		const node = `${context.getWorkflow().id}:${context.getNode().id}`;
		this.limit = queues.get(node) ?? pLimit(1);
		queues.set(node, this.limit);
	}

	/**
	 * Keeps as many entries as the store has now, if these are more than the capacity.
	 * @throws NodeStoreError
	 */
	async keepEntries(): Promise<void> {
		this.options.maxEntries = Math.max(this.capacity, await this.count());
	}

	/**
	 * Records texts, which must all be different.
	 * @throws NodeStoreError if it is not certain that all of them are recorded
	 */
	async record(texts: readonly string[]): Promise<Recorded> {
		const before = new Set<string>();
		let mark = newMark();
		const marks = [mark];
		let pending = [...texts];
		for (let round = 0; round < ROUNDS && pending.length > 0; round++) {
			// If the first call failed, it may still have written its entries. With a new mark, these
			// entries count as recorded before.
			const { value, elapsedMs } = await this.ask(
				async () =>
					await this.context.helpers.checkProcessedAndRecord(
						[...pending, mark],
						'node',
						this.options,
					),
				() => {
					if (round > 0) return;
					mark = newMark();
					marks.push(mark);
				},
			);
			const seen = new Set<unknown>(value.processed);
			// If the mark is still there, nobody has overwritten the entries of the last round.
			if (seen.has(mark)) return { before, marks };
			for (const text of pending) if (seen.has(text)) before.add(text);
			pending = pending.filter((text) => !seen.has(text));
			if (pending.length > 0)
				await sleep(Math.max(MIN_PAUSE_MS, elapsedMs * PAUSE_FACTOR) * (1 + Math.random()));
		}
		if (pending.length > 0)
			throw new NodeStoreError('other executions of this node kept overwriting it');
		return { before, marks };
	}

	/**
	 * Records texts, which must all be different, together and without a mark. This is reliable only
	 * within one process.
	 * @returns the texts that were recorded before
	 * @throws NodeStoreError
	 */
	async add(texts: readonly string[]): Promise<Set<string>> {
		if (texts.length === 0) return new Set();
		const { value } = await this.ask(
			async () =>
				await this.context.helpers.checkProcessedAndRecord([...texts], 'node', this.options),
		);
		return new Set(value.processed.map(String));
	}

	/**
	 * Forgets texts.
	 * @throws NodeStoreError
	 */
	async forget(texts: readonly string[]): Promise<void> {
		await this.ask(
			async () => await this.context.helpers.removeProcessed([...texts], 'node', this.options),
		);
	}

	/**
	 * Whether one of these texts is recorded. n8n only tells this by recording the texts, so the new
	 * ones are forgotten again.
	 * @throws NodeStoreError
	 */
	async hasAny(texts: readonly string[]): Promise<boolean> {
		const recordedBefore = await this.add(texts);
		const added = texts.filter((text) => !recordedBefore.has(text));
		if (added.length > 0) await this.forget(added);
		return recordedBefore.size > 0;
	}

	/**
	 * Whether n8n may have dropped the oldest entries. If so, a text that is missing may have been
	 * recorded and dropped.
	 * @throws NodeStoreError
	 */
	async isFull(): Promise<boolean> {
		return (await this.count()) >= this.capacity * NEARLY_FULL;
	}

	private async count(): Promise<number> {
		const { value } = await this.ask(
			async () => await this.context.helpers.getProcessedDataCount('node', this.options),
		);
		return value;
	}

	private async ask<T>(
		call: () => Promise<T>,
		onFailure?: () => void,
	): Promise<{ value: T; elapsedMs: number }> {
		if (!this.context.getWorkflow().id) throw new NodeStoreError('the workflow is not saved');
		return await this.limit(async () => {
			for (let tried = 1; ; tried++) {
				const startedAt = performance.now();
				const outcome = await call().then(
					(value) => ({ value, elapsedMs: performance.now() - startedAt }),
					(reason: unknown) => ({ reason }),
				);
				if (!('reason' in outcome)) return outcome;
				if (tried >= TRIES) throwStoreError(outcome.reason);
				onFailure?.();
				await sleep(PAUSE_AFTER_ERROR_MS * tried * (1 + Math.random()));
			}
		});
	}
}

/** A store counts as full from this share on, because released entries make it a little emptier. */
const NEARLY_FULL = 0.9;

const newMark = () => `mark:${randomUUID()}`;
