import { chunksOf } from '../../shared/chunks';
import type { JsonRecord } from '../../shared/values';
import type { RepeatSettings } from '../entry/delivery';
import type { Entry } from '../entry/entry';
import type { Outcome } from '../entry/outcomes';
import { completeText, type FilledTasks, taskText, type FilledTask } from './filledTasks';
import { recordInDoubt, startedInDoubt, stoppedInDoubt } from './inDoubt';
import { begunText, sentText } from './rowIdentities';
import type { OpenStore } from './openStore';
import { begunBefore } from './begunBefore';
import { entriesFor } from './capacity';

/** How many rows are recorded in one call. After a kill, the state of their task decides. */
const RECORDED_PER_CALL = 2500;
/** How many rows are asked for, first and then, until one is found that was not sent. */
const FIRST_ASKED = 100;
const ASKED = 500;

/**
 * The rows of campaigns (Run Campaign). A row is recorded as begun, and in which task, before it is
 * added, and as sent after the task was started. What was begun and not sent is decided by its task:
 * one that was not started is deleted, and its rows are free; of one that was deleted while it
 * called, they are in doubt.
 */
export class CampaignRows {
	private isMarked = false;
	/** What this run has begun, also in a task that it has given up since. */
	private readonly own = new Set<Entry>();
	/** What became of rows that were begun before this run. */
	private readonly found = new Map<Entry, Outcome>();

	constructor(
		private readonly opened: OpenStore,
		private readonly tasks: FilledTasks,
		private readonly settings: RepeatSettings,
	) {}

	/**
	 * Whether a row was not sent before. Rows are asked for until one is found.
	 * @throws StoreError
	 */
	async hasNew(rows: readonly Entry[]): Promise<boolean> {
		const groups = [rows.slice(0, FIRST_ASKED), ...chunksOf(rows.slice(FIRST_ASKED), ASKED)];
		for (const some of groups) {
			const texts = some.map(this.sentTextOf);
			if ((await this.opened.store.known(texts)).size < texts.length) return true;
		}
		return false;
	}

	/**
	 * Records rows as begun in a task that was just created.
	 * @param task as the platform has it
	 * @returns the rows that must not be sent, with their outcome
	 * @throws StoreError, or NotSentError if the platform does not tell what became of earlier tasks
	 */
	async begin(
		rows: readonly Entry[],
		id: string,
		task: JsonRecord | undefined,
	): Promise<Map<Entry, Outcome>> {
		const { store, marker } = this.opened;
		const begun: Entry[] = [];
		store.reserve(entriesFor(rows.length, this.opened.entriesBefore));
		let ofTask = [...(this.isMarked ? [] : [marker]), ...this.tasks.textsOf(id, task)];
		for (const some of chunksOf(rows, RECORDED_PER_CALL)) {
			const texts = some.flatMap((row) => [this.begunTextOf(row), this.tasks.rowText(row, id)]);
			const recorded = await store.add([...ofTask, ...texts]);
			ofTask = [];
			const isBegunBefore = (row: Entry) =>
				recorded.has(this.begunTextOf(row)) && !this.own.has(row);
			begun.push(...some.filter(isBegunBefore));
		}
		this.isMarked = true;
		for (const [row, outcome] of await this.find(begun, id)) this.found.set(row, outcome);
		for (const row of rows) this.own.add(row);
		const left = new Map(
			rows.flatMap((row) => {
				const outcome = this.found.get(row);
				return outcome ? [[row, outcome]] : [];
			}),
		);
		// They are not in this task. What was sent before is so in any case, and there may be much of it.
		for (const [row, { state }] of left)
			if (state !== 'sentBefore') store.forgetLater(this.tasks.rowText(row, id));
		return left;
	}

	/** The rows that a run would leave out. Nothing is recorded. */
	async peek(rows: readonly Entry[]): Promise<Map<Entry, Outcome>> {
		const begun = await begunBefore(this.opened, rows);
		const sent = await this.opened.store.known(begun.map(this.sentTextOf));
		const isSent = (row: Entry) => sent.has(this.sentTextOf(row));
		return new Map(begun.filter(isSent).map((row) => [row, { state: 'sentBefore' }]));
	}

	/**
	 * Records that all rows of a task are in it. It is started after that.
	 * @param refused rows that `begin` has recorded for it, but that are not in it
	 */
	async complete(id: string, refused: readonly Entry[]): Promise<void> {
		for (const row of refused) this.opened.store.forgetLater(this.tasks.rowText(row, id));
		await this.opened.store.add([completeText(id)]);
	}

	/**
	 * Records that rows were sent: their task was started. If the database fails, the next execution
	 * asks the platform for the task.
	 */
	async sent(rows: readonly Entry[], id: string): Promise<void> {
		const { store } = this.opened;
		for (const some of chunksOf(rows, RECORDED_PER_CALL))
			await store.add(some.map(this.sentTextOf));
		// What becomes of the task does not matter any more.
		store.forgetLater(taskText(id));
		await store.finish();
	}

	/**
	 * What became of rows that were begun before.
	 * @param ownTask the task that this run has created for them
	 */
	private async find(rows: readonly Entry[], ownTask: string): Promise<Map<Entry, Outcome>> {
		const { store } = this.opened;
		const found = new Map<Entry, Outcome>();
		const sent = await store.known(rows.map(this.sentTextOf));
		for (const row of rows)
			if (sent.has(this.sentTextOf(row))) found.set(row, { state: 'sentBefore' });
		const rest = rows.filter((row) => !found.has(row));
		if (rest.length === 0) return found;
		const others = (await this.tasks.list()).filter((task) => task.id !== ownTask);
		for (const task of others) await this.findIn(task, rest, found);
		// What is perhaps recorded as sent is not sent again, whatever its task says.
		for (const row of rest)
			if (this.isDoubtful(row, others))
				found.set(row, { state: 'unknown', error: recordInDoubt() });
		return found;
	}

	private async findIn(
		task: FilledTask,
		rows: readonly Entry[],
		found: Map<Entry, Outcome>,
	): Promise<void> {
		if (task.state === 'deleted') return;
		const own = await this.tasks.rowsIn(task, rows);
		if (own.size === 0) return;
		const state = task.state === 'new' ? await this.tasks.delete(task) : task.state;
		if (state === 'deleted') return;
		const isSent = state === 'started' && task.isComplete;
		const error = state === 'stopped' ? stoppedInDoubt(task.id) : startedInDoubt(task.id);
		for (const row of own)
			if (isSent) found.set(row, { state: 'sentBefore', task: task.id });
			else if (!this.settings.sendInterrupted && !found.has(row))
				found.set(row, { state: 'unknown', error });
		if (isSent) await this.sent([...own], task.id);
	}

	private isDoubtful(row: Entry, others: readonly FilledTask[]): boolean {
		const thatCall = others.filter(({ state }) => ['started', 'stopped'].includes(state));
		return (
			this.opened.store.isDoubtful(this.sentTextOf(row)) || this.tasks.isDoubtful(row, thatCall)
		);
	}

	private readonly begunTextOf = (row: Entry) => begunText(this.opened.identities.of(row));
	private readonly sentTextOf = (row: Entry) => sentText(this.opened.identities.of(row));
}
