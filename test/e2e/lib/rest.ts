import axios, { type AxiosInstance, type Method } from 'axios';
import { parse as parseFlatted } from 'flatted';
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type {
	ExecutionError,
	IBinaryData,
	ICredentialType,
	IConnections,
	INode,
	INodeExecutionData,
	INodeTypeDescription,
	IRunExecutionData,
	IWorkflowSettings,
} from 'n8n-workflow';

export interface Owner {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
}

/** The data by which n8n recognizes a signed-in user. */
export interface Session {
	browserId: string;
	cookies: { name: string; value: string }[];
}

/** A workflow as the editor exports it. */
export interface WorkflowJson {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	[field: string]: unknown;
}

export interface StoredWorkflow extends WorkflowJson {
	id: string;
	active: boolean;
	versionId: string;
}

export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

export type ExecutionStatus =
	'new' | 'running' | 'waiting' | 'success' | 'error' | 'canceled' | 'crashed' | 'unknown';

export interface ExecutionSummary {
	id: string;
	workflowId: string;
	status: ExecutionStatus;
	mode: string;
	createdAt: string;
	/** Null until the execution starts. */
	startedAt: string | null;
	stoppedAt: string | null;
}

/** A stored execution with its data parsed. */
export class Execution {
	constructor(
		readonly id: string,
		readonly workflowId: string,
		readonly status: ExecutionStatus,
		readonly mode: string,
		/** Undefined if n8n has stored no data: for a short time after the end, and always after a crash. */
		readonly data: IRunExecutionData | undefined,
	) {}

	/** The items of an output in the last run of a node. Empty if the node did not run or returned no items. */
	items(nodeName: string, output = 0): INodeExecutionData[] {
		return this.data?.resultData.runData[nodeName]?.at(-1)?.data?.main?.[output] ?? [];
	}

	/** The error of a failed execution, as the editor shows it. */
	get error(): ExecutionError | undefined {
		return this.data?.resultData.error;
	}
}

/** n8n has refused a request. The message contains n8n's own message. */
export class RestError extends Error {
	override name = 'RestError';

	constructor(
		readonly status: number,
		message: string,
		readonly body: unknown,
	) {
		super(message);
	}
}

const POLL_MS = 100;
/** n8n returns at most this many executions in one answer. */
const EXECUTIONS_PER_PAGE = 100;
const LIST_TIMEOUT_MS = 10_000;

/** The time limits of the tests are for an idle machine. They are multiplied by this number, because the machine can be busy. */
export const PATIENCE = 5;

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Calls `ask` until it returns something other than undefined.
 * @param timeoutMs the limit on an idle machine
 * @throws Error that names `what`, after PATIENCE times `timeoutMs`
 */
export async function waitFor<T>(
	what: string,
	timeoutMs: number,
	ask: () => Promise<T | undefined>,
): Promise<T> {
	const limitMs = PATIENCE * timeoutMs;
	const end = Date.now() + limitMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > end) throw new Error(`${what}: not within ${limitMs / 1000} s`);
		await pause(POLL_MS);
	}
}

/**
 * Sends the requests of the editor to the n8n at `baseUrl`, for one signed-in user. Every method throws a RestError if n8n
 * refuses the request.
 */
export class RestClient {
	private readonly http: AxiosInstance;

	private readonly browserId: string;

	private readonly cookies: Map<string, string>;

	/** @param session the session of another client whose sign-in this client shares; by default, nobody is signed in */
	constructor(
		readonly baseUrl: string,
		session: Session = { browserId: randomUUID(), cookies: [] },
	) {
		this.browserId = session.browserId;
		this.cookies = new Map(session.cookies.map(({ name, value }) => [name, value]));
		this.http = axios.create({
			baseURL: baseUrl,
			proxy: false,
			// Each call has its own connection, because a busy test would not notice in time that n8n has closed an idle connection.
			httpAgent: new Agent({ keepAlive: false }),
			validateStatus: () => true,
			maxContentLength: Infinity,
			maxBodyLength: Infinity,
			// n8n only accepts the session together with the ID of the browser that has signed in.
			headers: { 'browser-id': this.browserId },
		});
	}

