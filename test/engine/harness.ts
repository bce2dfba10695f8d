import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import {
	BinaryDataConfig,
	BinaryDataService,
	ExecutionLifecycleHooks,
	ExternalSecretsProxy,
	LoadOptionsContext,
	WorkflowExecute,
} from 'n8n-core';
import {
	createRunExecutionData,
	ICredentialsHelper,
	NodeConnectionTypes,
	Workflow,
	type IBinaryData,
	type IConnections,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IRunExecutionData,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import './processedData';

// n8n's logger looks for the caller of each line, also of lines that it does not write. That would take a second.
Object.defineProperty(Logger.prototype, 'log', { value: () => undefined });

// The test files of a process share n8n (test/setup/sharedRuntime.js). This removes what the previous file has set.
Container.reset();

/** A file in an input item. */
export interface InputFile {
	data: Buffer;
	fileName?: string;
	mimeType?: string;
}

/** An input item of a run. */
export interface InputItem {
	json?: IDataObject;
	files?: Record<string, InputFile>;
}

/** The options of a run of one node. */
export interface NodeRun {
	nodeType: INodeType;
	parameters: IDataObject;
	items?: InputItem[];
	/** The credentials of the node. */
	credentials?: HeldCredential[];
	/** Settings of the node, such as onError. */
	settings?: Partial<INode>;
	/** Settings of the workflow, such as timezone. */
	workflowSettings?: IWorkflowSettings;
	/** Called when the run has begun, with the function that cancels the run. */
	onStart?: (cancel: () => void) => void;
	/** Cancels the run when it is aborted. */
	signal?: AbortSignal;
	/** The execution to which this start belongs; by default a new one. */
	execution?: ExecutionStart;
}

/** A decrypted credential in memory, and its type, which signs requests. */
export interface HeldCredential {
	type: ICredentialType;
	data: ICredentialDataDecryptedObject;
	/** Called when n8n would read the credential from its database or save it. May be slow or throw. */
	access?: () => Promise<void>;
}

/** One start of an execution. */
export interface ExecutionStart {
	/** n8n's ID of the execution; undefined if n8n assigns none. */
	id: string | undefined;
	mode?: WorkflowExecuteMode;
	/** The data with which n8n starts. For a retry, these are the data that the earlier execution left. */
	data?: IRunExecutionData;
	/** Undefined for a workflow that was never saved. */
	workflowId?: string;
}

/** A workflow of several nodes. */
export interface WorkflowRun extends Pick<
	NodeRun,
	'credentials' | 'workflowSettings' | 'onStart' | 'signal' | 'execution'
> {
	nodes: INode[];
	connections: IConnections;
	types: Record<string, INodeType>;
	/** The name of the node to begin with. */
	start: string;
}

let executionCount = 0;

/** The executions in n8n's database, with the data with which they began. */
export const savedExecutions = new Map<string, IRunExecutionData>();

/** A new execution. */
export const newExecution = (
	mode: WorkflowExecuteMode = 'trigger',
): ExecutionStart & { id: string } => ({ id: String(++executionCount), mode, workflowId: 'w' });

/** The result of a run: the node's items by output, and the error that it threw. */
export interface NodeResult {
	outputs: INodeExecutionData[][];
	error?: Error & {
		description?: string | null;
		context?: IDataObject;
		httpCode?: string | null;
		messages?: string[];
	};
	run: IRun;
}

/** n8n's credential helper, with credentials in memory. The type of a credential signs its requests. */
class MemoryCredentials extends ICredentialsHelper {
	constructor(private readonly stored: NonNullable<NodeRun['credentials']>) {
		super();
	}

	private find(typeName: string) {
		const found = this.stored.find(({ type }) => type.name === typeName);
		if (!found) throw new Error(`No credential of type ${typeName}`);
		return found;
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		data: ICredentialDataDecryptedObject,
		typeName: string,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.find(typeName).type;
		return typeof authenticate === 'function' ? await authenticate(data, options) : options;
	}

	/** Does what n8n does: fetches and stores a token if it is missing or was refused. */
	async preAuthentication(
		helpers: IHttpRequestHelper,
		data: ICredentialDataDecryptedObject,
		typeName: string,
		_node: INode,
		expired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { type, data: stored, access } = this.find(typeName);
		const tokenProperty = type.properties.find(
			({ type: kind, typeOptions }) => kind === 'hidden' && typeOptions?.expirable === true,
		)?.name;
		if (tokenProperty === undefined || !type.preAuthentication) return undefined;
		const hasToken = data[tokenProperty] !== '';
		if (hasToken && !expired) return undefined;
		const output = (await type.preAuthentication.call(
			helpers,
			data,
		)) as ICredentialDataDecryptedObject;
		if (output[tokenProperty] === undefined) return undefined;
		await access?.();
		Object.assign(stored, output);
		return Object.assign(data, output);
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<never> {
		throw new Error('Not available in engine tests');
	}

	async getDecrypted(
		_data: IWorkflowExecuteAdditionalData,
		_node: unknown,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject> {
		const { type, data, access } = this.find(typeName);
		await access?.();
		return {
			...Object.fromEntries(
				type.properties.map((property) => [property.name, property.default as string]),
			),
			...data,
		};
	}

	async updateCredentials(): Promise<void> {
		throw new Error('Not available in engine tests');
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error('Not available in engine tests');
	}

	getCredentialsProperties(typeName: string) {
		return this.find(typeName).type.properties;
	}
}

/** A node that returns the input items of a run. It stores their files where n8n keeps binary data. */
class InputNode implements INodeType {
	description = {
		displayName: 'Input',
		name: 'input',
		group: ['transform' as const],
		version: 1,
		description: 'Items of a test',
		defaults: { name: 'Input' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = inputItems.get(this.getNode().id) ?? [];
		const results: INodeExecutionData[] = [];
		for (const { json = {}, files = {} } of items) {
			const binary: Record<string, IBinaryData> = {};
			for (const [field, file] of Object.entries(files)) {
				binary[field] = await this.helpers.prepareBinaryData(
					file.data,
					file.fileName,
					file.mimeType,
				);
			}
			results.push({ json, ...(Object.keys(files).length > 0 && { binary }) });
		}
		return [results];
	}
}

const inputItems = new Map<string, InputItem[]>();
let runCount = 0;

let binaryFolder: string | undefined;

/** Sets where this process keeps binary data: in memory (`default`) or in files. Deletes earlier files. */
export async function useBinaryMode(mode: 'default' | 'filesystem'): Promise<void> {
	const config = Container.get(BinaryDataConfig);
	config.mode = mode;
	const earlier = binaryFolder;
	binaryFolder = mode === 'filesystem' ? mkdtempSync(join(tmpdir(), 'iflytek-binary-')) : undefined;
	if (binaryFolder !== undefined) config.localStoragePath = binaryFolder;
	await Container.get(BinaryDataService).init();
	// In memory as well, `init` has made the folder anew.
	if (earlier !== undefined) rmSync(earlier, { recursive: true, force: true });
}

/** Runs a node in n8n's engine after a node that returns the input items. */
export async function runNode({
	nodeType,
	parameters,
	items = [{}],
	credentials = [],
	settings = {},
	...more
}: NodeRun): Promise<NodeResult> {
	const inputId = `input-${++runCount}`;
	inputItems.set(inputId, items);
	const name = nodeType.description.name;
	const nodes: INode[] = [
		{ id: inputId, name: 'Input', type: 'input', typeVersion: 1, position: [0, 0], parameters: {} },
		{
			id: 'node',
			name: 'Node',
			type: name,
			typeVersion: 1,
			position: [200, 0],
			parameters: parameters as INodeParameters,
			credentials: namesOf(credentials),
			...settings,
		},
	];
	const connections: IConnections = {
		Input: { main: [[{ node: 'Node', type: 'main', index: 0 }]] },
	};
	const run = await runWorkflow({
		nodes,
		connections,
		types: { input: new InputNode(), [name]: nodeType },
		credentials,
		start: 'Input',
		...more,
	});
	inputItems.delete(inputId);
	const data = run.data.resultData.runData.Node?.[0];
	const outputs = (data?.data?.main ?? []).map((output) => output ?? []);
	// If the engine did not come to the node, only the run as a whole has an error.
	const error = data ? data.error : run.data.resultData.error;
	return { outputs, error: error as NodeResult['error'], run };
}

/** Runs a workflow in n8n's engine, or continues from the data that an earlier start left. */
export async function runWorkflow({
	nodes,
	connections,
	types,
	start,
	credentials = [],
	workflowSettings,
	onStart,
	signal,
	execution = newExecution(),
}: WorkflowRun): Promise<IRun> {
	const { id, mode = 'trigger', data, workflowId } = execution;
	const workflow = new Workflow({
		id: workflowId,
		nodes,
		connections,
		active: false,
		nodeTypes: nodeTypesOf(types),
		settings: { executionOrder: 'v1', ...workflowSettings },
	});
	const startData = data ?? createRunExecutionData();
	if (id !== undefined && !savedExecutions.has(id))
		savedExecutions.set(id, structuredClone(startData));
	const engine = new WorkflowExecute(
		{ ...additionalData(credentials), executionId: id },
		mode,
		startData,
	);
	const startNode = nodes.find(({ name }) => name === start);
	// n8n begins a sub-workflow with one empty item at its start node.
	if (
		startData.parentExecution &&
		startNode &&
		startData.executionData?.nodeExecutionStack.length === 0
	)
		startData.executionData.nodeExecutionStack.push({
			node: startNode,
			data: { main: [[{ json: {} }]] },
			source: null,
		});
	const isResumed =
		(startData.executionData?.nodeExecutionStack.length ?? 0) > 0 && data !== undefined;
	const running = isResumed
		? engine.processRunExecutionData(workflow)
		: engine.run({ workflow, startNode: workflow.getNode(start) ?? undefined });
	const cancel = () => running.cancel();
	onStart?.(cancel);
	signal?.addEventListener('abort', cancel);
	try {
		return await running;
	} finally {
		signal?.removeEventListener('abort', cancel);
	}
}

/** The references by which a node names its credentials. */
export function namesOf(credentials: NonNullable<NodeRun['credentials']>): INode['credentials'] {
	return Object.fromEntries(
		credentials.map(({ type }) => [type.name, { id: '1', name: type.displayName }]),
	);
}

/** The context in which n8n's editor loads lists and columns for a node with these parameters. */
export function editorContext({
	nodeType,
	parameters,
	credentials = [],
}: Pick<NodeRun, 'nodeType' | 'parameters' | 'credentials'>): ILoadOptionsFunctions {
	const { name } = nodeType.description;
	const node: INode = {
		id: 'node',
		name: 'Node',
		type: name,
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as INodeParameters,
		credentials: namesOf(credentials),
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypesOf({ [name]: nodeType }),
	});
	return new LoadOptionsContext(
		workflow,
		node,
		{ ...additionalData(credentials), currentNodeParameters: node.parameters },
		'parameters',
	);
}

function nodeTypesOf(types: Record<string, INodeType>): INodeTypes {
	return {
		getByName: (type) => findType(types, type),
		getByNameAndVersion: (type) => findType(types, type),
		getKnownTypes: () => ({}),
	};
}

function findType(types: Record<string, INodeType>, type: string): INodeType {
	const found = types[type];
	if (!found) throw new Error(`Unknown node type ${type}`);
	return found;
}

/** What the engine gets from n8n's server. Here the credentials come from memory, and most of the server is absent. */
export function additionalData(
	credentials: NonNullable<NodeRun['credentials']>,
): IWorkflowExecuteAdditionalData {
	const base = 'http://127.0.0.1:5678';
	const unavailable = () => {
		throw new Error('Not available in engine tests');
	};
	return {
		credentialsHelper: new MemoryCredentials(credentials),
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		hooks: new ExecutionLifecycleHooks('trigger', '1', {
			id: 'w',
			name: 'Test',
			active: false,
			activeVersionId: null,
			isArchived: false,
			createdAt: new Date(0),
			updatedAt: new Date(0),
			nodes: [],
			connections: {},
		}),
		executeWorkflow: unavailable,
		getRunExecutionData: async (id) => structuredClone(savedExecutions.get(id)),
		getRuntimeCredential: async () => undefined,
		startRunnerTask: unavailable,
		logAiEvent: () => undefined,
		currentNodeExecutionIndex: 0,
		workflowId: 'w',
		variables: {},
		restApiUrl: `${base}/rest`,
		instanceBaseUrl: `${base}/`,
		formBaseUrl: `${base}/form`,
		formWaitingBaseUrl: `${base}/form-waiting`,
		formTestBaseUrl: `${base}/form-test`,
		webhookBaseUrl: `${base}/webhook`,
		webhookWaitingBaseUrl: `${base}/webhook-waiting`,
		webhookTestBaseUrl: `${base}/webhook-test`,
		mcpBaseUrl: `${base}/mcp`,
		mcpTestBaseUrl: `${base}/mcp-test`,
	};
}

/** The bytes of an item's file, wherever n8n keeps them. */
export async function fileOf(
	item: INodeExecutionData | undefined,
	field = 'data',
): Promise<Buffer> {
	const binary = item?.binary?.[field];
	if (!binary) throw new Error(`The item has no binary field ${field}`);
	return await Container.get(BinaryDataService).getAsBuffer(binary);
}
