import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { chance } from '../../shared/chance';
import { chunksOf } from '../../shared/chunks';
import { N8N_DATABASE } from '../../shared/retry/tryAgain';
import { TIMES_AS_LONG } from './pace';
import { StoreError } from './storeError';
import { ProcessedData } from './processedData';
import { sharedStoreOf, type SharedStore } from './sharedStore';

/** Room for entries that are soon forgotten, beyond the capacity: they push out no others. */
const ROOM = 1000;
/** How many texts are asked for at a time, each with an entry of its own (`askingText`). */
const ASKED_PER_CALL = ROOM / 2;

/** How often texts are written at most if other processes keep overwriting them. */
const ROUNDS = 20;
/** A mark is looked for after this time, or after `TIMES_AS_LONG` the time that writing took. */
const MIN_PAUSE_MS = 40;

/**
 * From this share of its capacity on, a store may have dropped entries. It has fewer than its
 * capacity, because some were forgotten since.
 */
const NEARLY_FULL = 0.9;

/**
 * A process records one of these as long as it has runs. One that gives texts back forgets all of these
 * with them, so that the runs of others notice, whichever of their texts were the same.
 */
const PRESENCES = Array.from({ length: 10 }, (_, number) => `present ${number}`);
/** How many texts one call gives back, beside these. */
const GIVEN_BACK_PER_CALL = 90;

/** Recorded as long as a process asks for a text. */
const askingText = (text: string) => `asking ${text}`;

/**
 * A node's memory in n8n's database, across executions and processes: a set of texts, of which n8n
 * keeps the newest `limit` as hashes. n8n reads all entries of a node, changes them and writes
 * them back, without a lock: two processes can overwrite each other's entries. All methods that wait
 * for it throw a StoreError.
 */
export class DeduplicationStore {
	/** Identifies the node in this process. */
	readonly node: string;
	private readonly data: ProcessedData;
	private readonly shared: SharedStore;
	/** What the store must have of this run. */
	private readonly recorded = new Set<string>();
	/** The presence of this process, once this run has recorded something. */
	private presence: string | undefined;
	/** The text that this run has recorded last. */
	private latest: string | undefined;
	/** Whether the store lacks a text that this run has recorded. */
	private hasLost = false;
	/** Whether the next write drops what outlives no day. */
	private drops = false;

	/**
	 * @param limit how many entries n8n keeps
	 * @param kept how many of them outlive a day
	 */
	constructor(
		context: IExecuteFunctions,
		private readonly limit: number,
		private readonly kept = limit,
	) {
		this.node = `${context.getWorkflow().id}:${context.getNode().id}`;
		this.shared = sharedStoreOf(this.node);
		this.data = new ProcessedData(context, this.shared.pace);
	}

	/** Whether a run of this process has found or recorded rows of this day. */
	hasBegun(day: string): boolean {
		return this.shared.begunDay === day;
	}

