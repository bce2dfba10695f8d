import { createHash } from 'crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { aiCallAccount } from '../shared/aiCall/protocol/aiCallAccount';
import {
	compareTasks,
	packMemory,
	sampleChange,
	unpackMemory,
} from '../shared/aiCall/tasks/taskMemory';
import { asFailure } from '../shared/failure';
import { AI_CALL_CREDENTIAL, createAiCallClient } from '../shared/n8n/aiCall/aiCallClient';
import { toNodeError } from '../shared/n8n/run/nodeErrors';
import { logFailure } from '../shared/n8n/run/triggerLog';
import { listOnce } from './listOnce';
import { readSettings } from './parameters';
import { eventItem } from './taskEventItem';
import { sampleTasks, watchedTasks } from './watchedTasks';

/** Contexts that have polled. The first poll of a context is part of its activation. */
const activated = new WeakSet<IPollFunctions>();

/**
 * Activation modes in which nobody sees an error. If the first poll failed because the platform
 * cannot be reached, n8n would give up, or wait for hours.
 */
const STARTS = ['init', 'leadershipChange'];

/**
 * Polls the tasks and returns an item for each event since the last poll, or null if there is none.
 * In the editor it returns a sample and remembers nothing.
 * @throws NodeApiError | NodeOperationError
 */
export async function pollTasks(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isManual = context.getMode() === 'manual';
	const isActivation = !isManual && !activated.has(context);
	activated.add(context);
	try {
		const items = await (isManual ? sampleItems(context) : eventItems(context));
		return items.length === 0 ? null : [items];
	} catch (error) {
		const shown = toNodeError(context.getNode(), error, 0);
		if (!isActivation || !STARTS.includes(context.getActivationMode())) throw shown;
		const text = `: The tasks could not be polled when n8n started. ${shown.message}`;
		logFailure(context, asFailure(error).kind, text);
		return null;
	}
}

/** The items of the events since the last poll; also remembers the tasks as they are now. */
async function eventItems(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = readSettings(context);
	const client = await createAiCallClient(context, { ...settings.request, concurrency: 1 });
	const source = await sourceOf(context);
	const scope = hash([settings.taskName, settings.taskIds]);
	const stored = context.getWorkflowStaticData('node');
	const seen = () => (stored.source === source ? unpackMemory(stored.tasks) : undefined);
	const tasks = await listOnce(
		context,
		source + scope,
		async () => await watchedTasks(client, settings, (taskId) => seen()?.has(taskId) === true),
	);
	if (!tasks) return [];
	// Nothing is awaited from here on, because what is remembered must match what is returned.
	const memory = seen();
	const isFirst = memory === undefined || stored.scope !== scope;
	// The first poll with a filter only remembers the tasks. With Include Existing Tasks, the very
	// first poll of the trigger returns their events.
	const unseenTasks =
		isFirst && !(memory === undefined && settings.includeExisting) ? 'remember' : 'report';
	const compared = compareTasks(memory ?? new Map(), tasks, { ...settings, unseenTasks });
	remember(stored, { source, scope, tasks: packMemory(compared.memory) });
	return compared.changes.map((change) => eventItem(change, settings.simplify));
}

/** n8n saves the data only if it was written to. */
function remember(
	stored: IDataObject,
	next: { source: string; scope: string; tasks: string },
): void {
	for (const [name, value] of Object.entries(next))
		if (stored[name] !== value) stored[name] = value;
}

/**
 * Identifies the application whose tasks are remembered. In another application the same IDs belong
 * to other tasks.
 */
async function sourceOf(context: IPollFunctions): Promise<string> {
	const { appKey, baseUrl } = aiCallAccount(await context.getCredentials(AI_CALL_CREDENTIAL));
	return hash([appKey, new URL(baseUrl).host]);
}

const hash = (value: unknown) =>
	createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

/** The item for a test run in the editor: one event of the newest tasks. Nothing is remembered. */
async function sampleItems(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = readSettings(context);
	const client = await createAiCallClient(context, { ...settings.request, concurrency: 1 });
	const change = sampleChange(await sampleTasks(client, settings), settings);
	return change === undefined ? [] : [eventItem(change, settings.simplify)];
}
