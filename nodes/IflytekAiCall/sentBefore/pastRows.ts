import type { Clock } from '../../shared/n8n/requests/clock';
import type { Before, Doubt } from '../entry/before';
import type { SkipSettings } from '../entry/delivery';
import type { Entry } from '../entry/entry';
import { counted } from '../entry/sentences';
import type { DeduplicationStore } from './deduplicationStore';
import type { OwnTask, OwnTasks } from './ownTasks';
import { daysUntil } from './days';
import { sentText, startedText, type RowIdentities } from './rowIdentities';

/** How long a run waits for another process that has begun a row and not ended it. */
const WAIT_MS = 10_000;
const PAUSE_MS = 1000;
/** A key is the same on any day. Its task may be one of the last days. */
const DAYS_OF_KEYS = 7;

/** That rows were called at once on this day, and not through a task. */
export const placedText = (day: string) => `placed ${day}`;

/** Who asks what became of rows. */
export interface Asking {
	/** Which of their identities was found. */
	by: 'own' | 'number' | 'values';
	/** A run waits for other processes, and deletes tasks that were not started. A check does neither. */
	isRun: boolean;
}

/** What became of rows that were begun before this run. */
export class PastRows {
	/** How much longer this run waits for rows that another process has begun. */
	private patienceMs = WAIT_MS;

	/**
	 * @param isOwn whether this run has begun a group
	 * @param tell shows the user what was done
	 */
	constructor(
		private readonly store: DeduplicationStore,
		private readonly identities: RowIdentities,
		private readonly tasks: OwnTasks,
		private readonly settings: SkipSettings,
		private readonly operation: { sendsToTask: boolean; tell(message: string): void },
		private readonly clock: Clock,
		private readonly isOwn: (group: string) => boolean,
	) {}

	/**
	 * What is known of rows that were begun before. One of which nothing is known may be sent.
	 * @throws StoreError, or NotSentError if the platform does not tell what became of tasks
	 */
	async whatBecame(rows: readonly Entry[], asking: Asking): Promise<Map<Entry, Before>> {
		const found = new Map<Entry, Before>();
		const tasks = await this.tasks.of(this.daysOf(rows));
		const inTasks = await this.tasksOf(rows, tasks, asking);
		const decisive = new Map(rows.map((row) => [row, decidingTask(row, inTasks.get(row) ?? [])]));
		const others = rows.filter((row) => (decisive.get(row)?.state ?? 'free') === 'free');
		const notSent = await this.notSentOf(others, asking, found);
		// The task was deleted before it called, perhaps after it was started: that start does not count.
		const isFreeAgain = (row: Entry) => inTasks.get(row)?.some(({ id }) => id !== undefined);
		const toAsk = notSent.filter((row) => !isFreeAgain(row));
		const notStarted = await this.notStartedOf(toAsk, asking, found);
		const lost = notStarted.filter((row) => !decisive.get(row));
		const waiting = new Map<OwnTask, Entry[]>();
		for (const [row, task] of decisive) {
			if (!task || task.state === 'free') continue;
			if (task.state === 'new' && !isTargetOf(row, task)) {
				waiting.set(task, [...(waiting.get(task) ?? []), row]);
			} else this.decide(row, task, found);
		}
		await this.findLost(lost, tasks, waiting, asking, found);
		for (const [task, own] of waiting) await this.take(task, own, rows, inTasks, asking, found);
		if (asking.isRun) this.forgetTasks(inTasks, asking, found);
		return found;
	}

	/**
	 * Rows of tasks that will call nobody are sent once more: they are begun, and in no task yet. If it
	 * is lost what became of them then, the earlier task does not tell.
	 */
	private forgetTasks(
		inTasks: ReadonlyMap<Entry, OwnTask[]>,
		{ by }: Asking,
		found: ReadonlyMap<Entry, Before>,
	): void {
		for (const [row, tasks] of inTasks) {
			if (found.has(row)) continue;
			const identity = this.identities.of(row)[by];
			// Before the groups, which tell meanwhile that no start of them counts.
			this.store.forgetLater(startedText(identity));
			for (const { group } of tasks) this.store.forgetLater(this.tasks.inGroup(identity, group));
		}
	}

