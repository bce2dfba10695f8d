import 'reflect-metadata';
import { Container } from '@n8n/di';
import { Logger } from '@n8n/backend-common';
import { PollContext, TriggersAndPollers } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { additionalData, namesOf, type HeldCredential } from './harness';

/** One activation of the workflow. It ends when the workflow is published again or n8n is killed. */
interface Activation {
	workflow: Workflow;
	context: PollContext;
}

/**
 * Does what n8n does with a published workflow that has a polling node. n8n reads the static data when it starts the workflow,
 * and saves them after the first poll. Later it only saves them when a poll starts an execution.
 */
export class PollingN8n {
	/** The static data in n8n's database. */
	saved = '{}';
	/** The items that each execution began with. */
	readonly executions: INodeExecutionData[][] = [];
	/** The errors of polls after the first. For each error, n8n stores a failed execution. */
	readonly errors: Error[] = [];
	readonly warnings: string[] = [];
	/** The IDs of the workflow and the node, to which the memory of a trigger belongs. */
	workflowId = 'w';
	nodeId = 'node';
	private current: Activation | undefined;

	constructor(
		private readonly nodeType: INodeType,
		readonly parameters: IDataObject,
		private readonly credentials: HeldCredential[],
		/** Whether n8n drops the result of a poll if its activation ends before the poll. n8n 2.41 does so, 2.0 does not. */
		private readonly dropsLatePolls = true,
	) {
		jest
			.spyOn(Container.get(Logger), 'warn')
			.mockImplementation((message: string) => void this.warnings.push(message));
	}

	private get node(): INode {
		return {
			id: this.nodeId,
			name: 'Trigger',
			type: this.nodeType.description.name,
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				...this.parameters,
			} as INodeParameters,
			credentials: namesOf(this.credentials),
		};
	}

	/** Publishes the workflow or starts n8n: the node polls once, and n8n saves its static data. Throws an error of the poll. */
	async start(mode: WorkflowActivateMode = 'init'): Promise<void> {
		const { node } = this;
		const workflow = this.workflow(true);
		const activation = {
			workflow,
			context: new PollContext(workflow, node, additionalData(this.credentials), 'trigger', mode),
		};
		this.current = activation;
		this.handle(await this.run(activation), activation);
		this.save(activation);
	}

	/** Does what n8n does after each interval: the node polls once. */
	async poll(): Promise<void> {
		const activation = this.current;
		if (!activation) throw new Error('n8n is not started');
		const isDropped = () => this.dropsLatePolls && this.current !== activation;
		try {
			const items = await this.run(activation);
			if (!isDropped()) this.handle(items, activation);
		} catch (error) {
			if (!isDropped()) this.errors.push(error as Error);
		}
	}

	/** Does what n8n does on "Fetch Test Event", and returns the items. */
	async fetchTestEvent(): Promise<INodeExecutionData[][] | null> {
		const { node } = this;
		const workflow = this.workflow(false);
		const before = JSON.stringify(workflow.staticData);
		const items =
			(await this.nodeType.poll?.call(
				new PollContext(workflow, node, additionalData(this.credentials), 'manual', 'manual'),
			)) ?? null;
		if (JSON.stringify(workflow.staticData) !== before)
			throw new Error('A test run changed the static data');
		return items;
	}

	/** Whether the node has changed its static data since n8n last saved them. */
	get isUnsaved(): boolean {
		const data = this.current?.workflow.staticData as { __dataChanged?: boolean } | undefined;
		return data?.__dataChanged === true;
	}

	/** The JSON of all items that started executions. */
	get items(): IDataObject[] {
		return this.executions.flat().map(({ json }) => json);
	}

	private workflow(active: boolean): Workflow {
		const nodeTypes = {
			getByName: () => this.nodeType,
			getByNameAndVersion: () => this.nodeType,
			getKnownTypes: () => ({}),
		};
		return new Workflow({
			id: this.workflowId,
			nodes: [this.node],
			connections: {},
			active,
			nodeTypes,
			staticData: JSON.parse(this.saved) as IDataObject,
			settings: {},
		});
	}

	private async run({ workflow, context }: Activation): Promise<INodeExecutionData[][] | null> {
		return await Container.get(TriggersAndPollers).runPollFunction(workflow, this.node, context);
	}

	private handle(items: INodeExecutionData[][] | null, activation: Activation): void {
		if (items === null) return;
		this.save(activation);
		this.executions.push(items[0] ?? []);
	}

	private save({ workflow }: Activation): void {
		const data = workflow.staticData as { __dataChanged?: boolean };
		if (!data.__dataChanged) return;
		this.saved = JSON.stringify(data);
		data.__dataChanged = false;
	}
}
