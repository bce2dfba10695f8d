import {
	isDeleted,
	TASK_NEW,
	TASK_RUNNING,
	TASK_WAITING_FOR_RETRY,
	taskPhase,
} from '../../shared/aiCall/aiCallLabels';
import { fetchTask, fetchTaskPage } from '../../shared/aiCall/tasks/fetchTasks';
import { collectTasks } from '../../shared/aiCall/tasks/taskQuery';
import type { AiCallClient } from '../../shared/aiCall/transport/aiCallClient';
import { asFailure, NotSentError } from '../../shared/failure';
import { numberOf, textOf, type JsonRecord } from '../../shared/values';
import type { Entry } from '../entry/entry';
import type { DeduplicationStore } from './deduplicationStore';
import type { RowIdentities } from './rowIdentities';

/** Only this many of the newest tasks are looked at. */
const LISTED_TASKS = 1000;

/** A task to which this node has added rows, as the platform has it now. */
export interface FilledTask {
	id: string;
	/**
	 * `new`: it was not started, and has called nobody. `stopped`: it was deleted while it called.
	 */
	state: 'new' | 'started' | 'stopped' | 'deleted';
	/** Whether all rows were in it before it was started. */
	isComplete: boolean;
	/** How many numbers it has, if the platform tells. */
	count?: number;
}

/** The texts that n8n's database has of a task with rows of this node. */
export const taskText = (id: string) => `task ${id}`;
export const completeText = (id: string) => `complete task ${id}`;
const statusText = (id: string, status: string) => `task ${id} status ${status}`;
const inTaskText = (identity: string, id: string) => `${identity} in task ${id}`;

/**
 * The tasks that have rows of this node. A row in a task counts as sent if the task was started:
 * the platform is asked, because it is not always this node that starts it.
 */
export class FilledTasks {
	private listing: Promise<FilledTask[]> | undefined;

	constructor(
		private readonly client: AiCallClient,
		private readonly store: DeduplicationStore,
		private readonly identities: RowIdentities,
	) {}

	/** What is recorded of a task that takes rows; its first status tells later that it is new. */
	textsOf(id: string, task: JsonRecord | undefined): string[] {
		const status = textOf(task?.status);
		return [taskText(id), ...(status === undefined ? [] : [statusText(id, status)])];
	}

	/** What is recorded of a row in a task. */
	rowText(row: Entry, id: string): string {
		return inTaskText(this.identities.of(row), id);
	}

	/** Which of these rows are recorded in a task. */
	async rowsIn({ id }: FilledTask, rows: readonly Entry[]): Promise<Set<Entry>> {
		const known = await this.store.known(rows.map((row) => this.rowText(row, id)));
		return new Set(rows.filter((row) => known.has(this.rowText(row, id))));
	}

	/** Whether nobody can tell if a row is recorded in one of these tasks. */
	isDoubtful(row: Entry, tasks: readonly FilledTask[]): boolean {
		return tasks.some(({ id }) => this.store.isDoubtful(this.rowText(row, id)));
	}

	/**
	 * The tasks of this node among the newest of the application. They are asked for once.
	 * @throws NotSentError if the platform does not answer
	 */
	async list(): Promise<FilledTask[]> {
		return await (this.listing ??= this.query());
	}

	/**
	 * Deletes a task that was not started. If somebody has started it meanwhile, it stays.
	 * @returns its state then, which the task has, too
	 * @throws NotSentError
	 */
	async delete(task: FilledTask): Promise<FilledTask['state']> {
		try {
			const listed = await fetchTask(this.client, task.id);
			const [current] = await this.ownOf(listed ? [listed] : []);
			// One that the platform does not list any more was deleted.
			task.state = current?.state ?? 'deleted';
			if (task.state === 'new') await this.client('deleteTask', { task_id: task.id });
		} catch (error) {
			throw notSent(error);
		}
		if (task.state === 'new') task.state = 'deleted';
		return task.state;
	}

	private async query(): Promise<FilledTask[]> {
		const query = { sortField: 'CREATETIME', sortOrder: 'DESC' } as const;
		try {
			const listed = await collectTasks(
				async (page) => await fetchTaskPage(this.client, query, page),
				LISTED_TASKS,
			);
			return await this.ownOf(listed);
		} catch (error) {
			throw notSent(error);
		}
	}

	/** Those of the platform's tasks that have rows of this node. */
	private async ownOf(listed: readonly JsonRecord[]): Promise<FilledTask[]> {
		const idOf = (task: JsonRecord) => textOf(task.task_id)?.trim() ?? '';
		const filled = await this.store.known(listed.map(idOf).map(taskText));
		const own = listed.filter((task) => filled.has(taskText(idOf(task))));
		const firstStatusOf = (task: JsonRecord) => statusText(idOf(task), String(textOf(task.status)));
		const known = await this.store.known([
			...own.map(firstStatusOf),
			...own.map(idOf).map(completeText),
		]);
		return own.map((task) => ({
			id: idOf(task),
			state: stateOf(task, known.has(firstStatusOf(task))),
			isComplete: known.has(completeText(idOf(task))),
			count: numberOf(task.count_tel),
		}));
	}
}

/** @param hasFirstStatus whether its status is the one that it had when it was created */
function stateOf(task: JsonRecord, hasFirstStatus: boolean): FilledTask['state'] {
	if (!isDeleted(task)) return isNewTask(task, hasFirstStatus) ? 'new' : 'started';
	const status = textOf(task.status) ?? '';
	if (taskPhase(status) === 'finished') return 'started';
	// The first calls of a running task may not be counted yet.
	const isCalling = [TASK_RUNNING, TASK_WAITING_FOR_RETRY].includes(status);
	return isCalling || hasCalled(task) ? 'stopped' : 'deleted';
}

/** Whether a task was not started, by the data that the platform returned for it. */
export function isNewTask(task: JsonRecord, hasFirstStatus: boolean): boolean {
	return !hasCalled(task) && (hasFirstStatus || textOf(task.status) === TASK_NEW);
}

const hasCalled = (task: JsonRecord) =>
	[task.process_count, task.process_tel_count].some((count) => numberOf(count));

/** Nothing was sent yet: what fails here leaves the rows as they were. */
function notSent(error: unknown): unknown {
	if (error instanceof NotSentError) return error;
	const { message, kind, details } = asFailure(error);
	return new NotSentError(message, kind, details);
}
