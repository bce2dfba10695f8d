import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { chance } from '../../shared/chance';
import { StoreError } from '../entry/outcomes';
import { pauseAfter, ProcessedData, sharedStoreOf, TRIES, type SharedStore } from './processedData';

/** By how many entries that are soon forgotten may exceed the capacity: they push out no others. */
const ROOM = 1000;
/** How many texts are asked for at a time. */
const ASKED_PER_CALL = ROOM / 2;

/** How often texts are written at most if other processes keep overwriting them. */
const ROUNDS = 20;
/** `addCertainly` looks for its mark after this time, or after twice the time that writing took. */
const MIN_PAUSE_MS = 20;

/** From this share on, a store may have dropped entries: what was forgotten has left gaps. */
const NEARLY_FULL = 0.9;

/** Recorded as long as a process asks for a text. */
const askingText = (text: string) => `asking ${text}`;

/**
 * A node's memory in n8n's database, across executions and processes: a set of texts, of which n8n
 * keeps the newest `capacity` as hashes. n8n reads all entries of a node, changes them and writes
 * them back, without a lock: two processes can overwrite each other's entries. All methods throw a
 * StoreError.
 */
export class DeduplicationStore {
	/** Identifies the node in this process. */
	readonly node: string;
	private readonly data: ProcessedData;
	private readonly shared: SharedStore;
	/** What the store must have of this run. */
	private readonly recorded = new Set<string>();
	/** The text that this run has recorded last; empty before the first one. */
	private latest = '';

	constructor(
		context: IExecuteFunctions,
		private readonly capacity: number,
	) {
		this.node = `${context.getWorkflow().id}:${context.getNode().id}`;
		this.data = new ProcessedData(context);
		this.shared = sharedStoreOf(this.node);
	}

	/** Keeps at least this many entries from now on. */
	reserve(entries: number): void {
		this.shared.reserved = Math.max(entries, this.shared.reserved);
	}

	/** Records a text with the next call. */
	recordLater(text: string): void {
		this.recorded.add(text);
		this.shared.toRecord.add(text);
		this.settle(text);
	}

	/** Forgets a text with the next call, before that call records anything. */
	forgetLater(text: string): void {
		this.recorded.delete(text);
		this.shared.toForget.add(text);
		this.settle(text);
	}

	/** From now on it is known whether the text is recorded. */
	private settle(text: string): void {
		if (this.shared.doubtful.delete(text)) this.shared.toForget.add(askingText(text));
	}

	/** Takes back `forgetLater`. */
	cancelForget(texts: readonly string[]): void {
		for (const text of texts.flatMap((one) => [one, askingText(one)]))
			this.shared.toForget.delete(text);
	}

	/**
	 * Records texts, which must all be different, and what was to be recorded later. They stay recorded
	 * until this run forgets them, also if another process overwrites the entries before the next call.
	 * @param isCertain whether to make sure that no other process records them at this moment
	 * @returns the texts that were recorded before
	 */
	async add(texts: readonly string[], isCertain = false): Promise<Set<string>> {
		const latest = this.latestText();
		const all = [...texts, ...latest];
		const before = await (isCertain ? this.addCertainly(all) : this.addForNow(all, 0));
		for (const text of texts) {
			this.recorded.add(text);
			this.settle(text);
		}
		this.latest = texts.at(-1) ?? this.latest;
		await this.repair(latest, before);
		return before;
	}

	/** Records for certain what was to be recorded later. The last call of a run. */
	async finish(): Promise<void> {
		const latest = this.latestText();
		const before = await (this.latest === ''
			? this.addForNow(latest, 0)
			: this.addCertainly(latest));
		await this.repair(latest, before);
	}

	/** The text that this run recorded last, unless it has forgotten it. */
	private latestText(): string[] {
		return this.recorded.has(this.latest) ? [this.latest] : [];
	}

	/** If the store has lost the latest text, another process has overwritten it, and perhaps more. */
	private async repair(latest: readonly string[], before: ReadonlySet<string>): Promise<void> {
		if (latest.some((text) => !before.has(text))) await this.addCertainly([...this.recorded]);
	}

