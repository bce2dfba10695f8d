import { randomUUID } from 'node:crypto';
import { promises as fs, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { INode, INodeParameters, INodeTypeDescription } from 'n8n-workflow';

import { ANY_TIME } from '../e2e/lib/calls';
import { bindCredentials } from '../e2e/lib/examples';
import { REPOSITORY } from '../e2e/lib/pack';
import { localCredentials, storeCredentials } from '../e2e/lib/platform';
import { endedExecutions, isCallTrigger } from '../e2e/lib/publishedExample';
import type { Execution, RestClient, StoredCredential, WorkflowJson } from '../e2e/lib/rest';
import { productionUrl } from '../e2e/lib/workflows';
import { sharedN8n } from '../e2e/shared';
import { startSimulator, type Simulator } from '../simulator';
import type { AiCallSimulator } from '../simulator/aiCall';
import { completed, definitionText, Definitions } from './lib/definitions';
import { providerOf, workflowSdk, type BuiltWorkflow } from './lib/n8n';
import { FILES, type Task } from './lib/task';

/** Tasks in the words of users. For each task there is a workflow that solves it, written as n8n's AI builder would. */
const TASKS = path.join(__dirname, 'tasks');
const WORKFLOWS = path.join(__dirname, 'workflows');
const IMAGES = path.join(REPOSITORY, 'test/fixtures/images');
const taskNames = readdirSync(TASKS).map((file) => path.basename(file, '.ts'));

/** Matches the endpoints that change a call task. */
const CHANGES = /^(taskStart|taskPause|taskDelete|taskCreate)$/;

let rest: RestClient;
let types: INodeTypeDescription[];
let definitions: Definitions;
let simulator: Simulator | undefined;
let files: Server;
let credentials: Record<string, StoredCredential>;

beforeAll(async () => {
	({ rest } = sharedN8n());
	types = await rest.nodeTypes();
	definitions = await Definitions.write(ownTypes());
	files = createServer((request, response) => {
		const name = path.basename(request.url ?? '');
		fs.readFile(path.join(IMAGES, name))
			.catch(async () => await fs.readFile(path.join(IMAGES, 'tiny.png')))
			.then((image) => response.setHeader('Content-Type', 'image/png').end(image))
			.catch(() => response.destroy());
	});
	await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
	definitions.remove();
	files.close();
});

/** Starts a new platform. Each test has its own, so that its IDs are known, and no call of another test is under way. */
async function startPlatform(): Promise<Simulator> {
	const aiCall = { pushTimeoutMs: 30_000, contextTimeoutMs: 30_000 };
	const started = await startSimulator({ aiCall });
	simulator = started;
	credentials = await storeCredentials(rest, localCredentials(started));
	return started;
}

afterEach(async () => {
	await simulator?.close();
	simulator = undefined;
});

const ownTypes = () =>
	types.filter(({ name }) => name.startsWith('n8n-nodes-xfyun.') && !name.endsWith('Tool'));

async function taskOf(name: string): Promise<Task> {
	return ((await import(path.join(TASKS, name))) as { task: Task }).task;
}

async function workflowFor(name: string): Promise<BuiltWorkflow> {
	return ((await import(path.join(WORKFLOWS, name))) as { default: BuiltWorkflow }).default;
}

test('the definitions and all workflows compile, and there are at least 30 workflows', () => {
	const texts = ownTypes().map((type) => [
		type.name.split('.')[1] ?? '',
		completed(definitionText(type)),
	]);
	expect(definitions.compile(Object.fromEntries(texts))).toBe('');
	expect(taskNames.length).toBeGreaterThanOrEqual(30);
});

test.each(taskNames)("%s: the workflow passes n8n's validator", async (name) => {
	const source = await fs.readFile(path.join(WORKFLOWS, `${name}.ts`), 'utf8');
	const { issues } = workflowSdk().validateWorkflowBuilder(await workflowFor(name), {
		lint: true,
		source,
		nodeDefinitionDirs: definitions.folders,
		nodeTypesProvider: providerOf(types),
	});
	expect(issues.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
});

/**
 * The parameters of a node that a test changes. In Place, it sets Mode to Call All Rows, as a user does after a good check, and allows
 * calls at night. In the context trigger, it sets a longer response time, because the machine may be slow.
 */
function changedParameters({ type, parameters }: INode): INodeParameters {
	if (parameters.operation === 'place') {
		const options = parameters.options as INodeParameters | undefined;
		const callingTimes = { times: { hours: ANY_TIME } };
		return { runMode: 'real', options: { ...options, callingTimes } };
	}
	return type.endsWith('ContextTrigger') ? { deadline: 10_000 } : {};
}

/**
 * Stores a workflow in n8n. Its credentials are chosen, and the URLs of its files lead to the server of this test file.
 * Returns the ID of the workflow and the URL of its trigger.
 */
async function store(built: BuiltWorkflow): Promise<{ id: string; url: string }> {
	const { port } = files.address() as AddressInfo;
	const text = JSON.stringify(built.toJSON()).replaceAll(FILES, `http://127.0.0.1:${port}`);
	const workflow = bindCredentials(JSON.parse(text) as WorkflowJson, types, credentials);
	const webhookId = randomUUID();
	const nodes = workflow.nodes.map((node) => ({
		...node,
		...(isCallTrigger(node) && { webhookId }),
		parameters: { ...node.parameters, ...changedParameters(node) },
	}));
	const { id } = await rest.createWorkflow({ ...workflow, nodes });
	const isContext = nodes.some(({ type }) => type.endsWith('ContextTrigger'));
	const urlEnding = isContext ? 'iflytek-ai-call-context' : 'iflytek-ai-call';
	return { id, url: productionUrl(rest.baseUrl, webhookId, urlEnding) };
}

/**
 * Runs a stored workflow. If the task has pushes or an inbound call, the workflow is published, and they start it. Otherwise
 * the workflow is started by hand. Returns its executions.
 */
async function run(
	{ pushes, inbound }: Task,
	{ id, url }: { id: string; url: string },
	aiCall: AiCallSimulator,
): Promise<Execution[]> {
	if (!pushes && !inbound) return [await rest.run(id)];
	await rest.activate(id);
	if (inbound) {
		const { answer, ...call } = inbound;
		aiCall.setUrls({ getDialogContext: url });
		const { context } = await aiCall.placeInboundCall({ ...call, ask: true });
		expect(JSON.parse(context?.text ?? '{}')).toEqual(answer);
	} else {
		aiCall.setUrls(url);
		for (const { module, body } of pushes ?? []) await aiCall.push(module, body);
		await aiCall.settled();
	}
	const executions = await endedExecutions(rest, id, pushes?.length ?? 1);
	await rest.deactivate(id);
	return executions;
}

test.each(taskNames)('%s: the workflow gives the right result', async (name) => {
	const task = await taskOf(name);
	const { aiCall } = await startPlatform();
	task.before?.(aiCall);
	const executions = await run(task, await store(await workflowFor(name)), aiCall);
	for (const { status, error } of executions) {
		if (error) throw error;
		expect(status).toBe('success');
	}
	const itemsOf = (node: string) => executions.flatMap((execution) => execution.items(node));
	const outputs = Object.keys(task.outputs).map((node) => [
		node,
		itemsOf(node).map(({ json }) => json),
	]);
	expect(Object.fromEntries(outputs)).toMatchObject(task.outputs);
	for (const [node, fileNames] of Object.entries(task.files ?? {})) {
		const binaries = itemsOf(node).flatMap(({ binary = {} }) => Object.values(binary));
		expect(binaries.map(({ fileName }) => fileName)).toEqual(fileNames);
	}
	expect(aiCall.acceptedRows.map(({ values }) => values)).toEqual(task.rows ?? []);
	const changes = aiCall.requests.filter(({ endpoint }) => CHANGES.test(endpoint));
	expect(changes.map(({ endpoint }) => endpoint)).toEqual(task.changes ?? []);
});