	/**
	 * Notes that a day has begun.
	 * @param isFirst whether these are its first rows: then the next call drops what is older
	 */
	begin(day: string, isFirst: boolean): void {
		this.shared.begunDay = day;
		this.drops = isFirst;
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

	/** Takes back `forgetLater`, which may have ended a doubt, too. */
	cancelForget(texts: readonly string[]): void {
		for (const text of texts.flatMap((one) => [one, askingText(one)]))
			this.shared.toForget.delete(text);
	}

	/**
	 * Records texts, which must all be different, and what was to be recorded later. They stay recorded
	 * until this run forgets them, also if another process overwrites the entries before the next call.
	 * @param isCertain whether to look for them after a pause
	 * @returns the texts that were recorded before
	 */
	async record(texts: readonly string[], isCertain = false): Promise<Set<string>> {
		const all = this.withProbe(texts);
		const before = await (isCertain ? this.addCertainly(all) : this.addInTurn(all, 0));
		await this.keep(texts, before);
		return before;
	}

	/**
	 * Records texts of which two processes must not both think that they were the first.
	 * @param isCertain whether another process may record them at this moment
	 * @returns the texts that were recorded before
	 */
	async claim(texts: readonly string[], isCertain: boolean): Promise<Set<string>> {
		const all = this.withProbe(texts);
		const before = await (isCertain ? this.claimCertainly(all) : this.claimOnce(all));
		await this.keep(texts, before);
		return before;
	}

	/** Records for certain what was to be recorded later. The last call of a run. */
	async finish(): Promise<void> {
		if (this.latest === undefined) await this.record([]);
		else {
			const { before } = await this.addMarked(this.withProbe([]), () => true);
			await this.keep([], before);
		}
		await this.leave();
	}

	/** Forgets what is to be forgotten, and the presence of this process with its last run. */
	async leave(): Promise<void> {
		this.withdraw();
		await this.forgetPending();
	}

	/** The same with the next call, for a run that ends because its calls fail. */
	withdraw(): void {
		const { presence, shared } = this;
		if (presence !== undefined && --shared.presentRuns === 0) shared.toForget.add(presence);
		this.presence = undefined;
	}

	/** The presence that all runs of this process record. */
	private present(): string {
		const { shared } = this;
		if (this.presence !== undefined) return this.presence;
		if (shared.presentRuns++ === 0)
			shared.presence = PRESENCES[Math.floor(chance.random() * PRESENCES.length)] ?? '';
		return (this.presence = shared.presence);
	}

	/**
	 * With the text that this run recorded last, unless it has forgotten it, and its presence: if the
	 * store has lost one of these, another process has overwritten the entries, or given texts back.
	 */
	private withProbe(texts: readonly string[]): string[] {
		const { latest } = this;
		const all = latest !== undefined && this.recorded.has(latest) ? [...texts, latest] : texts;
		return all.length > 0 ? [...all, this.present()] : [];
	}

	/** Notes what is recorded now, and so must stay. */
	private async keep(texts: readonly string[], before: ReadonlySet<string>): Promise<void> {
		for (const text of texts) this.settle(text);
		const fresh = texts.filter((text) => !before.has(text));
		for (const text of fresh) this.recorded.add(text);
		if (this.presence !== undefined) this.recorded.add(this.presence);
		this.latest = fresh.at(-1) ?? this.latest;
		await this.repair();
	}

	/** If the store has lost a text of this run, another process has overwritten it, and perhaps more. */
	private async repair(): Promise<void> {
		if (this.hasLost) await this.addCertainly([...this.recorded].slice(-this.limit));
		this.hasLost = false;
	}

	private async claimOnce(texts: readonly string[]): Promise<Set<string>> {
		const { pace } = this.shared;
		const { slowWrites } = pace;
		const before = await this.addInTurn(texts, 0);
		if (pace.slowWrites === slowWrites) return before;
		await this.giveBack(texts, before);
		return await this.claimCertainly(texts);
	}

	/**
	 * If this process stood still while it wrote, it may have overwritten what another one has recorded
	 * and found again. Then it forgets its own texts, waits until the other one has noticed, and begins
	 * anew.
	 */
	private async claimCertainly(texts: readonly string[]): Promise<Set<string>> {
		const { pace } = this.shared;
		for (let round = 0; round < ROUNDS; round++) {
			await this.whenSettled();
			const { slowWrites } = pace;
			const isQuick = () => pace.slowWrites === slowWrites;
			const { before, isKept } = await this.addMarked(texts, isQuick);
			if (!isKept) await this.giveBack(texts, before);
			await this.forgetPending();
			if (isKept) return before;
		}
		throw new StoreError('it answers too slowly');
	}

	/**
	 * Forgets what this call has recorded. Twice, because a question of another process may write it back.
	 * If that process has recorded the same texts, it notices that they are gone, and records them again.
	 */
	private async giveBack(texts: readonly string[], before: ReadonlySet<string>): Promise<void> {
		const fresh = texts.filter((text) => !before.has(text) && !this.recorded.has(text));
		const forgetFresh = async () => {
			for (const some of chunksOf(fresh, GIVEN_BACK_PER_CALL))
				await this.forget([...some, ...PRESENCES]);
		};
		await forgetFresh();
		await sleep(MIN_PAUSE_MS / 2);
		await forgetFresh();
		this.shared.pace.unsettle();
	}

	/** Records again what this run has lost, and waits until other processes have done so. */
	private async whenSettled(): Promise<void> {
		const { pace } = this.shared;
		if (pace.isSettled) return;
		await this.record([]);
		await pace.settled();
	}

	/** Records texts until they stay. Returns those that were recorded before. */
	private async addCertainly(texts: readonly string[]): Promise<Set<string>> {
		const { before } = await this.addMarked(texts, () => true);
		await this.forgetPending();
		return before;
	}

	/**
	 * Records texts together with a mark that only this call knows. If the mark or one of the texts is
	 * gone after a pause, another process has overwritten the entries, and they are recorded again.
	 * @returns the texts that were recorded before, and whether the others stay
	 */
	private async addMarked(texts: readonly string[], mayGoOn: () => boolean) {
		const before = new Set<string>();
		const ofRun = new Set(texts.filter((text) => this.recorded.has(text)));
		const mark = `mark ${chance.randomUUID()}`;
		let pending = [...new Set([...this.shared.toRecord, ...texts])];
		for (let round = 0; round < ROUNDS; round++) {
			const begun = performance.now();
			const seen = await this.addInTurn([...pending, mark], ROOM);
			// Freed since, while they were written once more.
			for (const text of pending)
				if (ofRun.has(text) && !this.recorded.has(text)) this.shared.toForget.add(text);
			const isMarked = seen.has(mark);
			const isKept = isMarked && round > 0 && pending.every((text) => seen.has(text));
			// A mark in the first round: a try wrote and failed. What was there before it is not known.
			if (!isMarked || round === 0)
				for (const text of pending) if (seen.has(text)) before.add(text);
			if (isKept || !mayGoOn()) {
				this.shared.toForget.add(mark);
				return { before, isKept };
			}
			pending = pending.filter((text) =>
				ofRun.has(text) ? this.recorded.has(text) : !before.has(text),
			);
			const pause = Math.max(MIN_PAUSE_MS, (performance.now() - begun) * TIMES_AS_LONG);
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
	async askCertainly(texts: readonly string[]): Promise<Set<string>> {
		const { doubtful } = this.shared;
		const known = new Set<string>();
		for (const some of chunksOf(texts, ASKED_PER_CALL)) {
			const { recorded, asked } = await this.askPatiently(some);
			for (const text of some) doubtful.delete(text);
			for (const text of asked) doubtful.add(text);
			for (const text of recorded) known.add(text);
		}
		return known;
	}

	/** Asks again as long as another process perhaps asks for the same texts just now. */
	private async askPatiently(texts: readonly string[]) {
		const { doubtful, limit } = this.shared;
		const ask = async () => await limit(async () => await this.askOnce(texts));
		let answer = await ask();
		const isNew = (text: string) => !doubtful.has(text);
		for (let tried = 1; answer.asked.some(isNew) && tried <= N8N_DATABASE.retries; tried++) {
			await sleep(N8N_DATABASE.pauseMs(tried));
			answer = await ask();
		}
		return answer;
	}

	/** Whether `askCertainly` has found that nobody can tell whether the text is recorded. */
	isDoubtful(text: string): boolean {
		return this.shared.doubtful.has(text);
	}

	/**
	 * Which of these texts are recorded, with half the work of `askCertainly`: for texts that do no harm if
	 * the process is killed before the new ones are forgotten.
	 */
	async askQuickly(texts: readonly string[]): Promise<Set<string>> {
		const { toForget, limit } = this.shared;
		const seen = new Set<string>();
		for (const some of chunksOf(texts, ROOM))
			await limit(async () => {
				await this.forgetPendingNow();
				const before = await this.write(some, ROOM);
				for (const text of some) (before.has(text) ? seen : toForget).add(text);
				await this.forgetPendingNow();
			});
		return seen;
	}

	/** From now on it is known whether the text is recorded. */
	private settle(text: string): void {
		const wasDoubtful = this.shared.doubtful.delete(text);
		if (wasDoubtful) this.shared.toForget.add(askingText(text));
	}

	/** @returns the texts that are recorded, and those that are perhaps only recorded by another question */
	private async askOnce(texts: readonly string[]) {
		const { toForget, toRecord } = this.shared;
		await this.forgetPendingNow();
		// `write` records these, too. They stay.
		const later = new Set(toRecord);
		const before = await this.write([...texts, ...texts.map(askingText)], ROOM);
		const isRecorded = (text: string) => before.has(text) || later.has(text);
		const isAsked = (text: string) => before.has(text) && before.has(askingText(text));
		// In this order, because the process may be killed in between: `asking x` without `x` does no
		// harm, but `x` with it is doubtful.
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
		return (await this.count()) >= this.kept * NEARLY_FULL;
	}

	/** Records texts that this run forgets soon. They push out no others. */
	async addBriefly(texts: readonly string[]): Promise<void> {
		await this.addInTurn(texts, ROOM);
		for (const text of texts) this.recorded.add(text);
	}

	private async addInTurn(texts: readonly string[], room: number): Promise<Set<string>> {
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
		const limit = this.drops ? this.kept + all.length : this.limit;
		this.drops = false;
		const before = await this.data.add(all, limit + room);
		for (const text of later) this.shared.toRecord.delete(text);
		this.latest = later.filter((text) => this.recorded.has(text)).at(-1) ?? this.latest;
		const isNew = new Set(later);
		const isLost = (text: string) =>
			this.recorded.has(text) && !isNew.has(text) && !before.has(text);
		this.hasLost ||= texts.some(isLost);
		return before;
	}

	private async forgetPendingNow(): Promise<void> {
		const texts = [...this.shared.toForget];
		await this.data.remove(texts);
		for (const text of texts) this.shared.toForget.delete(text);
	}
}