	private daysOf(rows: readonly Entry[]): Set<string> {
		const days = new Set(rows.map((row) => this.identities.of(row).day));
		if (this.settings.skip !== 'sentKey') return days;
		return new Set([...days].flatMap((day) => daysUntil(day, DAYS_OF_KEYS)));
	}

	/** The tasks that have each row, or perhaps: a process was killed while it asked. */
	private async tasksOf(
		rows: readonly Entry[],
		tasks: readonly OwnTask[],
		{ by }: Asking,
	): Promise<Map<Entry, OwnTask[]>> {
		const found = new Map<Entry, OwnTask[]>();
		for (const task of tasks) {
			// A campaign records its rows with its group before it is known what became of them.
			if (task.isCampaign && this.isOwn(task.group)) continue;
			const textOf = (row: Entry) => this.tasks.inGroup(this.identities.of(row)[by], task.group);
			const known = await this.store.askCertainly(rows.map(textOf));
			const unsure: OwnTask = { ...task, state: task.state === 'free' ? 'free' : 'unsure' };
			for (const row of rows) {
				const isIn = known.has(textOf(row));
				if (isIn || this.store.isDoubtful(textOf(row)))
					found.set(row, [...(found.get(row) ?? []), isIn ? task : unsure]);
			}
		}
		return found;
	}

	/**
	 * The rows that are not recorded as started with their campaign. A key may be of one that was started so
	 * long ago that no task tells of it any more.
	 */
	private async notStartedOf(
		rows: readonly Entry[],
		asking: Asking,
		found: Map<Entry, Before>,
	): Promise<readonly Entry[]> {
		if (this.settings.skip !== 'sentKey') return rows;
		const rest = await this.notSentOf(rows, asking, found, startedText);
		const isInDoubt = (row: Entry) =>
			this.store.isDoubtful(startedText(this.identities.of(row)[asking.by]));
		for (const row of rest.filter(isInDoubt)) this.doubt(row, { why: 'interrupted' }, found);
		return rest.filter((row) => !found.has(row));
	}

	/** The rows that are not recorded as sent at once. Those that are get their fact. */
	private async notSentOf(
		rows: readonly Entry[],
		{ by }: Asking,
		found: Map<Entry, Before>,
		textFor = sentText,
	): Promise<readonly Entry[]> {
		const textOf = (row: Entry) => textFor(this.identities.of(row)[by]);
		const sent = await this.store.askCertainly(rows.map(textOf));
		const isSent = (row: Entry) => sent.has(textOf(row));
		for (const row of rows.filter(isSent)) found.set(row, { was: 'sent' });
		return rows.filter((row) => !isSent(row));
	}

	/** What a task tells of a row that is in it, unless it has called nobody. */
	private decide(row: Entry, { state, id: task = '' }: OwnTask, found: Map<Entry, Before>): void {
		const known = task === '' ? {} : { task };
		if (state === 'started' || state === 'new') found.set(row, { was: 'sent', ...known });
		else if (state === 'partly') this.doubt(row, { why: 'taskStarted', task }, found);
		else if (state === 'stopped') this.doubt(row, { why: 'taskDeleted', task }, found);
		else this.doubt(row, { why: 'interrupted' }, found);
	}

	private doubt(row: Entry, doubt: Doubt, found: Map<Entry, Before>): void {
		if (!this.settings.sendInterrupted) found.set(row, { was: 'inDoubt', doubt });
	}