	/** Sends any REST call. Returns `data` of the answer if it has this field, otherwise the whole answer. */
	async call(
		method: Method,
		path: string,
		body?: unknown,
		params?: Record<string, unknown>,
	): Promise<unknown> {
		const response = await this.http.request<unknown>({
			method,
			url: path,
			data: body,
			params,
			headers: this.cookieHeader(),
		});
		this.keepCookies(response.headers['set-cookie']);
		const answer = response.data;
		if (response.status >= 400) {
			const message =
				isRecord(answer) && typeof answer.message === 'string'
					? answer.message
					: JSON.stringify(answer);
			throw new RestError(
				response.status,
				`n8n answered ${response.status} to ${method.toUpperCase()} ${path}: ${message}`,
				answer,
			);
		}
		return isRecord(answer) && 'data' in answer ? answer.data : answer;
	}

	/** The session for another client, or a browser, that shares this sign-in. */
	get session(): Session {
		return {
			browserId: this.browserId,
			cookies: [...this.cookies].map(([name, value]) => ({ name, value })),
		};
	}

	// Users

	/** Signs in as the owner. In a new n8n, creates the owner first. */
	async signIn(owner: Owner): Promise<void> {
		if (await this.hasNoOwner()) {
			await this.call('post', '/rest/owner/setup', owner);
			return;
		}
		await this.call('post', '/rest/login', {
			emailOrLdapLoginId: owner.email,
			password: owner.password,
		});
	}

	/** Whether this n8n has no owner yet. */
	async hasNoOwner(): Promise<boolean> {
		const { userManagement: users } = await this.settings();
		return isRecord(users) && users.showSetupOnFirstLoad === true;
	}

	/** The version of n8n. Needs a sign-in. */
	async version(): Promise<string> {
		return String((await this.settings()).versionCli);
	}

	/** The settings that n8n gives to its editor. */
	async settings(): Promise<Record<string, unknown>> {
		const settings = await this.call('get', '/rest/settings');
		return isRecord(settings) ? settings : {};
	}

	/** A text that is different after each start of n8n, because n8n writes the file of node types at each start. Needs a sign-in. */
	async startStamp(): Promise<string> {
		const { headers, status } = await this.http.head('/types/nodes.json', {
			headers: this.cookieHeader(),
		});
		if (status !== 200)
			throw new RestError(status, `n8n answered ${status} to HEAD /types/nodes.json`, undefined);
		return `${String(headers.etag)} ${String(headers['last-modified'])}`;
	}

	// Node types

	/** The descriptions of all loaded node types whose name begins with `prefix`, tool variants included. */
	async nodeTypes(prefix = ''): Promise<INodeTypeDescription[]> {
		const types = (await this.call('get', '/types/nodes.json')) as INodeTypeDescription[];
		return types.filter(({ name }) => name.startsWith(prefix));
	}

	/** The names of all loaded credential types. */
	async credentialTypes(): Promise<string[]> {
		return ((await this.call('get', '/types/credentials.json')) as ICredentialType[]).map(
			({ name }) => name,
		);
	}

	// Credentials

	async createCredential(
		type: string,
		name: string,
		data: Record<string, unknown>,
	): Promise<StoredCredential> {
		return (await this.call('post', '/rest/credentials', { type, name, data })) as StoredCredential;
	}

	async updateCredential(
		id: string,
		type: string,
		name: string,
		data: Record<string, unknown>,
	): Promise<void> {
		await this.call('patch', `/rest/credentials/${id}`, { type, name, data });
	}

	async credentials(): Promise<StoredCredential[]> {
		return (await this.call('get', '/rest/credentials')) as StoredCredential[];
	}

	/** Runs the test that the editor runs when a stored credential is saved. */
	async testCredential(
		credential: StoredCredential,
		data: Record<string, unknown>,
	): Promise<CredentialTestResult> {
		const { id, name, type } = credential;
		return (await this.call('post', '/rest/credentials/test', {
			credentials: { id, name, type, data },
		})) as CredentialTestResult;
	}

	// Workflows

