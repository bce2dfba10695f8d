import { InDoubtError } from '../../../shared/aiCall/protocol/aiCallErrors';
import { requestOutcome } from '../../../shared/aiCall/protocol/retryPolicy';
import { createdTaskId } from '../../../shared/aiCall/tasks/taskCreation';
import { fetchTask } from '../../../shared/aiCall/tasks/fetchTasks';
import type { AiCallClient } from '../../../shared/aiCall/transport/aiCallClient';
import { asFailure } from '../../../shared/failure';
import { numberOf, textOf, type JsonRecord } from '../../../shared/values';
import type { RowsTask } from '../../entry/entry';
import { isNewTask } from '../../sentBefore/ownTasks';

/** Creation, start and deletion of the task of a campaign (document 2, 4.4, 4.6 and 4.7). */
export class CampaignTask implements RowsTask {
	/** The ID of the task while there is one. */
	id: string | undefined;
	asFound: JsonRecord | undefined;
	/** Whether there may be an empty task, because the answer to its creation was lost. */
	mayBeLeft = false;

	/** @param body the request that creates the task */
	constructor(
		private readonly client: AiCallClient,
		private readonly timeoutMs: number,
		readonly body: JsonRecord,
	) {}

	/** @throws Failure; if the answer was lost, an empty task may stay, which calls nobody */
	async create(): Promise<string> {
		try {
			const options = { timeoutMs: this.timeoutMs };
			const { result } = await this.client('createTask', this.body, options);
			this.id = createdTaskId(result);
		} catch (error) {
			this.mayBeLeft = requestOutcome(error) === 'unknown';
			throw asFailure(error);
		}
		this.asFound = await this.query();
		return this.id;
	}

	/** How many numbers the task has; undefined if the platform does not tell. */
	async count(): Promise<number | undefined> {
		return numberOf((await this.query())?.count_tel);
	}

	/**
	 * Starts the task.
	 * @returns whether that is certain: the answer may be lost, and the platform may not tell the state
	 * of the task
	 * @throws Failure if it was certainly not started
	 */
	async start(): Promise<boolean> {
		const body = { task_id: this.id };
		try {
			await this.client('startTask', body, { timeoutMs: this.timeoutMs });
			return true;
		} catch (error) {
			// The answer to the first attempt may have been lost. The platform may not tell that either.
			const isStarted = await this.isStarted().catch(() => undefined);
			if (isStarted) return true;
			if (isStarted === undefined && requestOutcome(error) === 'unknown') return false;
			// The platform has told that it was not started, so nothing is in doubt.
			throw error instanceof InDoubtError ? error.last : error;
		}
	}

	/** Deletes the task, which was not started, also after the user has stopped the execution. */
	async delete(): Promise<void> {
		await this.client('deleteTask', { task_id: this.id }, { evenIfStopped: true });
		this.id = undefined;
	}

	private async isStarted(): Promise<boolean> {
		const task = await this.query();
		const hasFirstStatus = textOf(task?.status) === textOf(this.asFound?.status);
		return task !== undefined && !isNewTask(task, hasFirstStatus);
	}

	private async query(): Promise<JsonRecord | undefined> {
		return await fetchTask(this.client, String(this.id));
	}
}
