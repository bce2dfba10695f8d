import type { IExecuteFunctions } from 'n8n-workflow';
import { CONSOLE } from '../../shared/console';
import { InputError } from '../../shared/failure';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import type { Clock } from '../../shared/n8n/requests/clock';
import { inTurns } from '../../shared/n8n/run/items';
import type { Before } from '../entry/before';
import { maySendAgain, type Decisions } from '../entry/decision';
import type { OpenDelivery, SkipSettings } from '../entry/delivery';
import type { Entry } from '../entry/entry';
import { ENTRIES_PER_KEY, MAX_ENTRIES, MIN_ENTRIES } from './capacity';
import { DeduplicationStore } from './deduplicationStore';
import { EarlierTries } from './earlierTries';
import { dayOf, daysBetween } from './days';
import { executionsOf, startOf } from './executionStart';
import { OwnTasks } from './ownTasks';
import { PastRows, placedText } from './pastRows';
import { begunText, calledWithText, RowIdentities, type RowIdentity } from './rowIdentities';

/** The texts of a day: it has rows, and some of them were left out for something else than their number. */
const dayText = (day: string) => `day ${day}`;
const otherSkipText = (day: string) => `day ${day} with another choice`;
/** The texts of an execution that has failed: it has sent a row, or perhaps. n8n may retry it. */
const failedText = (retries: string) => `failed ${retries}`;
const triedText = ({ retried }: RowIdentity) => `tried ${retried}`;
const doubtfulText = ({ retried }: RowIdentity) => `doubtful ${retried}`;

/** What an operation does with rows. */
export interface MemoryUse {
	/** Whether rows go into tasks, or are called at once. */
	sendsToTask: boolean;
	/** Shows the user what was done. */
	tell(message: string): void;
}

