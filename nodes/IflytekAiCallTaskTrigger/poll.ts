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
import { AI_CALL_CREDENTIAL, createAiCallClient } from '../shared/aiCall/transport/aiCallClient';
import { logFailure, toNodeError } from '../shared/n8n/run/nodeErrors';
import { listOnce } from './sharedListing';
import { readSettings } from './parameters';
import { selectedBefore, selectedText } from './selection';
import { eventItem } from './taskEventItem';
import { sampleTasks, watchedTasks } from './watchedTasks';

/** Contexts that have polled. The first poll of a context is part of its activation. */
const activated = new WeakSet<IPollFunctions>();

/**
 * Modes in which n8n activates the workflow by itself, so nobody sees an error. If the first poll
 * threw an error because the platform cannot be reached, n8n would give up, or wait for hours.
 */
const UNATTENDED_MODES = ['init', 'leadershipChange'];

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
		const nodeError = toNodeError(context.getNode(), error, 0);
		if (!isActivation || !UNATTENDED_MODES.includes(context.getActivationMode())) throw nodeError;
		const text = `: The tasks could not be polled when n8n started. ${nodeError.message}`;
		logFailure(context, asFailure(error).kind, text);
		return null;
	}
}

/** The items of the events since the last poll. Also remembers the tasks as they are now. */
async function eventItems(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = readSettings(context);
	const client = await createAiCallClient(context, { ...settings.request, concurrency: 1 });
	const source = await sourceOf(context);
	const scope = hash([settings.taskName, settings.taskIds]);
	const stored = context.getWorkflowStaticData('node');
	const readMemory = () => (stored.source === source ? unpackMemory(stored.tasks) : undefined);
	const tasks = await listOnce(
		context,
		source + scope,
		async () =>
			await watchedTasks(client, settings, (taskId) => readMemory()?.has(taskId) === true),
	);
	if (!tasks) return [];
	// Nothing is awaited from here on, because what is remembered must match what is returned.
	const memory = readMemory();
	const beginsAnew = memory === undefined && stored.source !== undefined;
	if (beginsAnew) logNewMemory(context);
	// The first poll with a new filter only remembers tasks that were never seen. So does a poll that
	// begins the memory anew, and the very first poll unless Include Existing Tasks is on.
	const onlyRemembers = beginsAnew || (memory ? stored.scope !== scope : !settings.includeExisting);
	const unseenTasks = onlyRemembers ? 'remember' : 'report';
	const compared = compareTasks(memory ?? new Map(), tasks, {
		...settings,
		...selectedBefore(stored.selected, settings),
		unseenTasks,
	});
	const selected = selectedText(settings);
	remember(stored, { source, scope, selected, tasks: packMemory(compared.memory) });
	return compared.changes.map((change) => eventItem(change, settings.simplify));
}

function logNewMemory(context: IPollFunctions): void {
	context.logger.warn(
		`${context.getNode().name}: The memory of the tasks begins anew and this poll starts nothing, because the credential has another Base URL or App Key, or the memory could not be read.`,
		{ workflowId: context.getWorkflow().id },
	);
}

/** Writes only what differs, because n8n saves the data after every write. */
function remember(
	stored: IDataObject,
	values: { source: string; scope: string; selected: string; tasks: string },
): void {
	for (const [name, value] of Object.entries(values))
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
