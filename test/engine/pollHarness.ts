import 'reflect-metadata';
import { Container } from '@n8n/di';
import { Logger } from '@n8n/backend-common';
import { PollContext, TriggersAndPollers } from 'n8n-core';
import { Workflow, type IDataObject, type INode, type INodeExecutionData, type INodeParameters, type INodeType, type WorkflowActivateMode } from 'n8n-workflow';
import { additionalData, namesOf, type HeldCredential } from './harness';

/**
 * A published workflow with a polling node, as n8n 2.41 keeps it: the static data are read at the start, written after
 * the activation, and otherwise only when a poll starts an execution.
 */
export class PollingN8n {
	/** What n8n's database holds. */
	saved = '{}';
	/** The items that each execution began with. */
	readonly executions: INodeExecutionData[][] = [];
	/** Errors of polls: n8n stores a failed execution for each. */
	readonly errors: Error[] = [];
	readonly warnings: string[] = [];
	private workflow: Workflow | undefined;
	private context: PollContext | undefined;

	constructor(
		private readonly nodeType: INodeType,
		readonly parameters: IDataObject,
		private readonly credentials: HeldCredential[],
	) {
		jest.spyOn(Container.get(Logger), 'warn').mockImplementation((message: string) => void this.warnings.push(message));
	}

	private get node(): INode {
		return {
			id: 'node',
			name: 'Trigger',
			type: this.nodeType.description.name,
			typeVersion: 1,
			position: [0, 0],
			parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, ...this.parameters } as INodeParameters,
			credentials: namesOf(this.credentials),
		};
	}

	/** Publishes the workflow, or starts n8n: the node polls once, and n8n saves what it remembers. Throws as n8n would. */
	async start(activation: WorkflowActivateMode = 'init'): Promise<void> {
		const nodeTypes = { getByName: () => this.nodeType, getByNameAndVersion: () => this.nodeType, getKnownTypes: () => ({}) };
		const { node } = this;
		this.workflow = new Workflow({ id: 'w', nodes: [node], connections: {}, active: true, nodeTypes, staticData: JSON.parse(this.saved) as IDataObject, settings: {} });
		this.context = new PollContext(this.workflow, node, additionalData(this.credentials), 'trigger', activation);
		this.handle(await this.run());
		this.save();
	}

	/** What n8n does each time the interval is over. */
	async poll(): Promise<void> {
		try {
			this.handle(await this.run());
		} catch (error) {
			this.errors.push(error as Error);
		}
	}

	/** "Fetch Test Event". */
	async fetchTestEvent(): Promise<INodeExecutionData[][] | null> {
		const { node } = this;
		const nodeTypes = { getByName: () => this.nodeType, getByNameAndVersion: () => this.nodeType, getKnownTypes: () => ({}) };
		const workflow = new Workflow({ id: 'w', nodes: [node], connections: {}, active: false, nodeTypes, staticData: JSON.parse(this.saved) as IDataObject, settings: {} });
		const before = JSON.stringify(workflow.staticData);
		const items = (await this.nodeType.poll?.call(new PollContext(workflow, node, additionalData(this.credentials), 'manual', 'manual'))) ?? null;
		if (JSON.stringify(workflow.staticData) !== before) throw new Error('A test run changed the static data');
		return items;
	}

	/** The JSON of all items that started executions. */
	get items(): IDataObject[] {
		return this.executions.flat().map(({ json }) => json);
	}

	private async run(): Promise<INodeExecutionData[][] | null> {
		const { workflow, context } = this;
		if (!workflow || !context) throw new Error('n8n is not started');
		return await Container.get(TriggersAndPollers).runPollFunction(workflow, this.node, context);
	}

	private handle(items: INodeExecutionData[][] | null): void {
		if (items === null) return;
		this.save();
		this.executions.push(items[0] ?? []);
	}

	private save(): void {
		const data = this.workflow?.staticData as { __dataChanged?: boolean } | undefined;
		if (!data?.__dataChanged) return;
		this.saved = JSON.stringify(data);
		data.__dataChanged = false;
	}
}
