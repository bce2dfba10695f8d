import { HOW_TO_CHECK } from '../../shared/aiCall/protocol/aiCallErrors';
import { Failure } from '../../shared/failure';
import type { RepeatSettings } from '../entry/delivery';
import type { Entry } from '../entry/entry';
import { counted } from '../entry/names';
import { InterruptedRowError, type Outcome } from '../entry/outcomes';
import { type FilledTasks, taskText, type FilledTask } from './filledTasks';
import { stoppedInDoubt } from './inDoubt';
import type { OpenStore } from './openStore';
import { begunBefore } from './begunBefore';
import type { RowRecords } from './sentRows';

/**
 * Rows that are added to a task that somebody else starts (Add Rows). A row that is in another task
 * was sent if that task was started. If it was not, and has nothing but rows of this run, it is
 * deleted, and its rows are taken. If it was deleted after it had called somebody, its rows are in
 * doubt.
 */
export class AddedRows implements RowRecords {
	/** The tasks of this run that had rows of this node before it. */
	private readonly filledBefore = new Map<string, boolean>();

	/**
	 * @param tell shows the user what was done
	 */
	constructor(
		private readonly tasks: FilledTasks,
		private readonly settings: RepeatSettings,
		private readonly tell: (message: string) => void,
	) {}

	readonly begunWith = (row: Entry): string[] =>
		this.tasks.textsOf(targetOf(row), row.destination.task?.asFound);

	readonly sentTexts = (row: Entry): string[] => [this.tasks.rowText(row, targetOf(row))];

	noteBegun(rows: readonly Entry[], recorded: ReadonlySet<string>): void {
		for (const row of rows) {
			const id = targetOf(row);
			if (!this.filledBefore.has(id)) this.filledBefore.set(id, recorded.has(taskText(id)));
		}
	}

	async find(rows: readonly Entry[]): Promise<Map<Entry, Outcome>> {
		const found = new Map<Entry, Outcome>();
		const alive = (await this.tasks.list()).filter(({ state }) => state !== 'deleted');
		/** The tasks that were not started, each with the rows that are in it, and those that may be. */
		const unstarted = new Map<FilledTask, { sure: Entry[]; perhaps: Entry[] }>();
		const rowsOf = (task: FilledTask) => {
			const known = unstarted.get(task) ?? { sure: [], perhaps: [] };
			unstarted.set(task, known);
			return known;
		};
		for (const [row, { sent, waiting, stopped, isInAny }] of await this.tasksOf(rows)) {
			if (sent) found.set(row, { state: 'sentBefore', task: sent.id });
			else if (waiting) rowsOf(waiting).sure.push(row);
			else if (stopped) this.leaveInDoubt(row, stoppedInDoubt(stopped.id), found);
			else if (!isInAny) this.findDoubtful(row, alive, rowsOf, found);
			// A row that is only in deleted tasks has no outcome: it is sent now.
		}
		for (const [task, { sure, perhaps }] of unstarted) await this.take(task, sure, perhaps, found);
		return found;
	}

	/** The rows that a run would leave out. Nothing is recorded, and no task is deleted. */
	async peek(opened: OpenStore, rows: readonly Entry[]): Promise<Map<Entry, Outcome>> {
		const found = new Map<Entry, Outcome>();
		const begun = await begunBefore(opened, rows);
		if (begun.length === 0) return found;
		for (const [row, { sent, waiting, stopped }] of await this.tasksOf(begun))
			if (sent) found.set(row, { state: 'sentBefore', task: sent.id });
			else if (stopped && !waiting) this.leaveInDoubt(row, stoppedInDoubt(stopped.id), found);
		return found;
	}

	/** The tasks that decide what becomes of each row: one counts as sent in the task of this run, too. */
	private async tasksOf(rows: readonly Entry[]) {
		const filled: { task: FilledTask; own: Set<Entry> }[] = [];
		for (const task of await this.tasks.list())
			filled.push({ task, own: await this.tasks.rowsIn(task, rows) });
		const withRows = filled.filter(({ own }) => own.size > 0);
		return rows.map((row) => {
			const tasks = withRows.filter(({ own }) => own.has(row)).map(({ task }) => task);
			const inState = (wanted: FilledTask['state']) => tasks.find(({ state }) => state === wanted);
			const own = tasks.find(({ id, state }) => id === targetOf(row) && state === 'new');
			const decisive = {
				sent: inState('started') ?? own,
				waiting: inState('new'),
				stopped: inState('stopped'),
				isInAny: tasks.length > 0,
			};
			return [row, decisive] as const;
		});
	}

	/** A row that was begun, and is in no task for certain. */
	private findDoubtful(
		row: Entry,
		alive: readonly FilledTask[],
		rowsOf: (task: FilledTask) => { perhaps: Entry[] },
		found: Map<Entry, Outcome>,
	): void {
		const target = targetOf(row);
		// It can only be in the task of this run if an earlier run has filled that task, too.
		const mayHaveIt = ({ id }: FilledTask) => id !== target || this.filledBefore.get(id);
		const [only, ...others] = alive.filter(mayHaveIt);
		if (!only) return;
		// If several tasks may have it, each may be full of rows of other executions.
		const isInOne = others.length === 0 && only.state === 'new' && only.id !== target;
		if (isInOne) rowsOf(only).perhaps.push(row);
		else this.leaveInDoubt(row, new InterruptedRowError(HOW_TO_CHECK.addRows), found);
	}

	private leaveInDoubt(row: Entry, error: InterruptedRowError, found: Map<Entry, Outcome>): void {
		if (!this.settings.sendInterrupted) found.set(row, { state: 'unknown', error });
	}

	/** Deletes a task that was not started, if it has no other rows. Otherwise its rows get an error. */
	private async take(
		task: FilledTask,
		sure: readonly Entry[],
		perhaps: readonly Entry[],
		found: Map<Entry, Outcome>,
	): Promise<void> {
		const rows = [...sure, ...perhaps];
		const isOwn = task.count !== undefined && task.count <= rows.length;
		if (isOwn && (await this.tasks.delete(task)) === 'deleted') {
			// Only these were certainly in it.
			const text = counted(sure.length, ['row is', 'rows are']);
			this.tell(
				`Task ${task.id} of an earlier execution was not started. It was deleted: its ${text} in this task now.`,
			);
			return;
		}
		const error = new Failure(
			`An earlier execution added these rows to task ${task.id}, which was not started`,
			'refused',
			{
				advice:
					'They were not added again. Start that task (Task: Start), or delete it (Task: Delete) and run this again.',
			},
		);
		for (const row of rows) found.set(row, { state: 'notSent', error });
	}
}

/** The task to which a row of this operation is added. */
export const targetOf = ({ destination: { task } }: Entry): string => task?.id ?? '';
