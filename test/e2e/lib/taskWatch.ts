import type { IDataObject } from 'n8n-workflow';

import type { TaskLives } from '../../engine/taskLives';
import { waitFor, type ExecutionSummary, type RestClient, type StoredCredential } from './rest';
import { chain } from './workflows';

const TOLD_WITHIN_MS = 90_000;

/** A workflow that begins with the Task Trigger, and the events that have started it. */
export class TaskWatch {
	private readonly told = new Map<string, IDataObject[]>();

	private constructor(
		private readonly rest: RestClient,
		readonly workflowId: string,
	) {}

	/** Stores the workflow, which polls at these seconds of each minute: n8n refuses `*` there, and takes a list. */
	static async store(rest: RestClient, credential: StoredCredential, seconds: readonly number[]): Promise<TaskWatch> {
		const pollTimes = { item: seconds.map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })) };
		const trigger = { name: 'Trigger', type: 'n8n-nodes-iflytek.iflytekAiCallTaskTrigger', parameters: { pollTimes, options: { retries: 0 } }, credentials: [credential] };
		const { id } = await rest.createWorkflow(chain('Tasks', [trigger, { name: 'After', type: 'n8n-nodes-base.noOp' }]));
		return new TaskWatch(rest, id);
	}

	/** Those that a poll has started, newest first. */
	async executions(): Promise<ExecutionSummary[]> {
		return (await this.rest.executions(this.workflowId)).filter(({ mode }) => mode === 'trigger');
	}

	/** The items of all that have succeeded. */
	async items(): Promise<IDataObject[]> {
		for (const { id, status } of await this.executions()) {
			if (status === 'success' && !this.told.has(id)) this.told.set(id, (await this.rest.execution(id)).items('Trigger').map(({ json }) => json));
		}
		return [...this.told.values()].flat();
	}

	/** Waits until n8n has told all events of the tasks, and what it started has ended. */
	async caughtUp(lives: TaskLives): Promise<void> {
		await waitFor(`${lives.count} events`, TOLD_WITHIN_MS, async () => ((await this.items()).length >= lives.count ? true : undefined));
		for (const { id, status } of await this.executions()) if (status !== 'error') await this.rest.finished(id);
	}
}