	/**
	 * Records texts together with a mark that only this call knows. If the mark is gone after a pause,
	 * another process has overwritten the entries, and what is missing is recorded again.
	 * @returns the texts that were recorded before
	 */
	async addCertainly(texts: readonly string[]): Promise<Set<string>> {
		const before = new Set<string>();
		const mark = `mark ${chance.randomUUID()}`;
		let pending = [...new Set([...this.shared.toRecord, ...texts])];
		for (let round = 0; round < ROUNDS; round++) {
			const begun = performance.now();
			const seen = await this.addForNow([...pending, mark]);
			// With the mark, nobody has overwritten what the round before wrote, so what is seen is of this
			// call. Without it, others have recorded what is seen. In the first round, the mark is there
			// only if a try failed after it had written. What was there before that try is not known, so
			// all of it counts as recorded before.
			const isIntact = seen.has(mark);
			if (!isIntact || round === 0)
				for (const text of pending) if (seen.has(text)) before.add(text);
			if (isIntact) {
				await this.forget([mark]);
				return before;
			}
			pending = pending.filter((text) => !seen.has(text));
			const pause = Math.max(MIN_PAUSE_MS, (performance.now() - begun) * 2);
			await sleep(pause * (1 + chance.random()));
		}
		throw new StoreError('other executions of this node kept overwriting it');
	}

	async forget(texts: readonly string[]): Promise<void> {
		for (const text of texts) this.recorded.delete(text);
		await this.shared.limit(async () => await this.data.remove(texts));
	}

	/** Forgets now what is to be forgotten. If this fails, the next call forgets it. */
	async forgetPending(): Promise<void> {
		await this.shared.limit(async () => await this.forgetPendingNow());
	}

	/**
	 * Which of these texts, which must all be different, are certainly recorded. n8n only tells this by
	 * recording them, so the new ones are forgotten again. If the process is killed before, they are
	 * doubtful from then on.
	 */
	async known(texts: readonly string[]): Promise<Set<string>> {
		const { doubtful, limit } = this.shared;
		const known = new Set<string>();
		for (let at = 0; at < texts.length; at += ASKED_PER_CALL) {
			const some = texts.slice(at, at + ASKED_PER_CALL);
			const ask = async () => await limit(async () => await this.askFor(some));
			let answer = await ask();
			// Perhaps another process is asking for the same texts just now.
			for (let tried = 1; answer.asked.length > 0 && tried < TRIES; tried++) {
				await pauseAfter(tried);
				answer = await ask();
			}
			for (const text of some) doubtful.delete(text);
			for (const text of answer.asked) doubtful.add(text);
			for (const text of answer.recorded) known.add(text);
		}
		return known;
	}

	/** Whether `known` has found that nobody can tell whether the text is recorded. */
	isDoubtful(text: string): boolean {
		return this.shared.doubtful.has(text);
	}

	/** @returns the texts that are recorded, and those that perhaps only another question has recorded */
	private async askFor(texts: readonly string[]) {
		const { toForget, toRecord } = this.shared;
		await this.forgetPendingNow();
		const later = new Set(toRecord);
		const before = await this.write([...texts, ...texts.map(askingText)], ROOM);
		const isRecorded = (text: string) => before.has(text) || later.has(text);
		const isAsked = (text: string) => before.has(text) && before.has(askingText(text));
		// A text is forgotten before its question: without the text, the question leaves no doubt.
		for (const text of texts.filter((one) => !isAsked(one))) {
			if (!isRecorded(text)) toForget.add(text);
			toForget.add(askingText(text));
		}
		await this.forgetPendingNow();
		const recorded = texts.filter((text) => isRecorded(text) && !isAsked(text));
		return { recorded, asked: texts.filter(isAsked) };
	}

	/** How many entries the store has. */
	async count(): Promise<number> {
		return await this.shared.limit(async () => await this.data.count());
	}

	/** Whether n8n may have dropped the oldest entries, so that a missing text proves nothing. */
	async isFull(): Promise<boolean> {
		return (await this.count()) >= this.capacity * NEARLY_FULL;
	}

	/** Records texts that are soon forgotten. They take the place of no others. */
	async addForNow(texts: readonly string[], room = ROOM): Promise<Set<string>> {
		return await this.shared.limit(async () => {
			await this.forgetPendingNow();
			return await this.write(texts, room);
		});
	}

	/** Records texts, and what was to be recorded later. Returns those that were recorded before. */
	private async write(texts: readonly string[], room: number): Promise<Set<string>> {
		const later = [...this.shared.toRecord];
		const all = [...new Set([...later, ...texts])];
		if (all.length === 0) return new Set();
		const capacity = Math.max(this.capacity, this.shared.reserved);
		const before = await this.data.add(all, capacity + room);
		for (const text of later) this.shared.toRecord.delete(text);
		return before;
	}

	private async forgetPendingNow(): Promise<void> {
		const texts = [...this.shared.toForget];
		await this.data.remove(texts);
		for (const text of texts) this.shared.toForget.delete(text);
	}
}
