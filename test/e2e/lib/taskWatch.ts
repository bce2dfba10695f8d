import type { IDataObject } from 'n8n-workflow';

import { waitFor, type ExecutionSummary, type RestClient, type StoredCredential } from './rest';
import { chain } from './workflows';

const EVENTS_TIMEOUT_MS = 90_000;
/** The Poll Times for a poll every two seconds. n8n refuses so short an interval, but accepts a list of seconds of a minute. */
export const EVERY_TWO_SECONDS = {
	item: Array.from({ length: 30 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${2 * index} * * * * *`,
	})),
};

/** A workflow that begins with the Task Trigger, and the events that have started it. */
export class TaskWatch {
	/** The items of each successful execution that was read so far. */
	private readonly itemsById = new Map<string, IDataObject[]>();

	private constructor(
		private readonly rest: RestClient,
		readonly workflowId: string,
	) {}

	/** Stores a workflow that polls every two seconds. */
	static async store(rest: RestClient, credential: StoredCredential): Promise<TaskWatch> {
		const parameters = { pollTimes: EVERY_TWO_SECONDS, options: { retries: 0 } };
		const trigger = {
			name: 'Trigger',
			type: 'n8n-nodes-xfyun.iflytekAiCallTaskTrigger',
			parameters,
			credentials: [credential],
		};
		const { id } = await rest.createWorkflow(
			chain('Tasks', [trigger, { name: 'After', type: 'n8n-nodes-base.noOp' }]),
		);
		return new TaskWatch(rest, id);
	}

	/** The executions started by a poll, newest first. */
	async executions(): Promise<ExecutionSummary[]> {
		return (await this.rest.executions(this.workflowId)).filter(({ mode }) => mode === 'trigger');
	}

	/** The items of all successful executions. */
	async items(): Promise<IDataObject[]> {
		for (const { id, status } of await this.executions()) {
			if (status === 'success' && !this.itemsById.has(id))
				this.itemsById.set(
					id,
					(await this.rest.execution(id)).items('Trigger').map(({ json }) => json),
				);
		}
		return [...this.itemsById.values()].flat();
	}

	/** Waits until this many events have started executions, and until these executions have ended. */
	async waitForEvents(count: number): Promise<void> {
		await waitFor(`${count} events`, EVENTS_TIMEOUT_MS, async () =>
			(await this.items()).length >= count ? true : undefined,
		);
		for (const { id, status } of await this.executions())
			if (status !== 'error') await this.rest.finished(id);
	}
}