/** What a node remembers of its rows, for a run. It answers with facts. */
export class Memory {
	readonly store: DeduplicationStore;
	readonly identities: RowIdentities;
	readonly tasks: OwnTasks;
	/** The groups that this run has begun. Other runs may join them. */
	readonly ownGroups = new Set<string>();
	private readonly past: PastRows;
	private readonly tries: EarlierTries;
	private readonly retries: string;
	/** The rows whose numbers were called today, though they are sent. */
	private readonly withNumberCalled = new Set<Entry>();
	/** The texts that this run has recorded for a row, which are forgotten if it was not sent. */
	private readonly textsOfRow = new Map<Entry, readonly string[]>();
	private readonly freed: string[] = [];
	private readonly markers = new Set<string>();
	/** Not counted for keys, of which none leaves with its day. */
	private entriesBefore = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		client: AiCallClient,
		readonly settings: SkipSettings,
		private readonly use: MemoryUse,
		private readonly clock: Clock,
		private readonly start: number,
	) {
		const ofKeys = Math.max(MIN_ENTRIES, (settings.rememberedKeys ?? 0) * ENTRIES_PER_KEY);
		this.store =
			settings.skip === 'sentKey'
				? new DeduplicationStore(context, ofKeys)
				: new DeduplicationStore(context, MAX_ENTRIES, MIN_ENTRIES);
		this.tries = new EarlierTries(`${this.store.node} ${settings.skip}`);
		const { execution, retries } = executionsOf(context);
		this.retries = retries;
		const run = { start, execution, retries };
		this.identities = new RowIdentities(settings, run, (place) => this.tries.of(place)?.own);
		this.tasks = new OwnTasks(client, this.store);
		this.past = new PastRows(
			this.store,
			this.identities,
			this.tasks,
			settings,
			use,
			clock,
			(group) => this.ownGroups.has(group),
		);
	}

	/**
	 * Called before anything else.
	 * @throws InputError for a retry on another day, if it is not known any more what was sent
	 * @throws StoreError
	 */
	async open(): Promise<void> {
		// Remembered Row Keys says how many entries there may be.
		if (this.settings.skip === 'sentKey') return;
		this.entriesBefore = await this.store.count();
		const day = dayOf(this.start);
		const isOfOtherDay = day !== this.today && this.context.getMode() === 'retry';
		if (isOfOtherDay) await this.refuseForgotten(dayText(day));
	}

	/** Notes all valid rows of the run, in their order, before anything is asked of them. */
	async note(rows: readonly Entry[]): Promise<void> {
		for await (const row of inTurns(rows)) this.identities.note(row);
	}

	/** What is known of rows. Nothing stays recorded, and no task is deleted. */
	async peek(rows: readonly Entry[]): Promise<Map<Entry, Before>> {
		if ((await this.store.count()) === 0) return new Map();
		const texts = [...new Set(rows.flatMap((row) => this.begunTexts(row)))];
		const known = await this.store.askCertainly(texts);
		return await this.find(rows, await this.withValues(rows, known), false);
	}

	/** What a check and a run ask. */
	get asked(): Pick<OpenDelivery, 'lookUp' | 'calledToday'> {
		return {
			lookUp: async (rows) => await this.peek(rows),
			calledToday: (row) => this.calledToday(row),
		};
	}

	/** Whether a row is sent though its number was called today. Known after `peek` or `begin`. */
	calledToday(row: Entry): boolean {
		return this.withNumberCalled.has(row);
	}

	/**
	 * Records rows as begun.
	 * @param record records their texts, and returns those that were recorded before
	 * @param textsWith what is recorded with a row
	 * @returns what is known of those that must not be sent
	 * @throws StoreError if it is not certain that the rows are recorded; then none may be sent
	 */
	async begin(
		rows: readonly Entry[],
		record: (texts: readonly string[]) => Promise<Set<string>>,
		textsWith: (row: Entry) => string[] = () => [],
	): Promise<Map<Entry, Before>> {
		await this.keepToday();
		const textsOf = new Map(rows.map((row) => [row, [...this.textsFor(row), ...textsWith(row)]]));
		const texts = new Set([...this.newMarkers(rows), ...[...textsOf.values()].flat()]);
		const recorded = await record([...texts]);
		for (const [row, own] of textsOf) {
			const fresh = own.filter((text) => !recorded.has(text));
			this.textsOfRow.set(row, fresh);
		}
		const isAsked = this.settings.skip === 'calledToday';
		const known = isAsked ? recorded : await this.withValues(rows, recorded);
		const found = await this.find(rows, known, true);
		for (const row of rows) {
			if (found.has(row)) this.forget(row);
			else this.tries.note(this.identities.of(row).place, { own: this.identities.of(row).own });
		}
		return found;
	}

	/** Forgets a row that was begun, and was not sent. */
	free(row: Entry): void {
		const text = begunText(this.identities.of(row).own);
		this.freed.push(text, ...this.recordedOf(row));
		this.store.forgetLater(text);
		this.forget(row);
		this.tries.forget(this.identities.of(row).place);
	}

	/** Takes back `free`: another process may have begun these rows meanwhile. */
	keepFreed(): void {
		this.store.cancelForget(this.freed);
	}

	/** Notes what became of rows for the next try of this execution. */
	async close(rows: readonly Entry[], decisions: Decisions): Promise<void> {
		const texts: string[] = [];
		for (const row of rows) {
			const decision = decisions.of(row);
			if (!this.textsOfRow.has(row) || maySendAgain(decision)) continue;
			const identity = this.identities.of(row);
			const { own, place } = identity;
			const accepted =
				decision.state === 'accepted'
					? { id: decision.id, envelope: decision.envelope }
					: undefined;
			this.tries.note(place, { own, ...(accepted && { accepted }) });
			texts.push(triedText(identity), ...(accepted ? [] : [doubtfulText(identity)]));
		}
		const hasFailed = decisions.in(rows, 'accepted', 'sentBefore').length < rows.length;
		// Numbers of the day are known in any case.
		if (hasFailed && this.settings.skip !== 'calledToday' && texts.length > 0)
			await this.store.record([...texts, failedText(this.retries)]);
		await this.store.forgetPending();
	}

	/** The texts of rows that were recorded before, as facts. */
	private async find(
		rows: readonly Entry[],
		recorded: ReadonlySet<string>,
		isRun: boolean,
	): Promise<Map<Entry, Before>> {
		const { skip } = this.settings;
		const idOf = this.identities.of.bind(this.identities);
		const begun = rows.filter((row) => recorded.has(begunText(idOf(row).own)));
		const found = await this.past.whatBecame(begun, { by: 'own', isRun });
		const others =
			skip === 'calledToday' ? await this.findByOthers(begun, found, isRun) : new Set<string>();
		const rest = rows.filter((row) => !recorded.has(begunText(idOf(row).own)));
		if (skip === 'sameValues') {
			const isSame = (row: Entry) =>
				recorded.has(begunText(idOf(row).number)) && recorded.has(calledWithText(idOf(row)));
			const same = await this.past.whatBecame(rest.filter(isSame), { by: 'number', isRun });
			for (const [row, before] of same) found.set(row, before);
			// One that was begun and not ended may have been called under another choice since.
			const open = begun.filter((row) => isSame(row) && found.get(row)?.was !== 'sent');
			const since = await this.past.whatBecame(open, { by: 'number', isRun: false });
			for (const [row, before] of since) if (before.was === 'sent') found.set(row, before);
		}
		await this.findTried(
			rest.filter((row) => !found.has(row)),
			found,
		);
		for (const row of rows) {
			const before = found.get(row);
			const { number, place, day } = idOf(row);
			const accepted = this.tries.of(place)?.accepted;
			if (before?.was === 'sent') {
				const isComparable = skip === 'calledToday' && !others.has(otherSkipText(day));
				const isOther = isComparable && !recorded.has(calledWithText(idOf(row)));
				if (accepted) found.set(row, { was: 'accepted', ...accepted });
				else if (skip === 'none') found.set(row, { ...before, earlierTry: true });
				else if (isOther) found.set(row, { ...before, otherValues: true });
			} else if (!before && skip !== 'calledToday' && recorded.has(begunText(number)))
				this.withNumberCalled.add(row);
		}
		return found;
	}

	/**
	 * A number that was begun under another choice is recorded as sent in the way of that choice.
	 * @returns the texts of the days that have such numbers: with which values they were called is not known
	 */
	private async findByOthers(
		begun: readonly Entry[],
		found: Map<Entry, Before>,
		isRun: boolean,
	): Promise<Set<string>> {
		const days = new Set(begun.map((row) => this.identities.of(row).day));
		const others = await this.store.askCertainly([...days].map(otherSkipText));
		if (others.size === 0) return others;
		const open = begun.filter((row) => found.get(row)?.was !== 'sent');
		const textOf = (row: Entry) => begunText(this.identities.of(row).values);
		const known = await this.store.askCertainly(open.map(textOf));
		const same = open.filter((row) => known.has(textOf(row)));
		const byValues = await this.past.whatBecame(same, { by: 'values', isRun });
		for (const row of open) {
			const before = byValues.get(row);
			if (before) found.set(row, before);
			else if (known.has(textOf(row))) found.delete(row);
			else found.set(row, { was: 'sent' });
		}
		return others;
	}

	/** Rows that n8n's Retry has with other values or another key than the execution that failed. */
	private async findTried(rows: readonly Entry[], found: Map<Entry, Before>): Promise<void> {
		const isRetry = this.context.getMode() === 'retry' && rows.length > 0;
		if (!isRetry || (await this.store.askCertainly([failedText(this.retries)])).size === 0) return;
		const identities = rows.map((row) => this.identities.of(row));
		const known = await this.store.askCertainly(
			identities.flatMap((one) => [triedText(one), doubtfulText(one)]),
		);
		for (const row of rows) {
			const identity = this.identities.of(row);
			if (!known.has(triedText(identity))) continue;
			if (!known.has(doubtfulText(identity))) found.set(row, { was: 'sent', earlierTry: true });
			else if (!this.settings.sendInterrupted)
				found.set(row, { was: 'inDoubt', doubt: { why: 'interrupted' } });
		}
	}

	/** What is recorded, with the values of numbers that were called today. */
	private async withValues(
		rows: readonly Entry[],
		recorded: ReadonlySet<string>,
	): Promise<ReadonlySet<string>> {
		if (!['calledToday', 'sameValues'].includes(this.settings.skip)) return recorded;
		const identities = rows.map((row) => this.identities.of(row));
		const called = identities.filter(({ number }) => recorded.has(begunText(number)));
		return new Set([
			...recorded,
			...(await this.store.askQuickly([...new Set(called.map(calledWithText))])),
		]);
	}

	/** What tells whether a row was begun, and its number called. */
	private begunTexts(row: Entry): string[] {
		const { own, number } = this.identities.of(row);
		return [...new Set([begunText(own), begunText(number)])];
	}

	/** What is recorded of a row that is begun. */
	private textsFor(row: Entry): string[] {
		const values =
			this.settings.skip === 'calledToday' ? [calledWithText(this.identities.of(row))] : [];
		return [...this.begunTexts(row), ...values];
	}

	private recordedOf(row: Entry): readonly string[] {
		return this.textsOfRow.get(row) ?? [];
	}

	private forget(row: Entry): void {
		for (const text of this.recordedOf(row)) this.store.forgetLater(text);
		this.textsOfRow.delete(row);
	}

	private get today(): string {
		return dayOf(this.clock.date());
	}

	/** The days of these rows, and those until then: what is recorded now must stay until that day. */
	private newMarkers(rows: readonly Entry[]): string[] {
		const days = new Set(rows.map((row) => this.identities.of(row).day));
		const markers = [...days].flatMap((day) => [
			...[day, ...daysBetween(this.today, day)].map(dayText),
			...(this.use.sendsToTask ? [] : [placedText(day)]),
			...(this.settings.skip === 'calledToday' ? [] : [otherSkipText(day)]),
		]);
		const fresh = [...new Set(markers)].filter((marker) => !this.markers.has(marker));
		for (const marker of fresh) this.markers.add(marker);
		return fresh;
	}

	/** What is of earlier days leaves n8n's database with the first rows of a day. */
	private async keepToday(): Promise<void> {
		const marker = dayText(this.today);
		if (this.entriesBefore <= MIN_ENTRIES || this.markers.has(marker)) return;
		if (this.store.hasBegun(this.today)) return;
		const isFirst = !(await this.store.record([marker])).has(marker);
		this.markers.add(marker);
		this.store.begin(this.today, isFirst);
	}

	/** The store drops its oldest entries first: if it has the day of an execution, it has all its rows. */
	private async refuseForgotten(marker: string): Promise<void> {
		const isForgotten =
			(await this.store.isFull()) && (await this.store.askCertainly([marker])).size === 0;
		if (!isForgotten) return;
		const failure = new InputError(
			'This retries an execution of an earlier day, and it is not known any more which of its rows were sent',
			`Nothing was sent. Look in ${CONSOLE} which rows were called, then start a new execution with the others.`,
		);
		failure.details.facts = { state: 'unknown' };
		throw failure;
	}
}

/**
 * Opens the memory of a node.
 * @returns undefined if there is nothing to record: n8n cannot start the run again, and its rows
 * have no keys
 * @throws InputError for a retry on another day, if it is not known any more what was sent
 * @throws StoreError
 */
export async function openMemory(
	context: IExecuteFunctions,
	client: AiCallClient,
	settings: SkipSettings,
	use: MemoryUse,
	clock: Clock,
): Promise<Memory | undefined> {
	const hasId = context.getExecutionId() !== undefined;
	if (!hasId && settings.skip !== 'sentKey') return undefined;
	const start = hasId ? await startOf(context, clock.date()) : clock.date();
	const memory = new Memory(context, client, settings, use, clock, start);
	await memory.open();
	return memory;
}