	async createWorkflow(workflow: WorkflowJson): Promise<StoredWorkflow> {
		const { name, nodes, connections, settings = {} } = workflow;
		return (await this.call('post', '/rest/workflows', {
			name,
			nodes,
			connections,
			settings,
			active: false,
		})) as StoredWorkflow;
	}

	async updateWorkflow(id: string, changes: Partial<WorkflowJson>): Promise<StoredWorkflow> {
		const { versionId } = await this.workflow(id);
		return (await this.call('patch', `/rest/workflows/${id}`, {
			...changes,
			versionId,
		})) as StoredWorkflow;
	}

	async workflow(id: string): Promise<StoredWorkflow> {
		return (await this.call('get', `/rest/workflows/${id}`)) as StoredWorkflow;
	}

	/** The workflow in the form in which the editor sends it when it starts a run. */
	async openWorkflow(id: string): Promise<StoredWorkflow> {
		const workflow = await this.workflow(id);
		return { ...workflow, pinData: workflow.pinData ?? {} };
	}

	async workflows(): Promise<Pick<StoredWorkflow, 'id' | 'name' | 'active'>[]> {
		return (await this.call('get', '/rest/workflows')) as Pick<
			StoredWorkflow,
			'id' | 'name' | 'active'
		>[];
	}

	async deleteWorkflow(id: string): Promise<void> {
		// n8n only deletes archived workflows.
		await this.call('post', `/rest/workflows/${id}/archive`, {});
		await this.call('delete', `/rest/workflows/${id}`);
	}

	/** Publishes the saved workflow, and waits until its triggers listen. @throws Error with the reason if this fails */
	async activate(id: string, timeoutMs = 60_000): Promise<void> {
		const { versionId, name } = await this.workflow(id);
		await this.orElse(
			async () =>
				await this.call('post', `/rest/workflows/${id}/activate`, {
					versionId,
					name,
					description: '',
				}),
			async () => await this.updateWorkflow(id, { active: true }),
		);
		await waitFor(`Publishing of workflow ${name}`, timeoutMs, async () => {
			const status = await this.publicationStatus(id);
			if (status.status === 'failed')
				throw new Error(`Publishing of workflow ${name} failed: ${JSON.stringify(status)}`);
			return status.status === 'published' ? true : undefined;
		});
	}

	/** The progress of publishing. At the end, its `status` is `published` or `failed`. */
	async publicationStatus(id: string): Promise<Record<string, unknown>> {
		// An older n8n does not have this call. It answers the publishing request only after the triggers have begun to listen.
		const status = await this.orElse(
			async () => await this.call('get', `/rest/workflows/${id}/publication-status`),
			() => ({ status: 'published' }),
		);
		return isRecord(status) ? status : {};
	}

	async deactivate(id: string): Promise<void> {
		await this.orElse(
			async () => await this.call('post', `/rest/workflows/${id}/deactivate`, {}),
			async () => await this.updateWorkflow(id, { active: false }),
		);
	}

	// Executions

	/** Starts a saved workflow at a trigger, as the editor's button does. Returns the execution's id. */
	async start(workflowId: string, triggerName?: string): Promise<string> {
		const workflowData = await this.openWorkflow(workflowId);
		const trigger =
			triggerName ?? workflowData.nodes.find(({ type }) => /trigger$/i.test(type))?.name;
		if (trigger === undefined) throw new Error(`Workflow ${workflowData.name} has no trigger`);
		// Older versions of n8n need the workflow in the request. Newer versions use the saved workflow.
		const started = await this.call('post', `/rest/workflows/${workflowId}/run`, {
			workflowData,
			triggerToStartFrom: { name: trigger },
		});
		if (isRecord(started) && typeof started.executionId === 'string') return started.executionId;
		throw new Error(`Workflow ${workflowData.name} did not start: ${JSON.stringify(started)}`);
	}

	/** Runs a saved workflow, waits for the end of the execution, and returns it even if it failed. */
	async run(
		workflowId: string,
		options: { trigger?: string; timeoutMs?: number } = {},
	): Promise<Execution> {
		return await this.finished(await this.start(workflowId, options.trigger), options.timeoutMs);
	}

