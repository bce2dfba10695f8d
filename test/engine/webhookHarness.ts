import 'reflect-metadata';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import express from 'express';
import { HookContext, WebhookContext, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	resolveWebhookDescriptionField,
	Workflow,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IWebhookData,
	type IWebhookResponseData,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { additionalData, type NodeRun } from './harness';
import { readRequest, answerToUnreadable } from './webhookBody';

/** The options of a server for a trigger node. */
export interface TriggerServing extends Pick<NodeRun, 'nodeType' | 'parameters' | 'credentials'> {
	/** `manual` is a test run in the editor. */
	mode?: 'webhook' | 'manual';
	typeVersion?: 1 | 2;
	/** The IDs of the node and its workflow. The trigger's memory belongs to both. */
	nodeId?: string;
	workflowId?: string;
	/** The value of N8N_PROXY_HOPS. */
	proxyHops?: number;
	/** Called when n8n would store the execution. It may take some time or throw. */
	store?: () => Promise<void>;
	/** The port of the server; by default a free one. */
	port?: number;
	/** Called when a request has been answered, with its body, and whether it has started an execution. */
	answered?: (body: string, started: boolean) => void;
	/** Returns the output items of the only node after the trigger. By default, these are its input items. */
	respond?: (items: INodeExecutionData[]) => Promise<INodeExecutionData[]>;
}

/** An answer as its caller received it. */
export interface Answer {
	status: number;
	text: string;
	type: string | null;
}

const WORKFLOW = { id: 'w', name: 'Test' };
const BASE = '/webhook/7e57/';

/**
 * A trigger node behind a small HTTP server that does what n8n's server does around the node's own code. The server keeps
 * the raw body, refuses broken JSON, and runs the workflow in n8n's engine. It answers when the execution is stored
 * (`onReceived`) or when the workflow has ended (`lastNode`). test/e2e/webhookServer.e2e.ts compares this server with n8n.
 */
export class TriggerServer {
	/** The items that each started execution began with, in order. */
	readonly executions: INodeExecutionData[][] = [];
	/** Warnings that the node wrote to n8n's log, in order. */
	readonly warnings: string[] = [];
	/** Errors that n8n would have logged for a request. */
	readonly errors: unknown[] = [];
	/** How many requests n8n has done with, whether or not their sender still waited for the answer. */
	handled = 0;
	/** How many connections of requests have ended, by an answer or because the sender closed them. */
	closed = 0;
	private server: Server | undefined;
	private readonly workflow: Workflow;
	private readonly data;
	private readonly runningExecutions = new Set<Promise<unknown>>();

	constructor(private readonly serving: TriggerServing) {
		this.workflow = workflowOf(serving);
		this.data = additionalData(serving.credentials ?? []);
		// A test may not be running: test/live uses this server too.
		Container.get(Logger).warn = (message: string) => void this.warnings.push(message);
	}

	async start(): Promise<this> {
		const app = express();
		app.disable('x-powered-by');
		app.set('query parser', 'extended');
		if (this.serving.proxyHops) app.set('trust proxy', this.serving.proxyHops);
		app.all(/.*/, async (request, response) => {
			response.once('close', () => this.closed++);
			await this.handle(request, response);
			this.handled++;
			const { rawBody = '' } = request as { rawBody?: Buffer | string };
			this.serving.answered?.(String(rawBody), response.locals.started === true);
		});
		// If a handler throws, this closes the connection, like n8n's last handler.
		app.use(((error, _request, response, next) => {
			this.errors.push(error);
			if (response.socket) response.socket.destroy();
			else next(error);
		}) satisfies express.ErrorRequestHandler);
		this.server = await new Promise<Server>((resolve) => {
			const server = app.listen(this.serving.port ?? 0, '127.0.0.1', () => resolve(server));
		});
		// Idle connections stay open for a long time. Otherwise the server could close one while the test sends a request on it.
		this.server.keepAliveTimeout = 120_000;
		this.data.webhookBaseUrl = `${this.origin}/webhook`;
		return this;
	}

	/** Waits for the executions under way, and closes the server. */
	async stop(): Promise<void> {
		await Promise.allSettled([...this.runningExecutions]);
		const { server } = this;
		server?.closeAllConnections();
		await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
	}

	private get origin(): string {
		return `http://127.0.0.1:${(this.server?.address() as AddressInfo).port}`;
	}

	/** The production URL. */
	get url(): string {
		return `${this.origin}${BASE}${this.description.path}`;
	}

	/** Posts a body, by default as JSON, and returns the answer. */
	async post(
		body: unknown,
		{ query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
	): Promise<Answer> {
		const response = await fetch(this.url + query, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json;charset=UTF-8', ...headers },
			body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
		});
		return {
			status: response.status,
			text: await response.text(),
			type: response.headers.get('content-type'),
		};
	}

	/** Does what n8n does when the trigger begins to listen: on publishing (`activate`), at a start of n8n (`init`) or on Listen (`manual`). */
	async listen(activation: WorkflowActivateMode): Promise<void> {
		const context = new HookContext(
			this.workflow,
			this.node,
			this.data,
			activation === 'manual' ? 'manual' : 'trigger',
			activation,
			this.webhookData,
		);
		const methods = this.serving.nodeType.webhookMethods?.default;
		if (!(await methods?.checkExists.call(context))) await methods?.create.call(context);
	}

	private get description() {
		const [description] = this.serving.nodeType.description.webhooks ?? [];
		if (!description) throw new Error('The node has no webhook');
		return description;
	}

	/** The response mode. Like n8n, this only uses the expression engine if the mode depends on an expression. */
	private get responseMode(): unknown {
		const { node, description, workflow } = this;
		const field = resolveWebhookDescriptionField(node, description, 'responseMode');
		return field.resolved
			? field.value
			: workflow.expression.getSimpleParameterValue(node, description.responseMode, 'webhook', {});
	}

	private get node(): INode {
		const node = this.workflow.getNode('Trigger');
		if (!node) throw new Error('The workflow has no trigger');
		return node;
	}

	private get webhookData(): IWebhookData {
		const { description, data } = this;
		return {
			httpMethod: 'POST',
			node: 'Trigger',
			path: description.path,
			webhookDescription: description,
			workflowId: this.workflow.id,
			workflowExecuteAdditionalData: data,
		};
	}

	private async handle(request: express.Request, response: express.Response): Promise<void> {
		if (request.method !== 'POST' || request.path !== `${BASE}${this.description.path}`)
			return this.refuseAddress(request, response);
		const [read] = await Promise.allSettled([readRequest(request, this.node.typeVersion)]);
		if (read.status === 'rejected') {
			const { message, status, hint } = answerToUnreadable(read.reason);
			response
				.status(status)
				.json({ code: status === 500 ? 0 : status, message, ...(hint !== undefined && { hint }) });
			return;
		}
		const data = { ...this.data, httpRequest: request, httpResponse: response };
		const context = new WebhookContext(
			this.workflow,
			this.node,
			data,
			this.serving.mode ?? 'webhook',
			this.webhookData,
			[],
			null,
		);
		const [outcome] = await Promise.allSettled([this.serving.nodeType.webhook?.call(context)]);
		if (outcome.status === 'fulfilled' && outcome.value)
			return await this.answer(outcome.value, response);
		this.errors.push(outcome.status === 'rejected' ? outcome.reason : 'nothing');
		response
			.status(500)
			.json({ code: 0, message: 'Workflow Webhook Error: Workflow could not be started!' });
	}

	private refuseAddress({ method, path }: express.Request, response: express.Response): void {
		const body =
			path === `${BASE}${this.description.path}`
				? {
						message: `This webhook is not registered for ${method} requests. Did you mean to make a POST request?`,
					}
				: {
						message: `The requested webhook "${method} ${path.replace('/webhook/', '')}" is not registered.`,
						hint: 'The workflow must be active for a production URL to run successfully.',
					};
		response.status(404).json({ code: 404, ...body });
	}

	private async answer(
		{ noWebhookResponse, webhookResponse, workflowData }: IWebhookResponseData,
		response: express.Response,
	): Promise<void> {
		if (workflowData === undefined) {
			if (!noWebhookResponse)
				response.status(200).send(webhookResponse ?? { message: 'Webhook call received' });
			return;
		}
		const [stored] = await Promise.allSettled([this.serving.store?.()]);
		if (stored.status === 'rejected') {
			response.status(500).json({ code: 0, message: 'There was a problem executing the workflow' });
			return;
		}
		this.executions.push(workflowData[0] ?? []);
		response.locals.started = true;
		const run = this.run(workflowData);
		this.runningExecutions.add(run);
		void run.finally(() => this.runningExecutions.delete(run));
		if (this.responseMode === 'lastNode') await this.answerAtTheEnd(await run, response);
		else if (!noWebhookResponse) response.status(200).send(this.description.responseData);
	}

	/** Answers with the result of the workflow. Like n8n, this does not check whether the node has already answered. */
	private async answerAtTheEnd(
		run: Awaited<ReturnType<TriggerServer['run']>>,
		response: express.Response,
	): Promise<void> {
		const { resultData } = run.data;
		const [last] = resultData.runData[resultData.lastNodeExecuted ?? ''] ?? [];
		response.setHeader('X-Late-Header', 'as n8n sets them');
		if (resultData.error) response.status(500).json({ message: 'Error in workflow' });
		else if (last === undefined)
			response.status(200).json({
				message: 'Workflow executed successfully but the last node did not return any data',
			});
		else
			this.answerWith(
				(last.data?.main?.[0] ?? []).map(({ json }) => json),
				response,
			);
	}

	/** Answers with the first item, or with all items if the description does not ask for the first. */
	private answerWith(items: unknown[], response: express.Response): void {
		if (this.description.responseData !== 'firstEntryJson') response.status(200).json(items);
		else if (items.length === 0)
			response.status(500).json({ code: 0, message: 'No item to return was found' });
		else response.status(200).json(items[0]);
	}

	private async run(workflowData: INodeExecutionData[][]) {
		const stack = [{ node: this.node, data: { main: workflowData }, source: null }];
		const runData = createRunExecutionData({ executionData: { nodeExecutionStack: stack } });
		return await new WorkflowExecute(
			this.data,
			this.serving.mode ?? 'webhook',
			runData,
		).processRunExecutionData(this.workflow);
	}
}

function workflowOf({
	nodeType,
	parameters,
	credentials = [],
	typeVersion = 2,
	nodeId = 'trigger',
	workflowId = WORKFLOW.id,
	respond = async (items) => items,
}: TriggerServing): Workflow {
	const next: INodeType = {
		description: {
			displayName: 'Next',
			name: 'next',
			group: ['transform'],
			version: 1,
			description: 'Does what the test says',
			defaults: { name: 'Next' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		async execute() {
			return [await respond(this.getInputData())];
		},
	};
	const types: Record<string, INodeType> = { [nodeType.description.name]: nodeType, next };
	const findNodeType = (type: string) => {
		const found = types[type];
		if (!found) throw new Error(`Unknown node type ${type}`);
		return found;
	};
	const trigger: INode = {
		id: nodeId,
		name: 'Trigger',
		type: nodeType.description.name,
		typeVersion,
		position: [0, 0],
		parameters: parameters as INodeParameters,
		webhookId: BASE.split('/')[2],
		...(credentials.length > 0 && {
			credentials: Object.fromEntries(
				credentials.map(({ type }) => [type.name, { id: '1', name: type.displayName }]),
			),
		}),
	};
	return new Workflow({
		...WORKFLOW,
		id: workflowId,
		nodes: [
			trigger,
			{
				id: 'next',
				name: 'Next',
				type: 'next',
				typeVersion: 1,
				position: [200, 0],
				parameters: {},
			},
		],
		connections: { Trigger: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
		active: true,
		nodeTypes: {
			getByName: findNodeType,
			getByNameAndVersion: findNodeType,
			getKnownTypes: () => ({}),
		},
		settings: { executionOrder: 'v1' },
	});
}