	/** Rows that were begun, and of which no record says where they are. */
	private async findLost(
		rows: readonly Entry[],
		tasks: readonly OwnTask[],
		waiting: Map<OwnTask, Entry[]>,
		asking: Asking,
		found: Map<Entry, Before>,
	): Promise<void> {
		if (!this.operation.sendsToTask || (await this.arePlaced(rows))) {
			const open = asking.isRun ? await this.waitFor(rows, asking, found) : rows;
			for (const row of open) this.doubt(row, { why: 'interrupted' }, found);
			return;
		}
		for (const row of rows) {
			// A row of a campaign is recorded with its task. So it is in one that Add Rows has filled, and not
			// only this run, because it was begun before.
			const mayHaveIt = ({ state, isCampaign, group, isJoined }: OwnTask) =>
				state !== 'free' && !isCampaign && (isJoined || !this.isOwn(group));
			const [only, ...others] = tasks.filter(mayHaveIt);
			if (!only) continue;
			// If several tasks may have it, each may be full of rows of other executions.
			const isInOne = others.length === 0 && only.state === 'new' && !isTargetOf(row, only);
			if (isInOne) waiting.set(only, [...(waiting.get(only) ?? []), row]);
			else this.doubt(row, { why: 'interrupted' }, found);
		}
	}

	/** Whether rows may have been called at once, though this operation fills tasks. */
	private async arePlaced(rows: readonly Entry[]): Promise<boolean> {
		const known = await this.store.askCertainly([...this.daysOf(rows)].map(placedText));
		return known.size > 0;
	}

	/** Waits until another process has ended these rows. It waits anew whenever that has ended some. */
	private async waitFor(
		rows: readonly Entry[],
		asking: Asking,
		found: Map<Entry, Before>,
	): Promise<readonly Entry[]> {
		// Nobody ends a row of which it is not certain whether it was sent.
		const isDoubtful = (row: Entry) =>
			this.store.isDoubtful(sentText(this.identities.of(row)[asking.by]));
		const doubtful = rows.filter(isDoubtful);
		let open: readonly Entry[] = rows.filter((row) => !isDoubtful(row));
		while (open.length > 0 && this.patienceMs > 0) {
			await this.clock.sleep(PAUSE_MS);
			const stillOpen = await this.notSentOf(open, asking, found);
			this.patienceMs = stillOpen.length < open.length ? WAIT_MS : this.patienceMs - PAUSE_MS;
			open = stillOpen;
		}
		return [...open, ...doubtful];
	}

	/** Deletes a task that was not started, if nobody needs it. Otherwise its rows wait for its start. */
	private async take(
		task: OwnTask,
		own: readonly Entry[],
		rows: readonly Entry[],
		inTasks: ReadonlyMap<Entry, OwnTask[]>,
		{ isRun }: Asking,
		found: Map<Entry, Before>,
	): Promise<void> {
		// Nobody starts the task of a campaign that was given up. One of Add Rows may have other rows, and this
		// run may be filling it.
		const isFree = !this.isOwn(task.group) && (task.isCampaign || Number(task.count) <= own.length);
		if (!isFree) {
			for (const row of own) found.set(row, { was: 'waiting', task: String(task.id) });
			return;
		}
		if (!isRun) return;
		task.state = await this.tasks.delete(String(task.id), task.isCampaign);
		if (task.state !== 'free') {
			for (const row of own) this.decide(row, task, found);
			return;
		}
		if (task.isCampaign) return;
		// Only these were certainly in it.
		const sure = rows.filter((row) => inTasks.get(row)?.includes(task)).length;
		const text = counted(sure, ['row is', 'rows are']);
		this.operation.tell(
			`Task ${task.id} of an earlier execution was not started. It was deleted: its ${text} in this task now.`,
		);
	}
}

/** The task to which a row is added; undefined in a campaign, which creates its own. */
export const targetOf = ({ destination: { task } }: Entry): string | undefined => task?.id;

/** A row in the task of this run is added already, whether that is started or not. */
const isTargetOf = (row: Entry, { id }: OwnTask) => id === targetOf(row);

/** The task that decides what became of a row that is in several ones. */
function decidingTask(row: Entry, tasks: readonly OwnTask[]): OwnTask | undefined {
	const inState = (wanted: OwnTask['state']) => tasks.find(({ state }) => state === wanted);
	const own = tasks.find((task) => task.state === 'new' && isTargetOf(row, task));
	return (
		inState('started') ??
		own ??
		inState('new') ??
		inState('partly') ??
		inState('stopped') ??
		inState('unsure') ??
		tasks[0]
	);
}