	/** Waits for the end of an execution. */
	async finished(executionId: string, timeoutMs = 120_000): Promise<Execution> {
		return await waitFor(`Execution ${executionId}`, timeoutMs, async () => {
			const execution = await this.execution(executionId);
			if (['new', 'running', 'waiting', 'unknown'].includes(execution.status)) return undefined;
			return execution.data !== undefined || execution.status === 'crashed' ? execution : undefined;
		});
	}

	async execution(id: string): Promise<Execution> {
		const raw = (await this.call('get', `/rest/executions/${id}`)) as ExecutionSummary & {
			data: string;
		};
		return new Execution(
			raw.id,
			raw.workflowId,
			raw.status,
			raw.mode,
			parseFlatted(raw.data) as IRunExecutionData | undefined,
		);
	}

	/**
	 * The stored executions of a workflow, newest first, including those that still run.
	 *
	 * n8n sorts its list by start, but selects the next page by ID: it only contains IDs below the last ID of the page before.
	 * An execution that was stored before a restart and started after the restart has a low ID and a late start. If a page ends
	 * with such an execution, n8n never lists the older executions with higher IDs. So this method selects the next page by
	 * start instead.
	 *
	 * @throws Error if n8n still counts more executions than it lists after PATIENCE times LIST_TIMEOUT_MS
	 */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		return await waitFor(
			`All executions of ${workflowId} that n8n counts`,
			LIST_TIMEOUT_MS,
			async () => await this.listExecutions(workflowId),
		);
	}

	/**
	 * Reads the whole list once. Returns undefined if n8n counts more executions than it lists, because n8n can add an execution
	 * between the list and the count.
	 */
	private async listExecutions(workflowId: string): Promise<ExecutionSummary[] | undefined> {
		const found = new Map<string, ExecutionSummary>();
		let counted = 0;
		let startedBefore: string | undefined;
		for (;;) {
			const params = {
				filter: JSON.stringify({ workflowId, startedBefore }),
				limit: EXECUTIONS_PER_PAGE,
			};
			const answer = await this.call('get', '/rest/executions', undefined, params);
			if (!isRecord(answer)) throw new Error('n8n gave no list of executions');
			const page = answer.results as ExecutionSummary[];
			if (startedBefore === undefined) counted = Number(answer.count);
			const foundBefore = found.size;
			for (const execution of page) found.set(execution.id, execution);
			const last = page.at(-1);
			const isLastPage = page.length < EXECUTIONS_PER_PAGE || found.size === foundBefore;
			if (last === undefined || isLastPage) break;
			// Executions that started at exactly this time are listed again, because n8n includes them.
			startedBefore = last.startedAt ?? last.createdAt;
		}
		return found.size < counted
			? undefined
			: [...found.values()].sort((one, other) => Number(other.id) - Number(one.id));
	}

	/** The bytes of a binary field, wherever n8n has stored them. */
	async binary(field: IBinaryData): Promise<Buffer> {
		if (field.id === undefined) return Buffer.from(field.data, 'base64');
		const response = await this.http.get<ArrayBuffer>('/rest/binary-data', {
			params: {
				id: field.id,
				action: 'download',
				fileName: field.fileName,
				mimeType: field.mimeType,
			},
			responseType: 'arraybuffer',
			headers: this.cookieHeader(),
		});
		if (response.status !== 200)
			throw new RestError(
				response.status,
				`n8n did not give the binary data ${field.id}`,
				undefined,
			);
		return Buffer.from(response.data);
	}

	/** Calls `call`. If n8n answers with 404, its version does not have this call. Then this method calls `fallback` instead. */
	private async orElse<T>(call: () => Promise<T>, fallback: () => T | Promise<T>): Promise<T> {
		try {
			return await call();
		} catch (error) {
			if (!(error instanceof RestError) || error.status !== 404) throw error;
			return await fallback();
		}
	}

	private cookieHeader(): Record<string, string> {
		return this.cookies.size === 0
			? {}
			: { Cookie: this.session.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
	}

	private keepCookies(headers: string[] | undefined): void {
		for (const header of headers ?? []) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
			if (name !== undefined && value !== undefined) this.cookies.set(name, value);
		}
	}
}
