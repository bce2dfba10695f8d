import { createHash } from 'crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { noSuchTask } from '../shared/aiCall/errors';
import { withExtraFields } from '../shared/aiCall/extraFields';
import { labelOf, TASK_STATUS } from '../shared/aiCall/labels';
import { listTasks, STEADY_ORDER } from '../shared/aiCall/taskList';
import { compareTasks, packMemory, sampleChange, unpackMemory, type TaskChange, type TaskMemory } from '../shared/aiCall/taskMemory';
import { findTask, readTaskPage, simplifyTask, taskQueryBody } from '../shared/aiCall/taskQuery';
import { Failure } from '../shared/failure';
import { AI_CALL_CREDENTIAL, createAiCallClient, type AiCallClient } from '../shared/n8n/aiCall/client';
import { tokenSource } from '../shared/n8n/aiCall/token';
import { toNodeError } from '../shared/n8n/run/errors';
import { logFailure } from '../shared/n8n/webhook/log';
import { settle } from '../shared/settle';
import { numberOf, type JsonRecord } from '../shared/values';
import { settingsOf, type TriggerSettings } from './parameters';

/** Nodes whose poll is under way in this process: n8n begins the next one even if the last takes longer than the interval. */
const underWay = new Set<string>();

/** Contexts that have polled: the first poll of one is part of the activation. */
const activated = new WeakSet<IPollFunctions>();

/** Activations where nobody waits for an error. n8n would give up, or wait for hours, if the platform is away at that moment. */
const STARTS = ['init', 'leadershipChange'];

/**
 * Polls the tasks and returns an item for each event since the last poll, or null if there is none. In the editor it
 * returns a sample and remembers nothing.
 *
 * @throws NodeApiError | NodeOperationError
 */
export async function pollTasks(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await orNodeError(context, sample(context));
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	if (underWay.has(key)) return null;
	underWay.add(key);
	const isActivation = !activated.has(context);
	activated.add(context);
	const outcome = await settle(poll(context));
	underWay.delete(key);
	if (outcome.status === 'fulfilled') return outcome.value;
	const error = toNodeError(context.getNode(), outcome.reason, 0);
	if (!isActivation || !STARTS.includes(context.getActivationMode())) throw error;
	const kind = outcome.reason instanceof Failure ? outcome.reason.kind : 'unexpected';
	logFailure(context, kind, `: The tasks could not be polled when n8n started. ${error.message}`);
	return null;
}

async function orNodeError<T>(context: IPollFunctions, work: Promise<T>): Promise<T> {
	const outcome = await settle(work);
	if (outcome.status === 'fulfilled') return outcome.value;
	throw toNodeError(context.getNode(), outcome.reason, 0);
}

async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = settingsOf(context);
	const client = await createAiCallClient(context, { ...settings.request, concurrency: 1 });
	const source = await sourceOf(context);
	const scope = hash([settings.taskName, settings.taskIds]);
	// All that is awaited comes before the comparison: what is remembered and what is returned belong together.
	const stored = context.getWorkflowStaticData('node');
	const memory = stored.source === source ? unpackMemory(stored.tasks) : undefined;
	const tasks = await tasksOf(client, settings, memory);
	const isFirst = memory === undefined || stored.scope !== scope;
	const unseen = isFirst && !(memory === undefined && settings.includeExisting) ? 'remember' : 'events';
	const compared = compareTasks(memory ?? new Map(), tasks, { ...settings, unseen });
	remember(stored, { source, scope, tasks: packMemory(compared.memory) });
	return compared.changes.length === 0 ? null : [compared.changes.map((change) => itemOf(change, settings))];
}

/** n8n saves the data only if it was written to. */
function remember(stored: IDataObject, next: { source: string; scope: string; tasks: string }): void {
	for (const [name, value] of Object.entries(next)) if (stored[name] !== value) stored[name] = value;
}

async function tasksOf(client: AiCallClient, settings: TriggerSettings, memory: TaskMemory | undefined): Promise<JsonRecord[]> {
	const { taskName, taskIds } = settings;
	if (taskIds.length === 0) return await listTasks(async (page) => readTaskPage((await client('queryTasks', taskQueryBody({ taskName, ...STEADY_ORDER }, page))).result));
	const tasks: JsonRecord[] = [];
	for (const taskId of taskIds) {
		const found = findTask(readTaskPage((await client('queryTasks', taskQueryBody({ taskName, taskId }))).result), taskId);
		// A task that was there before may be gone; one that never was is a mistake.
		if (!found && taskName === '' && !memory?.has(taskId)) throw noSuchTask(taskId);
		if (found) tasks.push(found);
	}
	return tasks;
}

/** The application whose tasks are remembered: ids of another one mean other tasks. */
async function sourceOf(context: IPollFunctions): Promise<string> {
	const { appKey, baseUrl } = tokenSource(await context.getCredentials(AI_CALL_CREDENTIAL));
	return hash([appKey, new URL(baseUrl).host]);
}

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

/** One event of the newest tasks, as it would start the workflow. */
async function sample(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = settingsOf(context);
	const client = await createAiCallClient(context, { ...settings.request, concurrency: 1 });
	const { taskName, taskIds } = settings;
	const newest = async () => readTaskPage((await client('queryTasks', taskQueryBody({ taskName, sortField: 'ID', sortOrder: 'DESC' }))).result).rows;
	const change = sampleChange(taskIds.length > 0 ? await tasksOf(client, settings, undefined) : await newest(), settings);
	return change === undefined ? null : [[itemOf(change, settings)]];
}

function itemOf({ task, event, eventId, before, state, reached }: TaskChange, settings: TriggerSettings): INodeExecutionData {
	const json = withExtraFields(settings.simplify ? simplifyTask(task) : task, {
		event,
		eventId,
		previousStatus: numberOf(before?.status) ?? null,
		previousStatusName: labelOf(TASK_STATUS, before?.status) ?? null,
		progressPercent: state.share,
		reachedPercent: reached ?? null,
	});
	return { json: json as IDataObject };
}
